"""Databases with many or long tables in them, made without a server: playing them would take hours."""

import random
from collections.abc import Sequence
from pathlib import Path

from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.server.fairness.dice import SECRET_BYTES, salt_commitment
from pyramidion.server.protocol.rest import ClockWish
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.tables import Seat, TableMeta, insert_table, update_table
from pyramidion.server.tables.table import Table, now, token
from pyramidion.server.tables.undo_policy import last_choice

SALT = "5a" * 16
FEW = 12  # events of the game after which everything else is taken back


def person(user: str) -> Seat:
    """Somebody who got ready."""
    return Seat(user=user, title=f"Guest {user[:4]}", salt_commitment=salt_commitment(SALT), salt=SALT)


def bot(level: str) -> Seat:
    return Seat(bot=level, title=level)


def played(game: str, seats: Sequence[Seat], events: int, seed: int, *, takes_back: bool = False) -> Table:
    """A table whose log has so many entries: by playing at random, or by taking back again and again."""
    found, choose = find(game), random.Random(seed)
    secret, creator = choose.randbytes(SECRET_BYTES).hex(), seats[0].user or ""
    meta = TableMeta(game, found.version, found.choose({}), "", ClockWish(), secret, list(seats), creator, created=now())
    table = Table(token(), meta)
    table.begin(now())
    while len(table.log) < events and meta.status == "live":
        seat = choose.choice([actor for actor in table.playing.actors() if actor != CHANCE])
        table.act(seat, choose.choice(table.playing.legal(seat)), now())
        taken = last_choice(table, [seat]) if takes_back and meta.status == "live" and len(table.line) > FEW else None
        if taken is not None:
            table.undo(taken, seat, now())
    return table


def write(database: Path, tables: Sequence[Table]) -> None:
    """Add tables to a database that no server has open."""
    storage = Database(f"sqlite:///{database}")
    storage.open()
    with storage.engine.begin() as connection:
        for table in tables:
            insert_table(connection, table.id, table.meta)
            rows = [entry.row(table.id) for entry in table.log]
            update_table(connection, table.id, table.meta, rows, table.progress, has_new_seats=True)
    storage.close()
