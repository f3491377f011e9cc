"""Ratings: a pool for each game and number of seats. They follow from the rated results, in the order of their numbers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sql

from pyramidion.server.storage.schema import pools, ratings


class Rating(NamedTuple):
    """How strong somebody is taken to be, and how uncertain that is."""

    mu: float
    sigma: float


UNKNOWN = Rating(25.0, 25.0 / 3)  # somebody of whom nothing is known

Rate = Callable[[Sequence[Rating], Sequence[int]], list[Rating]]
"""The ratings after a game, from those before it and everybody's place."""


class Pool(NamedTuple):
    """Who is compared with whom."""

    game: str
    seats: int


def next_number(connection: sql.Connection, pool: Pool) -> int:
    """The number of the next result of a pool. Until the commit nobody else gets one: the pool's row is locked."""
    is_pool = (pools.c.game == pool.game) & (pools.c.seats == pool.seats)
    number = connection.scalar(pools.update().where(is_pool).values(number=pools.c.number + 1).returning(pools.c.number))
    if number is None:
        connection.execute(pools.insert(), {**pool._asdict(), "number": 1})
        return 1
    return int(number)


def read_ratings(connection: sql.Connection, pool: Pool, users: Iterable[str]) -> dict[str, Rating]:
    """The ratings of these users in a pool, of those who have one."""
    query = sql.select(ratings.c.user, ratings.c.mu, ratings.c.sigma).where(
        ratings.c.game == pool.game, ratings.c.seats == pool.seats, ratings.c.user.in_(list(users))
    )
    return {user: Rating(mu, sigma) for user, mu, sigma in connection.execute(query)}


def write_ratings(connection: sql.Connection, pool: Pool, now: Mapping[str, Rating], at: int) -> None:
    """These users have played one more game in a pool, and have these ratings now."""
    for user, rating in now.items():
        is_theirs = (ratings.c.game == pool.game) & (ratings.c.seats == pool.seats) & (ratings.c.user == user)
        games = connection.scalar(sql.select(ratings.c.games).where(is_theirs))
        row = {**rating._asdict(), "games": (games or 0) + 1, "at": at}
        if games is None:
            connection.execute(ratings.insert(), {**pool._asdict(), "user": user, **row})
        else:
            connection.execute(ratings.update().where(is_theirs), row)
