"""Egyptian War without a clock, as a sequence of moments: in each, every seat stays calm or slaps, all at the same time.

If nobody slaps, what was to happen anyway happens: the seat in turn plays its card, or the pile is taken. Otherwise the
fastest slap counts, and a new moment begins for the others. Reaction times are independent and ex-Gaussian, as people's are:
a normal part and an exponential tail. If a pattern lies there and the two fastest are no further apart than the table's
`tie_window`, it is a tie, and nobody takes the pile (E-13).
"""

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.random import bits as random_bits
from pyramidion.games.egyptian_war.flow import PLAY, WINDOW
from pyramidion.games.egyptian_war.rules import SLAP, TAKE, TIE, TURN
from pyramidion.games.egyptian_war.slaps import slappers

if TYPE_CHECKING:
    from pyramidion.engine.random import Random
    from pyramidion.games.egyptian_war.rules import State

MEAN, SPREAD, TAIL = 420.0, 60.0, 130.0  # milliseconds: the normal part's mean and deviation, the exponential part's mean
_WORDS = 4294967296.0
_NEVER = 1e9


@compiled
def may_react(s: "State") -> int:
    return slappers(s) if s.phase == PLAY or s.phase == WINDOW else 0


@compiled
def who_acts(s: "State", reflexes: int, window: int, random: "Random") -> int:
    if reflexes == 0:
        return CHANCE if s.phase == WINDOW else int(s.turn)
    seat, fastest, second = 0, _NEVER, _NEVER
    for slapping in range(int(s.seats)):
        if reflexes >> slapping & 1:
            time = reaction(random)
            if time < fastest:
                seat, fastest, second = slapping, time, fastest
            elif time < second:
                second = time
    return CHANCE if s.pattern and second - fastest <= window else seat


@compiled
def what_happens(s: "State", reflexes: int, actor: int) -> int:
    if reflexes == 0:
        return TAKE if actor == CHANCE else TURN
    return TIE if actor == CHANCE else SLAP


@compiled
def reaction(random: "Random") -> float:
    """How long somebody takes to slap, in milliseconds."""
    radius = math.sqrt(-2.0 * math.log((random_bits(random) + 1) / _WORDS))  # Box and Muller
    angle = 2.0 * math.pi * random_bits(random) / _WORDS
    return MEAN + SPREAD * radius * math.cos(angle) - TAIL * math.log((random_bits(random) + 1) / _WORDS)


@cache
def tie_chance(slapping: int, window: int) -> float:
    """The chance that the two fastest of so many are no further apart than the window: exact up to the grid's step."""
    step = 0.25
    times = np.arange(0.0, 3000.0, step)
    density = _density(times)
    later = 1.0 - np.clip(np.cumsum(density) * step - density * step / 2, 0.0, 1.0)
    after_window = np.interp(times + window, times, later, right=0.0)
    return float(1.0 - slapping * np.sum(density * after_window ** (slapping - 1)) * step)


def _density(
    times: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]",
) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Of reaction times: the normal part folded with the tail."""
    step = times[1] - times[0]
    normal = np.exp(-0.5 * ((times - MEAN) / SPREAD) ** 2) / (SPREAD * math.sqrt(2 * math.pi))
    tail = np.exp(-times / TAIL) / TAIL
    size = 2 * len(times)
    folded = np.fft.irfft(np.fft.rfft(normal, size) * np.fft.rfft(tail, size), size)[: len(times)] * step
    density: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = folded / (folded.sum() * step)
    return density
