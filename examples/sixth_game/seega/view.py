"""Seega for people: a board of squares, which the page and the terminal can draw, and everything in words."""

from collections.abc import Sequence

import msgspec

from pyramidion.squares import Square
from seega.notation import EXAMPLES, name
from seega.rules import (
    CENTRE,
    EMPTY,
    NOWHERE,
    PATIENCE,
    SIDE,
    SQUARES,
    STONES,
    STOP,
    State,
    captures,
    is_over,
    origin,
    stones,
    target,
)

NAMES = ("Sand", "Coal")
MARKS = ("○", "●")


class View(msgspec.Struct, frozen=True):
    """A position of Seega."""

    squares: list[list[Square]]  # from the top row
    stones: list[int]  # on the board, seat by seat
    phase: str  # place, move, over
    seat: int  # who is to act
    chain: str  # the stone that may capture again; empty if there is none
    quiet: int  # moves in a row without a capture
    says: str  # what is to be done now


def view(o: State) -> View:
    """What there is to see, which is all there is."""
    return View(
        squares=[[_square(o, start + column) for column in range(SIDE)] for start in range(0, SQUARES, SIDE)],
        stones=[stones(o, 0), stones(o, 1)],
        phase="over" if is_over(o) else "place" if o.placed < 2 * STONES else "move",
        seat=int(o.seat),
        chain="" if o.chain == NOWHERE else name(int(o.chain)),
        quiet=int(o.quiet),
        says=_status(o),
    )


def _square(o: State, square: int) -> Square:
    stone = int(o.board[square])
    return Square(name(square), None if stone == EMPTY else stone - 1, special=square == CENTRE)


def text(view: View) -> str:
    """The board for a terminal and for a voice, with whose turn it is."""
    rows = [f"{SIDE - number}  {'  '.join(map(_mark, row))}" for number, row in enumerate(view.squares)]
    sides = "     ".join(f"{MARKS[seat]} {NAMES[seat]}: {view.stones[seat]}" for seat in (0, 1))
    return "\n".join([sides, *rows, "   a  b  c  d  e", view.says])


def _mark(square: Square) -> str:
    if square.seat is None:
        return "+" if square.special else "·"
    return MARKS[square.seat]


def _status(o: State) -> str:
    who = NAMES[int(o.seat)]
    if is_over(o):
        return "The game is over."
    if o.placed < 2 * STONES:
        return f"{who}: place a stone."
    if o.chain == NOWHERE:
        return f"{who}: move a stone."
    return f"{who}: capture again with the stone on {name(int(o.chain))}, or stop."


def tell(o: State, seat: int, action: int) -> str:
    """What this action does in the position before it, in words."""
    if action < SQUARES:
        return f"{NAMES[seat]} places a stone on {name(action)}."
    if action == STOP:
        return f"{NAMES[seat]} stops."
    start, goal = origin(action), target(action)
    taken = captures(o, seat, goal)
    told = f" and captures {taken} stone{'s' * (taken > 1)}" if taken else ""
    return f"{NAMES[seat]} {name(start)} → {name(goal)}{told}."


def why_not(o: State, seat: int, action: int) -> str:
    """Why this seat may not do this action now."""
    placing = o.placed < 2 * STONES
    if action == STOP:
        return "you can only stop when a stone may capture again (G-05)"
    if placing != (action < SQUARES):
        return "place all stones first (G-02)" if placing else f"all stones are placed: {EXAMPLES}"
    if placing:
        return "the centre stays empty at first (G-02)" if action == CENTRE else f"{name(action)} is taken"
    return _why_not_moved(o, seat, origin(action), target(action))


def _why_not_moved(o: State, seat: int, start: int, goal: int) -> str:
    if o.board[start] != seat + 1:
        return f"you have no stone on {name(start)}"
    if goal == NOWHERE:
        return f"the board ends at {name(start)}"
    if o.board[goal] != EMPTY:
        return f"{name(goal)} is taken"
    return f"only the stone on {name(int(o.chain))} may move, to capture again (G-05)"


def ending(o: State, names: Sequence[str]) -> str:
    """How a game that is over ended, with these names of the seats."""
    left = [stones(o, seat) for seat in (0, 1)]
    why = f"No stone was captured in {PATIENCE} moves: " if o.quiet >= PATIENCE else ""
    if left[0] == left[1]:
        return f"{why}{left[0]} stones each."
    winner = 0 if left[0] > left[1] else 1
    return f"{why}{names[winner]} has {left[winner]} stones left, {names[1 - winner]} {left[1 - winner]}."
