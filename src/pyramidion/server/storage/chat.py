"""What was said at tables."""

import msgspec
import sqlalchemy as sql

from pyramidion.server.protocol.socket import Said
from pyramidion.server.storage.schema import remarks


def insert_remark(connection: sql.Connection, table_id: str, said: Said) -> None:
    connection.execute(remarks.insert(), {"table_id": table_id, **msgspec.structs.asdict(said)})


def read_remarks(connection: sql.Connection, table_id: str, most: int) -> list[Said]:
    """The latest remarks of a table, the earliest of them first."""
    columns = remarks.c
    query = sql.select(columns.user, columns.title, columns.text, columns.at).where(columns.table_id == table_id)
    rows = connection.execute(query.order_by(columns.id.desc()).limit(most)).all()
    return [Said(*row) for row in reversed(rows)]
