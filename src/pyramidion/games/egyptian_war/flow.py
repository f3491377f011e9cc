"""What a card does: turns, challenges, and who takes the pile in the end."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.egyptian_war.cards import CHANCES, patterns
from pyramidion.games.egyptian_war.repetition import comes_back
from pyramidion.games.egyptian_war.stacks import collect, holders, lay, lift, next_holder

if TYPE_CHECKING:
    from pyramidion.games.egyptian_war.rules import State

NOBODY = UNKNOWN

# Phases
OVER = 0
PLAY = 1
DRAW = 2  # a card that nobody knows is being turned
WINDOW = 3  # a last chance to slap before the pile is taken (E-10)
TO_START = 4  # chance is to say who starts: no card is dealt yet (E-03)


@compiled
def begin(s: "State", seat: int) -> None:
    """A seat starts: the cards are dealt one by one from there on, so that the first seats may have one more (E-01)."""
    seats, cards = int(s.seats), int(s.pack)
    for i in range(seats):
        s.held[(seat + i) % seats] = (cards + seats - 1 - i) // seats
    s.starter = seat
    s.turn = seat
    s.phase = PLAY


@compiled
def turn_over(s: "State") -> None:
    """The seat in turn turns its top card; if nobody knows it, chance says which it is."""
    card = lift(s, int(s.turn))
    if card == UNKNOWN:
        s.phase = DRAW
    else:
        fall(s, card)


@compiled
def show(s: "State", card: int) -> None:
    """A card is seen for the first time."""
    bit = 1 << card
    if s.twice & bit:
        s.twice &= ~bit
    else:
        s.unseen &= ~bit
    s.phase = PLAY
    fall(s, card)


@compiled
def fall(s: "State", card: int) -> None:
    """A card falls on the pile: every chance to slap the one before is gone (E-07)."""
    seat = int(s.turn)
    lay(s, card)
    s.played += 1
    s.last = seat
    s.locked = s.locked_on
    s.locked_on = 0
    s.pattern = patterns(s)
    chances = CHANCES[card >> 2]
    if chances:
        challenge(s, seat, chances)
    elif s.challenger == NOBODY:
        pass_turn(s)
    elif s.chances == 1:
        s.chances = 0
        open_window(s, int(s.challenger))
    else:
        s.chances -= 1
        if s.held[seat] == 0:
            run_out(s)


@compiled
def challenge(s: "State", seat: int, chances: int) -> None:
    """A face card: the next seat with cards must answer it (E-17, E-27)."""
    s.challenger = seat
    s.chances = chances
    challenged = next_holder(s, seat, seat)
    if challenged == NOBODY:
        open_window(s, seat)  # E-19
    else:
        s.turn = challenged


@compiled
def pass_turn(s: "State") -> None:
    """Ordinary play goes on with the next seat that has cards."""
    turn = next_holder(s, int(s.turn), NOBODY)
    if turn == NOBODY:
        open_window(s, int(s.last))  # E-25
    else:
        s.turn = turn
        look_for_last_holder(s)


@compiled
def look_for_last_holder(s: "State") -> None:
    """E-24, as an option: one seat alone has cards, and nobody's face card is to be answered."""
    if s.last_wins and holders(s) == 1:
        open_window(s, int(s.turn))


@compiled
def run_out(s: "State") -> None:
    """The challenged seat has no cards, but chances left (E-20)."""
    heir = next_holder(s, int(s.turn), int(s.challenger)) if s.hand_on else NOBODY
    if heir == NOBODY:
        open_window(s, int(s.challenger))
    else:
        s.turn = heir


@compiled
def open_window(s: "State", seat: int) -> None:
    s.phase = WINDOW
    s.owed = seat


@compiled
def take_unslapped(s: "State") -> None:
    take(s, int(s.owed))
    if comes_back(s):
        s.phase = OVER


@compiled
def take(s: "State", seat: int) -> None:
    """The pile goes to a seat, which leads (E-12). This lifts every lock, and is when games end (E-26)."""
    collect(s, seat)
    s.turn = seat
    s.last = NOBODY
    s.challenger = NOBODY
    s.owed = NOBODY
    s.chances = 0
    s.pattern = 0
    s.locked = 0
    s.locked_on = 0
    s.locked_out = 0
    s.phase = OVER if s.held[seat] == s.pack or s.played >= s.limit else PLAY
