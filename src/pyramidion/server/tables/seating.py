"""Who sits where, where that decides who begins: at a new table and at a rematch (I-05, S-03, E-03)."""

import secrets
from collections.abc import Sequence

from pyramidion.game import Game, Value
from pyramidion.server.protocol.rest import Chosen, NewTable
from pyramidion.server.tables.table import Table

lots = secrets.SystemRandom()


def seating(game: Game, wish: NewTable) -> Sequence[Chosen]:
    """Who sits on each seat of a new table: nobody begins just because they opened it. A position has its seats already."""
    if not game.seats_by_lot or wish.seating == "as_listed" or wish.position:
        return wish.seats
    return lots.sample(wish.seats, len(wish.seats))


def rematch_seating(table: Table) -> tuple[list[int], dict[str, Value]]:
    """The old seat of who sits on each seat of the rematch, and its options."""
    options, count = dict(table.meta.options), len(table.meta.seats)
    rule = options.get("rematch", table.game.rematch)
    if rule == "loser":
        first = lots.choice(_losers(table.meta.scores or [0.0] * count))
    elif rule == "in_turn":
        first = (_starter(table) + 1) % count
    else:
        return _round_from(1 % count, count), options
    if not table.meta.position and any(
        option.name == "starter" and "first_seat" in option.values for option in table.game.options
    ):
        options["starter"] = "first_seat"
    return _round_from(first, count), options


def _losers(scores: Sequence[float]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == min(scores)]


def _starter(table: Table) -> int:
    """Who began the game: what a lot drew, if the game draws one."""
    drawn = int(getattr(table.play.state, "starter", 0)) if table.play else 0
    return max(drawn, 0)


def _round_from(first: int, count: int) -> list[int]:
    return [(first + seat) % count for seat in range(count)]
