"""How a sensible player plays out a game: of two moves the better one, by how far it goes and whom it stands beside."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled, inlined
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.random import below
from pyramidion.games.senet.rules import (
    LAST,
    MOST_THROWS,
    OVER,
    TO_MOVE,
    TO_THROW,
    WATER,
    apply,
    ashore,
    back,
    chance,
    forward,
    gives_another,
    go,
    landing,
    move,
    sticks,
)

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.senet.rules import State

HOME = 8  # what a piece borne off is worth, in squares
SWAP = 4  # what it is worth to send an enemy back
BESIDE = 3  # what it is worth to stand beside a piece of one's own


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """A sensible game until a piece is borne off, with both armies at hand and not in the record; or an action of a throw
    that was begun; 0 when the game is over."""
    if s.phase == OVER:
        return 0
    seat = int(s.seat)
    own, foe = int(s.army[seat]), int(s.army[1 - seat])
    if s.phase == TO_MOVE:
        move(s, better(s, own, foe, int(s.movers), int(s.left), s.backward != 0, random))
        return 1
    if s.phase != TO_THROW:
        apply(s, CHANCE, chance(s, random))
        return 1
    throws, plies = int(s.throws), 0
    men = bits.count(own | foe)
    while s.phase == TO_THROW and bits.count(own | foe) == men:
        own, foe, again, actions = sensible_throw(s, own, foe, random)
        throws += 1
        plies += actions
        if own == 0 or throws == MOST_THROWS:
            s.phase = OVER
        elif not again:
            own, foe, seat = foe, own, 1 - seat
    s.throws = throws
    s.seat = seat
    s.army[seat], s.army[1 - seat] = own, foe
    return plies


@inlined
def sensible_throw(s: "State", own: int, foe: int, random: "Random") -> tuple[int, int, bool, int]:
    """A throw and all moves with it: both armies then, whether it gives another, how many actions."""
    throw = left = sticks(random)
    moved, actions, backward = 0, 1, False
    movers = forward(s, own, foe, moved, left)
    if movers == 0:
        movers, backward = back(s, own, foe, left), True
        if movers == 0:
            return own, foe, False, 2  # the throw, and a pass
    while movers:
        own, foe, landed, left = go(s, own, foe, better(s, own, foe, movers, left, backward, random), left, backward)
        moved |= landed
        actions += 1
        movers = forward(s, own, foe, moved, left) if left else 0
    return own, foe, gives_another(throw), actions


@compiled
def better(s: "State", own: int, foe: int, movers: int, left: int, backward: bool, random: "Random") -> int:
    """Of two pieces that may move, any two, the one that gains more."""
    number = bits.count(movers)
    if number == 1:
        return bits.lowest(movers)
    one, other = bits.nth(movers, below(random, number)), bits.nth(movers, below(random, number))
    if one == other or gain(s, own, foe, one, left, backward) >= gain(s, own, foe, other, left, backward):
        return one
    return other


@compiled
def gain(s: "State", own: int, foe: int, square: int, left: int, backward: bool) -> int:
    """What moving this piece gains, in squares."""
    own &= ~(1 << square)
    end = landing(s, own | foe, square - left if backward else square + left)
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
