"""E-mail addresses of those who want to give one, for getting back into their account."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "emails",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("address", sql.String, nullable=False, index=True),
        sql.Column("confirmed", sql.BigInteger),
    )
