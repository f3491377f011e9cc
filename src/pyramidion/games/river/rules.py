"""A River in Egypt: the rules, over one record. They are told in RULES.md beside this file; R-numbers are its rulings."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import blank, copy
from pyramidion.engine.playout import one_of, uniform_step
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN, Record, int8, int16, int32
from pyramidion.games.river.bag import bag, deal, draw, in_bag, list_kinds, unknown_slots
from pyramidion.games.river.claims import claimable
from pyramidion.games.river.results import winners_of_three, winners_of_two, winning
from pyramidion.games.river.rivers import EVERY_SEGMENT, RIVAL, SEGMENTS, SHORE
from pyramidion.games.river.sets import ALL, COLOURS, KINDS, NONE, ONE, SIZES
from pyramidion.games.river.setting_up import (
    FIRST_SEAT,
    IN_TURN,
    WEAKEST,
    list_bits,
    list_river_kinds,
    may_start,
    next_segment,
    river_size,
)

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

# Actions: kind * 9 + segment plays a piece to a segment, 0 … 134.
CLAIM = KINDS * SEGMENTS  # + segment
NO_CLAIM = CLAIM + SEGMENTS
DRAW = NO_CLAIM + 1  # + kind: chance draws a piece, for the river or for a hand
START = DRAW + KINDS  # + seat: who begins
CANNOT_PLAY = START + 3  # no piece or no place: the turn goes on with the claim
NO_DRAW = CANNOT_PLAY + 1  # the size played is exhausted
MUST_CLAIM = NO_DRAW + 1  # everybody was idle: from now on a claim that can be made must be made
DEAD_END = MUST_CLAIM + 1  # nobody can play or claim any more: the game is over
ACTIONS = DEAD_END + 1

# Phases
OVER = 0
TO_LAY = 1  # pieces are drawn for the river
TO_DEAL = 2
TO_START = 3
TO_PLAY = 4
STUCK = 5
TO_CLAIM = 6
TO_DRAW = 7
EXHAUSTED = 8
ALL_IDLE = 9
DEAD = 10

POINT = 6  # a victory in units of score, to be shared by two or three


class State(Record):
    """A position of A River in Egypt."""

    unplayed = int32(most=ALL)  # the heap of all pieces in the bag and in hands
    claimed = int16(3, most=EVERY_SEGMENT)  # the segments that each seat has claimed
    room = int16(3, most=EVERY_SEGMENT)  # the unclaimed segments where each seat has a free place
    full = int16(3, most=EVERY_SEGMENT)  # the unclaimed segments where each seat has both its pieces
    river = int8(SEGMENTS, most=NONE)  # the kind that lies in each segment, also when it is claimed
    side = int8(3, SEGMENTS, 2, most=NONE)  # the kinds that each seat has played to each segment, the better one first
    hand = int8(3, SIZES, most=NONE, least=UNKNOWN)  # the piece of each size in each hand
    opened = int8(3, SIZES, most=NONE)  # the dealt pieces that have been played: kept where they tell who had to start
    phase = int8(most=DEAD)
    seat = int8(most=2)  # whose turn it is; in the deal, who is dealt to
    starter = int8(most=2, least=UNKNOWN)  # who began
    played = int8(most=SIZES)  # the size played in this turn; 3 for none
    idle = int8(most=4)  # turns in a row, up to this one, without a piece played or a segment claimed; stops at seats + 1
    seats = int8(most=3)
    hidden = int8(most=1)  # option: 1 if nobody sees another's hand
    loose = int8(most=1)  # option: 1 if a run may have two pieces of one colour
    unlimited = int8(most=1)  # option: 1 if a turn may make any number of claims
    order = int8(most=IN_TURN)  # option: of the river's pieces
    start = int8(most=FIRST_SEAT)  # option: who starts


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    s.hidden = options[0]
    s.loose = options[1]
    s.unlimited = options[2]
    s.order = options[3] if seats == 2 else IN_TURN * options[4]
    s.start = options[5]
    s.seats = seats
    s.unplayed = ALL
    for seat in range(3):
        s.room[seat] = SHORE[seats, seat]
    s.river[:] = NONE
    s.side[:] = NONE
    s.hand[:] = NONE
    s.opened[:] = NONE
    s.starter = UNKNOWN
    s.played = SIZES
    s.phase = TO_LAY


@compiled
def actors(s: State) -> int:
    if s.phase == TO_PLAY or s.phase == TO_CLAIM:
        return 1 << int(s.seat)
    return 0 if s.phase == OVER else CHANCE_BIT


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    if seat != s.seat:
        return 0
    if s.phase == TO_PLAY:
        return legal_plays(s, seat, out)
    if s.phase == TO_CLAIM:
        return legal_claims(s, seat, out)
    return 0


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action < CLAIM:
        play(s, action // SEGMENTS, action % SEGMENTS)
    elif action < NO_CLAIM:
        claim(s, action - CLAIM)
    elif action == NO_CLAIM:
        end_claims(s)
    elif action < START:
        take(s, action - DRAW)
    elif action < CANNOT_PLAY:
        s.starter = action - START
        s.seat = action - START
        s.phase = TO_PLAY
    else:
        go_on(s, action)


@compiled
def chance(s: State, random: "Random") -> int:
    if s.phase == TO_DRAW or s.phase == TO_DEAL:
        return DRAW + draw(bag(s), due_size(s), random)
    if s.phase == TO_LAY:
        return DRAW + draw(int(s.unplayed), river_size(s, random), random)
    if s.phase == TO_START:
        return START + one_of(may_start(s), random)
    return forced(s)


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    first, number = DRAW, 0
    if s.phase == TO_DRAW or s.phase == TO_DEAL:
        number = list_kinds(bag(s), due_size(s), 1, number, out, weights)
    elif s.phase == TO_LAY:
        number = list_river_kinds(s, out, weights)
    elif s.phase == TO_START:
        first, number = START, list_bits(may_start(s), out, weights)
    else:
        first, number = forced(s), list_bits(1, out, weights)
    for i in range(number):
        out[i] += first
    return number


@compiled
def audience(s: State, seat: int, action: int) -> int:
    """Only a piece drawn into a hidden hand is not for everyone."""
    if s.hidden and (s.phase == TO_DEAL or s.phase == TO_DRAW):
        return 1 << int(s.seat)
    return EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    """Hidden hands show how many pieces of each size they hold, and no more; after the end everything is shown (R-11)."""
    if not s.hidden or s.phase == OVER:
        copy(o, s)
        return
    blank(o)
    show_table(s, o)
    for seat in range(3):
        for size in range(SIZES):
            if eyes >> seat & 1 or s.hand[seat, size] == NONE:
                o.hand[seat, size] = s.hand[seat, size]


@compiled
def sample(o: State, random: "Random") -> None:
    """Deal the unknown pieces; where the weaker hand started, until the deal explains who did."""
    unknown = unknown_slots(o)
    while unknown:
        deal(o, unknown, random)
        if o.start != WEAKEST or o.starter == UNKNOWN or one_of(may_start(o), random) == o.starter:
            return


@compiled
def score(s: State, seat: int) -> int:
    """In sixths of a point: a victory is one point, shared by those who win it."""
    winners = winners_of_two(s) if s.seats == 2 else winners_of_three(s)
    return POINT // bits.count(winners) if winners >> seat & 1 else 0


@compiled
def playout_step(s: State, random: "Random", out: "Numbers") -> int:
    """A turn of a uniformly random game at once, as far as nothing unusual happens in it; else one action."""
    if s.phase != TO_PLAY:
        return uniform_step(s, random, out)
    seat = int(s.seat)
    chosen = int(out[below(random, legal_plays(s, seat, out))])
    play(s, chosen // SEGMENTS, chosen % SEGMENTS)
    chosen = int(out[below(random, legal_claims(s, seat, out))])
    if chosen != NO_CLAIM:
        claim(s, chosen - CLAIM)
        return 2
    end_claims(s)
    if s.phase != TO_DRAW:
        return 2
    take(s, draw(bag(s), int(s.played), random))
    return 3


# Drawing


@compiled
def due_size(s: State) -> int:
    """The size that must be drawn for a hand now: the one that was played, or in the deal the next one."""
    if s.phase == TO_DRAW:
        return int(s.played)
    size = 0
    while s.hand[int(s.seat), size] != NONE:
        size += 1
    return size


@compiled
def take(s: State, kind: int) -> None:
    """A piece has been drawn: for the river, for the deal, or to replace the piece played."""
    if s.phase == TO_LAY:
        lay(s, kind)
        return
    seat = int(s.seat)
    s.hand[seat, kind // COLOURS] = kind
    if s.phase == TO_DRAW:
        end_turn(s)
    elif kind // COLOURS == SIZES - 1:  # the small piece is the last of a hand
        s.seat = (seat + 1) % int(s.seats)
        if s.seat == 0:
            s.phase = TO_START


@compiled
def lay(s: State, kind: int) -> None:
    segment = next_segment(s)
    s.river[segment] = kind
    s.unplayed -= ONE[kind]
    if segment == SEGMENTS - 1:
        s.phase = TO_DEAL


# A turn: play, claim, draw


@compiled
def legal_plays(s: State, seat: int, out: "Numbers") -> int:
    number = 0
    for size in range(SIZES):
        kind = int(s.hand[seat, size])
        room = int(s.room[seat]) if kind != NONE else 0
        while room:
            out[number] = kind * SEGMENTS + bits.lowest(room)
            number += 1
            room &= room - 1
    return number


@compiled
def legal_claims(s: State, seat: int, out: "Numbers") -> int:
    number = 0
    full = int(s.full[seat])
    while full:
        segment = bits.lowest(full)
        full &= full - 1
        if claimable(s, seat, segment):
            out[number] = CLAIM + segment
            number += 1
    if number == 0 or s.idle <= s.seats:
        out[number] = NO_CLAIM
        number += 1
    return number


@compiled
def play(s: State, kind: int, segment: int) -> None:
    seat, size = int(s.seat), kind // COLOURS
    s.hand[seat, size] = NONE
    s.unplayed -= ONE[kind]
    if s.hidden and s.start == WEAKEST and s.opened[seat, size] == NONE:
        s.opened[seat, size] = kind
    put(s, seat, kind, segment)
    s.played = size
    s.idle = 0
    s.phase = TO_CLAIM


@compiled
def put(s: State, seat: int, kind: int, segment: int) -> None:
    """Add a piece to a side; two are kept in order, because it doesn't matter which came first."""
    own = s.side[seat, segment]
    first = int(own[0])
    own[0] = min(first, kind)
    if first != NONE:
        own[1] = max(first, kind)
        s.room[seat] ^= 1 << segment
        s.full[seat] |= 1 << segment


@compiled
def claim(s: State, segment: int) -> None:
    seat = int(s.seat)
    others = ~(1 << segment)
    s.claimed[seat] |= 1 << segment
    for side in (seat, int(RIVAL[int(s.seats), seat, segment])):
        s.room[side] &= others
        s.full[side] &= others
    s.idle = 0
    if is_won(s):
        finish(s)
    elif not s.unlimited:
        end_claims(s)


@compiled
def is_won(s: State) -> bool:
    """Whether the claim just made ends the game: with three seats only the last of all does (R-32)."""
    if s.seats == 3:
        return int(s.claimed[0]) | int(s.claimed[1]) | int(s.claimed[2]) == EVERY_SEGMENT
    return winning(int(s.claimed[int(s.seat)]))


@compiled
def end_claims(s: State) -> None:
    if s.played == SIZES:
        end_turn(s)
    else:
        s.phase = TO_DRAW if in_bag(s, int(s.played)) else EXHAUSTED


@compiled
def end_turn(s: State) -> None:
    s.played = SIZES
    if is_dead(s):
        s.phase = DEAD
    elif s.idle == s.seats:
        s.phase = ALL_IDLE
    else:
        next_turn(s)


@compiled
def next_turn(s: State) -> None:
    following = int(s.seat) + 1
    s.seat = following if following < s.seats else 0
    s.phase = TO_PLAY if can_play(s, int(s.seat)) else STUCK


@compiled
def can_play(s: State, seat: int) -> bool:
    """Whether a seat has a piece and a place (R-20)."""
    hand = s.hand[seat]
    return bool(s.room[seat] != 0 and (hand[0] != NONE or hand[1] != NONE or hand[2] != NONE))


@compiled
def is_dead(s: State) -> bool:
    """Whether nobody can play or claim any more (R-35).

    When nobody can play, whoever misses a piece somewhere has an empty hand, so that the bag is empty too: he can't complete
    that side, and a rival with both pieces there may claim it. Only where no side is full nobody ever will.
    """
    full = int(s.full[0]) | int(s.full[1]) | int(s.full[2])
    return not (full or can_play(s, 0) or can_play(s, 1) or can_play(s, 2))


@compiled
def forced(s: State) -> int:
    """The only thing that can happen now."""
    if s.phase == STUCK:
        return CANNOT_PLAY
    if s.phase == EXHAUSTED:
        return NO_DRAW
    return MUST_CLAIM if s.phase == ALL_IDLE else DEAD_END


@compiled
def go_on(s: State, action: int) -> None:
    """What follows a forced action."""
    if action == CANNOT_PLAY:
        s.idle = min(int(s.idle), int(s.seats)) + 1  # unless a claim follows
        s.phase = TO_CLAIM
    elif action == NO_DRAW:
        end_turn(s)
    elif action == MUST_CLAIM:
        next_turn(s)
    else:
        finish(s)


@compiled
def finish(s: State) -> None:
    """Clear what belongs to one turn, and let the game be over."""
    s.phase = OVER
    s.played = SIZES
    s.idle = 0


# What is seen


@compiled
def show_table(s: State, o: State) -> None:
    """Everything but the hands."""
    o.unplayed = s.unplayed
    o.claimed = s.claimed
    o.room = s.room
    o.full = s.full
    o.river = s.river
    o.side = s.side
    o.opened = s.opened
    o.phase = s.phase
    o.seat = s.seat
    o.starter = s.starter
    o.played = s.played
    o.idle = s.idle
    o.seats = s.seats
    o.hidden = s.hidden
    o.loose = s.loose
    o.unlimited = s.unlimited
    o.order = s.order
    o.start = s.start
