"""Counts for perft.txt, made by the slow rules: `python -m tests.games.senet.perft` writes the file anew."""

from pathlib import Path
from typing import Any, cast

import pyramidion
from tests.games.senet.twin import Twin

FILE = Path(__file__).with_name("perft.txt")

POSITIONS = [
    ("rcrcrcrcrc/10/10 c - - 0", 8),
    ("rcrcrcrcrc/rcrc6/10 c - - 0 pieces=7", 7),
    ("rcrcrcrcrc/10/10 c off - 0 throw_off=yes", 5),
    ("10/4c5/7r1c c 4+1 15 1", 7),
    ("r9/10/c6cc1 c 6 - 1", 7),
    ("10/2rrr1c3/1c2cr1cr1 r - - 99", 7),
    ("10/2rrr1c3/1c2cr1cr1 r - - 99 bounce_skips_water=yes", 7),
    ("10/3r5c/c3cc1rrc c - - 120", 7),
    ("10/3r5c/c3cc1rrc c - - 120 exact_bear_off=yes", 7),
    ("10/3r5c/c3cc1rrc c - - 120 null_bounce=yes", 7),
    ("10/2rrr1c3/1c2cr1cr1 r - - 99 bounce_skips_water=yes null_bounce=yes", 6),
    ("10/10/rcrccr1cr1 c - - 99 null_bounce=yes", 6),
    ("10/10/7crc c 1+1 28 99 null_bounce=yes", 6),
    ("9r/rr1c1ccr1c/2r7 c - - 60 same_row=yes", 7),
    ("4crrr2/10/9c c - - 9", 7),
    ("crrr6/10/5r3c c - - 30", 7),
    ("r9/10/8cc c - - 1997", 8),
]


def twin_of(position: str) -> Twin:
    """The slow rules in a position."""
    play = pyramidion.load("senet", position, dice=None)
    view = play.view()
    twin = Twin(**cast(dict[str, Any], play.options))
    twin.board = {square: "cr"[seat] for square, seat in enumerate(view.squares, start=1) if seat is not None}
    twin.side = "cr"[view.seat]
    twin.doing = {"stuck": "pass"}.get(view.phase, view.phase)
    twin.thrown, twin.left, twin.moved, twin.throws = view.throw, view.left, set(view.moved), view.throws
    return twin


def lines() -> list[str]:
    """A line for each position: the position, then the number of leaves at depth 1, 2, 3, …"""
    return [
        f"{position} ; {' '.join(str(twin_of(position).perft(depth)) for depth in range(1, deepest + 1))}"
        for position, deepest in POSITIONS
    ]


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n")
