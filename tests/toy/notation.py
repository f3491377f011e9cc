"""The toy game as text."""

from typing import Any

from pyramidion.engine.record import UNKNOWN
from pyramidion.game import BadPosition, NotAnAction

WORDS = ["0", "1", "2", "3", "high", "low"]


def encode(s: Any, action: int) -> str:
    return WORDS[action]


def parse(s: Any, text: str) -> int:
    if text not in WORDS:
        raise NotAnAction(f"{text!r} is none of {WORDS}")
    return WORDS.index(text)


def dump(s: Any) -> str:
    return f"{s.cards[0]} {s.cards[1]} {s.turn} {s.low}"


def load(s: Any, text: str) -> None:
    try:
        s.cards[0], s.cards[1], s.turn, s.low = map(int, text.split())
    except ValueError as error:
        raise BadPosition(f"a position is four numbers, not {text!r}") from error
    assert s.cards[0] >= UNKNOWN
