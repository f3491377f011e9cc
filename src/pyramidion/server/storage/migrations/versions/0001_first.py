"""The schema of version 1."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "facts", sql.Column("name", sql.String, primary_key=True), sql.Column("value", sql.String, nullable=False)
    )
    op.create_table(
        "users",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("name", sql.String, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("mutes", sql.String, nullable=False),
    )
    op.create_table(
        "tables",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("status", sql.String, nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("has_bots", sql.Boolean, nullable=False),
        sql.Column("facts", sql.String, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "listed"])
    op.create_table(
        "sitters", sql.Column("user", sql.String, primary_key=True), sql.Column("table_id", sql.String, primary_key=True)
    )
    op.create_table(
        "events",
        sql.Column("table_id", sql.String, primary_key=True),
        sql.Column("n", sql.Integer, primary_key=True),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("seat", sql.Integer, nullable=False),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("action", sql.String, nullable=False),
        sql.Column("more", sql.String),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "remarks",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("table_id", sql.String, nullable=False, index=True),
        sql.Column("user", sql.String, nullable=False),
        sql.Column("title", sql.String, nullable=False),
        sql.Column("text", sql.String, nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
