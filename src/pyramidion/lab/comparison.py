"""Are two variants different? The same seeds on both sides, and no more games than the answer needs."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from pyramidion.game import as_text
from pyramidion.lab.intervals import Figure
from pyramidion.lab.per_game import TRACED, Metric, Sample, unit_of
from pyramidion.lab.runners import Runner
from pyramidion.lab.setups import Setup
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float64]

ERROR = 0.05  # how often all comparisons that are made together may be wrong, in all their looks
FIRST_LOOK = 1024  # games; each look has twice as many as the one before
FIRST_LOOK_TRACED = 16  # of games whose every position is searched

Verdict = Literal["different", "the same within the margin", "no game differs", "not decided"]


class Comparison(msgspec.Struct, frozen=True):
    """What was found: the second variant's metric less the first's."""

    metric: str
    first: float
    second: float
    difference: Figure
    verdict: Verdict
    looks: int
    error: float  # how often this comparison may be wrong, in all its looks together


def compare(
    one: Setup,
    other: Setup,
    metric: Metric = "first seat",
    games: int = 65_536,
    margin: float = 0.0,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> Comparison:
    """Play both with the same seeds until they surely differ, or surely by less than the margin, or all games are played.

    There are at most so many looks as doublings; each may be wrong with its part of the error only (Bonferroni), so that the
    whole is wrong at most once in twenty.
    """
    samples = Sample(one, metric, runner), Sample(other, metric, runner)
    return _compare(*samples, games, margin, ERROR, progress)


def _compare(
    one: Sample, other: Sample, games: int, margin: float, error: float, progress: Callable[[int], object]
) -> Comparison:
    if games < 2:
        raise Refusal("a comparison needs at least two games of each variant")
    looks = list(looks_at(games, FIRST_LOOK_TRACED if one.metric in TRACED else FIRST_LOOK))
    seen = 0
    for number, upto in enumerate(looks, start=1):
        found = look(one.metric, one.upto(upto), other.upto(upto), margin, error, len(looks), number)
        progress(upto - seen)
        seen = upto
        if found.verdict not in ("not decided", "no game differs"):
            break
    progress(games - seen)
    return found


def looks_at(games: int, first: int = FIRST_LOOK) -> Iterator[int]:
    """After how many games it is looked whether an answer is known."""
    upto = min(first, games)
    while upto < games:
        yield upto
        upto *= 2
    yield games


def look(
    metric: str, ones: "Samples", others: "Samples", margin: float, error: float, looks: int, number: int
) -> Comparison:
    """What games of the same numbers say at one of so many looks."""
    difference = paired(ones, others, NormalDist().inv_cdf(1 - error / looks / 2), unit_of(metric))
    verdict = _verdict(difference, margin)
    if verdict == "not decided" and np.array_equal(ones, others, equal_nan=True):
        difference, verdict = _alike(difference, error / looks), "no game differs"
    return Comparison(metric, _mean(ones), _mean(others), difference, verdict, number, error)


def _mean(numbers: "Samples") -> float:
    return float(np.nanmean(numbers)) if not np.isnan(numbers).all() else math.nan


def _alike(difference: Figure, error: float) -> Figure:
    """Where no game differs: of shares, so few may differ that none being among these is not too unlikely (exact)."""
    if difference.unit != "points" or difference.n == 0:
        return difference
    reach = 1 - (error / 2) ** (1 / difference.n)
    return msgspec.structs.replace(difference, low=-reach, high=reach)


def paired(ones: "Samples", others: "Samples", quantile: float, unit: str) -> Figure:
    """The mean difference of games with the same number."""
    differences = others - ones
    differences = differences[~np.isnan(differences)]
    n = len(differences)
    if n < 2:
        return Figure("difference", math.nan, -math.inf, math.inf, n, unit)
    mean, reach = float(differences.mean()), quantile * float(differences.std(ddof=1)) / math.sqrt(n)
    return Figure("difference", mean, mean - reach, mean + reach, n, unit)


def _verdict(difference: Figure, margin: float) -> Verdict:
    if difference.low > margin or difference.high < -margin:
        return "different"
    if margin and -margin < difference.low and difference.high < margin:
        return "the same within the margin"
    return "not decided"


def variants(setup: Setup, names: Sequence[str] = ()) -> Iterator[tuple[str, Setup]]:
    """Every other choice of every option of the rules, one at a time, with its name."""
    for option in setup.game.options:
        if option.scope == "rules" and (not names or option.name in names):
            for value in option.values:
                if value != setup.options[option.name]:
                    changed = {**setup.options, option.name: value}
                    yield f"{option.name} {as_text(value)}", replace(setup, options=changed)


def sweep(
    setup: Setup,
    names: Sequence[str] = (),
    metric: Metric = "first seat",
    games: int = 65_536,
    margin: float = 0.0,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> list[tuple[str, Comparison]]:
    """Each other choice of each option against the setup as it is, whose games are played once.

    Each comparison has its part of the error only, so that at most one sweep in twenty calls anything different that is not.
    """
    changed = list(variants(setup, names))
    usual = Sample(setup, metric, runner)
    error = ERROR / max(len(changed), 1)
    return [
        (name, _compare(usual, Sample(variant, metric, runner), games, margin, error, progress)) for name, variant in changed
    ]
