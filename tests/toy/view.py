"""The toy game for people."""

from typing import Any

import msgspec


class View(msgspec.Struct, frozen=True):
    cards: list[int]
    low: bool


def view(o: Any) -> View:
    return View([int(card) for card in o.cards], bool(o.low))


def text(view: View) -> str:
    return str(view)


def tell(o: Any, seat: int, action: int) -> str:
    return f"{seat} does {action}"


def why_not(o: Any, seat: int, action: int) -> str:
    return "it is not legal"
