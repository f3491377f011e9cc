"""How a sensible player plays out a game: claims what can be claimed, and lays pieces where they make something."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below
from pyramidion.games.river.rivers import SEGMENTS
from pyramidion.games.river.rules import NO_CLAIM, TO_CLAIM, TO_PLAY, apply, legal
from pyramidion.games.river.sets import COLOURS, NONE, STRENGTH

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.river.rules import State

CLAIMED = 100  # what a claimed segment is worth, where the strongest set is worth 42
LOOKS = 3  # so many plays are looked at, the best is chosen


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """One action of a sensible game; 0 and no action when it is over."""
    seat = int(s.seat)
    if s.phase == TO_CLAIM:
        number = legal(s, seat, out)
        claims = number - 1 if out[number - 1] == NO_CLAIM else number
        apply(s, seat, int(out[below(random, claims)]) if claims else NO_CLAIM)
        return 1
    if s.phase == TO_PLAY:
        apply(s, seat, better_play(s, seat, legal(s, seat, out), random, out))
        return 1
    return uniform_step(s, random, out)


@compiled
def better_play(s: "State", seat: int, number: int, random: "Random", out: "Numbers") -> int:
    """The most promising of a few plays."""
    best, most = 0, -1
    for _ in range(LOOKS):
        action = int(out[below(random, number)])
        promise = promise_of(s, seat, action // SEGMENTS, action % SEGMENTS)
        if promise > most:
            best, most = action, promise
    return best


@compiled
def promise_of(s: "State", seat: int, kind: int, segment: int) -> int:
    """The strength of a set that is completed; of one begun, what it shares with the river's piece."""
    river, first = int(s.river[segment]), int(s.side[seat, segment, 0])
    if first != NONE:
        return int(STRENGTH[int(s.loose), river, first, kind])
    if kind == river:
        return 30
    if kind % COLOURS == river % COLOURS:
        return 20
    return 12 if kind // COLOURS == river // COLOURS else 8


@compiled
def evaluate(s: "State", seat: int) -> int:
    """Segments claimed, and what lies on one's side of those that are still open."""
    taken = int(s.claimed[0]) | int(s.claimed[1]) | int(s.claimed[2])
    total = CLAIMED * bits.count(int(s.claimed[seat]))
    for segment in range(SEGMENTS):
        if not taken >> segment & 1:
            total += worth_of_side(s, seat, segment)
    return total


@compiled
def worth_of_side(s: "State", seat: int, segment: int) -> int:
    """The strength of a set; of one begun, about what it may become."""
    river, first, second = int(s.river[segment]), int(s.side[seat, segment, 0]), int(s.side[seat, segment, 1])
    if second != NONE:
        return int(STRENGTH[int(s.loose), river, first, second])
    if first == NONE:
        return 0
    if first == river:
        return 16
    if first % COLOURS == river % COLOURS:
        return 12
    return 4 if first // COLOURS == river // COLOURS else 2
