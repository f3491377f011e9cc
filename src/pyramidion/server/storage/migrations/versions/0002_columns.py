"""What is searched for stands in columns: tables and seats were JSON in `tables.facts`, mutes in `users.mutes`.

How a game ended was a sentence; now it is a code with a seat, taken from the last event of the log.
"""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sql
from alembic import op

revision = "0002"
down_revision = "0001"

Row = dict[str, object]

COLUMNS: list[sql.Column[Any]] = [
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("options", sql.String, nullable=False),
    sql.Column("position", sql.String, nullable=False),
    sql.Column("clock_kind", sql.String, nullable=False),
    sql.Column("clock_seconds", sql.Integer, nullable=False),
    sql.Column("clock_increment", sql.Integer, nullable=False),
    sql.Column("secret", sql.String, nullable=False),
    sql.Column("creator", sql.String, nullable=False),
]
OPEN_COLUMNS: list[sql.Column[Any]] = [
    sql.Column("rematch", sql.String),
    sql.Column("ending", sql.String),
    sql.Column("ending_seat", sql.Integer),
    sql.Column("to_act", sql.Integer),
]


def upgrade() -> None:
    connection = op.get_bind()
    old = list(connection.exec_driver_sql("SELECT * FROM tables").mappings())
    muting = list(connection.exec_driver_sql("SELECT id, mutes FROM users WHERE mutes <> '[]'").mappings())
    _make_tables()
    tables, seats, mutes = _shapes()
    for rows in _portions([_table_row(connection, row) for row in old]):
        connection.execute(tables.insert(), rows)
    for rows in _portions([seat for row in old for seat in _seat_rows(row)]):
        connection.execute(seats.insert(), rows)
    for rows in _portions([{"user": u["id"], "muted": other} for u in muting for other in json.loads(u["mutes"])]):
        connection.execute(mutes.insert(), rows)


def _make_tables() -> None:
    op.drop_index("tables_by_status", "tables")
    op.drop_table("tables")
    op.drop_table("sitters")
    op.create_table(
        "tables",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        *COLUMNS,
        sql.Column("status", sql.String, nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("goes_on", sql.Boolean, nullable=False),
        *OPEN_COLUMNS,
        sql.Column("n", sql.Integer, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "listed", "created"])
    op.create_table(
        "seats",
        sql.Column("table_id", sql.String, primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        *(sql.Column(name, sql.String) for name in ("user", "title", "bot", "salt", "substitute")),
        sql.Column("score", sql.Float),
    )
    op.create_index("seats_by_user", "seats", ["user", "table_id"])
    op.create_table(
        "mutes", sql.Column("user", sql.String, primary_key=True), sql.Column("muted", sql.String, primary_key=True)
    )
    with op.batch_alter_table("users") as users:
        users.drop_column("mutes")


def _shapes() -> tuple[sql.Table, sql.Table, sql.Table]:
    """The new tables as they are now, whatever later versions make of them."""
    found = sql.MetaData()
    found.reflect(op.get_bind(), only=["tables", "seats", "mutes"])
    return found.tables["tables"], found.tables["seats"], found.tables["mutes"]


def _table_row(connection: sql.Connection, row: sql.RowMapping) -> Row:
    facts = json.loads(row["facts"])
    last = connection.execute(
        sql.text("SELECT n, kind, seat FROM events WHERE table_id = :id ORDER BY n DESC LIMIT 1"), {"id": row["id"]}
    ).first()
    ending = last if facts.get("ending") and last and last.kind in ("resign", "flag", "abandon") else None
    clock = facts.get("clock") or {}
    return {
        "id": row["id"],
        "game": row["game"],
        "version": facts["version"],
        "options": json.dumps(facts["options"]),
        "position": facts["position"],
        "clock_kind": clock.get("kind", "none"),
        "clock_seconds": clock.get("seconds", 0),
        "clock_increment": clock.get("increment", 0),
        "secret": facts["secret"],
        "creator": facts["creator"],
        "status": row["status"],
        "listed": bool(row["listed"]),
        "created": row["created"],
        "goes_on": bool(row["has_bots"]),
        "rematch": facts.get("again"),
        "ending": ending.kind if ending else None,
        "ending_seat": ending.seat if ending else None,
        "n": last.n + 1 if last else 0,
        "to_act": None if row["status"] == "live" else 0,  # found out when the table is next loaded
    }


def _seat_rows(row: sql.RowMapping) -> Iterator[Row]:
    facts = json.loads(row["facts"])
    for number, sitter in enumerate(facts["sitters"]):
        names = ("user", "title", "bot", "salt", "substitute")
        score = facts["scores"][number] if facts.get("scores") else None
        yield {"table_id": row["id"], "seat": number, "score": score, **{name: sitter.get(name) for name in names}}


def _portions(rows: list[Row], most: int = 500) -> Iterator[list[Row]]:
    for i in range(0, len(rows), most):
        yield rows[i : i + most]
