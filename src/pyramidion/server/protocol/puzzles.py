"""What is said about puzzles, and about mistakes that somebody tries to do better."""

from typing import Annotated

import msgspec

from pyramidion.game import Value
from pyramidion.server.protocol.fields import Strict
from pyramidion.server.protocol.socket import Legal


class PuzzleInfo(msgspec.Struct, frozen=True):
    """One of a game's puzzles."""

    game: str
    number: int  # from 1, the easiest first
    of: int  # so many has the game
    rating: int  # how hard it is: about 800 to 2,000


class Task(msgspec.Struct, frozen=True):
    """A position in which the best action is to be found, as whoever is to act sees it."""

    seat: int  # who is to act
    seats: int
    options: dict[str, Value]
    view: msgspec.Raw
    text: str
    legal: list[Legal]


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle: one action is clearly the best."""

    info: PuzzleInfo
    task: Task


class Attempt(Strict, frozen=True):
    """What somebody would do."""

    action: Annotated[str, msgspec.Meta(max_length=200)] = ""  # left out: show me what is best


class Attempted(msgspec.Struct, frozen=True):
    """What the judge thinks of it."""

    is_right: bool  # whether nothing is better
    told: str  # the attempt in words; what is best, if there was none
    reason: str  # what speaks for that, as a hint says it
    win: float  # the seat's chance after it
    lost: float  # so much less than after the best action
    best: str | None  # in notation: told when it was found, or asked for


class Guessed(msgspec.Struct, frozen=True):
    """A piece that a seat couldn't see, and what it could be."""

    seat: int  # whose place it is
    place: str  # in words: large piece
    odds: list[tuple[str, float]]  # the likeliest first
    truth: str  # what it was
