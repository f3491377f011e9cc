"""People commit to their salts before anybody reveals one. Games that have begun without that go on without it."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("seats", sql.Column("salt_commitment", sql.String))
