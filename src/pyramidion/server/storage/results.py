"""Results of finished games. They are written in the same commit as the game's last event, and never changed."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.ratings import UNKNOWN, Pool, Rate, Rating, next_number, read_ratings, write_ratings
from pyramidion.server.storage.schema import results

Outcome = Literal["won", "lost", "drawn"]


class SeatResult(NamedTuple):
    """How a game ended for one seat."""

    seat: int
    user: str | None  # who played there, or left for good
    bot: str | None  # a level, where nobody did
    score: float
    place: int  # 1 is best
    outcome: Outcome
    departed: bool  # whether the user left before the end


class Rated(NamedTuple):
    """What a rated game needs to be rated."""

    rate: Rate
    anchors: Sequence[Rating | None]  # of each seat: the fixed rating of a bot


class Result(NamedTuple):
    """How a game ended."""

    table_id: str
    game: str
    at: int
    ending: str | None  # a code, if it did not end by its rules
    ending_seat: int | None
    seats: Sequence[SeatResult]
    rated: Rated | None


def insert_result(connection: sql.Connection, result: Result) -> None:
    """Write a result, and the ratings that follow from it: there can't be two of one game."""
    common = {
        "table_id": result.table_id,
        "game": result.game,
        "seats": len(result.seats),
        "at": result.at,
        "ending": result.ending,
        "ending_seat": result.ending_seat,
    }
    changes = _rate(connection, result, result.rated) if result.rated else [{}] * len(result.seats)
    rows = [{**common, **seat._asdict(), **change} for seat, change in zip(result.seats, changes, strict=True)]
    connection.execute(results.insert(), rows)


def _rate(connection: sql.Connection, result: Result, rated: Rated) -> list[dict[str, object]]:
    """Change the ratings of those who played; what is noted of it, seat by seat."""
    pool = Pool(result.game, len(result.seats))
    number = next_number(connection, pool)
    known = read_ratings(connection, pool, [seat.user for seat in result.seats if seat.user])
    before = [
        anchor or known.get(seat.user or "", UNKNOWN) for seat, anchor in zip(result.seats, rated.anchors, strict=True)
    ]
    after = rated.rate(before, [seat.place for seat in result.seats])
    after = [anchor or one for one, anchor in zip(after, rated.anchors, strict=True)]
    now = {seat.user: one for seat, one in zip(result.seats, after, strict=True) if seat.user}
    write_ratings(connection, pool, now, result.at)
    return [{"number": number, **change(old, new)} for old, new in zip(before, after, strict=True)]


def change(before: Rating, after: Rating) -> dict[str, object]:
    """The columns that say what a game did to a rating."""
    return {
        "mu_before": before.mu,
        "sigma_before": before.sigma,
        "mu_after": after.mu,
        "sigma_after": after.sigma,
    }
