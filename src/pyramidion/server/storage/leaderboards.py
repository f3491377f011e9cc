"""Leaderboards: the accounts of a pool whose ratings are certain enough, the best first."""

from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.ratings import Pool, Rating
from pyramidion.server.storage.schema import accounts, ratings, sanctions, users


class Ranked(NamedTuple):
    """Somebody on a leaderboard."""

    name: str
    rating: Rating
    games: int


def _in(pool: Pool, most_sigma: float) -> sql.ColumnElement[bool]:
    """Those whom a moderator has sent away are on no leaderboard."""
    is_closed = sql.exists().where(sanctions.c.user == ratings.c.user, sanctions.c.closed)
    is_pool = (ratings.c.game == pool.game) & (ratings.c.seats == pool.seats)
    return is_pool & (ratings.c.sigma <= most_sigma) & ~is_closed


def leaders(connection: sql.Connection, pool: Pool, most_sigma: float, offset: int, most: int) -> tuple[list[Ranked], int]:
    """Some of a pool's leaderboard, and how many are on it."""
    source = ratings.join(accounts, accounts.c.user == ratings.c.user)
    counted = sql.select(sql.func.count()).select_from(source).where(_in(pool, most_sigma))
    query = sql.select(users.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    query = query.select_from(source.join(users, users.c.id == ratings.c.user)).where(_in(pool, most_sigma))
    rows = connection.execute(query.order_by(ratings.c.mu.desc(), ratings.c.user).offset(offset).limit(most))
    return [Ranked(name, Rating(mu, sigma), games) for name, mu, sigma, games in rows], connection.scalar(counted) or 0


def rank(connection: sql.Connection, pool: Pool, most_sigma: float, mu: float) -> int:
    """The rank of somebody with this rating: how many are better, and one."""
    source = ratings.join(accounts, accounts.c.user == ratings.c.user)
    query = sql.select(sql.func.count()).select_from(source).where(_in(pool, most_sigma), ratings.c.mu > mu)
    return 1 + (connection.scalar(query) or 0)
