"""What the server itself says about a table, in words. What happens in a game is worded by the game."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from pyramidion.server.protocol.fields import Kind
from pyramidion.server.tables.readiness import missing
from pyramidion.server.tables.table import Table
from pyramidion.wording import counted, listed, possessive

EVENTS: dict[Kind | str, str] = {
    "undo": "took back a move",
    "resign": "resigned",
    "flag": "ran out of time",
    "abandon": "left the game",
}
UNDONE = "(undone)"


def player_names(table: Table) -> list[str]:
    """What the players are called, by seat: by their own names, with the seat's if two have the same."""
    return list(
        _distinct(tuple([(seat.title, table.game.seat_name(number)) for number, seat in enumerate(table.meta.seats)]))
    )


@lru_cache(maxsize=1024)
def _distinct(seats: tuple[tuple[str | None, str], ...]) -> tuple[str, ...]:
    """Names by which these can be told apart: each has a title or none, and the name of a seat."""
    titles = [title or name for title, name in seats]
    times = Counter(titles)
    return tuple(title if times[title] == 1 else f"{title} ({name})" for title, (_, name) in zip(titles, seats, strict=True))


def event_words(table: Table, seat: int, kind: Kind) -> str:
    """What happened, if it was not an action of the game."""
    return f"{player_names(table)[seat]} {EVENTS[kind]}."


def turn_words(table: Table, in_turn: Sequence[int], seats: Sequence[int]) -> str:
    """Whose turn it is, if it is these seats', or who won, to somebody on these seats."""
    if table.meta.status == "waiting":
        return _waiting_words(table)
    if table.meta.status == "over":
        return _result_words(table, seats)
    if yours := [table.game.seat_name(seat) for seat in in_turn if seat in seats]:
        return "Your turn." if len(seats) == 1 else f"Your turn: {listed(yours)}."
    if not in_turn and table.play is not None and table.game.real_time:
        return table.game.timing.timing(table.play.options).last_chance
    names = player_names(table)
    return f"{listed([possessive(names[seat]) for seat in in_turn])} turn."


def _waiting_words(table: Table) -> str:
    absent = [table.meta.seats[seat].title for seat in missing(table.meta.seats)]
    names = [title for title in absent if title]
    return f"Waiting for {listed(names) if len(names) == len(absent) else counted(len(absent), 'player')}."


def _result_words(table: Table, seats: Sequence[int]) -> str:
    scores = table.meta.scores or [0.0]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    if len(winners) == len(scores):
        return "Draw."
    if len(seats) == 1:
        return ("You won!" if len(winners) == 1 else "You share the win!") if seats[0] in winners else "You lost."
    names = player_names(table)
    return f"{listed([names[seat] for seat in winners])} {'won' if len(winners) == 1 else 'share the win'}."


def ending_words(table: Table, seats: Sequence[int]) -> str:
    """How a game that is over ended, and by how much, to somebody on these seats."""
    early, play = table.meta.ending, table.play
    if early:
        who = "You" if list(seats) == [early.seat] else player_names(table)[early.seat]
        return f"{who} {EVENTS[early.code]}."
    return play.ending(player_names(table)) if play and play.is_over else ""
