"""What the server itself says about a table, in words. What happens in a game is worded by the game."""

from collections.abc import Sequence

from pyramidion.server.protocol.fields import Kind
from pyramidion.server.tables.readiness import missing
from pyramidion.server.tables.table import Table

ENDINGS = {"resign": "resigned", "flag": "ran out of time", "abandon": "left"}
EVENTS: dict[Kind, str] = {
    "undo": "takes back",
    "resign": "resigns",
    "flag": "has run out of time",
    "abandon": "has left the game",
}
TAKEN_BACK = "(taken back)"


def ending_words(table: Table) -> str:
    """How a game ended, if not by its rules."""
    ending = table.meta.ending
    return f"{player(table, ending.seat)} {ENDINGS[ending.code]}." if ending else ""


def event_words(table: Table, seat: int, kind: Kind) -> str:
    """What happened, if it was not an action of the game."""
    return f"{table.game.seat_name(seat)} {EVENTS[kind]}."


def turn_words(table: Table, actors: Sequence[int], seats: Sequence[int]) -> str:
    """Whose turn it is, if these may act, to somebody on these seats."""
    if table.meta.status == "waiting":
        return f"Waiting for {listed([player(table, seat) for seat in missing(table.meta.seats)])}."
    if table.meta.status == "over":
        return ending_words(table) or "The game is over."
    if yours := [table.game.seat_name(seat) for seat in actors if seat in seats]:
        return "Your turn." if len(seats) == 1 else f"Your turn: {listed(yours)}."
    return f"{listed([player(table, seat) for seat in actors])} to act."


def player(table: Table, seat: int) -> str:
    """What people call a seat: its own name, and who sits there."""
    title, name = table.meta.seats[seat].title, table.game.seat_name(seat)
    return f"{name} ({title})" if title else name


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
