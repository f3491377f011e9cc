"""Senet: the rules, over one record. They are told in RULES.md beside this file; S-numbers are its rulings."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled, inlined
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below
from pyramidion.engine.random import bits as random_bits
from pyramidion.engine.record import Record, int8, int16, int64

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

# A bit set of squares has bit q for square q, 1 … 30.
BOARD = (1 << 31) - 2
FIRST_ROW = (1 << 11) - 2
ROW_ENDS = 1 << 10 | 1 << 20
SAFE = 1 << 26 | 1 << 28 | 1 << 29
WATER = 27
WATER_BIT = 1 << WATER
REFUGE = 15  # where a drowned piece comes ashore
LAST = 30

MOST_THROWS = 2000  # then the game is a draw (S-34)

# Actions: 1 … 30 moves the piece on that square.
STOP = 0  # leave the remainder of a throw unused
THROW = 30  # + 1, 2, 3, 4 or 6: how the sticks fell
PASS = 37  # nothing can move: the turn ends
ACTIONS = 38

# Phases
OVER = 0
TO_THROW = 1
TO_MOVE = 2
STUCK = 3
THROW_OFF = 4  # throwing for the start


class State(Record):
    """A position of Senet."""

    army = int64(2, most=BOARD)  # the squares where each seat's pieces stand
    movers = int64(most=BOARD)  # the squares whose piece may move now
    moved = int64(most=BOARD)  # the squares of pieces that this throw has moved already
    throws = int16(most=MOST_THROWS)  # sticks thrown so far
    phase = int8(most=THROW_OFF)
    seat = int8(most=1)  # who throws or moves
    throw = int8(most=6)  # 1, 2, 3, 4 or 6; 0 before the throw; in the throw-off, the first seat's throw
    left = int8(most=6)  # how far the next piece goes: the throw, or what an earlier piece left of it
    backward = int8(most=1)  # 1 if nothing could move forward
    pieces = int8(most=7)  # each side's army at the start
    same_row = int8(most=1)  # option: 1 if pieces protect each other only inside a row of the board
    skip_water = int8(most=1)  # option: 1 if a bounced piece passes over the water
    exact = int8(most=1)  # option: 1 if only an exact throw bears off
    null_bounce = int8(most=1)  # option: 1 if a bounce may end on the square where it started


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    s.pieces = 5 + 2 * options[0]
    s.same_row = options[1]
    s.skip_water = options[2]
    s.exact = options[3]
    s.phase = THROW_OFF if options[4] else TO_THROW
    s.null_bounce = options[5]
    for i in range(s.pieces):
        s.army[0] |= 1 << (2 * i + 2)
        s.army[1] |= 1 << (2 * i + 1)


@compiled
def actors(s: State) -> int:
    if s.phase == TO_MOVE:
        return 1 << int(s.seat)
    return 0 if s.phase == OVER else CHANCE_BIT


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    if s.phase != TO_MOVE or seat != s.seat:
        return 0
    number = 0
    if is_remainder(s):  # it may be left unused
        out[0] = STOP
        number = 1
    movers = int(s.movers)
    while movers:
        out[number] = bits.lowest(movers)
        number += 1
        movers &= movers - 1
    return number


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action == PASS:
        next_throw(s, 1 - int(s.seat))
    elif action == STOP:
        end_throw(s)
    elif action <= LAST:
        move(s, action)
    elif s.phase == THROW_OFF:
        throw_off(s, action - THROW)
    else:
        throw(s, action - THROW)


@compiled
def chance(s: State, random: "Random") -> int:
    return PASS if s.phase == STUCK else THROW + sticks(random)


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    if s.phase == STUCK:
        out[0] = PASS
        weights[0] = 1
        return 1
    for i, (value, weight) in enumerate(((1, 4), (2, 6), (3, 4), (4, 1), (6, 1))):
        out[i] = THROW + value
        weights[i] = weight
    return 5


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    copy(o, s)  # nothing is hidden


@compiled
def sample(o: State, random: "Random") -> None:
    pass  # nothing is unknown


@compiled
def score(s: State, seat: int) -> int:
    """In half points: 2 for the winner, 1 each for a draw."""
    if s.army[seat] == 0:
        return 2
    return 0 if s.army[1 - seat] == 0 else 1


@compiled
def playout_step(s: State, random: "Random", out: "Numbers") -> int:
    """A uniformly random game until a piece is borne off, with both armies at hand and not in the record: twice as fast."""
    if s.phase != TO_THROW:
        return uniform_step(s, random, out)
    seat, throws, plies = int(s.seat), int(s.throws), 0
    own, foe = int(s.army[seat]), int(s.army[1 - seat])
    men = bits.count(own | foe)
    while s.phase == TO_THROW and bits.count(own | foe) == men:
        own, foe, again, actions = play_throw(s, own, foe, random)
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
def play_throw(s: State, own: int, foe: int, random: "Random") -> tuple[int, int, bool, int]:
    """A throw and all moves with it, uniformly at random: both armies then, whether it gives another, how many actions."""
    throw = left = sticks(random)
    moved, actions, backward = 0, 1, False
    movers = forward(s, own, foe, moved, left)
    if movers == 0:
        movers, backward = back(s, own, foe, left), True
        if movers == 0:
            return own, foe, False, 2  # the throw, and a pass
    while movers:
        stops = 0 if actions == 1 else 1  # what an earlier move left may be left unused
        chosen = below(random, stops + bits.count(movers)) - stops
        actions += 1
        if chosen < 0:
            break
        own, foe, landed, left = go(s, own, foe, bits.nth(movers, chosen), left, backward)
        moved |= landed
        movers = forward(s, own, foe, moved, left) if left else 0
    return own, foe, gives_another(throw), actions


@compiled
def throw(s: State, value: int) -> None:
    """The sticks have fallen: find out what can move."""
    s.throws += 1
    s.throw = value
    s.left = value
    s.movers = find_movers(s)
    s.backward = 0
    s.phase = TO_MOVE
    if s.movers == 0:
        s.movers = back(s, int(s.army[s.seat]), int(s.army[1 - s.seat]), value)
        s.backward = 1
        if s.movers == 0:
            s.phase = STUCK


@compiled
def find_movers(s: State) -> int:
    """The squares of the pieces that may go `left` squares forward."""
    return forward(s, int(s.army[s.seat]), int(s.army[1 - s.seat]), int(s.moved), int(s.left))


@compiled
def is_remainder(s: State) -> bool:
    """Whether an earlier piece left what is left: some of the throw, or all of it if it stayed where it was (S-24)."""
    return s.left != s.throw or s.moved != 0


@compiled
def throw_off(s: State, value: int) -> None:
    """S-03: each side throws once; if exactly one threw a 1 it starts, else again."""
    s.throws += 1
    if s.seat == 0:
        s.seat = 1
        s.throw = value
    elif (value == 1) != (s.throw == 1):
        next_throw(s, 1 if value == 1 else 0)
    else:
        next_throw(s, 0)
        if s.phase != OVER:
            s.phase = THROW_OFF


@compiled
def move(s: State, square: int) -> None:
    seat = int(s.seat)
    own, foe, landed, remainder = go(s, int(s.army[seat]), int(s.army[1 - seat]), square, int(s.left), bool(s.backward))
    s.army[seat], s.army[1 - seat] = own, foe
    if own == 0:
        finish(s)
    elif remainder:
        s.moved |= landed
        s.left = remainder
        s.movers = find_movers(s)
        if s.movers == 0:
            end_throw(s)
    else:
        end_throw(s)


@compiled
def end_throw(s: State) -> None:
    next_throw(s, int(s.seat) if gives_another(int(s.throw)) else 1 - int(s.seat))


@compiled
def next_throw(s: State, seat: int) -> None:
    finish(s)
    if s.throws < MOST_THROWS:
        s.seat = seat
        s.phase = TO_THROW


@compiled
def finish(s: State) -> None:
    """Clear what belongs to one throw, and let the game be over."""
    s.phase = OVER
    s.throw = 0
    s.left = 0
    s.moved = 0
    s.movers = 0
    s.backward = 0


@compiled
def sticks(random: "Random") -> int:
    """What four sticks show: how many light sides, 6 if none."""
    light_sides = bits.count(random_bits(random) & 0b1111)
    return light_sides if light_sides else 6


@compiled
def gives_another(throw: int) -> bool:
    """A played 1, 4 or 6 gives another turn."""
    return throw != 2 and throw != 3


# From here on armies are bit sets of their own, and `s` tells the options only.


@inlined
def go(s: State, own: int, foe: int, square: int, steps: int, backward: bool) -> tuple[int, int, int, int]:
    """Move a piece: both armies then, the bit of its square (0 if it was borne off), and what is left of the throw."""
    own &= ~(1 << square)
    target = square - steps if backward else square + steps
    reached = landing(s, own | foe, target)
    if reached > LAST:
        return own, foe, 0, reached - (LAST + 1)
    remainder = 0 if backward else target - reached
    if reached == WATER:
        reached = ashore(own | foe)
    landed = 1 << reached
    if foe & landed:
        foe = foe ^ landed | 1 << square
    return own | landed, foe, landed, remainder


@compiled
def fate(s: State, square: int) -> tuple[int, int, int, bool, int]:
    """What the throw, or what is left of it, does to a piece: its target, where it stops before it drowns (both over 30 if
    it is borne off), where it stands then (0 if it is borne off), whether it swaps with a foe, and what it leaves over."""
    seat = int(s.seat)
    others = int(s.army[0] | s.army[1]) & ~(1 << square)
    target = square - int(s.left) if s.backward else square + int(s.left)
    if target > LAST:
        return target, target, 0, False, target - (LAST + 1)
    reached = landing(s, others, target)
    end = ashore(others) if reached == WATER else reached
    return target, reached, end, int(s.army[1 - seat]) >> end & 1 == 1, 0 if s.backward else target - reached


@compiled
def landing(s: State, others: int, target: int) -> int:
    """Where a piece sent to `target` stops, before it drowns: a safe square that is taken sends it back (S-21 … S-23)."""
    if 1 << target & SAFE & others == 0:
        return target
    free = ~others & BOARD & ((1 << target) - 1)
    if s.skip_water:
        free &= ~WATER_BIT
    return bits.highest(free)


@compiled
def ashore(others: int) -> int:
    """Where a drowned piece goes: 15, or else the lowest free square (S-30)."""
    if others >> REFUGE & 1 == 0:
        return REFUGE
    return bits.lowest(~others & BOARD)


@compiled
def forward(s: State, own: int, foe: int, moved: int, steps: int) -> int:
    """The squares of the pieces that may go so far forward."""
    links = neighbours(s, foe)
    free_way = own & ~moved & ~behind(block(links), steps)
    targets = free_way << steps & BOARD
    reachable = targets & ~own & ~pairs(links) & ~SAFE | targets & SAFE
    bouncing = targets & SAFE & (own | foe)
    while bouncing:
        target = bits.lowest(bouncing)
        bouncing &= bouncing - 1
        start = target - steps
        reached = landing(s, (own | foe) & ~(1 << start), target)
        if reached == start and not s.null_bounce:  # no progress (S-24)
            reachable &= ~(1 << target)
    return reachable >> steps | bearing_off(s, own, free_way, steps)


@compiled
def bearing_off(s: State, own: int, free_way: int, steps: int) -> int:
    """The squares of the pieces that so many steps bear off: none while one of their side is in the first row (S-29)."""
    if own & FIRST_ROW:
        return 0
    exactly = LAST + 1 - steps
    if s.exact:
        return free_way & 1 << exactly
    return free_way >> exactly << exactly


@compiled
def back(s: State, own: int, foe: int, steps: int) -> int:
    """The squares of the pieces that may go back by the whole throw."""
    links = neighbours(s, foe)
    targets = (own & ~beyond(block(links), steps)) >> steps & BOARD
    return (targets & ~own & ~pairs(links) | targets & SAFE) << steps


@compiled
def neighbours(s: State, army: int) -> int:
    """Bit q: the army stands on q and on q + 1, side by side (S-11)."""
    links = army & army >> 1
    return links & ~ROW_ENDS if s.same_row else links


@compiled
def pairs(links: int) -> int:
    """The squares of pieces that protect each other."""
    return links | links << 1


@compiled
def block(links: int) -> int:
    """The squares of three or more in a row."""
    threes = links & links >> 1
    return threes | threes << 1 | threes << 2


@compiled
def behind(wall: int, steps: int) -> int:
    """The squares from which some square of the wall is 1 … `steps` ahead."""
    barred = 0
    while wall and steps:
        barred |= wall >> steps
        steps -= 1
    return barred


@compiled
def beyond(wall: int, steps: int) -> int:
    """The squares from which some square of the wall is 1 … `steps` back."""
    barred = 0
    while wall and steps:
        barred |= wall << steps
        steps -= 1
    return barred
