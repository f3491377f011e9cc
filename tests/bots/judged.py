"""Positions that a game's network can judge, from random games."""

import numpy as np

from pyramidion.bots.judges import shipped
from pyramidion.engine import dispatch
from pyramidion.engine.memory import copy
from pyramidion.engine.network import scratch_for
from pyramidion.engine.random import below, generator
from pyramidion.engine.record import Record
from pyramidion.game import Game


def positions(game: Game, number: int, seed: int = 4) -> list[Record]:
    """So many, each some steps after the one before."""
    random, out, shares = generator(seed), np.zeros(game.widest, np.int64), np.zeros(game.seats[0])
    weights, found, s = shipped(game), list[Record](), game.start(game.seats[0], game.choose({}))
    while len(found) < number:
        for _ in range(1 + below(random, 5)):
            if dispatch.playout_step(s, random, out) == 0:
                s = game.start(game.seats[0], game.choose({}))
        if dispatch.judge(s, weights, scratch_for(weights), shares):
            found.append(copied(game, s))
    return found


def copied(game: Game, s: Record) -> Record:
    kept = game.rules.State.new()
    copy(kept, s)
    return kept
