"""The toy game as text."""

from pyramidion.engine.record import UNKNOWN
from pyramidion.game import BadPosition, NotAnAction
from tests.toy.rules import State

WORDS = ["0", "1", "2", "3", "high", "low"]


def encode(s: State, action: int) -> str:
    return WORDS[action]


def parse(s: State, text: str) -> int:
    if text not in WORDS:
        raise NotAnAction(f"{text!r} is none of {WORDS}")
    return WORDS.index(text)


def dump(s: State) -> str:
    return f"{s.cards[0]} {s.cards[1]} {s.turn} {s.low}"


def load(s: State, text: str) -> None:
    try:
        s.cards[0], s.cards[1], s.turn, s.low = map(int, text.split())
    except ValueError as error:
        raise BadPosition(f"a position is four numbers, not {text!r}") from error
    assert s.cards[0] >= UNKNOWN
