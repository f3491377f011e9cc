"""The tables of the database. Every change of them is a migration (migrations/versions) as well."""

import sqlalchemy as sql

metadata = sql.MetaData()

facts = sql.Table(  # of the server itself, such as its keys
    "facts",
    metadata,
    sql.Column("name", sql.String, primary_key=True),
    sql.Column("value", sql.String, nullable=False),
)
users = sql.Table(
    "users",
    metadata,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("name", sql.String, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
)
mutes = sql.Table(  # who does not want to hear whom
    "mutes",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("muted", sql.String, primary_key=True),
)
tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),  # of the game's rules
    sql.Column("options", sql.String, nullable=False),  # as JSON: nobody searches for them
    sql.Column("position", sql.String, nullable=False),
    sql.Column("clock_kind", sql.String, nullable=False),
    sql.Column("clock_seconds", sql.Integer, nullable=False),
    sql.Column("clock_increment", sql.Integer, nullable=False),
    sql.Column("secret", sql.String, nullable=False),
    sql.Column("creator", sql.String, nullable=False),
    sql.Column("status", sql.String, nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("hints", sql.Boolean, nullable=False, server_default=sql.true()),  # also in a game between people
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("goes_on", sql.Boolean, nullable=False),  # without people: bots are to move, or a clock runs
    sql.Column("rematch", sql.String),  # the table of the rematch
    sql.Column("ending", sql.String),  # a code, if the game did not end by its rules
    sql.Column("ending_seat", sql.Integer),  # whose ending it was
    sql.Column("n", sql.Integer, nullable=False),  # so many events have happened
    sql.Column("to_act", sql.Integer),  # a bit set of seats; NULL: not known yet, in databases of version 1
    sql.Index("tables_by_status", "status", "listed", "created"),
)
seats = sql.Table(
    "seats",
    metadata,
    sql.Column("table_id", sql.String, primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("user", sql.String),
    sql.Column("title", sql.String),  # what the user or the bot is called
    sql.Column("bot", sql.String),  # a level
    sql.Column("salt_commitment", sql.String),  # a person who has given one is here; NULL where games began without, too
    sql.Column("salt", sql.String),  # revealed when everybody has committed to one
    sql.Column("substitute", sql.String),  # the level of a bot that holds the seat while its user is away
    sql.Column("score", sql.Float),  # when the game is over
    sql.Index("seats_by_user", "user", "table_id"),
)
events = sql.Table(
    "events",
    metadata,
    sql.Column("table_id", sql.String, primary_key=True),
    sql.Column("n", sql.Integer, primary_key=True),  # two writers can't both be right
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("action", sql.String, nullable=False),
    sql.Column("more", sql.String),  # the photo finish, what an undo goes back to, the clocks: as JSON
    sqlite_with_rowid=False,
)
remarks = sql.Table(  # the chat
    "remarks",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("table_id", sql.String, nullable=False, index=True),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("title", sql.String, nullable=False),
    sql.Column("text", sql.String, nullable=False),
    sql.Column("at", sql.BigInteger, nullable=False),
)
