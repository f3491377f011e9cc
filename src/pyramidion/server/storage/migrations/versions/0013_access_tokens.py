"""Access tokens for programs, who is a bot of somebody's, and on which seats such bots sit."""

import sqlalchemy as sql
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "access_tokens",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("secret_hash", sql.String, nullable=False, unique=True),
        sql.Column("user", sql.String, nullable=False, index=True),
        sql.Column("label", sql.String, nullable=False),
        sql.Column("scopes", sql.String, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("seen", sql.BigInteger),
    )
    op.add_column("users", sql.Column("is_program", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("seats", sql.Column("is_program", sql.Boolean, nullable=False, server_default=sql.false()))
