"""Making all ratings anew from the rated results."""

from itertools import groupby
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.events import Row
from pyramidion.server.storage.ratings import UNKNOWN, Pool, Rate, Rating, write_ratings
from pyramidion.server.storage.results import change
from pyramidion.server.storage.schema import ratings, results


class Rebuilt(NamedTuple):
    """What came of it."""

    games: int
    changed: int  # ratings and results that were otherwise before


def rebuild_ratings(engine: sql.Engine, rate: Rate) -> Rebuilt:
    """Apply every rated result once more, in order. Nobody else may write meanwhile."""
    with engine.begin() as connection:
        before = _all_ratings(connection)
        connection.execute(ratings.delete())
        query = sql.select(results).where(results.c.number.is_not(None))
        rows = connection.execute(query.order_by(results.c.game, results.c.seats, results.c.number, results.c.seat)).all()
        games = [list(game) for _, game in groupby(rows, key=lambda row: row.table_id)]
        known: dict[tuple[Pool, str], Rating] = {}
        changed = sum(_apply(connection, game, known, rate) for game in games)
        return Rebuilt(len(games), changed + len(before ^ _all_ratings(connection)))


def _all_ratings(connection: sql.Connection) -> set[tuple[object, ...]]:
    return {tuple(row) for row in connection.execute(sql.select(ratings))}


def _apply(connection: sql.Connection, game: list[sql.Row[Row]], known: dict[tuple[Pool, str], Rating], rate: Rate) -> int:
    """Rate one game; how many of its rows said something else. A bot's rating is fixed, and is what was noted then."""
    pool = Pool(game[0].game, game[0].seats)
    before = [known.get((pool, row.user), UNKNOWN) if row.user else Rating(row.mu_before, row.sigma_before) for row in game]
    rated = rate(before, [row.place for row in game])
    after = [new if row.user else old for row, old, new in zip(game, before, rated, strict=True)]
    now = {row.user: new for row, new in zip(game, after, strict=True) if row.user}
    known.update({(pool, user): new for user, new in now.items()})
    write_ratings(connection, pool, now, game[0].at)
    return sum(_correct(connection, *one) for one in zip(game, before, after, strict=True))


def _correct(connection: sql.Connection, row: sql.Row[Row], before: Rating, after: Rating) -> bool:
    if (row.mu_before, row.sigma_before, row.mu_after, row.sigma_after) == (*before, *after):
        return False
    is_row = (results.c.table_id == row.table_id) & (results.c.seat == row.seat)
    connection.execute(results.update().where(is_row), change(before, after))
    return True
