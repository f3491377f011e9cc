"""Egyptian War for people: the view that pages draw, the table as text, what happened in words, and why not.

A view has the sizes of decks and never their cards (E-04), and does not say whether there is something to slap: to see that
is the game.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
import numpy as np

from pyramidion.engine.record import UNKNOWN
from pyramidion.games.egyptian_war import GAME, cards, flow, rules, slaps
from pyramidion.games.egyptian_war.flow import NOBODY
from pyramidion.games.egyptian_war.notation import RANKS
from pyramidion.games.egyptian_war.rules import FACE, GUESS, SLAP, START, TAKE, TIE, TIME, TURN, State
from pyramidion.wording import counted, listed

NAMES = GAME.seat_names
SIGNS = "♠♥♦♣"
PHASES = {flow.OVER: "over", flow.PLAY: "play", flow.DRAW: "draw", flow.WINDOW: "window", flow.TO_START: "start"}
SHOWN = 12  # so many cards of the pile fit on a line
PATTERN_NAMES = {
    cards.DOUBLE: "a double",
    cards.SANDWICH: "a sandwich",
    cards.MARRIAGE: "a marriage",
    cards.TOP_BOTTOM: "top and bottom",
    cards.TENS: "tens",
    cards.RUN: "a run of four",
}


Lock = Literal["", "card", "next_card", "pile", "out"]
"""Until when a seat can't slap: this card, also the next one, until the pile is taken, for the rest of the game."""

LOCK_WORDS = {"card": "this card", "next_card": "this card or the next", "pile": "until the pile is taken"}


class Seat(msgspec.Struct, frozen=True):
    """What there is to see of one seat."""

    name: str
    cards: int
    may_slap: bool
    lock: Lock
    tries: int | None  # false slaps that a seat without cards may still make, where they are limited


class View(msgspec.Struct, frozen=True):
    """A position of Egyptian War."""

    seats: list[Seat]
    pile: list[str]  # the open cards, from the first one played to the top
    burned: int  # cards face down beneath them
    phase: str  # start (nobody has started), play, draw (a card is being turned), window (a last chance to slap), over
    turn: int  # who plays the next card; in a challenge, who is challenged
    last: int | None  # who played the top card
    challenger: int | None
    chances: int  # cards that the challenged seat may still play
    owed: int | None  # who takes the pile when the window closes
    burn: int  # cards that a false slap costs
    played: int
    limit: int
    turn_action: int  # the actions, for a page to send
    slap_action: int
    winners: list[int]  # when it is over; several if they have the same number of cards


def view(o: State) -> View:
    """What there is to see on the table."""
    return View(
        seats=[_seat(o, seat) for seat in range(int(o.seats))],
        pile=[card_name(int(card)) for card in o.pile[o.burned : o.height]],
        burned=int(o.burned),
        phase=PHASES[int(o.phase)],
        turn=int(o.turn),
        last=_somebody(o.last),
        challenger=_somebody(o.challenger),
        chances=int(o.chances),
        owed=_somebody(o.owed),
        burn=int(o.burn),
        played=int(o.played),
        limit=int(o.limit),
        turn_action=TURN,
        slap_action=SLAP,
        winners=[seat for seat in range(int(o.seats)) if o.phase == flow.OVER and rules.score(o, seat)],
    )


def card_name(card: int) -> str:
    rank = RANKS[card >> 2]
    return ("10" if rank == "T" else rank) + SIGNS[card & 3]


def _somebody(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _seat(o: State, seat: int) -> Seat:
    limited = o.slap_in > slaps.NEVER and not o.held[seat] and o.phase != flow.TO_START
    return Seat(
        name=NAMES[seat],
        cards=int(o.held[seat]),
        may_slap=SLAP in _legal(o, seat),
        lock=_lock(o, seat),
        tries=int(o.slap_in) - 1 - int(o.tries[seat]) if limited else None,
    )


def _legal(o: State, seat: int) -> list[int]:
    buffer = np.zeros(2, dtype=np.int64)
    return [int(action) for action in buffer[: rules.legal(o, seat, buffer)]]


def _lock(o: State, seat: int) -> Lock:
    if o.phase != flow.TO_START and o.slap_in and not o.held[seat] and not slaps.may_slap_in(o, seat):
        return "out"
    if int(o.locked_out) >> seat & 1:
        return "pile"
    if int(o.locked_on) >> seat & 1:
        return "next_card"
    return "card" if int(o.locked) >> seat & 1 else ""


def text(view: View) -> str:
    """The table for a terminal and for a voice, with whose turn it is."""
    return "\n".join([*(_line(view, seat) for seat in range(len(view.seats))), "", _pile(view), _status(view)])


def _line(view: View, number: int) -> str:
    seat = view.seats[number]
    mark = "▶" if view.phase in ("play", "draw") and number == view.turn else " "
    line = f"{mark} {seat.name:<8}{_cards(seat.cards):>10}  {'▮' * ((seat.cards + 1) // 2)}"
    if seat.lock == "out":
        return f"{line}  out of the game"
    if seat.tries is not None:
        line += f"  false slaps left: {seat.tries}"
    return f"{line}  can't slap {LOCK_WORDS[seat.lock]}" if seat.lock else line


def _cards(number: int) -> str:
    return counted(number, "card")


def _pile(view: View) -> str:
    if not view.pile and not view.burned:
        return "Pile: empty"
    hidden = f", {view.burned} of them burned" if view.burned else ""
    shown = view.pile[-SHOWN:]
    row = " ".join([*["…"][: len(view.pile) > SHOWN], *shown[:-1], f"[{shown[-1]}]"]) if shown else ""
    return f"Pile of {_cards(len(view.pile) + view.burned)}{hidden}: {row}".rstrip(": ")


def _status(view: View) -> str:
    if view.phase == "start":
        return "Choosing who goes first."
    name = view.seats[view.turn].name
    if view.phase == "over":
        return _ending([seat.cards for seat in view.seats], view.winners, NAMES)
    if view.owed is not None:
        return f"{view.seats[view.owed].name} is about to take the pile."
    if view.challenger is not None:
        challenger = view.seats[view.challenger].name
        return f"{name} must beat {challenger}: {counted(view.chances, 'chance')} left."
    return f"{name} is turning over a card." if view.phase == "draw" else f"{name}: turn over a card."


def tell(o: State, seat: int, action: int) -> str:
    """What this action does in the position before it, in words."""
    if action == TURN:
        card = int(o.deck[o.turn, o.held[o.turn] - 1])
        return f"{NAMES[int(o.turn)]} turns over {'a card' if card == UNKNOWN else _tell_card(o, card)}."
    if action == SLAP:
        return _tell_slap(o, seat)
    if action == TAKE:
        return f"{NAMES[int(o.owed)]} takes the pile of {_cards(int(o.height))}."
    if action == TIE:
        return "Tie: nobody takes the pile, and play continues."
    if action == TIME:
        return "Time is up: most cards wins."
    if action >= START:
        return f"{NAMES[action - START]} goes first."
    return (
        _tell_guess(o, NAMES[action - GUESS])
        if action >= GUESS
        else f"{NAMES[int(o.turn)]} turns over {_tell_card(o, action - FACE)}."
    )


def _tell_guess(o: State, name: str) -> str:
    lock = "" if o.lenient else f", and {name} can't slap this card again"
    return f"{name} slapped too early to have seen the card. It doesn't count{lock}."


def _tell_card(o: State, card: int) -> str:
    chances = int(cards.CHANCES[card >> 2])
    if not chances:
        return card_name(card)
    return f"{card_name(card)}: {counted(chances, 'chance')} to beat it"


def _tell_slap(o: State, seat: int) -> str:
    name = NAMES[seat]
    if o.pattern:
        what = " and ".join(words for bit, words in PATTERN_NAMES.items() if int(o.pattern) & bit)
        return f"{name} slaps {what} and takes the pile of {_cards(int(o.height))}."
    return f"False slap: {_tell_penalty(o, seat, name)}."


def _tell_penalty(o: State, seat: int, name: str) -> str:
    if o.lenient:
        return f"no penalty for {name}"
    burns = min(int(o.burn), int(o.held[seat]))
    if not burns:
        return f"{name} can't slap {LOCK_WORDS['next_card' if o.burn == 0 else 'pile']}"
    creditor = slaps.creditor(o, seat)
    to_whom = "" if creditor == NOBODY else f", which {'goes' if burns == 1 else 'go'} to {NAMES[creditor]}"
    return f"{name} burns {_cards(burns)}{to_whom}"


def ending(o: State, names: Sequence[str]) -> str:
    """How a game that is over ended, with these names of the seats."""
    held = [int(cards) for cards in o.held[: o.seats]]
    return _ending(held, [seat for seat in range(len(held)) if rules.score(o, seat)], names)


def _ending(held: Sequence[int], winners: Sequence[int], names: Sequence[str]) -> str:
    most = held[winners[0]]
    if len(winners) > 1:
        return f"{listed([names[seat] for seat in winners])} share the win with {_cards(most)} each."
    others = [f"{names[seat]} has {cards}" for seat, cards in enumerate(held) if cards and seat not in winners]
    if not others:
        return f"{names[winners[0]]} won all {_cards(most)}."
    if len(held) == 2:
        return f"{names[winners[0]]} won with {_cards(most)} to {held[1 - winners[0]]}."
    return f"{names[winners[0]]} won with {_cards(most)}. {listed(others)}."


def why_not(o: State, seat: int, action: int) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling where there is one."""
    if action not in (TURN, SLAP):
        return "that happens automatically"
    if o.phase == flow.TO_START:
        return "the game is about to start: who goes first is chosen at random (E-03)"
    if o.phase == flow.DRAW:
        return f"{NAMES[int(o.turn)]} is turning over a card"
    if action == SLAP:
        return _why_not_slap(o, seat)
    if o.owed != NOBODY:
        return f"{NAMES[int(o.owed)]} is about to take the pile: you can only slap it (E-10)"
    if o.challenger != NOBODY:
        return f"it's {NAMES[int(o.turn)]}'s turn to beat {NAMES[int(o.challenger)]}'s card (E-17)"
    return f"it's {NAMES[int(o.turn)]}'s turn"


def _why_not_slap(o: State, seat: int) -> str:
    lock = _lock(o, seat)
    if lock == "out":
        return "you have no cards and can no longer slap (E-23)"
    if lock == "pile":
        return "after a false slap with no card to burn, wait until the pile is taken (E-16)"
    if lock == "next_card":
        return "after a false slap you can't slap this card or the next (E-14)"
    return "you have already slapped this card, or it was a tie: wait for the next one (E-13, E-15)"
