"""Actions are their numbers."""

from typing import TYPE_CHECKING

from pyramidion.game import NotAnAction

if TYPE_CHECKING:
    from pyramidion.engine.record import Record


def encode(o: "Record", action: int) -> str:
    return str(action)


def parse(o: "Record", text: str) -> int:
    if not text.isdecimal():
        raise NotAnAction(f"{text!r} is no number")
    return int(text)
