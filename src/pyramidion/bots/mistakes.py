"""How the weaker levels choose: mostly what they think is best, now and then something that looks nearly as good to them.

An action is the less likely the smaller its chance of winning is: by a factor of e for each `temperature` that it has less
than the best. So small mistakes are common, big ones rare, and where all but one action are bad there is none.
"""

import math
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.search import Choice
from pyramidion.bots.tree import share_victory
from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import copy
from pyramidion.engine.random import generator
from pyramidion.engine.record import UNKNOWN
from pyramidion.game import Game

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers, Shares
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record

SAMPLES = 8  # of what a seat can't see, for each action that may win at once


def chosen(choices: Sequence[Choice], temperature: float, dice: random.Random) -> int:
    """One of these actions: the first without a temperature, with one any of them, by what they are thought to be worth."""
    if temperature == 0.0:
        return choices[0].action
    return dice.choices([choice.action for choice in choices], likelihoods(choices, temperature))[0]


def likelihoods(choices: Sequence[Choice], temperature: float) -> list[float]:
    """How likely each is to be chosen, compared with the best, which has 1."""
    best = max(choice.win for choice in choices)
    return [math.exp((choice.win - best) / temperature) for choice in choices]


def win_at_once(game: Game, observation: "Record", seats: int, seat: int, seed: int) -> int | None:
    """An action after which the game is over and the seat has won it, if there is one: nobody misses that."""
    action = winning(
        observation,
        game.rules.State.new(),
        seat,
        generator(seed),
        np.zeros(game.widest, dtype=np.int64),
        np.zeros(seats, dtype=np.float64),
    )
    return None if action == UNKNOWN else int(action)


@compiled
def winning(observation: "Record", s: "Record", seat: int, random: "Random", out: "Numbers", shares: "Shares") -> int:
    """The first action that wins at once whatever the seat can't see, as far as samples tell; UNKNOWN if there is none."""
    for i in range(dispatch.legal(observation, seat, out)):
        wins = 0
        while wins < SAMPLES:
            copy(s, observation)
            dispatch.sample(s, random)
            dispatch.apply(s, seat, int(out[i]))
            if dispatch.actors(s):
                break
            share_victory(s, shares)
            if shares[seat] < 1.0:
                break
            wins += 1
        if wins == SAMPLES:
            return int(out[i])
    return UNKNOWN
