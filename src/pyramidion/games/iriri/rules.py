"""Iriri: the rules, over one record. They are told in RULES.md beside this file; I-numbers are its rulings.

How the dictionary is kept is told in dictionary.py, the board in board.py, and what may be laid is found in placements.py.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below
from pyramidion.engine.record import UNKNOWN, Record, int8, int16, int64
from pyramidion.games.iriri.board import CELLS, CELLS_PER_WORD, OPEN, SHORE, STEPS, WORDS, is_empty, next_empty, put
from pyramidion.games.iriri.dictionary import KINDS, MOST_PLACES, OF_A_KIND, SEATS, SIZES, append, kind_at, remove, takable
from pyramidion.games.iriri.fitting import mark_fitting, unmark_fitting
from pyramidion.games.iriri.placements import (
    COUNT,
    HAND,
    PLACEMENTS,
    SIZE_AT,
    can_open,
    list_placements,
    parts,
    placements,
    worth,
)

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

# Actions: 0 … PLACEMENTS − 1 are placements.
TAKE = PLACEMENTS  # + place: take the piece there out of the dictionary
DEAL = TAKE + MOST_PLACES  # + kind: the next piece of the dictionary
PASS = DEAL + KINDS  # nothing can be laid
SKIP = PASS + 1  # nothing more can be taken
RESHUFFLE = PASS + 2  # nothing can be laid on the empty board: the dictionary is laid out anew
START = PASS + 3  # + seat: who starts
ACTIONS = START + SEATS

# Phases
OVER = 0
TO_DEAL = 1
TO_START = 2  # the dictionary is laid out, and chance says who starts
TO_RESHUFFLE = 3
TO_PLACE = 4
TO_PASS = 5
TO_TAKE = 6
TO_SKIP = 7

MOST_RESHUFFLES = 20  # then it is passed after all: a game must end, and in 10²¹ games none comes here (I-04)

# A seat ever gets 12 pieces, and lays at least one at a time. All words of a placement together have at most the 48 pieces
# of the board, those laid down twice.
MOST_POINTS = 2 * 12 * (MOST_PLACES + HAND)


class State(Record):
    """A position of Iriri."""

    places = int64(KINDS, most=(1 << MOST_PLACES) - 1)  # of each kind of piece, its places in the dictionary
    shore = int64(WORDS, most=(1 << CELLS_PER_WORD) - 1)  # the empty cells beside the group
    points = int16(SEATS, most=MOST_POINTS)  # in halves (I-26)
    board = int8(CELLS, most=KINDS - 1, least=SHORE)  # a piece's kind, or below 0 if empty: see board.py
    hand = int8(SEATS, SIZES, most=HAND)  # how many pieces of each size
    length = int8(most=MOST_PLACES)  # of the dictionary
    phase = int8(most=TO_SKIP)
    seat = int8(most=SEATS - 1)  # whose turn it is; 0 before anybody is known to start
    starter = int8(most=SEATS - 1, least=UNKNOWN)  # who has the first turn (I-05)
    passes = int8(most=SEATS)  # in direct succession up to now
    reshuffles = int8(most=MOST_RESHUFFLES)  # so far, until there is an opening
    seats = int8(most=SEATS)
    once = int8(most=1)  # option: 1 if a word uses each piece of the dictionary once at most
    reshuffle = int8(most=1)  # option: 1 if the dictionary is laid out anew for a starter who can't open
    first_seat = int8(most=1)  # option: 1 if the first seat starts, 0 if chance says who does


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    s.seats = seats
    s.once = options[0]
    s.reshuffle = options[1]
    s.first_seat = options[2]
    s.starter = 0 if s.first_seat else UNKNOWN
    s.phase = TO_DEAL
    for cell in range(CELLS):
        s.board[cell] = OPEN
    for seat in range(seats):
        for size in range(SIZES):
            s.hand[seat, size] = 1


@compiled
def actors(s: State) -> int:
    if s.phase == TO_PLACE or s.phase == TO_TAKE:
        return 1 << int(s.seat)
    return 0 if s.phase == OVER else CHANCE_BIT


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    if seat != s.seat:
        return 0
    if s.phase == TO_PLACE:
        return placements(s, out)
    if s.phase == TO_TAKE:
        return takes(s, out)
    return 0


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action < TAKE:
        place(s, action)
    elif action < DEAL:
        take(s, action - TAKE)
    elif action < PASS:
        deal(s, action - DEAL)
    elif action == PASS:
        pass_turn(s)
    elif action == SKIP:
        next_turn(s)
    elif action == RESHUFFLE:
        clear_dictionary(s)
    else:
        start(s, action - START)


@compiled
def chance(s: State, random: "Random") -> int:
    if s.phase == TO_START:
        return START + below(random, int(s.seats))
    if s.phase != TO_DEAL:
        return forced(s)
    number = below(random, full_length(s) - int(s.length))
    kind = 0
    while number >= undealt(s, kind):
        number -= undealt(s, kind)
        kind += 1
    return DEAL + kind


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    if s.phase == TO_START:
        return list_starters(s, out, weights)
    if s.phase != TO_DEAL:
        out[0] = forced(s)
        weights[0] = 1
        return 1
    number = 0
    for kind in range(SIZES * int(s.seats)):
        if undealt(s, kind):
            out[number] = DEAL + kind
            weights[number] = undealt(s, kind)
            number += 1
    return number


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    copy(o, s)  # nothing is hidden (I-25)


@compiled
def sample(o: State, random: "Random") -> None:
    pass  # nothing is unknown


@compiled
def score(s: State, seat: int) -> int:
    """In half points."""
    return int(s.points[seat])


@compiled
def playout_step(s: State, random: "Random", out: "Numbers") -> int:
    """A whole turn of a random game, or an action outside of one."""
    if s.phase == TO_PLACE:
        return play_turn(s, int(out[below(random, list_placements(s, out))]), random)
    return outside_turn(s, random)


@compiled
def outside_turn(s: State, random: "Random") -> int:
    """An action in a phase in which nobody is about to place; 0 when the game is over."""
    if s.phase == OVER:
        return 0
    if s.phase == TO_TAKE:
        take_any(s, random)
    else:
        apply(s, CHANCE, chance(s, random))
    return 1


@compiled
def play_turn(s: State, placement: int, random: "Random") -> int:
    """Place so, and take anything; the number of actions."""
    place(s, placement)
    seat, actions = int(s.seat), 1
    while s.phase == TO_TAKE and s.seat == seat:
        take_any(s, random)
        actions += 1
    return actions


@compiled
def take_any(s: State, random: "Random") -> None:
    """Take a piece, each as likely as the others."""
    places = takable(s, int(s.seat))
    take(s, bits.nth(places, below(random, bits.count(places))))


@compiled
def forced(s: State) -> int:
    """What happens by itself in a phase that leaves no choice."""
    if s.phase == TO_PASS:
        return PASS
    return SKIP if s.phase == TO_SKIP else RESHUFFLE


@compiled
def full_length(s: State) -> int:
    """How many pieces the dictionary begins with."""
    return SIZES * OF_A_KIND * int(s.seats)


@compiled
def undealt(s: State, kind: int) -> int:
    """How many pieces of a kind are still to be laid out."""
    return OF_A_KIND - bits.count(int(s.places[kind]))


@compiled
def deal(s: State, kind: int) -> None:
    append(s, kind)
    if s.length < full_length(s):
        return
    if s.starter == UNKNOWN:
        s.phase = TO_START
    else:
        begin_turn(s)


@compiled
def list_starters(s: State, out: "Numbers", weights: "Numbers") -> int:
    """Every seat, each as likely as the others (I-05)."""
    for seat in range(int(s.seats)):
        out[seat] = START + seat
        weights[seat] = 1
    return int(s.seats)


@compiled
def start(s: State, seat: int) -> None:
    """Only now is it known whose opening the dictionary must hold (I-04)."""
    s.starter = seat
    s.seat = seat
    begin_turn(s)


@compiled
def begin_turn(s: State) -> None:
    """Find out what the seat can do: place, or only pass (I-15); for the first word perhaps wait for another dictionary."""
    able = can_place(s)
    if not able and s.reshuffle and is_empty(s) and s.passes == 0 and s.reshuffles < MOST_RESHUFFLES:
        s.phase = TO_RESHUFFLE
        return
    s.phase = TO_PLACE if able else TO_PASS
    s.reshuffles = 0


@compiled
def can_place(s: State) -> bool:
    """Whether the seat has a legal placement; marks the cells for finding them."""
    return can_open(s) if is_empty(s) else mark_fitting(s)


@compiled
def clear_dictionary(s: State) -> None:
    """The hands stay (I-04)."""
    for kind in range(KINDS):
        s.places[kind] = 0
    s.length = 0
    s.reshuffles += 1
    s.phase = TO_DEAL


@compiled
def place(s: State, placement: int) -> None:
    seat = int(s.seat)
    s.points[seat] += worth(s, placement)
    unmark_fitting(s)
    lay_down(s, placement)
    s.passes = 0
    s.phase = TO_TAKE if takable(s, seat) else TO_SKIP


@compiled
def lay_down(s: State, placement: int) -> None:
    """Move a placement's pieces from the hand to the board."""
    seat = int(s.seat)
    cell, axis, sequence = parts(placement)
    for n in range(COUNT[sequence]):
        size = SIZE_AT[sequence, n]
        put(s, cell, SIZES * seat + size)
        s.hand[seat, size] -= 1
        cell = next_empty(s, cell, STEPS[axis])


@compiled
def take(s: State, place: int) -> None:
    seat = int(s.seat)
    s.hand[seat, kind_at(s, place) % SIZES] += 1
    remove(s, place)
    if in_hand(s, seat) == HAND:
        next_turn(s)
    elif takable(s, seat) == 0:
        s.phase = TO_SKIP


@compiled
def in_hand(s: State, seat: int) -> int:
    """How many pieces a seat has."""
    return int(s.hand[seat, 0]) + int(s.hand[seat, 1]) + int(s.hand[seat, 2])


@compiled
def takes(s: State, out: "Numbers") -> int:
    """All places that the seat may take from, in any order (I-19)."""
    number, places = 0, takable(s, int(s.seat))
    while places:
        out[number] = TAKE + bits.lowest(places)
        number += 1
        places &= places - 1
    return number


@compiled
def pass_turn(s: State) -> None:
    """The game ends when all have passed in direct succession (I-21). Nothing can be taken after a pass (I-20)."""
    s.passes += 1
    if s.passes == s.seats:
        s.phase = OVER
    else:
        next_turn(s)


@compiled
def next_turn(s: State) -> None:
    s.seat = (int(s.seat) + 1) % int(s.seats)
    begin_turn(s)
