"""Senet as text: actions such as `10-12`, `29-off`, `throw 4`, and positions on one line.

A position has five fields: the squares 1 … 30 in three rows along the track (`c` a cone, `r` a reel, a number for so many
empty squares), whose turn it is, the throw, the squares of pieces that this throw has moved already, and the throws so far:

    rcrcrcrcrc/10/10 c - - 0          the start, before the first throw
    4rcrcr1/1c8/5crr2 r 6+2 15 40     reels threw 6, a piece left 2 of it, and that piece stands on 15
    10/2c7/7cr1 c 1+1 28 60           cones threw 1, and the piece on 28 bounced back to 28 (option null_bounce)

The throw is `-` before it is thrown; `off` and `off:3` in the throw-off, before and after the first side's throw.
"""

import re

from pyramidion.game import BadPosition, Illegal, NotAnAction
from pyramidion.games.senet import rules
from pyramidion.games.senet.rules import LAST, PASS, STOP, THROW, WATER, State

SIDES = "cr"
_EXAMPLES = "write 10-12, 29-off, just 10, or stop"


def encode(s: State, action: int) -> str:
    """The text of an action in this position."""
    if action == STOP:
        return "stop"
    if action == PASS:
        return "pass"
    if action > LAST:
        return f"throw {action - THROW}"
    return write_move(action, aim(s, action))


def write_move(square: int, target: int) -> str:
    """The text of moving a piece."""
    return f"{square}-{'off' if target > LAST else target}"


def aim(s: State, square: int) -> int:
    """The square that the throw, or what is left of it, sends a piece to; over 30 is off the board."""
    return square - int(s.left) if s.backward else square + int(s.left)


def parse(s: State, text: str) -> int:
    """The action of a text in this position."""
    words = text.strip().lower().replace("–", "-").replace("−", "-")
    if words in ("stop", "pass"):
        return STOP if words == "stop" else PASS
    if thrown := re.fullmatch(r"throw ([12346])", words):
        return THROW + int(thrown[1])
    move = re.fullmatch(r"(\d{1,2})(?:\s*-\s*(\d{1,2}|off))?", words)
    if not move or not 1 <= int(move[1]) <= LAST:
        raise NotAnAction(f"{text!r} isn't a move in Senet: {_EXAMPLES}")
    square = int(move[1])
    if move[2] and s.left and int(s.army[s.seat]) >> square & 1:
        _check_target(s, square, move[2])
    return square


def _check_target(s: State, square: int, target: str) -> None:
    right = aim(s, square)
    if target == ("off" if right > LAST else str(right)):
        return
    if s.backward:
        raise Illegal(
            f"no piece can move forward {int(s.left)}, so one must move back: from {square} to {right}, not to {target}"
        )
    goes = "bears off" if right > LAST else f"moves to {right}"
    raise Illegal(f"with a {int(s.left)}, the piece on {square} {goes}, not {'off' if target == 'off' else f'to {target}'}")


def dump(s: State) -> str:
    """A position as one line of text."""
    squares = "".join("r" if s.army[1] >> q & 1 else "c" if s.army[0] >> q & 1 else "." for q in range(1, 31))
    rows = "/".join(_shorten(squares[i : i + 10]) for i in (0, 10, 20))
    moved = ",".join(str(q) for q in range(1, 31) if int(s.moved) >> q & 1) or "-"
    return f"{rows} {SIDES[int(s.seat)]} {_dump_throw(s)} {moved} {int(s.throws)}"


def _shorten(row: str) -> str:
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def _dump_throw(s: State) -> str:
    if s.phase == rules.THROW_OFF:
        return f"off:{s.throw}" if s.throw else "off"
    if not s.throw:
        return "-"
    return f"{s.throw}+{s.left}" if rules.is_remainder(s) else str(s.throw)


def load(s: State, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = text.split()
    if len(fields) != 5:
        raise BadPosition(f"a position of Senet has five fields (squares, side, throw, moved, throws), not {len(fields)}")
    squares, side, throw, moved, throws = fields
    _load_squares(s, squares)
    if side not in ("c", "r"):
        raise BadPosition(f"the side to throw or move is c or r, not {side!r}")
    s.seat = SIDES.index(side)
    if not throws.isdecimal() or int(throws) > rules.MOST_THROWS:
        raise BadPosition(f"the number of throws is 0 to {rules.MOST_THROWS}, not {throws!r}")
    s.throws = int(throws)
    _load_throw(s, throw, moved)


def _load_squares(s: State, text: str) -> None:
    rows = [re.sub(r"\d+", lambda run: "." * min(int(run[0]), 11), row) for row in text.split("/")]
    if [len(row) for row in rows] != [10, 10, 10] or set("".join(rows)) - set("cr."):
        raise BadPosition(f"{text!r}: the squares are three rows of ten, with c, r and numbers of empty squares")
    squares = "".join(rows)
    if squares[WATER - 1] != ".":
        raise BadPosition("no piece can be on 27, the water")
    for seat, side in enumerate(SIDES):
        if squares.count(side) > s.pieces:
            raise BadPosition(f"there are {squares.count(side)} pieces {side}, but each side has only {s.pieces}")
        s.army[seat] = sum(1 << q for q, piece in enumerate(squares, start=1) if piece == side)
    if not s.army.any():
        raise BadPosition("both sides have no pieces left: only one of them can have finished")


def _load_throw(s: State, throw: str, moved: str) -> None:
    if throw.startswith("off"):
        _load_throw_off(s, throw)
    elif throw == "-":
        s.phase = rules.TO_THROW if s.army.all() and s.throws < rules.MOST_THROWS else rules.OVER
    else:
        _load_move(s, throw)
    _load_moved(s, moved, is_partial="+" in throw)


def _load_throw_off(s: State, text: str) -> None:
    first = re.fullmatch(r"off(?::([12346]))?", text)
    if s.phase != rules.THROW_OFF:
        raise BadPosition("a throw-off is only for games with the option throw_off")
    if not first or bool(first[1]) != bool(s.seat) or s.throws % 2 != s.seat:
        raise BadPosition(f"{text!r}: the throw-off is 'off' before the cones throw and, say, 'off:3' before the reels do")
    s.throw = int(first[1] or 0)


def _load_move(s: State, text: str) -> None:
    numbers = re.fullmatch(r"([12346])(?:\+([1-6]))?", text)
    if not numbers or int(numbers[2] or 0) >= int(numbers[1]) + int(s.null_bounce):  # which may leave all of it
        raise BadPosition(f"{text!r}: the throw is - or 1, 2, 3, 4, 6, with what's left as in 6+2")
    if not s.army.all() or s.throws == 0:
        raise BadPosition(f"there can't be a throw of {text} to play: the game is over or hasn't started")
    s.throws -= 1  # the rules count it again
    rules.throw(s, int(numbers[1]))
    if numbers[2]:
        s.left = int(numbers[2])


def _load_moved(s: State, text: str, *, is_partial: bool) -> None:
    squares = [] if text == "-" else text.split(",")
    if not all(q.isdecimal() and int(s.army[s.seat]) >> int(q) & 1 for q in squares) or (squares and not is_partial):
        raise BadPosition(f"{text!r}: moved pieces must be squares of the side to move, and only with part of a throw left")
    if is_partial:
        _load_partial(s, [int(q) for q in squares])


def _load_partial(s: State, moved: list[int]) -> None:
    if s.left == s.throw and not (moved and all(_bounces_back(s, q) for q in moved)):
        raise BadPosition(
            "the whole throw is left only if pieces bounced back to where they stand: name their squares (S-24)"
        )
    s.moved = sum(1 << q for q in moved)
    s.backward, s.phase = 0, rules.TO_MOVE
    s.movers = rules.find_movers(s)
    if not s.movers:
        raise BadPosition(f"no piece can use the {int(s.left)} left, so the turn would be over")


def _bounces_back(s: State, square: int) -> bool:
    others = int(s.army[0]) | int(s.army[1])
    return bool(rules.landing(s, others & ~(1 << square), square + int(s.throw)) == square)
