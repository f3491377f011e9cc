"""Facts of the server itself, such as its keys."""

from collections.abc import Callable

import sqlalchemy as sql

from pyramidion.server.storage.schema import facts


def fact(connection: sql.Connection, name: str, make: Callable[[], str]) -> str:
    """A fact, made when it is asked for the first time."""
    value = connection.scalar(sql.select(facts.c.value).where(facts.c.name == name))
    if value is None:
        value = make()
        connection.execute(facts.insert(), {"name": name, "value": value})
    return value
