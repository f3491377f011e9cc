"""A River in Egypt as text: `K3-4` plays a large black piece to segment 4, then `claim 4` or `no claim`.

Chance draws (`draw G2`), says who goes first (`start m`), and does what is forced: `cannot play`, `no draw`, `must claim`,
`dead end`. Positions are in the sibling `positions`. Pieces are K, R, Y, G, B in notation; with another palette the same
texts are what people at that table read and type.
"""

import re
from unicodedata import normalize

from pyramidion.game import NotAnAction
from pyramidion.games.river.palette import RAINBOW, Palette
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
    State,
)

__all__ = ["dump", "encode", "load", "parse"]

_FIXED = {
    NO_CLAIM: "no claim",
    CANNOT_PLAY: "cannot play",
    NO_DRAW: "no draw",
    MUST_CLAIM: "must claim",
    DEAD_END: "dead end",
}
_NUMBERS = {text: action for action, text in _FIXED.items()}


def encode(o: State | None, action: int, palette: Palette = RAINBOW) -> str:
    """The text of an action; it is the same in every position."""
    if action in _FIXED:
        return _FIXED[action]
    if action < CLAIM:
        return f"{palette.write(action // SEGMENTS)}-{action % SEGMENTS + 1}"
    if action < NO_CLAIM:
        return f"claim {action - CLAIM + 1}"
    return f"draw {palette.write(action - DRAW)}" if action < START else f"start {SEATS[action - START]}"


def parse(o: State, text: str, palette: Palette = RAINBOW) -> int:
    """The action of a text."""
    typed = " ".join(normalize("NFC", text).replace("–", "-").replace("−", "-").split())
    words = typed.lower()
    if words in _NUMBERS:
        return _NUMBERS[words]
    if claim := re.fullmatch(r"claim ([1-9])", words):
        return CLAIM + int(claim[1]) - 1
    if start := re.fullmatch(rf"start ([{SEATS}])", words):
        return START + SEATS.index(start[1])
    if (play := re.fullmatch(r"(\w[123]) ?[- ] ?([1-9])", typed)) and (kind := palette.read(play[1])) is not None:
        return kind * SEGMENTS + int(play[2]) - 1
    if (draw := re.fullmatch(r"(?i:draw) (\w[123])", typed)) and (kind := palette.read(draw[1])) is not None:
        return DRAW + kind
    best = palette.write(0)
    raise NotAnAction(
        f"{text!r} isn't a move in A River in Egypt: write {best}-4 to play {best} to segment 4, claim 4, or no claim"
    )
