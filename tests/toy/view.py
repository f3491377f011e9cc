"""The toy game for people."""

from collections.abc import Sequence

import msgspec

from tests.toy.rules import State


class View(msgspec.Struct, frozen=True):
    cards: list[int]
    low: bool


def view(o: State) -> View:
    return View([int(card) for card in o.cards], bool(o.low))


def text(view: View) -> str:
    return str(view)


def tell(o: State, seat: int, action: int) -> str:
    return f"{seat} does {action}"


def why_not(o: State, seat: int, action: int) -> str:
    return "it is not legal"


def ending(o: State, names: Sequence[str]) -> str:
    return f"{names[0]} and {names[1]} are done."
