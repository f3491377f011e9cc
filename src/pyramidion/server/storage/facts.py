"""Facts of the server itself, such as its keys."""

from collections.abc import Callable

import sqlalchemy as sql

from pyramidion.server.storage.schema import facts

INSERT_FACT = sql.text("INSERT INTO facts (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
BALLAST = "x" * 65_536  # it needs new pages, as everything does that is added


def fact(connection: sql.Connection, name: str, make: Callable[[], str]) -> str:
    """A fact, made when it is asked for the first time."""
    query = sql.select(facts.c.value).where(facts.c.name == name)
    value = connection.scalar(query)
    if value is None:
        connection.execute(INSERT_FACT, {"name": name, "value": make()})
        value = connection.scalar(query)  # which may be another node's
    return str(value)


def write_ballast(connection: sql.Connection) -> None:
    """Write something that is of no use, to see whether anything can be written."""
    remove_ballast(connection)
    connection.execute(facts.insert(), {"name": "ballast", "value": BALLAST})


def remove_ballast(connection: sql.Connection) -> None:
    connection.execute(facts.delete().where(facts.c.name == "ballast"))
