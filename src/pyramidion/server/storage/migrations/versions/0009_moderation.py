"""Moderation: who moderates, who is blocked by whom, reports, sanctions, and a log of every action."""

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "moderators",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("created", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "blocks",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("blocked", sql.String, primary_key=True),
    )
    op.create_table(
        "reports",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("user", sql.String, nullable=False),
        sql.Column("reported", sql.String, nullable=False),
        sql.Column("table_id", sql.String),
        sql.Column("reason", sql.String, nullable=False),
        sql.Column("text", sql.String, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("closed", sql.BigInteger),
    )
    op.create_table(
        "sanctions",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("silenced_until", sql.BigInteger, nullable=False),
        sql.Column("closed", sql.Boolean, nullable=False),
    )
    op.create_table(
        "moderation_log",
        sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
        sql.Column("moderator", sql.String, nullable=False),
        sql.Column("action", sql.String, nullable=False),
        sql.Column("user", sql.String, nullable=False),
        sql.Column("reason", sql.String, nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
