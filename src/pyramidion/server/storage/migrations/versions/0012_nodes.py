"""Which node has a table, and which nodes there are."""

import sqlalchemy as sql
from alembic import op

revision = "0012"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sql.Column("node", sql.String))
    op.add_column("tables", sql.Column("epoch", sql.Integer, nullable=False, server_default="0"))
    goes_on = sql.text("goes_on AND status = 'live'")  # what is looked for when a node has died
    op.create_index("tables_by_node", "tables", ["node"], postgresql_where=goes_on, sqlite_where=goes_on)
    op.create_table(
        "nodes",
        sql.Column("name", sql.String, primary_key=True),
        sql.Column("address", sql.String, nullable=False),
        sql.Column("process", sql.String, nullable=False),
        sql.Column("version", sql.String, nullable=False),
        sql.Column("beat", sql.BigInteger, nullable=False),
    )
