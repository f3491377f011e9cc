"""Egyptian War: the rules, over one record. They are told in RULES.md beside this file; E-numbers are its rulings.

The rules know order, not time. All seats may slap at any moment; who was first, whether two were equally fast and whether
one had only guessed is for a judge to say, and reaches the rules as `SLAP` of the first seat, as `TIE` or as `GUESS`.

Nothing is hidden in a state: a card that was never turned is `UNKNOWN` to the rules too, and where a card went that was
shown everybody could see.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN, Record, int8, int16, int64
from pyramidion.games.egyptian_war.cards import ALWAYS, KINDS, MARRIAGE, PATTERNS, RUN, TENS, TOP_BOTTOM
from pyramidion.games.egyptian_war.flow import (
    DRAW,
    NOBODY,
    OVER,
    PLAY,
    TO_START,
    WINDOW,
    begin,
    show,
    take_unslapped,
    turn_over,
)
from pyramidion.games.egyptian_war.repetition import MOST_FINGERPRINT, forget
from pyramidion.games.egyptian_war.slaps import slap, slappers

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

MOST_SEATS = 8
MOST_CARDS = 2 * KINDS
LIMITS = (10_000, 250, 500, 1000, 2000, 5000)  # cards, by the option; the first is doubled from six seats on (E-26)
MOST_PLAYED = 2 * LIMITS[0] + MOST_CARDS  # a limit is looked at only when a pile has been taken

# Actions; those of seats come first
TURN = 0  # the seat in turn plays its top card
SLAP = 1
FACE = 2  # + card: the face of a card that is turned for the first time
TAKE = FACE + KINDS  # time is up for slaps: the pile goes to the seat that it is owed
TIE = TAKE + 1  # the judge: two were equally fast
TIME = TAKE + 2  # the clock: the time limit is over
GUESS = TAKE + 3  # + seat; the judge: a slap too early to be an answer to the card that it met
START = GUESS + MOST_SEATS  # + seat: who starts
ACTIONS = START + MOST_SEATS

REFLEX = SLAP  # what a seat does by reflex, in games of real time


class State(Record):
    """A position of Egyptian War."""

    unseen = int64(most=(1 << KINDS) - 1)  # the kinds of which at least one card has never been turned
    twice = int64(most=(1 << KINDS) - 1)  # with two packs: the kinds of which neither card has
    remembered = int64(most=MOST_FINGERPRINT, least=UNKNOWN)  # an earlier state, to find repetitions by; UNKNOWN if none
    quiet = int16(most=MOST_PLAYED)  # piles taken since the last slap
    played = int16(most=MOST_PLAYED)  # cards turned so far
    limit = int16(most=2 * LIMITS[0])  # option: after so many cards the game ends
    locked = int16(most=255)  # the seats that may not slap this top card
    locked_on = int16(most=255)  # the seats that may not slap the next one either
    locked_out = int16(most=255)  # the seats that may not slap until the pile is taken
    deck = int8(MOST_SEATS, MOST_CARDS, most=KINDS - 1, least=UNKNOWN)  # each seat's cards, the bottom one first
    pile = int8(MOST_CARDS, most=KINDS - 1, least=UNKNOWN)  # the cards in the middle, the bottom one first
    held = int8(MOST_SEATS, most=MOST_CARDS)  # how many cards each seat has
    tries = int8(MOST_SEATS, most=5)  # false slaps of each seat since it has no cards, where their number is limited
    height = int8(most=MOST_CARDS)  # cards in the pile
    burned = int8(most=MOST_CARDS)  # how many of them, from the bottom, are burned: face down
    seats = int8(most=MOST_SEATS)
    pack = int8(most=MOST_CARDS)  # all cards there are
    phase = int8(most=TO_START)
    starter = int8(most=MOST_SEATS - 1, least=UNKNOWN)  # who started; UNKNOWN before that is drawn
    turn = int8(most=MOST_SEATS - 1)  # who plays the next card; in a challenge, who is challenged
    last = int8(most=MOST_SEATS - 1, least=NOBODY)  # who played the top card
    challenger = int8(most=MOST_SEATS - 1, least=NOBODY)
    chances = int8(most=4)  # cards that the challenged seat may still play to answer
    owed = int8(most=MOST_SEATS - 1, least=NOBODY)  # who takes the pile when the window closes
    pattern = int8(most=PATTERNS)  # the patterns on top of the pile
    slappable = int8(most=PATTERNS)  # option: the patterns that count
    burn = int8(most=3)  # option: cards that a false slap costs
    lenient = int8(most=1)  # option: 1 if a false slap costs nothing, neither cards nor a lock
    slap_in = int8(most=6)  # option: 0 seats without cards may always slap, 1 never, 1 + n until n false slaps
    hand_on = int8(most=1)  # option: 1 if the next seat gets the chances of one that has run out of cards
    last_wins = int8(most=1)  # option: 1 if the only seat with cards takes the pile
    timed = int8(most=1)  # option: 1 if the table may call time
    by_lot = int8(most=1)  # option: 1 if chance says who starts


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    many = seats >= 6
    packs = 2 if options[0] and many else 1
    s.burn = (1, 0, 2, 3, 0)[options[1]]
    s.lenient = 1 if options[1] == 4 else 0
    s.slap_in = options[2]
    s.hand_on = options[3]
    s.last_wins = options[4]
    s.limit = LIMITS[options[5]] * (2 if many and options[5] == 0 else 1)
    s.timed = 1 if options[6] else 0
    s.slappable = ALWAYS | MARRIAGE * options[7] | TOP_BOTTOM * options[8] | TENS * options[9] | RUN * options[10]
    s.unseen = (1 << KINDS) - 1
    s.twice = s.unseen if packs == 2 else 0
    s.seats = seats
    s.pack = packs * KINDS
    s.deck[:] = UNKNOWN
    s.pile[:] = UNKNOWN
    s.last = NOBODY
    s.challenger = NOBODY
    s.owed = NOBODY
    forget(s)
    s.by_lot = 1 - options[11]
    if s.by_lot:
        s.starter = UNKNOWN
        s.phase = TO_START
    else:
        begin(s, 0)


@compiled
def actors(s: State) -> int:
    """Chance is also the table's clock (`TAKE`, `TIME`) and its judge (`TIE`, `GUESS`)."""
    if s.phase == PLAY:
        slapping = slappers(s)
        if may_call_time(s) or (s.pattern and slapping):
            slapping |= CHANCE_BIT
        return slapping | 1 << int(s.turn)
    if s.phase == WINDOW:
        return slappers(s) | CHANCE_BIT
    return 0 if s.phase == OVER else CHANCE_BIT


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    number = 0
    if s.phase == PLAY and seat == s.turn:
        out[0] = TURN
        number = 1
    if (s.phase == PLAY or s.phase == WINDOW) and slappers(s) >> seat & 1:
        out[number] = SLAP
        number += 1
    return number


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action == TURN:
        turn_over(s)
    elif action == SLAP:
        slap(s, seat)
    elif action < TAKE:
        show(s, action - FACE)
    elif action == TAKE:
        take_unslapped(s)
    elif action == TIME:
        s.phase = OVER
    elif action < START:
        judge(s, action)
    else:
        begin(s, action - START)


@compiled
def chance(s: State, random: "Random") -> int:
    if s.phase == DRAW:
        return FACE + draw(s, random)
    if s.phase == WINDOW:
        return TAKE
    if s.phase == TO_START:
        return START + below(random, int(s.seats))
    if s.pattern == 0:
        return TIME
    slapping = slappers(s)
    number = bits.count(slapping)
    ruling = below(random, number + 1 if number > 1 else 1)
    return TIE if ruling == number else GUESS + bits.nth(slapping, ruling)


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    """What only a judge or a clock calls has no weight: it never comes by itself."""
    if s.phase == DRAW:
        return faces(s, out, weights)
    if s.phase == TO_START:
        return starters(s, out, weights)
    number = 0
    if s.phase == WINDOW:
        out[0] = TAKE
        weights[0] = 1
        number = 1
    if may_call_time(s):
        out[number] = TIME
        weights[number] = 0
        number += 1
    if s.pattern:
        number = rulings(s, out, weights, number)
    return number


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    copy(o, s)  # what nobody has seen is not in the state either (E-04)


@compiled
def sample(o: State, random: "Random") -> None:
    pass  # the faces that are unknown come when they are turned


@compiled
def score(s: State, seat: int) -> int:
    """One point, in 840 parts: for most cards, and shared by those who have equally many."""
    leaders = 0
    for other in range(s.held.shape[0]):
        if s.held[other] > s.held[seat]:
            return 0
        leaders += s.held[other] == s.held[seat]
    return 840 // leaders


@compiled
def playout_step(s: State, random: "Random", out: "Numbers") -> int:
    """Every slap is taken at once, by any seat that may; nobody slaps in vain."""
    if s.phase == OVER:
        return 0
    if s.phase == DRAW:
        show(s, draw(s, random))
        return 1
    if s.pattern:
        slapping = slappers(s)
        if slapping:
            slap(s, bits.nth(slapping, below(random, bits.count(slapping))))
            return 1
    if s.phase == WINDOW:
        take_unslapped(s)
    elif s.phase == PLAY:
        turn_over(s)
    else:
        begin(s, below(random, int(s.seats)))
    return 1


@compiled
def cue(o: State) -> int:
    """Whether the reflex is right, for games of real time: the patterns on top of the pile."""
    return int(o.pattern)


@compiled
def moment(o: State) -> int:
    """A number that changes with what there is to react to: another card on top, or none."""
    return 2 * int(o.played) + (1 if o.height == o.burned else 0)


@compiled
def may_call_time(s: State) -> bool:
    """Limits are looked at only when a pile has just been taken (E-26)."""
    return s.timed == 1 and s.phase == PLAY and s.height == 0 and s.played > 0


@compiled
def judge(s: State, action: int) -> None:
    """A tie spends this card for everybody (E-13); a guess for its seat, if there are penalties at all (E-14, E-29)."""
    forget(s)
    if action == TIE:
        s.locked |= (1 << int(s.seats)) - 1
    elif not s.lenient:
        s.locked |= 1 << (action - GUESS)


@compiled
def starters(s: State, out: "Numbers", weights: "Numbers") -> int:
    """Anybody may start (E-03)."""
    for seat in range(int(s.seats)):
        out[seat] = START + seat
        weights[seat] = 1
    return int(s.seats)


@compiled
def rulings(s: State, out: "Numbers", weights: "Numbers", number: int) -> int:
    """What the judge may call while a pattern lies there. A tie needs two (E-13)."""
    slapping = slappers(s)
    if slapping & (slapping - 1):
        out[number] = TIE
        weights[number] = 0
        number += 1
    while slapping:
        out[number] = GUESS + bits.lowest(slapping)
        weights[number] = 0
        number += 1
        slapping &= slapping - 1
    return number


@compiled
def faces(s: State, out: "Numbers", weights: "Numbers") -> int:
    """The cards that nobody has seen, by kind."""
    number = 0
    unseen, twice = int(s.unseen), int(s.twice)
    while unseen:
        kind = bits.lowest(unseen)
        out[number] = FACE + kind
        weights[number] = 1 + (twice >> kind & 1)
        number += 1
        unseen &= unseen - 1
    return number


@compiled
def draw(s: State, random: "Random") -> int:
    """One of the cards that nobody has seen."""
    once, twice = int(s.unseen), int(s.twice)
    card = below(random, bits.count(once) + bits.count(twice))
    return bits.nth(once, card) if card < bits.count(once) else bits.nth(twice, card - bits.count(once))
