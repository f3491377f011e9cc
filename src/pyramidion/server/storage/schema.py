"""The tables of the database. Every change of them is a migration (migrations/versions) as well."""

import sqlalchemy as sql

metadata = sql.MetaData()

GOES_ON = sql.text("goes_on AND status = 'live'")

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
    sql.Column("is_program", sql.Boolean, nullable=False, server_default=sql.false()),  # a program plays as this user
)
accounts = sql.Table(  # users who can come back from another device
    "accounts",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("name_key", sql.String, nullable=False, unique=True),  # what the name reads like: nobody else's does
    sql.Column("password", sql.String),  # hashed by Argon2; NULL: passkeys only
    sql.Column("created", sql.BigInteger, nullable=False),
)
sign_ins = sql.Table(  # browsers in which somebody is signed in to an account
    "sign_ins",
    metadata,
    sql.Column("id", sql.String, primary_key=True),  # to end it by; no secret
    sql.Column("secret_hash", sql.String, nullable=False, unique=True),  # of what is in the cookie
    sql.Column("user", sql.String, nullable=False, index=True),
    sql.Column("device", sql.String, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("seen", sql.BigInteger, nullable=False),  # to the hour
    sql.Column("proved", sql.BigInteger, nullable=False),  # when they last showed who they are
)
passkeys = sql.Table(
    "passkeys",
    metadata,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("user", sql.String, nullable=False, index=True),
    sql.Column("public_key", sql.String, nullable=False),
    sql.Column("counter", sql.Integer, nullable=False),
    sql.Column("label", sql.String, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
)
recovery_codes = sql.Table(
    "recovery_codes",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("code_hash", sql.String, primary_key=True),
)
emails = sql.Table(  # of those who want to give one; told to nobody else
    "emails",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("address", sql.String, nullable=False, index=True),
    sql.Column("confirmed", sql.BigInteger),  # when the link that was sent there was followed; NULL: not yet
)
tokens = sql.Table(  # what somebody was given to bring back once, and soon: a passkey's challenge, a link in a mail
    "tokens",
    metadata,
    sql.Column("token_hash", sql.String, primary_key=True),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("data", sql.String, nullable=False),
    sql.Column("expires", sql.BigInteger, nullable=False, index=True),
)
access_tokens = sql.Table(  # what programs show in place of a cookie
    "access_tokens",
    metadata,
    sql.Column("id", sql.String, primary_key=True),  # to revoke it by; no secret
    sql.Column("secret_hash", sql.String, nullable=False, unique=True),
    sql.Column("user", sql.String, nullable=False, index=True),
    sql.Column("label", sql.String, nullable=False),
    sql.Column("scopes", sql.String, nullable=False),  # with spaces between them
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("seen", sql.BigInteger),  # to the hour; NULL: never used
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
    sql.Column("rated", sql.Boolean, nullable=False, server_default=sql.false()),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("goes_on", sql.Boolean, nullable=False),  # without people: bots are to move, or a clock runs
    sql.Column("rematch", sql.String),  # the table of the rematch
    sql.Column("ending", sql.String),  # a code, if the game did not end by its rules
    sql.Column("ending_seat", sql.Integer),  # whose ending it was
    sql.Column("n", sql.Integer, nullable=False),  # so many events have happened
    sql.Column("to_act", sql.Integer),  # a bit set of seats; NULL: not known yet, in databases of version 1
    sql.Column("node", sql.String),  # which has it; NULL: none
    sql.Column("epoch", sql.Integer, nullable=False, server_default="0"),  # raised whenever a node takes it
    sql.Index("tables_by_status", "status", "listed", "created"),
    sql.Index("tables_by_node", "node", postgresql_where=GOES_ON, sqlite_where=GOES_ON),
)
nodes = sql.Table(  # servers that share this database; none, if it is a file
    "nodes",
    metadata,
    sql.Column("name", sql.String, primary_key=True),
    sql.Column("address", sql.String, nullable=False),  # where the others reach it
    sql.Column("process", sql.String, nullable=False),  # told apart from others of this name
    sql.Column("version", sql.String, nullable=False),
    sql.Column("beat", sql.BigInteger, nullable=False),  # when it was last alive, by the database's clock; 0: it has left
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
    sql.Column("departed", sql.String),  # the user who has left for good, and for whom a bot plays on
    sql.Column("score", sql.Float),  # when the game is over
    sql.Column("is_program", sql.Boolean, nullable=False, server_default=sql.false()),  # whether a program plays as its user
    sql.Index("seats_by_user", "user", "table_id"),
    sql.Index(
        "seats_by_departed",
        "departed",
        sqlite_where=sql.text("departed IS NOT NULL"),
        postgresql_where=sql.text("departed IS NOT NULL"),
    ),
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
seeks = sql.Table(  # who looks for opponents: one row a person, so that nobody is paired twice
    "seeks",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("seats", sql.Integer, nullable=False),
    sql.Column("rated", sql.Boolean, nullable=False),
    sql.Column("mu", sql.Double, nullable=False),  # their rating when they began to seek
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("seen", sql.BigInteger, nullable=False),  # when their page last asked
    sql.Column("table_id", sql.String),  # where they were paired; NULL: nowhere yet
    sql.Column("paired", sql.BigInteger),
    sql.Index("seeks_by_table", "table_id"),
)
challenges = sql.Table(  # to somebody by name: a table that waits for them
    "challenges",
    metadata,
    sql.Column("table_id", sql.String, primary_key=True),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("challenged", sql.String, nullable=False, index=True),
    sql.Column("created", sql.BigInteger, nullable=False),
)
friends = sql.Table(  # whom somebody wants to see again
    "friends",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("friend", sql.String, primary_key=True),
    sql.Column("created", sql.BigInteger, nullable=False),
)
moderators = sql.Table(
    "moderators",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("created", sql.BigInteger, nullable=False),
)
blocks = sql.Table(  # who wants to be left alone by whom
    "blocks",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("blocked", sql.String, primary_key=True),
)
reports = sql.Table(
    "reports",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("reported", sql.String, nullable=False),
    sql.Column("table_id", sql.String),  # where it happened
    sql.Column("reason", sql.String, nullable=False),
    sql.Column("text", sql.String, nullable=False),
    sql.Column("created", sql.BigInteger, nullable=False),
    sql.Column("closed", sql.BigInteger),  # when a moderator was done with it
)
sanctions = sql.Table(  # what moderators have decided about somebody
    "sanctions",
    metadata,
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("silenced_until", sql.BigInteger, nullable=False),
    sql.Column("closed", sql.Boolean, nullable=False),  # whether the account is
)
moderation_log = sql.Table(  # written together with what it tells of, and never changed
    "moderation_log",
    metadata,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("moderator", sql.String, nullable=False),
    sql.Column("action", sql.String, nullable=False),
    sql.Column("user", sql.String, nullable=False),
    sql.Column("reason", sql.String, nullable=False),
    sql.Column("at", sql.BigInteger, nullable=False),
)
results = sql.Table(  # of finished games, a row for each seat: written with the game's last event, and never changed
    "results",
    metadata,
    sql.Column("table_id", sql.String, primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("game", sql.String, nullable=False),
    sql.Column("seats", sql.Integer, nullable=False),
    sql.Column("user", sql.String),  # who played there, or left for good
    sql.Column("bot", sql.String),  # a level, where nobody did
    sql.Column("score", sql.Float, nullable=False),
    sql.Column("place", sql.Integer, nullable=False),  # 1 is best; who left comes last
    sql.Column("outcome", sql.String, nullable=False),  # won, lost or drawn
    sql.Column("ending", sql.String),  # a code, if the game did not end by its rules
    sql.Column("ending_seat", sql.Integer),
    sql.Column("departed", sql.Boolean, nullable=False),  # whether the user of this seat left before the end
    sql.Column("at", sql.BigInteger, nullable=False),
    sql.Column("number", sql.Integer),  # of rated games, counted in their pool: ratings apply in this order
    sql.Column("mu_before", sql.Double),
    sql.Column("sigma_before", sql.Double),
    sql.Column("mu_after", sql.Double),
    sql.Column("sigma_after", sql.Double),
    sql.Index("results_by_user", "user", "at"),
    sql.Index("results_by_pool", "game", "seats", "number"),
)
agreements = sql.Table(  # how often somebody did in a rated game what the best bot would have done: for moderators
    "agreements",
    metadata,
    sql.Column("table_id", sql.String, primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("choices", sql.Integer, nullable=False),
    sql.Column("agreed", sql.Integer, nullable=False),
)
pools = sql.Table(  # who writes a rated result holds the row of its pool, so that numbers have no gap and no double
    "pools",
    metadata,
    sql.Column("game", sql.String, primary_key=True),
    sql.Column("seats", sql.Integer, primary_key=True),
    sql.Column("number", sql.Integer, nullable=False),  # of the latest result
)
ratings = sql.Table(  # where the results have brought people; `pyramidion ratings rebuild` makes it anew
    "ratings",
    metadata,
    sql.Column("game", sql.String, primary_key=True),
    sql.Column("seats", sql.Integer, primary_key=True),
    sql.Column("user", sql.String, primary_key=True),
    sql.Column("mu", sql.Double, nullable=False),
    sql.Column("sigma", sql.Double, nullable=False),
    sql.Column("games", sql.Integer, nullable=False),
    sql.Column("at", sql.BigInteger, nullable=False),  # of the latest result
    sql.Index("ratings_by_pool", "game", "seats", "mu"),
)
