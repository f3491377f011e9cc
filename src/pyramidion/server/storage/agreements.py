"""How often somebody did in a rated game what the best bot would have done. It is worked out when a moderator asks."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import agreements, results


class Compared(NamedTuple):
    """A rated game that somebody has played, and how often they agreed; None if that is not worked out yet."""

    table_id: str
    seat: int
    game: str
    at: int
    outcome: str
    choices: int | None
    agreed: int | None


def compared(connection: sql.Connection, user: str, most: int) -> list[Compared]:
    """Somebody's latest rated games, the last one first."""
    is_same = (agreements.c.table_id == results.c.table_id) & (agreements.c.seat == results.c.seat)
    columns = results.c.table_id, results.c.seat, results.c.game, results.c.at, results.c.outcome
    query = sql.select(*columns, agreements.c.choices, agreements.c.agreed).outerjoin(agreements, is_same)
    query = query.where(results.c.user == user, results.c.number.is_not(None))
    rows = connection.execute(query.order_by(results.c.at.desc(), results.c.table_id).limit(most))
    return [Compared(*row) for row in rows]


def put_agreement(connection: sql.Connection, table_id: str, seat: int, choices: int, agreed: int) -> None:
    """Note what was worked out: it was the same before, if two have worked it out at once."""
    connection.execute(agreements.delete().where(agreements.c.table_id == table_id, agreements.c.seat == seat))
    row = {"table_id": table_id, "seat": seat, "choices": choices, "agreed": agreed}
    connection.execute(agreements.insert(), row)
