"""Seega as text: `b2` places a stone, `b2-b3` moves one, `stop` ends a turn of captures; a position is one line."""

import re

from pyramidion.game import BadPosition, NotAnAction
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
    can_move,
    is_over,
    may_capture_on,
    origin,
    step,
    stones,
    target,
)

SIGNS = ".sc"  # empty, Sand, Coal
FILES = "abcde"
EXAMPLES = "write b2 to place a stone, b2-b3 to move one, or stop"


def name(square: int) -> str:
    """A square's name: a1 is at the bottom left."""
    return f"{FILES[square % SIDE]}{SIDE - square // SIDE}"


def square_of(text: str) -> int:
    """The square of this name."""
    return (SIDE - int(text[1])) * SIDE + FILES.index(text[0])


def encode(o: State, action: int) -> str:
    """An action as text."""
    if action < SQUARES:
        return name(action)
    if action == STOP:
        return "stop"
    goal = target(action)
    return f"{name(origin(action))}-{'edge' if goal == NOWHERE else name(goal)}"


def parse(o: State, text: str) -> int:
    """The action that a text means."""
    words = text.strip().lower()
    if words == "stop":
        return STOP
    squares = re.fullmatch(r"([a-e][1-5])(?:-([a-e][1-5]))?", words)
    if not squares:
        raise NotAnAction(f"{text!r} isn't a move in Seega: {EXAMPLES}")
    start = square_of(squares[1])
    if not squares[2]:
        return start
    for direction in range(4):
        if step(start, direction) == square_of(squares[2]):
            return SQUARES + 4 * start + direction
    raise NotAnAction(
        f"a stone moves to the next square, up, down, left or right (G-04): not from {squares[1]} to {squares[2]}"
    )


def dump(s: State) -> str:
    """The rows from the top, who is to act, stones placed, quiet moves, and the stone that may capture again."""
    rows = "/".join("".join(SIGNS[stone] for stone in s.board[start : start + SIDE]) for start in range(0, SQUARES, SIDE))
    chain = "-" if s.chain == NOWHERE else name(int(s.chain))
    return f"{rows} {SIGNS[int(s.seat) + 1]} {int(s.placed)} {int(s.quiet)} {chain}"


def load(s: State, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = re.fullmatch(r"((?:[.sc]{5}/){4}[.sc]{5}) ([sc]) (\d{1,2}) (\d{1,2}) (-|[a-e][1-5])", text)
    if not fields:
        raise BadPosition(
            f"a position of Seega is five rows of ., s and c, then the side, two numbers and - or a square: {text!r}"
        )
    s.board[:] = [SIGNS.index(sign) for sign in fields[1].replace("/", "")]
    s.seat = SIGNS.index(fields[2]) - 1
    if int(fields[3]) > 2 * STONES or int(fields[4]) > PATIENCE:
        raise BadPosition(f"at most {2 * STONES} stones are placed, and at most {PATIENCE} moves in a row are quiet")
    s.placed, s.quiet = int(fields[3]), int(fields[4])
    s.chain = NOWHERE if fields[5] == "-" else square_of(fields[5])
    _check(s)


def _check(s: State) -> None:
    counts = [stones(s, seat) for seat in (0, 1)]
    if s.placed < 2 * STONES:
        _check_placing(s, counts)
    elif max(counts) > STONES:
        raise BadPosition(f"each side has {STONES} stones, not {max(counts)}")
    elif not is_over(s) and not can_move(s, int(s.seat)):
        raise BadPosition("the side to move can't, so it would be the other side's turn (G-07)")
    elif s.chain != NOWHERE and (
        s.quiet or s.board[s.chain] != s.seat + 1 or not may_capture_on(s, int(s.seat), int(s.chain))
    ):
        raise BadPosition(f"the stone on {name(int(s.chain))} can't capture again now")


def _check_placing(s: State, counts: list[int]) -> None:
    placed = int(s.placed)
    first = placed // 4 * 2 + min(placed % 4, 2)
    turn = 0 if placed % 4 < 2 else 1
    if counts != [first, placed - first] or s.seat != turn or s.board[CENTRE] != EMPTY or s.quiet or s.chain != NOWHERE:
        raise BadPosition(
            f"after {placed} stones, {first} are Sand's and {placed - first} Coal's, and none is on the centre"
        )
