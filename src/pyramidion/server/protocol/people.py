"""What is told of people: profiles, histories, leaderboards; one struct each."""

from typing import Literal

import msgspec

from pyramidion.server.protocol.rest import TableInfo

Outcome = Literal["won", "lost", "drawn"]


class RatingInfo(msgspec.Struct, frozen=True):
    """A rating: somebody of whom nothing is known has 1000 points."""

    points: int
    uncertainty: int  # points it may be off, up or down: one standard deviation
    is_provisional: bool  # whether too little is known to rank them


class PoolInfo(msgspec.Struct, frozen=True):
    """A rating in one pool: a game with a number of seats."""

    game: str
    seats: int
    rating: RatingInfo
    games: int  # rated ones
    rank: int | None  # among the accounts of the pool; none while it is provisional


class TallyInfo(msgspec.Struct, frozen=True):
    """How somebody has fared in some of their games."""

    label: str
    played: int
    won: int
    drawn: int
    lost: int


class Streaks(msgspec.Struct, frozen=True):
    """Games in a row with one outcome."""

    outcome: Outcome | None  # of the present one; none before the first game
    length: int
    longest_won: int


class Acquaintance(msgspec.Struct, frozen=True):
    """Somebody whom you have met at a table, and how you stand with them."""

    name: str
    is_account: bool  # then there is a profile under this name
    is_muted: bool  # by you
    is_blocked: bool


class Profile(msgspec.Struct, frozen=True):
    """Somebody with an account. Games that were not public are counted and told to themselves alone."""

    user: str
    name: str
    created: int
    is_you: bool
    ratings: list[PoolInfo]
    by_game: list[TallyInfo]
    by_seat: list[TallyInfo]
    by_level: list[TallyInfo]  # against bots
    by_opponent: list[TallyInfo]  # against accounts
    streaks: Streaks
    in_progress: list[TableInfo]


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    at: int
    points: int
    uncertainty: int


class PlayedGame(msgspec.Struct, frozen=True):
    """A game in somebody's history."""

    table: str
    game: str
    at: int
    seat: int
    titles: list[str]  # what everybody was called, seat by seat
    outcome: Outcome
    place: int
    score: float
    ending: str  # a code, if it did not end by its rules
    change: int | None  # of the rating, in points; none if the game was not rated


class PlayedGames(msgspec.Struct, frozen=True):
    """One page of somebody's games, the last one first."""

    games: list[PlayedGame]
    total: int
    pages: int


class Leader(msgspec.Struct, frozen=True):
    """Somebody on a leaderboard."""

    rank: int
    name: str
    rating: RatingInfo
    games: int


class Leaderboard(msgspec.Struct, frozen=True):
    """The best of a pool, and the bots that were measured there."""

    game: str
    seats: int
    leaders: list[Leader]
    bots: dict[str, int]  # what they are called, and their points
    total: int
    pages: int
