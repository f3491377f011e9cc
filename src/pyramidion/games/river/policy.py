"""How a sensible player plays out a game: claims what can be claimed, and lays pieces where they make something."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below
from pyramidion.games.river.bag import bag, draw
from pyramidion.games.river.claims import claimable
from pyramidion.games.river.rivers import SEGMENTS
from pyramidion.games.river.rules import TO_CLAIM, TO_DRAW, TO_PLAY, claim, end_claims, play, take
from pyramidion.games.river.sets import COLOURS, NONE, SIZES, STRENGTH

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.river.rules import State

CLAIMED = 100  # what a claimed segment is worth, where the strongest set is worth 42
LOOKS = 3  # so many plays are looked at, the best is chosen


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """A turn of a sensible game at once, as far as nothing unusual happens in it, or else one action; 0 when it is over."""
    if s.phase == TO_PLAY:
        chosen = better_play(s, int(s.seat), random)
        play(s, chosen // SEGMENTS, chosen % SEGMENTS)
        return 1 + end_turn_sensibly(s, random)
    if s.phase == TO_CLAIM:
        return end_turn_sensibly(s, random)
    return uniform_step(s, random, out)


@compiled
def end_turn_sensibly(s: "State", random: "Random") -> int:
    """Claim what can be claimed, and draw; the number of actions."""
    segment = any_claim(s, int(s.seat), random)
    if segment == NONE:
        end_claims(s)
    else:
        claim(s, segment)
    if s.phase != TO_DRAW:
        return 1
    take(s, draw(bag(s), int(s.played), random))
    return 2


@compiled
def any_claim(s: "State", seat: int, random: "Random") -> int:
    """Any segment that can be claimed, or NONE."""
    chosen, number = NONE, 0
    full = int(s.full[seat])
    while full:
        segment = bits.lowest(full)
        full &= full - 1
        if claimable(s, seat, segment):
            number += 1
            if number == 1 or below(random, number) == 0:
                chosen = segment
    return chosen


@compiled
def better_play(s: "State", seat: int, random: "Random") -> int:
    """The most promising of a few plays, each any piece to any free place."""
    kinds, number = pieces_of(s, seat)
    room = int(s.room[seat])
    places = bits.count(room)
    best, most = 0, -1
    for _ in range(LOOKS):
        choice = below(random, number * places)
        kind, segment = kinds >> 4 * (choice // places) & 15, bits.nth(room, choice % places)
        promise = promise_of(s, seat, kind, segment)
        if promise > most:
            best, most = kind * SEGMENTS + segment, promise
    return best


@compiled
def pieces_of(s: "State", seat: int) -> "tuple[int, int]":
    """The kinds in a hand, in four bits each, and their number."""
    kinds, number = 0, 0
    for size in range(SIZES):
        kind = int(s.hand[seat, size])
        if kind != NONE:
            kinds |= kind << 4 * number
            number += 1
    return kinds, number


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
