"""What results say of one person: answered by SQL over their own rows, however many games others have played."""

from typing import Any, NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.events import Row
from pyramidion.server.storage.ratings import Pool, Rating
from pyramidion.server.storage.schema import accounts, ratings, results, seats, tables, users

MOST_TALLIED = 30  # opponents, of whom there may be many


class Whose(NamedTuple):
    """Whose results are asked for, and whether games that were not public count: only their owner sees those."""

    user: str
    with_private: bool

    @property
    def condition(self) -> sql.ColumnElement[bool]:
        own = results.c.user == self.user
        if self.with_private:
            return own
        is_public = sql.select(tables.c.id).where(tables.c.id == results.c.table_id, tables.c.listed | tables.c.rated)
        return own & is_public.exists()


class Tally(NamedTuple):
    """How somebody has fared: against whom, or where, the key says."""

    key: tuple[Any, ...]
    played: int
    won: int
    drawn: int


class Filter(NamedTuple):
    """Which games are asked for; what is None doesn't matter."""

    game: str | None = None
    outcome: str | None = None
    rated: bool | None = None
    opponent: str | None = None  # a user


opponents = results.alias("opponents")


def _tally(connection: sql.Connection, whose: Whose, source: sql.FromClause, *keys: sql.ColumnElement[Any]) -> list[Tally]:
    counts = sql.func.count(), *(sql.func.sum(sql.case((results.c.outcome == one, 1), else_=0)) for one in ("won", "drawn"))
    query = sql.select(*keys, *counts).select_from(source).where(whose.condition).group_by(*keys)
    rows = connection.execute(query.order_by(sql.func.count().desc(), *keys).limit(MOST_TALLIED))
    return [Tally(tuple(row[:-3]), *row[-3:]) for row in rows]


def by_game(connection: sql.Connection, whose: Whose) -> list[Tally]:
    return _tally(connection, whose, results, results.c.game)


def by_seat(connection: sql.Connection, whose: Whose) -> list[Tally]:
    return _tally(connection, whose, results, results.c.game, results.c.seat)


def by_level(connection: sql.Connection, whose: Whose) -> list[Tally]:
    """Against bots."""
    beside = (opponents.c.table_id == results.c.table_id) & opponents.c.bot.is_not(None)
    return _tally(connection, whose, results.join(opponents, beside), opponents.c.bot)


def by_opponent(connection: sql.Connection, whose: Whose) -> list[Tally]:
    """Against people who have an account, by their names."""
    beside = (opponents.c.table_id == results.c.table_id) & (opponents.c.user != whose.user)
    source = results.join(opponents, beside).join(accounts, accounts.c.user == opponents.c.user)
    return _tally(connection, whose, source.join(users, users.c.id == opponents.c.user), users.c.name)


class Results(NamedTuple):
    """All that a profile says of results."""

    by_game: list[Tally]
    by_seat: list[Tally]
    by_level: list[Tally]
    by_opponent: list[Tally]
    outcomes: list[str]


def results_of(connection: sql.Connection, whose: Whose) -> Results:
    return Results(
        by_game(connection, whose),
        by_seat(connection, whose),
        by_level(connection, whose),
        by_opponent(connection, whose),
        outcomes(connection, whose),
    )


def outcomes(connection: sql.Connection, whose: Whose) -> list[str]:
    """All outcomes, the last one first: for streaks."""
    query = sql.select(results.c.outcome).where(whose.condition).order_by(results.c.at.desc(), results.c.table_id)
    return list(connection.scalars(query))


class Standing(NamedTuple):
    """Somebody's rating in a pool."""

    pool: Pool
    rating: Rating
    games: int


def standings(connection: sql.Connection, user: str) -> list[Standing]:
    """In all pools where somebody has played, the most played first."""
    query = sql.select(ratings).where(ratings.c.user == user).order_by(ratings.c.games.desc(), ratings.c.game)
    return [Standing(Pool(row.game, row.seats), Rating(row.mu, row.sigma), row.games) for row in connection.execute(query)]


def rating_history(connection: sql.Connection, user: str, pool: Pool) -> list[tuple[int, Rating]]:
    """Every rating somebody has had in a pool, with its time."""
    is_pool = (results.c.game == pool.game) & (results.c.seats == pool.seats) & results.c.number.is_not(None)
    query = sql.select(results.c.at, results.c.mu_after, results.c.sigma_after).where(results.c.user == user, is_pool)
    return [(at, Rating(mu, sigma)) for at, mu, sigma in connection.execute(query.order_by(results.c.number))]


class Played(NamedTuple):
    """A game that somebody has played, and what everybody was called there."""

    result: sql.Row[Row]
    titles: list[str]


class PlayedPage(NamedTuple):
    """Some of the games, and how many there are."""

    games: list[Played]
    total: int


def played(connection: sql.Connection, whose: Whose, wanted: Filter, offset: int, most: int) -> PlayedPage:
    """One page of somebody's games, the last one first."""
    condition = whose.condition & _wanted(wanted)
    total = connection.scalar(sql.select(sql.func.count()).select_from(results).where(condition)) or 0
    query = sql.select(results).where(condition).order_by(results.c.at.desc(), results.c.table_id, results.c.seat)
    rows = list(connection.execute(query.offset(offset).limit(most)))
    titles = _titles(connection, [row.table_id for row in rows])
    return PlayedPage([Played(row, titles.get(row.table_id, [])) for row in rows], total)


def _wanted(wanted: Filter) -> sql.ColumnElement[bool]:
    conditions: list[sql.ColumnElement[bool]] = [sql.true()]
    if wanted.game is not None:
        conditions.append(results.c.game == wanted.game)
    if wanted.outcome is not None:
        conditions.append(results.c.outcome == wanted.outcome)
    if wanted.rated is not None:
        conditions.append(results.c.number.is_not(None) if wanted.rated else results.c.number.is_(None))
    if wanted.opponent is not None:
        theirs = sql.select(opponents.c.table_id).where(opponents.c.user == wanted.opponent)
        conditions += [results.c.user != wanted.opponent, results.c.table_id.in_(theirs)]
    return sql.and_(*conditions)


def _titles(connection: sql.Connection, ids: list[str]) -> dict[str, list[str]]:
    query = sql.select(seats.c.table_id, seats.c.title).where(seats.c.table_id.in_(ids))
    found: dict[str, list[str]] = {}
    for table_id, title in connection.execute(query.order_by(seats.c.table_id, seats.c.seat)):
        found.setdefault(table_id, []).append(title or "")
    return found
