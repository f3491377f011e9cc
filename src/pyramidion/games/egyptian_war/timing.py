"""Egyptian War's clock and judge: how long cards lie, when a pile is taken, who ties and who has only guessed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pyramidion.game import Value
from pyramidion.games.egyptian_war.rules import GUESS, TIE, TIME
from pyramidion.timing import Timing

if TYPE_CHECKING:
    from pyramidion.games.egyptian_war.rules import State

FASTEST = 120  # nobody sees a card and presses a key in less (E-29)


def timing(options: Mapping[str, Value]) -> Timing:
    """At a table with these options."""
    minutes = options["time_limit"]
    return Timing(
        pace=int(options["pace"]),  # E-11
        window=int(options["take_window"]),  # E-10
        patience=int(options["auto_play"]) * 1000,  # E-11
        limit=None if minutes == "none" else int(minutes) * 60_000,  # E-26
        time_up=TIME,
        tie=int(options["tie_window"]),  # E-13
        tied=TIE,
        fastest=FASTEST,
        guessed=lambda seat: GUESS + seat,
        too_soon="not so fast: let everyone see the card",
        too_late="too late: that card is no longer on top",
        is_judged="a slap is being judged",
        last_chance="Last chance to slap.",
    )


def precedence(state: "State") -> list[int]:
    """The order in which slaps at the same instant count: from the seat in turn on (E-16)."""
    seats = int(state.seats)
    return [(int(state.turn) + n) % seats for n in range(seats)]
