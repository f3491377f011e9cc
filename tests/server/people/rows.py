"""What a server's database says, read by SQL of the tests' own."""

from typing import Any

import sqlalchemy as sql

from pyramidion.server.settings import database_url
from tests.server.conftest import Running


def rows(server: Running, query: str, *values: object) -> list[dict[str, Any]]:
    """The rows that a query finds in the database."""
    engine = sql.create_engine(database_url(server.settings), poolclass=sql.NullPool)
    with engine.connect() as connection:
        mark = "?" if engine.dialect.name == "sqlite" else "%s"
        return [dict(row) for row in connection.exec_driver_sql(query.replace("?", mark), values).mappings()]


def result_of(server: Running, table: str) -> list[dict[str, Any]]:
    """The result of a table, seat by seat."""
    return rows(server, "SELECT * FROM results WHERE table_id = ? ORDER BY seat", table)
