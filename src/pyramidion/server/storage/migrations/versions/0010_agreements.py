"""How often people agreed with the best bot in rated games, and a way to find the seats that somebody has left."""

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "agreements",
        sql.Column("table_id", sql.String, primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("choices", sql.Integer, nullable=False),
        sql.Column("agreed", sql.Integer, nullable=False),
    )
    has_left = sql.text("departed IS NOT NULL")
    op.create_index("seats_by_departed", "seats", ["departed"], sqlite_where=has_left, postgresql_where=has_left)
