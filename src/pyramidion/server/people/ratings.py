"""Ratings by openskill: from two to eight seats, people and bots on one scale.

A bot's rating is fixed where arena matches have put it (bots/ratings.json): so it anchors the scale, and nobody can
win points from a bot that others have made weak.
"""

from collections.abc import Sequence
from functools import cache

from openskill.models import PlackettLuce

from pyramidion.bots.levels import POINTS, deviations, measured_ratings
from pyramidion.games import find
from pyramidion.server.storage.ratings import Rating

BOTS_SIGMA = 1.0  # how uncertain the arena is at least, after hundreds of games
PROVISIONAL_SIGMA = 6.0  # above it a rating is provisional: for about ten games between two, fifteen among four


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game, from those before it and everybody's place."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]


def anchor(game: str, seats: int, level: str) -> Rating | None:
    """The fixed rating of a bot in a pool, if it was measured there."""
    measured = measured_ratings().get(game, {})
    mu = measured.get(level) if measured and seats == find(game).seats[0] else None
    return None if mu is None else Rating(mu, max(BOTS_SIGMA, deviations().get(game, {}).get(level, 0.0)))


def points(rating: Rating) -> int:
    """A rating as people read it: somebody of whom nothing is known has 1000."""
    return round(POINTS * rating.mu)


def uncertainty(rating: Rating) -> int:
    """How many points a rating may be off, up or down: one standard deviation."""
    return round(POINTS * rating.sigma)


def is_provisional(rating: Rating) -> bool:
    """Whether too little is known to rank somebody."""
    return rating.sigma > PROVISIONAL_SIGMA
