"""Results: what a finished game was for everybody who sat there."""

from collections.abc import Sequence

from pyramidion.server.people.ratings import anchor, rate
from pyramidion.server.storage.ratings import Rating
from pyramidion.server.storage.results import Outcome, Rated, Result, SeatResult
from pyramidion.server.storage.tables import Seat, TableMeta


def result_of(table_id: str, meta: TableMeta, at: int) -> Result:
    """The result of a game that has just ended. Whoever left it for good comes last, however the bot played on."""
    scores = meta.scores or [0.0] * len(meta.seats)
    places = _places([(not seat.departed, score) for seat, score in zip(meta.seats, scores, strict=True)])
    return Result(
        table_id=table_id,
        game=meta.game,
        at=at,
        ending=meta.ending.code if meta.ending else None,
        ending_seat=meta.ending.seat if meta.ending else None,
        seats=[
            _seat_result(number, seat, scores[number], places[number], _outcome(places[number], places))
            for number, seat in enumerate(meta.seats)
        ],
        rated=Rated(rate, _anchors(meta)) if meta.rated else None,
    )


def _anchors(meta: TableMeta) -> list[Rating | None]:
    """Bots' fixed ratings, seat by seat. A bot that plays on for somebody is not rated: they are."""
    return [anchor(meta.game, len(meta.seats), seat.bot) if seat.bot and not seat.departed else None for seat in meta.seats]


def _places(standings: Sequence[tuple[bool, float]]) -> list[int]:
    """1 for the best; those who are even share a place."""
    return [1 + sum(other > own for other in standings) for own in standings]


def _outcome(place: int, places: Sequence[int]) -> Outcome:
    if max(places) == 1:
        return "drawn"
    return "won" if place == 1 else "lost"


def _seat_result(number: int, seat: Seat, score: float, place: int, outcome: Outcome) -> SeatResult:
    user = seat.user or seat.departed
    return SeatResult(number, user, None if user else seat.bot, score, place, outcome, departed=bool(seat.departed))
