"""Pyramid Poker: the rules, over one record. They are told in RULES.md beside this file; P-numbers are its rulings."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import blank
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN, Record, int8, int64
from pyramidion.games.pyramid_poker.cards import ALL, CARDS, JOKER, any_of, copies, with_block, without_block
from pyramidion.games.pyramid_poker.pyramid import PYRAMID, TOP, free_blocks, open_places
from pyramidion.games.pyramid_poker.scoring import lead

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

BUILT = 30  # so many blocks are placed
TURNED = 3  # so many are turned up for a joker (P-12)
HAND = 5  # so many make a hand
MOST_ROUNDS = 99  # then the match is decided by points, or drawn (P-24)
MOST_POINTS = 32  # 10, and then a round of three royal flushes against three high cards

# Actions, those of seats first; places are numbered up to TOP, with gaps
TUT_TUT = 0  # say it, and begin
PLACE = 1  # + place: stand the drawn block there
TAKE = PLACE + TOP + 1  # + place: take the block from there
PUT = TAKE + TOP + 1  # + hand: lay the taken block there
CHOOSE = PUT + 3  # + card: the one of three turned up
START = CHOOSE + CARDS  # + seat: who begins
NEXT = START + 2  # the round is scored, the next one begins
BLOCK = NEXT + 1  # + card or joker: the block that was drawn or turned up
ACTIONS = BLOCK + CARDS + 1

# Phases
OVER = 0
TO_START = 1  # chance says who begins
TO_SAY = 2  # who says "Tut Tut" first begins
TO_DRAW = 3
TO_PLACE = 4
TO_TAKE = 5
TO_TURN = 6  # a joker was taken: blocks are turned up
TO_CHOOSE = 7
TO_PUT = 8
SCORED = 9  # the round is over, the match is not

# Who begins the next round
ALTERNATES = 0
LOSER = 1
SAID_AGAIN = 2  # who says "Tut Tut" first


class State(Record):
    """A position of Pyramid Poker."""

    standing = int64(most=PYRAMID)  # the places where blocks stand
    facing = int64(most=PYRAMID)  # those whose block faces the second seat, who placed it
    unseen = int64(most=ALL)  # the unused blocks; in an observation, with those whose faces these eyes have not seen
    turned = int64(most=ALL)  # the blocks turned up for a joker, until one is chosen
    hands = int64(2, 3, most=(1 << CARDS) - 1)  # the cards in each seat's left, centre and right hand
    previous = int64(2, 3, most=(1 << CARDS) - 1)  # the hands at the end of the round before
    face = int8(TOP + 1, most=JOKER, least=UNKNOWN)  # of the block in each place; UNKNOWN also where there is none
    block = int8(most=JOKER, least=UNKNOWN)  # the block drawn and not yet placed, or taken and not yet put into a hand
    phase = int8(most=SCORED)
    seat = int8(most=1)  # who acts, or for whom a block is drawn or turned up
    starter = int8(most=1)  # who placed the first block of the round
    rounds = int8(most=MOST_ROUNDS)  # begun so far, this one included
    points = int8(2, most=MOST_POINTS)  # of all rounds that are over
    advanced = int8(most=1)  # option: 1 if hands score by what they are
    target = int8(most=11)  # option: the points that end a match; 0 if it is one round
    race = int8(most=1)  # option: 1 if the first to say "Tut Tut" begins
    second_takes = int8(most=1)  # option: 1 if the second placer takes first
    next_starter = int8(most=SAID_AGAIN)  # option: ALTERNATES, LOSER or SAID_AGAIN
    wheel = int8(most=1)  # option: 1 if A-5-4-3-2 is a straight
    best_first = int8(most=1)  # option: 1 if the best hand meets the best, and not the left the left


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    s.advanced = options[0]
    s.target = (0, 7, 11)[options[1]]
    s.race = options[2]
    s.second_takes = options[3]
    s.next_starter = options[4]
    s.wheel = 1 - options[5]
    s.best_first = options[6]
    s.face[:] = UNKNOWN
    s.block = UNKNOWN
    s.unseen = ALL
    s.rounds = 1
    s.phase = TO_SAY if s.race else TO_START


@compiled
def actors(s: State) -> int:
    phase = int(s.phase)
    if phase in (TO_PLACE, TO_TAKE, TO_CHOOSE, TO_PUT):
        return 1 << int(s.seat)
    if phase == TO_SAY:
        return 0b11 | CHANCE_BIT  # chance is the clock (P-02)
    return 0 if phase == OVER else CHANCE_BIT


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    phase = int(s.phase)
    if phase == TO_SAY:
        out[0] = TUT_TUT
        return 1
    if seat != s.seat:
        return 0
    if phase == TO_PLACE:
        return fill(out, PLACE, open_places(int(s.standing)))
    if phase == TO_TAKE:
        return fill(out, TAKE, free_blocks(int(s.standing)))
    if phase == TO_PUT:
        return fill(out, PUT, roomy(s))
    if phase == TO_CHOOSE:
        return fill(out, CHOOSE, int(s.turned) & ~(1 << JOKER))  # a joker can't be chosen (P-13)
    return 0


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action >= BLOCK:
        if s.phase == TO_DRAW:
            draw(s, action - BLOCK)
        else:
            turn_up(s, action - BLOCK)
    elif action == NEXT:
        next_round(s)
    elif action >= START:
        begin(s, action - START)
    elif action >= CHOOSE:
        choose(s, action - CHOOSE)
    elif action >= PUT:
        put(s, action - PUT)
    elif action >= TAKE:
        take(s, action - TAKE)
    elif action >= PLACE:
        place(s, action - PLACE)
    else:
        begin(s, seat)


@compiled
def chance(s: State, random: "Random") -> int:
    if s.phase == SCORED:
        return NEXT
    if s.phase == TO_DRAW or s.phase == TO_TURN:
        return BLOCK + any_of(int(s.unseen), random)
    return START + below(random, 2)


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    if s.phase == SCORED:
        number = fill(out, NEXT, 0b1)
    elif s.phase == TO_DRAW or s.phase == TO_TURN:
        number = fill(out, BLOCK, int(s.unseen) & (1 << (JOKER + 1)) - 1)
    else:
        number = fill(out, START, 0b11)
    for i in range(number):
        weights[i] = copies(int(s.unseen), JOKER) if out[i] == BLOCK + JOKER else 1
    return number


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return 1 << int(s.seat) if s.phase == TO_DRAW else EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    blank(o)
    tell_the_public(s, o)
    standing, facing = int(s.standing), int(s.facing)
    visible = (standing & ~facing if eyes & 1 else 0) | (facing if eyes & 2 else 0)
    hidden = standing & ~visible
    while visible:  # two loops: which blocks are visible can't be foretold, and a branch on it took a third of the time
        o.face[bits.lowest(visible)] = s.face[bits.lowest(visible)]
        visible &= visible - 1
    unseen = int(s.unseen)
    while hidden:
        face = int(s.face[bits.lowest(hidden)])
        hidden &= hidden - 1
        if face != UNKNOWN:
            unseen = with_block(unseen, face)
    if s.phase != TO_PLACE or eyes >> int(s.seat) & 1:
        o.block = s.block
    elif s.block != UNKNOWN:
        unseen = with_block(unseen, int(s.block))
    o.unseen = unseen


@compiled
def sample(o: State, random: "Random") -> None:
    standing = int(o.standing)
    while standing:
        place = bits.lowest(standing)
        standing &= standing - 1
        if o.face[place] == UNKNOWN:
            o.face[place] = deal(o, random)
    if o.phase == TO_PLACE and o.block == UNKNOWN:
        o.block = deal(o, random)


@compiled
def score(s: State, seat: int) -> int:
    """In half points: 2 for the winner, 1 each for a draw."""
    own, other = int(s.points[seat]), int(s.points[1 - seat])
    return 1 + int(own > other) - int(own < other)


@compiled
def begin(s: State, starter: int) -> None:
    s.starter = starter
    s.seat = starter
    s.phase = TO_DRAW


@compiled
def draw(s: State, block: int) -> None:
    """The next block comes to its builder, who looks at it (P-03)."""
    s.unseen = without_block(int(s.unseen), block)
    s.block = block
    s.phase = TO_PLACE


@compiled
def place(s: State, place: int) -> None:
    s.face[place] = s.block
    s.block = UNKNOWN
    s.standing |= 1 << place
    if s.seat:
        s.facing |= 1 << place
    if bits.count(int(s.standing)) < BUILT:
        s.seat = 1 - int(s.seat)
        s.phase = TO_DRAW
    else:
        s.seat = int(s.starter) ^ int(s.second_takes)  # P-07
        s.phase = TO_TAKE


@compiled
def take(s: State, place: int) -> None:
    """Take a block, for both to see (P-09)."""
    block = int(s.face[place])
    s.face[place] = UNKNOWN
    s.standing &= ~(1 << place)
    s.facing &= ~(1 << place)
    if block == JOKER:
        s.phase = TO_TURN
    else:
        s.block = block
        s.phase = TO_PUT


@compiled
def turn_up(s: State, block: int) -> None:
    """One of three comes up for both to see (P-12, P-15)."""
    s.unseen = without_block(int(s.unseen), block)
    s.turned |= 1 << block
    if bits.count(int(s.turned)) == TURNED:
        s.phase = TO_CHOOSE


@compiled
def choose(s: State, card: int) -> None:
    """The other two leave the game."""
    s.turned = 0
    s.block = card
    s.phase = TO_PUT


@compiled
def put(s: State, hand: int) -> None:
    seat = int(s.seat)
    s.hands[seat, hand] |= 1 << int(s.block)
    s.block = UNKNOWN
    if s.standing:
        s.seat = 1 - seat
        s.phase = TO_TAKE
    else:
        finish_round(s)


@compiled
def finish_round(s: State) -> None:
    points = lead(s, s.hands)
    if points > 0:
        s.points[0] += points
    else:
        s.points[1] -= points
    s.seat = 0
    s.phase = OVER if match_is_over(s) else SCORED


@compiled
def match_is_over(s: State) -> bool:
    """Whether somebody has the points, which are 0 if there is one round only."""
    return bool(max(s.points[0], s.points[1]) >= s.target or s.rounds == MOST_ROUNDS)


@compiled
def next_round(s: State) -> None:
    """All 54 blocks are mixed again (P-25)."""
    points = lead(s, s.hands)
    alternate = 1 - int(s.starter)
    s.previous = s.hands
    s.hands[:] = 0
    s.unseen = ALL
    s.rounds += 1
    if s.next_starter == ALTERNATES or (s.next_starter == LOSER and points == 0):
        begin(s, alternate)
    elif s.next_starter == LOSER:
        begin(s, 1 if points > 0 else 0)
    else:
        s.starter = 0
        s.phase = TO_SAY


@compiled
def roomy(s: State) -> int:
    """The hands of the seat to act that have room, as bits (P-10)."""
    room = 0
    for hand in range(3):
        if bits.count(int(s.hands[int(s.seat), hand])) < HAND:
            room |= 1 << hand
    return room


@compiled
def fill(out: "Numbers", first: int, members: int) -> int:
    """List `first` + every member of a bit set, and return their number."""
    number = 0
    while members:
        out[number] = first + bits.lowest(members)
        members &= members - 1
        number += 1
    return number


@compiled
def deal(o: State, random: "Random") -> int:
    """A block that these eyes have not seen; now they have."""
    block = any_of(int(o.unseen), random)
    o.unseen = without_block(int(o.unseen), block)
    return block


@compiled
def tell_the_public(s: State, o: State) -> None:
    """What everybody knows, onlookers too: all but the faces in the pyramid and of the block being placed (P-05)."""
    o.standing = s.standing
    o.facing = s.facing
    o.turned = s.turned
    o.hands = s.hands
    o.previous = s.previous
    o.phase = s.phase
    o.seat = s.seat
    o.starter = s.starter
    o.rounds = s.rounds
    o.points = s.points
    o.advanced = s.advanced
    o.target = s.target
    o.race = s.race
    o.second_takes = s.second_takes
    o.next_starter = s.next_starter
    o.wheel = s.wheel
    o.best_first = s.best_first
