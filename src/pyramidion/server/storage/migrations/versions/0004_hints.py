"""Whether hints are given in a game between people. Games that were opened before this go on with them, as they began."""

import sqlalchemy as sql
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sql.Column("hints", sql.Boolean, nullable=False, server_default=sql.true()))
