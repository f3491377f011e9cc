"""What a server's database says, read by SQL of the tests' own."""

import sqlite3
from contextlib import closing
from typing import Any

from tests.server.conftest import Running


def rows(server: Running, query: str, *values: object) -> list[dict[str, Any]]:
    """The rows that a query finds in the file."""
    with closing(sqlite3.connect(server.settings.database)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query, values)]


def result_of(server: Running, table: str) -> list[dict[str, Any]]:
    """The result of a table, seat by seat."""
    return rows(server, "SELECT * FROM results WHERE table_id = ? ORDER BY seat", table)
