"""Strengths on one scale, of whom some have played some: what makes all results together most likely (Bradley and Terry).

The scale is openskill's, in which people are rated: the odds of one against another grow by a factor of e for each UNIT.
"""

import math
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNIT = math.sqrt(2) * 25 / 6  # what openskill takes luck for, between two of whom everything is known
DOUBT = 1.0  # a drawn game that each pair is given beside its own, so that nobody is infinitely better
STEPS = 100  # of Newton's method; it needs about ten


class Score(msgspec.Struct, frozen=True):
    """How somebody fared against somebody else."""

    first: str
    second: str
    games: int
    share: float  # of victories, the first's mean


def strengths(results: list[Score], fixed: str, rating: float) -> dict[str, tuple[float, float]]:
    """The rating and its standard deviation of everybody who played; one is known, the others are measured from there."""
    bots = list(dict.fromkeys(name for result in results for name in (result.first, result.second)))
    number = {bot: i for i, bot in enumerate(bots)}
    free = [i for i, bot in enumerate(bots) if bot != fixed]
    logits = np.zeros(len(bots))
    for _ in range(STEPS):
        slope, curve = _derivatives(results, number, logits)
        step = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
        logits[free] += step / max(1.0, float(np.abs(step).max()))  # no further than what is known there reaches
    deviations = np.zeros(len(bots))
    deviations[free] = np.sqrt(np.diag(np.linalg.inv(curve[np.ix_(free, free)])))
    means = rating + UNIT * (logits - logits[number[fixed]])
    return {bot: (float(means[i]), float(UNIT * deviations[i])) for bot, i in number.items()}


def _derivatives(
    results: list[Score], number: dict[str, int], logits: "NDArray[np.float64]"
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """Of the likelihood of all results: its slope, and how fast that falls."""
    slope, curve = np.zeros(len(logits)), np.zeros((len(logits), len(logits)))
    for result in results:
        one, other = number[result.first], number[result.second]
        games = result.games + DOUBT
        expected = 1 / (1 + math.exp(logits[other] - logits[one]))
        surplus = result.share * result.games + DOUBT / 2 - games * expected
        weight = games * expected * (1 - expected)
        slope[one] += surplus
        slope[other] -= surplus
        curve[one, one] += weight
        curve[other, other] += weight
        curve[one, other] -= weight
        curve[other, one] -= weight
    return slope, curve
