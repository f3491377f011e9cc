"""Results of finished games, a row for each seat, and ratings that follow from them. Games that are over already get their
results here, unrated: who sat where when they ended, by the scores that are written."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"

# At tables that ended before this, whoever has left for good is a bot to the database: they have no result there.
BACKFILL = """
INSERT INTO results (table_id, seat, game, seats, "user", bot, score, place, outcome, ending, ending_seat, departed, at)
SELECT s.table_id, s.seat, t.game, c.seats, s."user", CASE WHEN s."user" IS NULL THEN s.bot END, s.score,
       1 + (SELECT count(*) FROM seats o WHERE o.table_id = s.table_id AND o.score > s.score),
       CASE WHEN c.low = c.high THEN 'drawn' WHEN s.score = c.high THEN 'won' ELSE 'lost' END,
       t.ending, t.ending_seat, FALSE,
       coalesce((SELECT e.at FROM events e WHERE e.table_id = t.id ORDER BY e.n DESC LIMIT 1), t.created)
FROM seats s
JOIN tables t ON t.id = s.table_id
JOIN (SELECT table_id, count(*) AS seats, count(score) AS scored, min(score) AS low, max(score) AS high
      FROM seats GROUP BY table_id) c ON c.table_id = s.table_id
WHERE t.status = 'over' AND c.scored = c.seats
"""


def upgrade() -> None:
    op.add_column("tables", sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()))
    op.add_column("seats", sql.Column("departed", sql.String))
    op.create_table(
        "results",
        sql.Column("table_id", sql.String, primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("game", sql.String, nullable=False),
        sql.Column("seats", sql.Integer, nullable=False),
        sql.Column("user", sql.String),
        sql.Column("bot", sql.String),
        sql.Column("score", sql.Float, nullable=False),
        sql.Column("place", sql.Integer, nullable=False),
        sql.Column("outcome", sql.String, nullable=False),
        sql.Column("ending", sql.String),
        sql.Column("ending_seat", sql.Integer),
        sql.Column("departed", sql.Boolean, nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
        sql.Column("number", sql.Integer),
        *(sql.Column(name, sql.Double) for name in ("mu_before", "sigma_before", "mu_after", "sigma_after")),
    )
    op.create_index("results_by_user", "results", ["user", "at"])
    op.create_index("results_by_pool", "results", ["game", "seats", "number"])
    op.create_table(
        "pools",
        sql.Column("game", sql.String, primary_key=True),
        sql.Column("seats", sql.Integer, primary_key=True),
        sql.Column("number", sql.Integer, nullable=False),
    )
    op.create_table(
        "ratings",
        sql.Column("game", sql.String, primary_key=True),
        sql.Column("seats", sql.Integer, primary_key=True),
        sql.Column("user", sql.String, primary_key=True),
        sql.Column("mu", sql.Double, nullable=False),
        sql.Column("sigma", sql.Double, nullable=False),
        sql.Column("games", sql.Integer, nullable=False),
        sql.Column("at", sql.BigInteger, nullable=False),
    )
    op.create_index("ratings_by_pool", "ratings", ["game", "seats", "mu"])
    op.get_bind().exec_driver_sql(BACKFILL)
