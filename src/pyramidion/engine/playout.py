"""Random games, for every game, compiled: what the lab measures with and a search looks ahead with."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits, dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers, Shares, Solved
    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record


@compiled
def playouts(start: "Record", s: "Record", games: int, random: "Random", out: "Numbers") -> int:
    """Play from `start` to the end in `s`, `games` times; the number of actions done."""
    plies = 0
    for _ in range(games):
        copy(s, start)
        plies += play_out(s, random, out)
    return plies


@compiled
def play_out(s: "Record", random: "Random", out: "Numbers") -> int:
    """Play from `s` to the end; the number of actions done."""
    plies = 0
    step = 1
    while step:
        step = dispatch.playout_step(s, random, out)
        plies += step
    return plies


@compiled
def uniform_step(s: "Record", random: "Random", out: "Numbers") -> int:
    """One action, by any actor, any of his legal ones; 0 and no action when the game is over."""
    actors = dispatch.actors(s)
    if actors == 0:
        return 0
    seat = bits.lowest(actors)
    if actors & (actors - 1):
        seat = one_of(actors, random)
    if seat == CHANCE:
        dispatch.apply(s, CHANCE, dispatch.chance(s, random))
    else:
        number = dispatch.legal(s, seat, out)
        dispatch.apply(s, seat, out[below(random, number)])
    return 1


@compiled
def one_of(actors: int, random: "Random") -> int:
    """One bit of a bit set, each as likely as the others."""
    return bits.nth(actors, below(random, bits.count(actors)))


@compiled
def no_opinion(s: "Record", seat: int) -> int:
    """The evaluation of a game that has none: all positions are alike."""
    return 0


@compiled
def not_known(s: "Record", table: "Solved", shares: "Shares") -> bool:
    """The answer of a game without solved positions."""
    return False


@compiled
def not_judged(s: "Record", weights: "Weights", scratch: "Scratch", shares: "Shares") -> bool:
    """The answer of a game without a network."""
    return False


@compiled
def no_features(s: "Record", seat: int, out: "Scratch") -> int:
    """The features of a game without a network."""
    return 0
