"""The balance lab: what is to be measured, and what is found."""

from typing import Annotated, Literal

import msgspec

from pyramidion.game import Value
from pyramidion.server.protocol.fields import Strict

MOST_GAMES = 100_000

Options = Annotated[dict[str, Value], msgspec.Meta(max_length=40)]
BotName = Annotated[str, msgspec.Meta(max_length=40)]


class NewSurvey(Strict, frozen=True):
    """Games that are to be played and measured: of one variant, or of two that are to be compared."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    variants: Annotated[list[Options], msgspec.Meta(min_length=1, max_length=2)] = msgspec.field(
        default_factory=lambda: [{}]
    )
    seats: int | None = None
    bots: Annotated[list[BotName], msgspec.Meta(min_length=1, max_length=8)] = msgspec.field(
        default_factory=lambda: ["uniform"]  # one for all seats, or one for each
    )
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = 10_000  # of each variant
    seed: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)] = 0


class LabFigure(msgspec.Struct, frozen=True):
    """A measured number with its 95 % interval; null where nothing is known yet."""

    name: str
    value: float | None
    low: float | None
    high: float | None
    n: int  # how many games, or whatever was counted, it comes from
    unit: str
    note: str


class LabComparison(msgspec.Struct, frozen=True):
    """The second variant's metric less the first's, game by game on the same seeds."""

    metric: str
    difference: LabFigure
    verdict: Literal["different", "the same within the margin", "no game differs", "not decided"]
    looks: int  # so far
    error: float  # how often this may be wrong, in all its looks together


class SurveyNews(msgspec.Struct, frozen=True):
    """How far a survey is, and what it says by now."""

    games: int  # that were played of each variant
    figures: list[list[LabFigure]]  # of each variant
    comparisons: list[LabComparison]  # of two variants, as they were at the last look
    cpu_seconds: float  # that were spent on it since the news before
    ended: Literal["", "all", "time", "another", "closed", "trouble"] = ""  # why no more is coming
