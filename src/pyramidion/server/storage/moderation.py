"""What is written of moderation. Every action of a moderator is written together with its line in the log."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.refusal import NotFound
from pyramidion.server.storage.accounts import account_named
from pyramidion.server.storage.schema import blocks, moderation_log, moderators, mutes, reports, sanctions, users

ENOUGH = 200  # reports and lines of the log that are shown


class Sanction(NamedTuple):
    """What a moderator has decided about somebody."""

    silenced_until: int = 0
    closed: bool = False


class Report(NamedTuple):
    """What somebody has reported."""

    id: int
    reporter: str  # what they are called
    user: str  # who was reported
    name: str
    table_id: str | None
    reason: str
    text: str
    created: int


class Action(NamedTuple):
    """A line of the log."""

    moderator: str  # what they are called
    action: str
    name: str  # of whom it concerns
    reason: str
    at: int


def is_moderator(connection: sql.Connection, user: str) -> bool:
    return connection.scalar(sql.select(moderators.c.user).where(moderators.c.user == user)) is not None


def appoint(connection: sql.Connection, name_key: str, at: int, *, on: bool) -> str:
    """Make somebody a moderator, or no longer; what they are called."""
    account = account_named(connection, name_key)
    if account is None:
        raise NotFound("there is no account with this name")
    _set_moderator(connection, account.user, at, on=on)
    return account.name


def _set_moderator(connection: sql.Connection, user: str, at: int, *, on: bool) -> None:
    connection.execute(moderators.delete().where(moderators.c.user == user))
    if on:
        connection.execute(moderators.insert(), {"user": user, "created": at})


def set_block(connection: sql.Connection, user: str, other: str, *, on: bool) -> None:
    """Whoever is blocked is muted too."""
    if connection.scalar(sql.select(users.c.id).where(users.c.id == other)) is None:
        raise NotFound("there is no such player")
    connection.execute(blocks.delete().where(blocks.c.user == user, blocks.c.blocked == other))
    connection.execute(mutes.delete().where(mutes.c.user == user, mutes.c.muted == other))
    if on:
        connection.execute(blocks.insert(), {"user": user, "blocked": other})
        connection.execute(mutes.insert(), {"user": user, "muted": other})


def blocked_by(connection: sql.Connection, user: str) -> list[tuple[str, str]]:
    """Whom somebody has blocked: their ids and names."""
    query = sql.select(users.c.id, users.c.name).join(blocks, blocks.c.blocked == users.c.id).where(blocks.c.user == user)
    return [(row.id, row.name) for row in connection.execute(query.order_by(users.c.name))]


def blocks_among(connection: sql.Connection, people: Sequence[str]) -> set[tuple[str, str]]:
    """Who among these people has blocked whom."""
    query = sql.select(blocks.c.user, blocks.c.blocked)
    rows = connection.execute(query.where(blocks.c.user.in_(list(people)), blocks.c.blocked.in_(list(people))))
    return {(row.user, row.blocked) for row in rows}


def insert_report(
    connection: sql.Connection, user: str, reported: str, table_id: str | None, reason: str, text: str, at: int
) -> None:
    if connection.scalar(sql.select(users.c.id).where(users.c.id == reported)) is None:
        raise NotFound("there is no such player")
    row = {"user": user, "reported": reported, "table_id": table_id, "reason": reason, "text": text, "created": at}
    connection.execute(reports.insert(), row)


def open_reports(connection: sql.Connection) -> list[Report]:
    """Those that nobody has dealt with yet, the first one first."""
    who, whom = users.alias("who"), users.alias("whom")
    columns = reports.c.id, who.c.name, reports.c.reported, whom.c.name, reports.c.table_id
    query = sql.select(*columns, reports.c.reason, reports.c.text, reports.c.created)
    query = query.join(who, who.c.id == reports.c.user).join(whom, whom.c.id == reports.c.reported)
    rows = connection.execute(query.where(reports.c.closed.is_(None)).order_by(reports.c.id).limit(ENOUGH))
    return [Report(*row) for row in rows]


def close_report(connection: sql.Connection, report: int, moderator: str, reason: str, at: int) -> None:
    is_open = (reports.c.id == report) & reports.c.closed.is_(None)
    reported = connection.scalar(sql.select(reports.c.reported).where(is_open))
    if reported is None:
        raise NotFound("there is no such report")
    connection.execute(reports.update().where(is_open), {"closed": at})
    _log(connection, moderator, "close_report", reported, reason, at)


def sanction_of(connection: sql.Connection, user: str) -> Sanction:
    query = sql.select(sanctions.c.silenced_until, sanctions.c.closed).where(sanctions.c.user == user)
    row = connection.execute(query).first()
    return Sanction(*row) if row else Sanction()


def change_sanction(
    connection: sql.Connection,
    user: str,
    change: Callable[[Sanction], Sanction],
    moderator: str,
    action: str,
    reason: str,
    at: int,
) -> None:
    """Decide something about somebody. What was decided before is read here: two moderators may act at once."""
    sanction = change(sanction_of(connection, user))
    connection.execute(sanctions.delete().where(sanctions.c.user == user))
    if sanction != Sanction():
        connection.execute(sanctions.insert(), {"user": user, **sanction._asdict()})
    _log(connection, moderator, action, user, reason, at)


def _log(connection: sql.Connection, moderator: str, action: str, user: str, reason: str, at: int) -> None:
    row = {"moderator": moderator, "action": action, "user": user, "reason": reason, "at": at}
    connection.execute(moderation_log.insert(), row)


def actions(connection: sql.Connection) -> list[Action]:
    """What moderators have done, the last one first."""
    who, whom = users.alias("who"), users.alias("whom")
    query = sql.select(who.c.name, moderation_log.c.action, whom.c.name, moderation_log.c.reason, moderation_log.c.at)
    query = query.join(who, who.c.id == moderation_log.c.moderator).join(whom, whom.c.id == moderation_log.c.user)
    return [Action(*row) for row in connection.execute(query.order_by(moderation_log.c.id.desc()).limit(ENOUGH))]
