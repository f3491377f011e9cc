"""Iriri as text: actions such as `3,0 L`, `0,-2 v SM` and `take 7 LY`. Positions are in the sibling `positions`.

A placement names the first cell that gets a piece (x to the right, y down, from the first piece of the first word), the way
the pieces go (`>` to the right, `v` down; one piece goes nowhere), and their sizes. They go to the empty cells from there.
A take names a place in the dictionary, counted clockwise from 1, and the piece that lies there. No player chooses
`deal SY`, `start B`, `pass`, `skip` and `reshuffle`.
"""

import re

from pyramidion.game import Illegal, NotAnAction
from pyramidion.games.iriri import board, dictionary
from pyramidion.games.iriri.dictionary import MOST_PLACES
from pyramidion.games.iriri.placements import PER_AXIS, PER_CELL, SEQUENCES, parts
from pyramidion.games.iriri.positions import dump, load
from pyramidion.games.iriri.rules import DEAL, PASS, RESHUFFLE, SKIP, START, TAKE, State
from pyramidion.games.iriri.words import COLOUR_LETTERS, SIZE_LETTERS, kind_of, name, place_of

__all__ = ["dump", "encode", "load", "parse", "placement_text", "take_text"]

FORCED = {PASS: "pass", SKIP: "skip", RESHUFFLE: "reshuffle"}
_WAYS = {">": 0, "right": 0, "v": 1, "down": 1}
_PLACEMENT = r"(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*(?:(>|v|right|down)\s*)?([sml]{1,3})"
_EXAMPLES = "write 3,0 L for one piece, 0,-2 > SM or 0,-2 v SML for several, take 7 to take from the dictionary"


def encode(s: State, action: int) -> str:
    """The text of an action in this position."""
    if action in FORCED:
        return FORCED[action]
    if action >= START:
        return f"start {COLOUR_LETTERS[action - START]}"
    if action >= DEAL:
        return f"deal {name(action - DEAL)}"
    if action >= TAKE:
        place = action - TAKE
        return take_text(place, name(dictionary.kind_at(s, place)) if place < s.length else "")
    cell, axis, sequence = parts(action)
    x, y = place_of(cell, board.pieces_at(s))
    return placement_text(x, y, axis, "".join(SIZE_LETTERS[size] for size in SEQUENCES[sequence]))


def take_text(place: int, piece: str) -> str:
    """The text of taking a piece; of a place that the dictionary has no more, without the piece."""
    return f"take {place + 1} {piece}".rstrip()


def placement_text(x: int, y: int, axis: int, sizes: str) -> str:
    """The text of a placement of these sizes that begins there."""
    return f"{x},{y} {'>v'[axis]} {sizes}" if len(sizes) > 1 or axis else f"{x},{y} {sizes}"


def parse(s: State, text: str) -> int:
    """The action of a text in this position."""
    words = text.strip().lower().replace("–", "-").replace("−", "-")
    for action, word in FORCED.items():
        if words == word:
            return action
    if dealt := re.fullmatch(r"deal ([sml][ybrg])", words):
        return DEAL + kind_of(dealt[1].upper())
    if started := re.fullmatch(r"start ([ybrg])", words):
        return START + COLOUR_LETTERS.index(started[1].upper())
    if taken := re.fullmatch(r"(?:take )?\s*(\d{1,2})(?:\s+([sml][ybrg]))?", words, re.ASCII):
        return _parse_take(s, text, int(taken[1]), (taken[2] or "").upper())
    if placed := re.fullmatch(_PLACEMENT, words, re.ASCII):
        return _parse_placement(s, int(placed[1]), int(placed[2]), placed[3], placed[4].upper())
    raise NotAnAction(f"{text!r} isn't a move in Iriri: {_EXAMPLES}")


def _parse_take(s: State, text: str, number: int, piece: str) -> int:
    if not 1 <= number <= MOST_PLACES:
        raise NotAnAction(f"{text!r} isn't a move in Iriri: dictionary places are 1 to {MOST_PLACES}")
    if piece and number <= s.length and name(dictionary.kind_at(s, number - 1)) != piece:
        raise Illegal(f"place {number} of the dictionary has {name(dictionary.kind_at(s, number - 1))}, not {piece}")
    return TAKE + number - 1


def _parse_placement(s: State, x: int, y: int, way: str | None, letters: str) -> int:
    sizes = tuple(SIZE_LETTERS.index(letter) for letter in letters)
    if len(sizes) > 1 and way is None:
        raise NotAnAction(f"which way does {letters} go from {x},{y}? Write {x},{y} > {letters} or {x},{y} v {letters}")
    cell = board.cell_at(x, y)
    if board.near(board.pieces_at(s), cell) != (x, y):
        raise Illegal(f"{x},{y} is too far from everything on the board (I-07)")
    axis = _WAYS[way] if way and len(sizes) > 1 else 0
    return cell * PER_CELL + axis * PER_AXIS + SEQUENCES.index(sizes)
