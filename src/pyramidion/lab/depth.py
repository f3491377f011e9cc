"""Skill depth: how much better one plays who searches twice as long."""

import math
from collections.abc import Callable

from pyramidion.lab.arena import Result, Setting, match
from pyramidion.lab.intervals import Figure
from pyramidion.lab.runners import Runner
from pyramidion.lab.setups import Setup
from pyramidion.refusal import Refusal

RUNGS = (25, 50, 100, 200)  # iterations; each plays against twice as many
FARTHEST = 800.0  # Elo points: who always wins is not infinitely better


def skill_depth(
    setup: Setup, deals: int, runner: Runner | None = None, progress: Callable[[int], object] = lambda games: None
) -> list[Figure]:
    """Elo per doubling of the search: on average, and at each rung."""
    if setup.game.real_time:
        raise Refusal(f"{setup.game.title} is played in real time: bots don't search there")
    setting = Setting(setup.game.name, setup.seats, dict(setup.options), deals, setup.seed)
    rungs = []
    for rung in RUNGS:
        names = f"policy:{2 * rung}", f"policy:{rung}"
        result = match(setup.game, setting, *names, lambda: progress(1), runner)
        rungs.append(_rung(f"{rung} → {2 * rung} iterations", result, setup.seats))
    return [_mean(rungs), *rungs]


def elo(share: float, seats: int) -> float:
    """How many points better somebody is who wins so often against all others of a table, all of one strength."""
    if share in (0.0, 1.0):
        return math.copysign(FARTHEST, share - 0.5)
    return max(-FARTHEST, min(FARTHEST, 400 * math.log10(share * (seats - 1) / (1 - share))))


def _rung(name: str, result: Result, seats: int) -> Figure:
    value, low, high = (elo(share, seats) for share in (result.share, result.low, result.high))
    return Figure(name, value, low, high, result.games, "Elo")


def _mean(rungs: list[Figure]) -> Figure:
    value = sum(rung.value for rung in rungs) / len(rungs)
    below = math.sqrt(sum((rung.value - rung.low) ** 2 for rung in rungs)) / len(rungs)
    above = math.sqrt(sum((rung.high - rung.value) ** 2 for rung in rungs)) / len(rungs)
    games = sum(rung.n for rung in rungs)
    return Figure("skill depth", value, value - below, value + above, games, "Elo", "per doubling of the search")
