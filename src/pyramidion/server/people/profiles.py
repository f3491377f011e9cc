"""Profiles, histories and leaderboards, as they are told."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import cast

from pyramidion import games
from pyramidion.bots.levels import LEVELS, title
from pyramidion.refusal import NotFound
from pyramidion.server.people.lobby import Present, table_infos
from pyramidion.server.people.look_alikes import name_key
from pyramidion.server.people.ratings import PROVISIONAL_SIGMA, anchor, is_provisional, points, uncertainty
from pyramidion.server.protocol.people import (
    Leader,
    Leaderboard,
    Outcome,
    PlayedGame,
    PlayedGames,
    PoolInfo,
    Profile,
    RatingInfo,
    RatingPoint,
    Streaks,
    TallyInfo,
)
from pyramidion.server.storage import leaderboards, profiles
from pyramidion.server.storage.accounts import Account, account_named
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.lists import games_in_progress
from pyramidion.server.storage.profiles import Filter, Played, Standing, Tally, Whose
from pyramidion.server.storage.ratings import Pool, Rating

A_PAGE = 50
MOST_POINTS = 300  # of a graph


class Profiles:
    """Tells of people what others may know."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, name: str) -> Account:
        """The account of this name."""
        found = await self._database.read(lambda connection: account_named(connection, name_key(name)))
        if found is None:
            raise NotFound("there is no player with this name")
        return found

    async def profile(self, name: str, asks: str, present: Present) -> Profile:
        """Somebody's profile, for who asks."""
        account = await self.find(name)
        whose, read = Whose(account.user, account.user == asks), self._database.read
        results = await read(lambda connection: profiles.results_of(connection, whose))
        listed = await read(lambda connection: games_in_progress(connection, whose.user, with_private=whose.with_private))
        return Profile(
            user=account.user,
            name=account.name,
            created=account.created,
            is_you=whose.with_private,
            ratings=await self._ratings(account.user),
            by_game=_told(results.by_game, lambda key: games.title(key[0])),
            by_seat=_told(results.by_seat, lambda key: f"{games.title(key[0])}: {games.seat_name(*key)}"),
            by_level=_told(results.by_level, lambda key: title(key[0])),
            by_opponent=_told(results.by_opponent, lambda key: str(key[0])),
            streaks=_streaks(results.outcomes),
            in_progress=await table_infos(listed, asks, present),
        )

    async def _ratings(self, user: str) -> list[PoolInfo]:
        standings = await self._database.read(lambda connection: profiles.standings(connection, user))
        return [await self._pool(standing) for standing in standings]

    async def _pool(self, standing: Standing) -> PoolInfo:
        pool, rating = standing.pool, standing.rating
        rank = None
        if not is_provisional(rating):
            rank = await self._database.read(
                lambda connection: leaderboards.rank(connection, pool, PROVISIONAL_SIGMA, rating.mu)
            )
        return PoolInfo(pool.game, pool.seats, rating_info(rating), standing.games, rank)

    async def graph(self, name: str, pool: Pool) -> list[RatingPoint]:
        """How somebody's rating went, in not too many points."""
        user = (await self.find(name)).user
        history = await self._database.read(lambda connection: profiles.rating_history(connection, user, pool))
        step = max(1, len(history) // MOST_POINTS)
        kept = history[::step] + (history[-1:] if (len(history) - 1) % step else [])
        return [RatingPoint(at, points(rating), uncertainty(rating)) for at, rating in kept]

    async def games(self, name: str, asks: str, wanted: Filter, page: int) -> PlayedGames:
        """One page of somebody's games."""
        user = (await self.find(name)).user
        whose, offset = Whose(user, user == asks), A_PAGE * page
        if wanted.opponent is not None:
            wanted = wanted._replace(opponent=(await self.find(wanted.opponent)).user)
        found = await self._database.read(lambda connection: profiles.played(connection, whose, wanted, offset, A_PAGE))
        return PlayedGames([_game(one) for one in found.games], found.total, _pages(found.total))

    async def leaderboard(self, pool: Pool, page: int) -> Leaderboard:
        """One page of a pool's leaderboard."""
        offset = A_PAGE * page
        ranked, total = await self._database.read(
            lambda connection: leaderboards.leaders(connection, pool, PROVISIONAL_SIGMA, offset, A_PAGE)
        )
        leaders = [
            Leader(offset + number, one.name, rating_info(one.rating), one.games) for number, one in enumerate(ranked, 1)
        ]
        anchors = {level.title: anchor(pool.game, pool.seats, name) for name, level in LEVELS.items()}
        bots = {title: points(rating) for title, rating in anchors.items() if rating}
        return Leaderboard(pool.game, pool.seats, leaders, bots, total, _pages(total))


def rating_info(rating: Rating) -> RatingInfo:
    return RatingInfo(points(rating), uncertainty(rating), is_provisional(rating))


def _pages(total: int) -> int:
    return -(-total // A_PAGE)


def _told(tallies: Sequence[Tally], label: Callable[[tuple[str, int]], str]) -> list[TallyInfo]:
    return [
        TallyInfo(label(cast("tuple[str, int]", one.key)), one.played, one.won, one.drawn, one.played - one.won - one.drawn)
        for one in tallies
    ]


def _streaks(outcomes: Sequence[str]) -> Streaks:
    """From all outcomes, the last one first."""
    runs = [(outcome, len(list(run))) for outcome, run in groupby(outcomes)]
    longest = max((length for outcome, length in runs if outcome == "won"), default=0)
    if not runs:
        return Streaks(None, 0, longest)
    return Streaks(cast(Outcome, runs[0][0]), runs[0][1], longest)


def _game(one: Played) -> PlayedGame:
    row = one.result
    change = None
    if row.number is not None:
        before, after = Rating(row.mu_before, row.sigma_before), Rating(row.mu_after, row.sigma_after)
        change = points(after) - points(before)
    return PlayedGame(
        table=row.table_id,
        game=row.game,
        at=row.at,
        seat=row.seat,
        titles=one.titles,
        outcome=row.outcome,
        place=row.place,
        score=row.score,
        ending=row.ending or "",
        change=change,
    )
