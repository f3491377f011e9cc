"""Copies of a SQLite database, also while a server writes to it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from pyramidion.refusal import Refusal


def backup(database: Path, copy: Path) -> None:
    """A copy of a database as it is at one instant."""
    if not database.exists():
        raise Refusal(f"there is no database {database}")
    if copy.exists():
        raise Refusal(f"{copy} exists already: a backup overwrites nothing")
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
