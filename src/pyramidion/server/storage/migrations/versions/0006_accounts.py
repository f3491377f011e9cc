"""Accounts: users who can come back from another device, by a password, a passkey or a recovery code."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("name_key", sql.String, nullable=False, unique=True),
        sql.Column("password", sql.String),
        sql.Column("created", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "sign_ins",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("secret_hash", sql.String, nullable=False, unique=True),
        sql.Column("user", sql.String, nullable=False, index=True),
        sql.Column("device", sql.String, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
        sql.Column("seen", sql.BigInteger, nullable=False),
        sql.Column("proved", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "passkeys",
        sql.Column("id", sql.String, primary_key=True),
        sql.Column("user", sql.String, nullable=False, index=True),
        sql.Column("public_key", sql.String, nullable=False),
        sql.Column("counter", sql.Integer, nullable=False),
        sql.Column("label", sql.String, nullable=False),
        sql.Column("created", sql.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_codes",
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("code_hash", sql.String, primary_key=True),
    )
    op.create_table(
        "tokens",
        sql.Column("token_hash", sql.String, primary_key=True),
        sql.Column("kind", sql.String, nullable=False),
        sql.Column("user", sql.String, nullable=False),
        sql.Column("data", sql.String, nullable=False),
        sql.Column("expires", sql.BigInteger, nullable=False, index=True),
    )
