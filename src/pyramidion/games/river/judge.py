"""What a position looks like to a seat, for a network to judge: with two seats to whoever plays next, with three to each."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.games.river.bag import held, in_bag
from pyramidion.games.river.claims import at_hand, strength, two_beat
from pyramidion.games.river.rivers import SEGMENTS
from pyramidion.games.river.rules import EXHAUSTED, TO_DRAW, TO_PLAY
from pyramidion.games.river.sets import BEATING, COLOURS, MONO_PAIR, NONE, ONCE, SIZES, TRIPLET, VALUES

if TYPE_CHECKING:
    from pyramidion.engine.network import Scratch
    from pyramidion.game import Value
    from pyramidion.games.river.rules import State

# What a segment can look like: with its river's rival, who has what
MINE = 0  # claimed
THEIRS = 1
I_LEAD = 2  # both sides are full
THEY_LEAD = 3
LEVEL = 4
I_WAIT = 5  # my side is full, theirs has one piece: + how easily they beat me
THEY_WAIT = I_WAIT + 7
I_AM_ALONE = THEY_WAIT + 7  # my side is full, theirs is empty: 0 if I may claim it, or 1 + how strong it is
THEY_ARE_ALONE = I_AM_ALONE + 7
ONE_EACH = THEY_ARE_ALONE + 7  # + 5 * what mine may become + what theirs may
I_BEGAN = ONE_EACH + 25  # theirs is empty
THEY_BEGAN = I_BEGAN + 5
EMPTY = THEY_BEGAN + 5  # + the size of the river's piece
LOOKS = EMPTY + SIZES

BEST_PAIR = max(strength for strength, value in enumerate(VALUES) if value[0] == MONO_PAIR)
BEST_TRIPLET = max(strength for strength, value in enumerate(VALUES) if value[0] == TRIPLET)

# Features of all games
HANDS = 0  # mine, then that of the next seat
DRAWN = HANDS + 2 * SIZES * (COLOURS + 1)  # what the seat before is still to draw: a size, or nothing
BAG = DRAWN + SIZES + 1  # how many of each size it has
# of games for two
PLACES = BAG + 5 * SIZES  # what each segment looks like
CLAIMED = PLACES + SEGMENTS * LOOKS  # how many segments I have, then the other
CAN_CLAIM = CLAIMED + 2 * 5  # how many I could have next
THREES = CAN_CLAIM + 2 * 4  # three neighbours: 4 * how many I have or could have next + how many the other
# and for three
RIVERS = THREES + 16  # what a segment of my river with the next seat looks like, then of that with the seat before
BEYOND = RIVERS + 2 * LOOKS  # what a segment of their river looks like
CLAIMED_OF_THREE = BEYOND + 7
CAN_CLAIM_OF_THREE = CLAIMED_OF_THREE + 3 * 7
TURN = CAN_CLAIM_OF_THREE + 3 * 4  # who plays next
FEATURES = TURN + 3

WIDTH = 32
CUT = 6
POSITIONS = 6_000_000
LOOKS_AHEAD = False
TRAINED: "tuple[Mapping[str, Value], ...]" = (
    {"seats": 2},
    {"seats": 3},
    {"seats": 2, "hands": "hidden"},
    {"seats": 3, "hands": "hidden"},
)


def is_trained_for(o: "State") -> bool:
    return not (o.loose or o.unlimited)


@compiled
def features(s: "State", seat: int, out: "Scratch") -> int:
    """The features of a position for a seat; their number, 0 where it is not judged from there."""
    mover = next_to_play(s)
    if mover < 0:
        return 0
    if s.seats == 3:
        return of_three(s, seat, mover, out)
    return of_two(s, seat, out) if mover == seat else 0


@compiled
def next_to_play(s: "State") -> int:
    """Who plays next, after perhaps a draw; −1 in the middle of a turn and where nobody does."""
    if s.phase == TO_PLAY:
        return int(s.seat)
    if s.phase == TO_DRAW or s.phase == EXHAUSTED:
        return (int(s.seat) + 1) % int(s.seats)
    return -1


@compiled
def of_two(s: "State", me: int, out: "Scratch") -> int:
    they = 1 - me
    number = of_all(s, me, they, out)
    mine, theirs = int(s.claimed[me]), int(s.claimed[they])
    out[number] = CLAIMED + min(bits.count(mine), 4)
    out[number + 1] = CLAIMED + 5 + min(bits.count(theirs), 4)
    number += 2
    my_hand, their_hand, unplayed = held(s, me), held(s, they), int(s.unplayed)
    my_next, their_next = 0, 0
    for segment in range(SEGMENTS):
        look = look_of(s, segment, me, they, my_hand, their_hand, unplayed - their_hand, unplayed - my_hand)
        my_next |= int(is_mine_next(look)) << segment
        their_next |= int(is_theirs_next(look)) << segment
        out[number] = PLACES + LOOKS * segment + look
        number += 1
    out[number] = CAN_CLAIM + min(bits.count(my_next), 3)
    out[number + 1] = CAN_CLAIM + 4 + min(bits.count(their_next), 3)
    return add_threes(mine | my_next, theirs | their_next, out, number + 2)


@compiled
def add_threes(mine: int, theirs: int, out: "Scratch", number: int) -> int:
    """How near each side is to any three neighbours."""
    for first in range(SEGMENTS - 2):
        out[number] = THREES + 4 * bits.count(mine >> first & 7) + bits.count(theirs >> first & 7)
        number += 1
    return number


@compiled
def of_three(s: "State", me: int, mover: int, out: "Scratch") -> int:
    after, before = (me + 1) % 3, (me + 2) % 3
    number = of_all(s, me, after, out)
    out[number] = TURN + (mover - me + 3) % 3
    number = add_river(s, me, me, after, before, RIVERS, out, number + 1)
    number = add_river(s, before, me, before, after, RIVERS + LOOKS, out, number)
    for segment in range(3 * after, 3 * after + 3):
        out[number] = BEYOND + far_look(s, segment, after, before)
        number += 1
    for relative in range(3):
        seat = (me + relative) % 3
        out[number] = CLAIMED_OF_THREE + 7 * relative + min(bits.count(int(s.claimed[seat])), 6)
        out[number + 1] = CAN_CLAIM_OF_THREE + 4 * relative + min(bits.count(int(s.full[seat])), 3)
        number += 2
    return number


@compiled
def add_river(s: "State", river: int, me: int, they: int, third: int, first: int, out: "Scratch", number: int) -> int:
    """What the three segments of a river of mine look like."""
    my_hand, their_hand = held(s, me), held(s, they)
    unplayed = int(s.unplayed) - held(s, third)
    for segment in range(3 * river, 3 * river + 3):
        out[number] = first + look_of(s, segment, me, they, my_hand, their_hand, unplayed - their_hand, unplayed - my_hand)
        number += 1
    return number


@compiled
def far_look(s: "State", segment: int, one: int, other: int) -> int:
    """What a segment of others looks like."""
    if s.claimed[one] >> segment & 1:
        return 0
    if s.claimed[other] >> segment & 1:
        return 1
    full = int(s.full[one]) >> segment & 1 | (int(s.full[other]) >> segment & 1) << 1
    if full == 3:
        return 5 if strength(s, one, segment) >= strength(s, other, segment) else 6
    return 2 + (full if full else 0)


@compiled
def of_all(s: "State", me: int, after: int, out: "Scratch") -> int:
    """Hands, and what is still in the bag."""
    out[0] = DRAWN + (int(s.played) if s.phase == TO_DRAW else SIZES)
    number = 1
    for size in range(SIZES):
        out[number] = HANDS + slot(int(s.hand[me, size]), size)
        out[number + 1] = HANDS + SIZES * (COLOURS + 1) + slot(int(s.hand[after, size]), size)
        left = in_bag(s, size)
        out[number + 2] = BAG + 5 * size + (left if left < 3 else 3 + int(left > 4))
        number += 3
    return number


@compiled
def slot(kind: int, size: int) -> int:
    return size * (COLOURS + 1) + (COLOURS if kind == NONE else kind % COLOURS)


@compiled
def look_of(
    s: "State", segment: int, me: int, they: int, my_hand: int, their_hand: int, my_reach: int, their_reach: int
) -> int:
    """What a segment between two seats looks like to the first, with the heaps that they hold and can still get."""
    if s.claimed[me] >> segment & 1:
        return MINE
    if s.claimed[they] >> segment & 1:
        return THEIRS
    my_number, their_number = pieces_at(s, me, segment), pieces_at(s, they, segment)
    if my_number == 2:
        if their_number == 2:
            mine, theirs = strength(s, me, segment), strength(s, they, segment)
            return I_LEAD if mine > theirs else THEY_LEAD if mine < theirs else LEVEL
        if their_number == 1:
            return I_WAIT + danger(s, segment, me, they, their_hand, their_reach)
        return I_AM_ALONE + power(s, segment, me, their_reach)
    if their_number == 2:
        if my_number == 1:
            return THEY_WAIT + danger(s, segment, they, me, my_hand, my_reach)
        return THEY_ARE_ALONE + power(s, segment, they, my_reach)
    if my_number == 0:
        if their_number == 0:
            return EMPTY + int(s.river[segment]) // COLOURS
        return THEY_BEGAN + hope(s, segment, they, their_hand, their_reach)
    if their_number == 0:
        return I_BEGAN + hope(s, segment, me, my_hand, my_reach)
    return ONE_EACH + 5 * hope(s, segment, me, my_hand, my_reach) + hope(s, segment, they, their_hand, their_reach)


@compiled
def pieces_at(s: "State", seat: int, segment: int) -> int:
    side = s.side[seat, segment]
    return int(side[0] != NONE) + int(side[1] != NONE)


@compiled
def danger(s: "State", segment: int, full: int, other: int, hand: int, reach: int) -> int:
    """How easily one piece would beat a full side: 0 not at all; then by how many, and whether by one in hand."""
    beat = int(BEATING[int(s.loose), strength(s, full, segment), int(s.river[segment]), int(s.side[other, segment, 0])])
    kinds = beat & at_hand(reach)
    if kinds == 0:
        return 0
    copies = bits.count(kinds) + 2 * bits.count(kinds & reach >> 1 & ONCE) - bits.count(kinds & reach >> 1 & ~reach)
    return 1 + (0 if copies == 1 else 1 if copies < 4 else 2) + 3 * int(beat & at_hand(hand) != 0)


@compiled
def power(s: "State", segment: int, full: int, reach: int) -> int:
    """0 if nothing can beat a full side, or 1 + how strong it is."""
    mine = strength(s, full, segment)
    if not two_beat(s, reach, 0, mine, int(s.river[segment])):
        return 0
    return 1 + int(mine > 4) + int(mine > 7) + int(mine > 12) + int(mine > 17) + int(mine > 22)


@compiled
def hope(s: "State", segment: int, seat: int, hand: int, reach: int) -> int:
    """What a side with one piece may become: 4, 3 more than a monochrome pair, 2, 1 that; 4 and 2 by a piece in hand."""
    river, first = int(s.river[segment]), int(s.side[seat, segment, 0])
    great = int(BEATING[int(s.loose), BEST_PAIR, river, first])
    if great & at_hand(hand):
        return 4
    if great & at_hand(reach):
        return 3
    good = int(BEATING[int(s.loose), BEST_TRIPLET, river, first])
    if good & at_hand(hand):
        return 2
    return int(good & at_hand(reach) != 0)


@compiled
def is_mine_next(look: int) -> bool:
    """Whether I could claim it next."""
    return look in (I_LEAD, LEVEL, I_WAIT, I_AM_ALONE)


@compiled
def is_theirs_next(look: int) -> bool:
    return look in (THEY_LEAD, THEY_WAIT, THEY_ARE_ALONE)
