"""Seeks of people who look for opponents, challenges to somebody by name, and friends."""

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "seeks",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("seats", sql.Integer, nullable=False),
        sql.Column("rated", sql.Boolean, nullable=False),
        sql.Column("mu", sql.Double, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("seen", sql.BigInteger, nullable=False),
        sql.Column("table_id", sql.String),
        sql.Column("paired", sql.BigInteger),
    )
    op.create_index("seeks_by_table", "seeks", ["table_id"])
    op.create_table(
        "challenges",
        sql.Column("table_id", sql.String, primary_key=True),
        sql.Column("user", sql.String, nullable=False),
        sql.Column("challenged", sql.String, nullable=False, index=True),
        sql.Column("created", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "friends",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("friend", sql.String, primary_key=True),
        sql.Column("created", sql.BigInteger, nullable=False),
    )
