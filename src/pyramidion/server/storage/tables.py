"""What is written of tables beside their events, and who sits there."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sql

from pyramidion.game import Value
from pyramidion.server.protocol.fields import Status
from pyramidion.server.protocol.rest import ClockWish
from pyramidion.server.storage.events import Entry, Row, insert_events, read_events
from pyramidion.server.storage.leases import Lease, holds
from pyramidion.server.storage.results import Result, insert_result
from pyramidion.server.storage.schema import seats, tables

UPDATE_SEAT = seats.update().where(seats.c.table_id == sql.bindparam("table"), seats.c.seat == sql.bindparam("number"))
UPDATE_PROGRESS = "UPDATE tables SET n = {0}, to_act = {0} WHERE id = {0}"


class NotOurs(Exception):
    """Another node has the table: nothing was written."""


class Seat(msgspec.Struct):
    """Who sits on a seat."""

    user: str | None = None
    title: str | None = None  # what the user or the bot is called
    bot: str | None = None  # a level
    salt_commitment: str | None = None  # a person who has given one is here
    salt: str | None = None  # revealed when everybody has committed to one
    substitute: str | None = None  # the level of a bot that holds the seat while its user is away
    departed: str | None = None  # the user who has left for good, and for whom a bot plays on
    is_program: bool = False  # whether a program plays as the user

    @property
    def plays(self) -> str | None:
        """The level of the bot that plays here now, if one does."""
        return self.bot or self.substitute

    @property
    def is_free(self) -> bool:
        return not self.user and not self.bot


class Ending(msgspec.Struct, frozen=True):
    """How a game ended, if not by its rules: a code, and whose doing it was. It is worded when it is shown."""

    code: str  # resign, flag or abandon
    seat: int


class TableMeta(msgspec.Struct):
    """What is written of a table beside its events."""

    game: str
    version: int
    options: dict[str, Value]
    position: str
    clock: ClockWish
    secret: str
    seats: list[Seat]
    creator: str
    status: Status = "waiting"
    listed: bool = False
    hints: bool = False  # also between people
    rated: bool = False
    created: int = 0
    rematch: str | None = None  # the table of the rematch
    ending: Ending | None = None
    scores: list[float] | None = None

    @property
    def people(self) -> set[str]:
        """The users who sit here."""
        return {seat.user for seat in self.seats if seat.user}

    @property
    def gives_hints(self) -> bool:
        """Whether people may ask for hints: alone always, with others if the table was opened so, in a rated game never."""
        return not self.rated and (self.hints or len(self.people) < 2)

    def copy(self) -> "TableMeta":
        """As it is now, to compare with later: what is changed in place is its seats."""
        return msgspec.structs.replace(self, seats=[msgspec.structs.replace(seat) for seat in self.seats])


class Progress(NamedTuple):
    """How far a table has come, for lists of tables."""

    n: int
    to_act: int | None  # a bit set of seats


AlsoWrite = Callable[[sql.Connection, str], None]
"""What is written together with a new table: it is told the table's id."""


def nothing_else(_connection: sql.Connection, _table_id: str) -> None:
    """Most tables are written alone."""


def insert_table(
    connection: sql.Connection, table_id: str, meta: TableMeta, also: AlsoWrite = nothing_else, lease: Lease | None = None
) -> None:
    """Write a new table, which is ours."""
    row = {
        "id": table_id,
        "created": meta.created,
        "listed": meta.listed,
        "hints": meta.hints,
        "rated": meta.rated,
        "n": 0,
        "to_act": 0,
        **(lease._asdict() if lease else {}),
        **_columns(meta),
    }
    also(connection, table_id)
    connection.execute(tables.insert(), row)
    rows = [{"table_id": table_id, "seat": number, **columns} for number, columns in enumerate(_of_seats(meta))]
    connection.execute(seats.insert(), rows)


def update_table(
    connection: sql.Connection,
    table_id: str,
    meta: TableMeta,
    rows: list[Row],
    progress: Progress,
    *,
    has_new_seats: bool,
    result: Result | None = None,
    lease: Lease | None = None,
) -> None:
    """Write what happened at a table, the table itself, who sits there if that has changed, and the result of its game."""
    update = tables.update().where(tables.c.id == table_id, holds(lease))
    if not connection.execute(update, {**_columns(meta), **progress._asdict()}).rowcount and lease:
        raise NotOurs("another server has taken this game over")
    insert_events(connection, rows)
    if has_new_seats:
        rows_of_seats = [{"table": table_id, "number": number, **columns} for number, columns in enumerate(_of_seats(meta))]
        connection.execute(UPDATE_SEAT, rows_of_seats)  # in place: a newer version may have columns that we don't know
    if result:
        insert_result(connection, result)


def update_progress(connection: sql.Connection, rows: list[tuple[int, int | None, str]]) -> None:
    """How far several tables have come: for each its events, who is to act, and its id."""
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    connection.exec_driver_sql(UPDATE_PROGRESS.format(mark), rows)


def _columns(meta: TableMeta) -> dict[str, object]:
    return {
        "game": meta.game,
        "version": meta.version,
        "options": msgspec.json.encode(meta.options).decode(),
        "position": meta.position,
        "clock_kind": meta.clock.kind,
        "clock_seconds": meta.clock.seconds,
        "clock_increment": meta.clock.increment,
        "secret": meta.secret,
        "creator": meta.creator,
        "status": meta.status,
        "goes_on": meta.clock.kind != "none" or (bool(meta.people) and any(seat.plays for seat in meta.seats)),
        "rematch": meta.rematch,
        "ending": meta.ending.code if meta.ending else None,
        "ending_seat": meta.ending.seat if meta.ending else None,
    }


def _of_seats(meta: TableMeta) -> list[dict[str, object]]:
    """The columns of each seat."""
    scores: Sequence[float | None] = meta.scores or [None] * len(meta.seats)
    return [{"score": score, **msgspec.structs.asdict(seat)} for score, seat in zip(scores, meta.seats, strict=True)]


def read_table(connection: sql.Connection, table_id: str) -> tuple[TableMeta, list[Entry]] | None:
    """A table with its log; None if there is none."""
    row = connection.execute(sql.select(tables).where(tables.c.id == table_id)).first()
    if row is None:
        return None
    query = sql.select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
    return _meta(row, list(connection.execute(query))), read_events(connection, table_id)


def _meta(row: sql.Row[Row], seat_rows: list[sql.Row[Row]]) -> TableMeta:
    names = Seat.__struct_fields__
    scores = [one.score for one in seat_rows]
    return TableMeta(
        game=row.game,
        version=row.version,
        options=msgspec.json.decode(row.options),
        position=row.position,
        clock=ClockWish(row.clock_kind, row.clock_seconds, row.clock_increment),
        secret=row.secret,
        seats=[Seat(**{name: getattr(one, name) for name in names}) for one in seat_rows],
        creator=row.creator,
        status=row.status,
        listed=row.listed,
        hints=row.hints,
        rated=row.rated,
        created=row.created,
        rematch=row.rematch,
        ending=Ending(row.ending, row.ending_seat) if row.ending else None,
        scores=None if None in scores else scores,
    )


def tables_to_wake(connection: sql.Connection, node: str | None = None) -> list[str]:
    """Live tables of no other node where something goes on without people, or where it isn't known who is to act."""
    wakes = tables.c.goes_on | tables.c.to_act.is_(None)
    is_ours = tables.c.node.is_(None) | (tables.c.node == node) if node else sql.true()
    return list(connection.scalars(sql.select(tables.c.id).where(tables.c.status == "live", wakes, is_ours)))


def unfinished_of(connection: sql.Connection, user: str) -> list[str]:
    """The tables where somebody sits and a game is not over."""
    query = sql.select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).distinct()
    return list(connection.scalars(query.where(seats.c.user == user, tables.c.status != "over")))


class Unfinished(NamedTuple):
    """How many tables somebody keeps the server busy with."""

    tables: int  # that they have made, or sit at
    of_bots: int  # of these, where nobody sits


def count_unfinished(connection: sql.Connection, user: str) -> Unfinished:
    """Of one user."""
    sits = tables.c.id.in_(sql.select(seats.c.table_id).where(seats.c.user == user))
    has_people = tables.c.id.in_(sql.select(seats.c.table_id).where(seats.c.user.is_not(None)))
    query = sql.select(sql.func.count(), sql.func.coalesce(sql.func.sum(sql.case((has_people, 0), else_=1)), 0))
    return Unfinished(*connection.execute(query.where((tables.c.creator == user) | sits, tables.c.status != "over")).one())
