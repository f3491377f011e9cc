"""How a sensible player plays out a game: of two moves the better one, by how far it goes and whom it stands beside."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.random import below
from pyramidion.games.senet.rules import LAST, OVER, TO_MOVE, WATER, apply, ashore, chance, landing, move

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.senet.rules import State

HOME = 8  # what a piece borne off is worth, in squares
SWAP = 4  # what it is worth to send an enemy back
BESIDE = 3  # what it is worth to stand beside a piece of one's own


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """One action of a sensible game; 0 when it is over."""
    if s.phase == OVER:
        return 0
    if s.phase != TO_MOVE:
        apply(s, CHANCE, chance(s, random))
        return 1
    movers = int(s.movers)
    number = bits.count(movers)
    one, other = bits.nth(movers, below(random, number)), bits.nth(movers, below(random, number))
    move(s, one if one == other or gain(s, one) >= gain(s, other) else other)
    return 1


@compiled
def gain(s: "State", square: int) -> int:
    """What moving this piece gains, in squares."""
    seat = int(s.seat)
    own, foe = int(s.army[seat]) & ~(1 << square), int(s.army[1 - seat])
    target = square - int(s.left) if s.backward else square + int(s.left)
    end = landing(s, own | foe, target)
    if end > LAST:
        return HOME
    if end == WATER:
        end = ashore(own | foe)
    beside = own >> (end - 1) & 0b101  # the squares before and after
    return end - square + (SWAP if foe >> end & 1 else 0) + (BESIDE if beside else 0)


@compiled
def evaluate(s: "State", seat: int) -> int:
    """How far one's own pieces have come, less how far the other's have; a piece borne off has come furthest."""
    return progress(s, seat) - progress(s, 1 - seat)


@compiled
def progress(s: "State", seat: int) -> int:
    army = int(s.army[seat])
    squares = (int(s.pieces) - bits.count(army)) * (LAST + HOME)
    while army:
        squares += bits.lowest(army)
        army &= army - 1
    return squares
