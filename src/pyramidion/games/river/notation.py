"""A River in Egypt as text: `K3-4` plays a large black piece to segment 4, then `claim 4` or `no claim`.

Chance draws (`draw G2`), says who begins (`start m`), and does what is forced: `cannot play`, `no draw`, `must claim`,
`dead end`. Positions are in the sibling `positions`.
"""

import re
from typing import Any

from pyramidion.game import NotAnAction
from pyramidion.games.river.positions import dump, load
from pyramidion.games.river.rivers import SEATS, SEGMENTS
from pyramidion.games.river.rules import (
    CANNOT_PLAY,
    CLAIM,
    DEAD_END,
    DRAW,
    MUST_CLAIM,
    NO_CLAIM,
    NO_DRAW,
    START,
)
from pyramidion.games.river.sets import NAMES

__all__ = ["dump", "encode", "load", "parse"]

_FIXED = {
    NO_CLAIM: "no claim",
    CANNOT_PLAY: "cannot play",
    NO_DRAW: "no draw",
    MUST_CLAIM: "must claim",
    DEAD_END: "dead end",
}
_NUMBERS = {text: action for action, text in _FIXED.items()}


def encode(o: Any, action: int) -> str:
    """The text of an action; it is the same in every position."""
    if action in _FIXED:
        return _FIXED[action]
    if action < CLAIM:
        return f"{NAMES[action // SEGMENTS]}-{action % SEGMENTS + 1}"
    if action < NO_CLAIM:
        return f"claim {action - CLAIM + 1}"
    return f"draw {NAMES[action - DRAW]}" if action < START else f"start {SEATS[action - START]}"


def parse(o: Any, text: str) -> int:
    """The action of a text."""
    words = " ".join(text.lower().replace("–", "-").replace("−", "-").split())
    if words in _NUMBERS:
        return _NUMBERS[words]
    if play := re.fullmatch(r"([krygb][123]) ?[- ] ?([1-9])", words):
        return NAMES.index(play[1].upper()) * SEGMENTS + int(play[2]) - 1
    if claim := re.fullmatch(r"claim ([1-9])", words):
        return CLAIM + int(claim[1]) - 1
    if draw := re.fullmatch(r"draw ([krygb][123])", words):
        return DRAW + NAMES.index(draw[1].upper())
    if start := re.fullmatch(rf"start ([{SEATS}])", words):
        return START + SEATS.index(start[1])
    raise NotAnAction(f"{text!r} is no action of A River in Egypt: write K3-4 to play K3 to segment 4, claim 4, or no claim")
