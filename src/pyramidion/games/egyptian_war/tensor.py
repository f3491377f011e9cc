"""Egyptian War as numbers for a learner. Seats are counted from one's own: 0 is me, 1 the next. Suits never matter, so cards
are their ranks, ace 1 … king 13; 0 is a card that nobody has seen, or none. Options are the environment's, not in here."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.compiled import compiled
from pyramidion.engine.planes import clear, layout, spread
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.egyptian_war.flow import NOBODY, PLAY, WINDOW
from pyramidion.games.egyptian_war.rules import MOST_CARDS, MOST_SEATS

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Bytes
    from pyramidion.games.egyptian_war.rules import State

TOP_CARDS = 4
RANKS = 13
PATTERN_BITS = 6

PLANES = layout(
    (
        "top",
        (TOP_CARDS, RANKS),
        "one-hot: the ranks of the four top cards of the pile, the top one first; burned ones are not",
    ),
    ("pattern", (PATTERN_BITS,), "what may be slapped now: double, sandwich, marriage, top and bottom, tens, run"),
    ("pile", (MOST_CARDS,), "the ranks of the pile, the bottom one first"),
    ("height", (1,), "cards in the pile"),
    ("burned", (1,), "how many of them, from the bottom, are burned"),
    ("held", (MOST_SEATS,), "how many cards each seat has"),
    (
        "deck",
        (MOST_SEATS, MOST_CARDS),
        "the ranks of each seat's cards, the bottom one first, as far as they have been seen",
    ),
    ("turn", (MOST_SEATS,), "one-hot: who plays the next card"),
    ("challenger", (MOST_SEATS,), "one-hot: whose face card is to be answered"),
    ("owed", (MOST_SEATS,), "one-hot: who takes the pile when the window closes"),
    ("chances", (1,), "cards that the challenged seat may still play"),
    ("play", (1,), "1 if the seat in turn may play"),
    ("window", (1,), "1 if this is the last chance to slap before the pile is taken"),
    ("locked", (3, MOST_SEATS), "who may not slap: this card, the next one either, until the pile is taken"),
    ("tries", (MOST_SEATS,), "false slaps of each seat since it has no cards"),
    ("played", (2,), "cards turned so far: the number divided by 256, then the rest"),
)
SIZE = PLANES[-1].end
TOP, PATTERN, PILE, HEIGHT, BURNED, HELD, DECK, TURN, *_others = (plane.start for plane in PLANES)
CHALLENGER, OWED, CHANCES, PLAY_BIT, WINDOW_BIT, LOCKED, TRIES, PLAYED = _others


@compiled
def tensor(o: "State", seat: int, out: "Bytes") -> None:
    clear(out)
    seats = int(o.seats)
    write_pile(o, out)
    for relative in range(seats):
        who = (seat + relative) % seats
        out[HELD + relative] = o.held[who]
        out[TRIES + relative] = o.tries[who]
        for i in range(int(o.held[who])):
            out[DECK + MOST_CARDS * relative + i] = (int(o.deck[who, i]) >> 2) + 1  # UNKNOWN is 0
        out[LOCKED + relative] = int(o.locked) >> who & 1
        out[LOCKED + MOST_SEATS + relative] = int(o.locked_on) >> who & 1
        out[LOCKED + 2 * MOST_SEATS + relative] = int(o.locked_out) >> who & 1
    out[TURN + (int(o.turn) - seat) % seats] = 1
    if o.challenger != NOBODY:
        out[CHALLENGER + (int(o.challenger) - seat) % seats] = 1
    if o.owed != NOBODY:
        out[OWED + (int(o.owed) - seat) % seats] = 1
    out[CHANCES] = o.chances
    out[PLAY_BIT] = 1 if o.phase == PLAY else 0
    out[WINDOW_BIT] = 1 if o.phase == WINDOW else 0
    out[PLAYED] = int(o.played) >> 8
    out[PLAYED + 1] = int(o.played) & 255


@compiled
def write_pile(o: "State", out: "Bytes") -> None:
    height, burned = int(o.height), int(o.burned)
    for i in range(height):
        out[PILE + i] = (int(o.pile[i]) >> 2) + 1
    for i in range(min(TOP_CARDS, height - burned)):
        out[TOP + RANKS * i + (int(o.pile[height - 1 - i]) >> 2)] = 1
    out[HEIGHT] = height
    out[BURNED] = burned
    spread(int(o.pattern), PATTERN_BITS, out, PATTERN)


def decode(planes: Mapping[str, "Bytes"], seat: int, seats: int) -> dict[str, object]:
    """The fields of the observation that the planes tell, to test them by. Cards are ranks: 0 … 12, or UNKNOWN."""
    held, tries = np.zeros(MOST_SEATS, dtype=int), np.zeros(MOST_SEATS, dtype=int)
    deck = np.full((MOST_SEATS, MOST_CARDS), UNKNOWN)
    locks = [0, 0, 0]
    for relative in range(seats):
        who = (seat + relative) % seats
        held[who], tries[who] = planes["held"][relative], planes["tries"][relative]
        deck[who] = planes["deck"][relative].astype(int) - 1
        locks = [lock | int(planes["locked"][i, relative]) << who for i, lock in enumerate(locks)]
    return {
        "pile": (planes["pile"].astype(int) - 1).tolist(),
        "deck": deck.tolist(),
        "pattern": sum(int(bit) << i for i, bit in enumerate(planes["pattern"])),
        "height": int(planes["height"][0]),
        "burned": int(planes["burned"][0]),
        "held": held.tolist(),
        "tries": tries.tolist(),
        "turn": _seat(planes["turn"], seat, seats),
        "challenger": _seat(planes["challenger"], seat, seats),
        "owed": _seat(planes["owed"], seat, seats),
        "chances": int(planes["chances"][0]),
        "locked": locks[0],
        "locked_on": locks[1],
        "locked_out": locks[2],
        "played": 256 * int(planes["played"][0]) + int(planes["played"][1]),
    }


def _seat(plane: "Bytes", seat: int, seats: int) -> int:
    return (seat + int(plane.argmax())) % seats if plane.any() else NOBODY
