"""The reflex bot, for games of real time: it sees something, and some time later it acts; sometimes it is wrong.

Beside the verbs, the rules of such a game give `REFLEX` (the action that is done by reflex), `cue(o)` (whether it is right
now) and `moment(o)` (a number that changes with what there is to react to). Times are milliseconds.
"""

import random
import secrets
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.refusal import Refusal

FASTEST = 150  # nobody reacts faster; still faster would be a guess


@dataclass(frozen=True)
class Level:
    """How fast and how reliable. Reaction times are ex-Gaussian, as people's are: a normal part and a tail of late ones."""

    mean: float  # of the normal part
    spread: float  # of the normal part
    tail: float  # the mean of the exponential part
    attention: float  # the share of cues that it notices
    nerves: float  # the share of other moments in which it acts in vain
    pace: float  # how long it takes, on average, to do what is not urgent


LEVELS = {
    "goatherd": Level(mean=620, spread=105, tail=250, attention=0.70, nerves=0.018, pace=1050),
    "farmer": Level(mean=560, spread=90, tail=220, attention=0.75, nerves=0.015, pace=1000),
    "potter": Level(mean=520, spread=80, tail=190, attention=0.80, nerves=0.012, pace=900),
    "scribe": Level(mean=470, spread=70, tail=165, attention=0.85, nerves=0.010, pace=800),
    "merchant": Level(mean=425, spread=61, tail=138, attention=0.89, nerves=0.008, pace=760),
    "priestess": Level(mean=385, spread=52, tail=111, attention=0.93, nerves=0.006, pace=730),
    "vizier": Level(mean=345, spread=43, tail=85, attention=0.96, nerves=0.004, pace=700),
    "pharaoh": Level(mean=310, spread=35, tail=60, attention=0.98, nerves=0.003, pace=650),
}


class Plan(NamedTuple):
    """What a bot will do if nothing changes before, and how long after the moment began."""

    action: int
    after: float


class Reflex:
    """Sits on a seat. What it plans depends on its seed and the moment: asked again in the same moment, it says the same."""

    def __init__(self, game: Game, seat: int, level: str = "scribe", seed: int | None = None) -> None:
        if level not in LEVELS:
            raise Refusal(f"there is no level {level!r} for a reflex: choose one of {', '.join(LEVELS)}")
        self._rules = game.real_time_rules
        self._seat = seat
        self._level = LEVELS[level]
        self._seed = secrets.randbits(64) if seed is None else seed
        self._buffer = np.zeros(game.widest, dtype=np.int64)

    def plan(self, observation: Record) -> Plan | None:
        """What it will do in this moment, if anything."""
        dice = random.Random(f"{self._seed}/{self._seat}/{self._rules.moment(observation)}")
        reaction, calm = self._reaction(dice), dice.uniform(0.7, 1.3) * self._level.pace
        notices, is_nervous = dice.random() < self._level.attention, dice.random() < self._level.nerves
        legal = self._legal(observation)
        seen = notices if self._rules.cue(observation) else is_nervous
        if self._rules.REFLEX in legal and seen:
            return Plan(self._rules.REFLEX, reaction)
        others = [action for action in legal if action != self._rules.REFLEX]
        return Plan(dice.choice(others), calm) if others else None

    def _reaction(self, dice: random.Random) -> float:
        level = self._level
        return max(dice.gauss(level.mean, level.spread) + dice.expovariate(1 / level.tail), FASTEST)

    def _legal(self, observation: Record) -> list[int]:
        return [int(action) for action in self._buffer[: self._rules.legal(observation, self._seat, self._buffer)]]
