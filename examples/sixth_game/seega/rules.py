"""The rules of Seega, as RULES.md tells them: nothing is hidden, and chance has no part in it."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import EVERYONE
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record, int8

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

SIDE = 5
SQUARES = SIDE * SIDE
CENTRE = SQUARES // 2
STONES = 12  # of each seat
PATIENCE = 40  # moves in a row without a capture, after which the game is over
EMPTY = 0

# Actions: a square to place a stone, then SQUARES + 4 * square + direction to move one, then STOP.
UP, RIGHT, DOWN, LEFT = range(4)
STOP = SQUARES * 5
NOWHERE = -1


class State(Record):
    """A position of Seega."""

    board = int8(SQUARES, most=2)  # 0 empty, 1 first seat, 2 second
    seat = int8(most=1)  # who is to act
    placed = int8(most=2 * STONES)  # stones that have been placed
    chain = int8(most=SQUARES - 1, least=NOWHERE)  # the stone that has just captured and may again
    quiet = int8(most=PATIENCE)  # moves in a row without a capture
    refuge = int8(most=1)  # option: 1 if a stone on the centre is safe


@compiled
def setup(s: State, seats: int, options: "Numbers") -> None:
    s.chain = NOWHERE
    s.refuge = 1 - options[0]


@compiled
def actors(s: State) -> int:
    return 0 if is_over(s) else 1 << int(s.seat)


@compiled
def legal(s: State, seat: int, out: "Numbers") -> int:
    if seat != s.seat or is_over(s):
        return 0
    if s.placed < 2 * STONES:
        return _legal_places(s, out)
    count = _legal_moves(s, seat, out)
    if s.chain != NOWHERE:
        out[count] = STOP
        count += 1
    return count


@compiled
def apply(s: State, seat: int, action: int) -> None:
    if action < SQUARES:
        _place(s, seat, action)
    elif action == STOP:
        _end_turn(s)
    else:
        _move(s, seat, origin(action), target(action))


@compiled
def chance(s: State, random: "Random") -> int:
    return 0  # it never acts


@compiled
def odds(s: State, out: "Numbers", weights: "Numbers") -> int:
    return 0


@compiled
def audience(s: State, seat: int, action: int) -> int:
    return EVERYONE


@compiled
def observe(s: State, eyes: int, o: State) -> None:
    copy(o, s)


@compiled
def sample(o: State, random: "Random") -> None:
    pass  # nothing is unknown


@compiled
def score(s: State, seat: int) -> int:
    own, other = stones(s, seat), stones(s, 1 - seat)
    return 2 if own > other else 1 if own == other else 0


# Placing


@compiled
def _legal_places(s: State, out: "Numbers") -> int:
    count = 0
    for square in range(SQUARES):
        if square != CENTRE and s.board[square] == EMPTY:
            out[count] = square
            count += 1
    return count


@compiled
def _place(s: State, seat: int, square: int) -> None:
    """Two stones each in turn; who has placed the last two lets the other begin (G-03)."""
    s.board[square] = seat + 1
    s.placed += 1
    if s.placed % 2 == 0:
        s.seat = 1 - seat
    if s.placed == 2 * STONES:
        _let_the_able_move(s)


# Moving


@compiled
def _legal_moves(s: State, seat: int, out: "Numbers") -> int:
    count = 0
    for square in range(SQUARES):
        if s.board[square] == seat + 1 and (s.chain == NOWHERE or s.chain == square):
            for direction in range(4):
                if _may_step(s, seat, square, direction):
                    out[count] = SQUARES + 4 * square + direction
                    count += 1
    return count


@compiled
def _may_step(s: State, seat: int, square: int, direction: int) -> bool:
    goal = step(square, direction)
    if goal == NOWHERE or s.board[goal] != EMPTY:
        return False
    return s.chain == NOWHERE or captures(s, seat, goal) > 0


@compiled
def _move(s: State, seat: int, start: int, goal: int) -> None:
    s.board[start] = EMPTY
    s.board[goal] = seat + 1
    if _capture(s, seat, goal):
        s.quiet = 0
        s.chain = goal
        if not may_capture_on(s, seat, goal):
            _end_turn(s)
    else:
        s.quiet += 1
        _end_turn(s)


@compiled
def may_capture_on(s: State, seat: int, square: int) -> bool:
    """Whether the stone that has just captured may do so again: `chain` is its square."""
    count = 0
    for direction in range(4):
        count += _may_step(s, seat, square, direction)
    return count > 0


@compiled
def _end_turn(s: State) -> None:
    s.chain = NOWHERE
    s.seat = 1 - s.seat
    _let_the_able_move(s)


@compiled
def _let_the_able_move(s: State) -> None:
    """Who has stones but can move none of them passes (G-07)."""
    if not is_over(s) and not can_move(s, int(s.seat)):
        s.seat = 1 - s.seat


@compiled
def can_move(s: State, seat: int) -> bool:
    """Whether any stone of a seat has room."""
    for square in range(SQUARES):
        if s.board[square] == seat + 1:
            for direction in range(4):
                goal = step(square, direction)
                if goal != NOWHERE and s.board[goal] == EMPTY:
                    return True
    return False


# Capturing


@compiled
def _capture(s: State, seat: int, square: int) -> int:
    """Take every stone that is now between this one and another one of the same seat."""
    count = 0
    for direction in range(4):
        if _is_caught(s, seat, square, direction):
            s.board[step(square, direction)] = EMPTY
            count += 1
    return count


@compiled
def captures(s: State, seat: int, goal: int) -> int:
    """How many stones a move to this square would take."""
    count = 0
    for direction in range(4):
        if _is_caught(s, seat, goal, direction):
            count += 1
    return count


@compiled
def _is_caught(s: State, seat: int, square: int, direction: int) -> bool:
    between = step(square, direction)
    beyond = step(between, direction)
    if beyond == NOWHERE or (between == CENTRE and s.refuge):
        return False
    return bool(s.board[between] == 2 - seat and s.board[beyond] == seat + 1)


# What the other modules ask


@compiled
def step(square: int, direction: int) -> int:
    """The next square in a direction; NOWHERE beyond the edge."""
    row, column = square // SIDE, square % SIDE
    if square == NOWHERE:
        return NOWHERE
    if direction == UP:
        return square - SIDE if row > 0 else NOWHERE
    if direction == DOWN:
        return square + SIDE if row < SIDE - 1 else NOWHERE
    if direction == RIGHT:
        return square + 1 if column < SIDE - 1 else NOWHERE
    return square - 1 if column > 0 else NOWHERE


@compiled
def origin(action: int) -> int:
    """From where an action moves a stone."""
    return (action - SQUARES) // 4


@compiled
def target(action: int) -> int:
    """Whereto; NOWHERE if that is no square."""
    return step(origin(action), (action - SQUARES) % 4)


@compiled
def stones(s: State, seat: int) -> int:
    """A seat's stones on the board."""
    count = 0
    for square in range(SQUARES):
        if s.board[square] == seat + 1:
            count += 1
    return count


@compiled
def is_over(s: State) -> bool:
    """One stone alone captures nothing (G-08), and who captures nothing for long doesn't want to (G-09)."""
    if s.placed < 2 * STONES:
        return False
    return s.quiet >= PATIENCE or stones(s, 0) < 2 or stones(s, 1) < 2
