"""Senet for people: the view that pages draw, the board as text, what happened in words, and why something isn't legal."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from pyramidion.engine import bits
from pyramidion.games.senet import rules
from pyramidion.games.senet.fates import fates
from pyramidion.games.senet.notation import aim, write_move
from pyramidion.games.senet.rules import FIRST_ROW, LAST, PASS, STOP, THROW, WATER, State
from pyramidion.wording import counted

NAMES = ("Cones", "Reels")
ONE = ("Cone", "Reel")
MARKS = ("▲", "●")
PHASES = {
    rules.OVER: "over",
    rules.TO_THROW: "throw",
    rules.TO_MOVE: "move",
    rules.STUCK: "stuck",
    rules.THROW_OFF: "throw off",
}


class Move(msgspec.Struct, frozen=True):
    """What a legal move would do."""

    action: int
    text: str
    start: int
    target: int  # where the throw sends the piece; over 30 is off the board
    reached: int  # where it stops: behind the target after a bounce; 27 if it drowns; 0 if it is borne off
    end: int  # where it stands afterwards; 0 if it is borne off
    swaps: bool  # whether an opponent's piece goes to the start square
    left: int  # what another piece may use


class View(msgspec.Struct, frozen=True):
    """A position of Senet."""

    squares: list[int | None]  # squares 1 … 30: the seat whose piece stands there
    pieces: int  # each side's army at the start
    home: list[int]  # pieces that each seat has borne off
    phase: str  # throw, move, stuck, throw off, over
    seat: int  # who throws or moves
    throw: int  # 0 before it
    left: int  # how far the next piece goes
    backward: bool
    moved: list[int]  # squares of pieces that this throw has moved already
    moves: list[Move]
    may_stop: bool
    throws: int
    winner: int | None


def view(o: State) -> View:
    """What there is to see, which is all there is."""
    army = [int(o.army[0]), int(o.army[1])]
    return View(
        squares=[0 if army[0] >> q & 1 else 1 if army[1] >> q & 1 else None for q in range(1, 31)],
        pieces=int(o.pieces),
        home=[int(o.pieces) - side.bit_count() for side in army],
        phase=PHASES[int(o.phase)],
        seat=int(o.seat),
        throw=int(o.throw),
        left=int(o.left),
        backward=bool(o.backward),
        moved=_squares(int(o.moved)),
        moves=[_describe(*fate) for fate in fates(o)],
        may_stop=_may_stop(o),
        throws=int(o.throws),
        winner=army.index(0) if o.phase == rules.OVER and 0 in army else None,
    )


def _squares(set_of_squares: int) -> list[int]:
    return [q for q in range(1, 31) if set_of_squares >> q & 1]


def _may_stop(o: State) -> bool:
    return bool(o.phase == rules.TO_MOVE and rules.is_remainder(o))


def describe(o: State, square: int) -> Move:
    """What moving the piece on this square does."""
    return _describe(square, *rules.fate(o, square))


@lru_cache(maxsize=8192)
def _describe(square: int, target: int, reached: int, end: int, swaps: int, left: int) -> Move:
    return Move(
        action=square,
        text=write_move(square, target),
        start=square,
        target=target,
        reached=0 if target > LAST else reached,
        end=end,
        swaps=bool(swaps),
        left=left,
    )


def text(view: View) -> str:
    """The board for a terminal and for a voice, with whose turn it is."""
    sides = "     ".join(f"{MARKS[seat]} {NAMES[seat]}: {view.home[seat]} of {view.pieces} off" for seat in (0, 1))
    return "\n".join([sides, *_board(view), _status(view)])


def _board(view: View) -> list[str]:
    rows = [list(range(1, 11)), list(range(20, 10, -1)), list(range(21, 31))]
    rule = ["─" * 5] * 10
    lines = ["┌" + "┬".join(rule) + "┐"]
    for row, arrow in zip(rows, ("→", "←", "→ off"), strict=True):
        lines.append("│" + "│".join(f"{q:>3}{_sign(q)} " for q in row) + "│")
        lines.append("│" + "│".join(f"  {_mark(view, q)}  " for q in row) + "│ " + arrow)
        lines.append("├" + "┼".join(rule) + "┤")
    lines[-1] = "└" + "┴".join(rule) + "┘"
    return [*lines, "* safe square   ~ water   ^ where a drowned piece returns"]


def _sign(square: int) -> str:
    if square == WATER:
        return "~"
    return "*" if rules.SAFE >> square & 1 else "^" if square == rules.REFUGE else " "


def _mark(view: View, square: int) -> str:
    seat = view.squares[square - 1]
    if seat is None:
        return "≈" if square == WATER else "·"
    return MARKS[seat]


def _status(view: View) -> str:
    name = NAMES[view.seat]
    if view.phase == "over":
        return "Draw." if view.winner is None else f"{NAMES[view.winner]} won."
    if view.phase == "throw off":
        return f"Throwing to see who goes first: {name}."
    if view.phase == "throw":
        return f"{name}: throw the sticks."
    if view.phase == "stuck":
        return f"{name} threw {view.throw} and can't move."
    if view.may_stop:
        left = "the whole throw" if view.left == view.throw else f"the {view.left} left"
        return f"{name} threw {view.throw}: another piece may use {left}."
    return f"{name} threw {view.throw}{' and must move a piece back' if view.backward else ''}."


def tell(o: State, seat: int, action: int) -> str:
    """What this action does in the position before it, in words."""
    name = NAMES[int(o.seat)]
    if action == PASS:
        return f"{name} can't move, so their turn ends."
    if action == STOP:
        return f"{name} leave {int(o.left)} unused."
    if action > LAST:
        again = o.phase != rules.THROW_OFF and action - THROW not in (2, 3)
        return f"{name} throw {action - THROW}{' and will throw again' if again else ''}."
    move = describe(o, action)
    return f"{_tell_move(move, int(o.seat))}{_tell_left(move, int(o.throw))}."


def _tell_move(move: Move, seat: int) -> str:
    if move.target > LAST:
        return f"A {ONE[seat]} bears off from {move.start}"
    words = f"{NAMES[seat]} {move.start} → {move.target}"
    if move.end == move.start:
        words += f", taken, so it stays on {move.start}"
    elif move.reached != move.target:
        words += f", taken, bouncing back to {move.reached}"
    if move.reached == WATER:
        words += f", into the water and back to {move.end}"
    if move.swaps:
        words += f", sending the {ONE[1 - seat]} back to {move.start}"
    return words


def _tell_left(move: Move, throw: int) -> str:
    if move.left == throw:
        return ", and another piece may use the whole throw"
    return f", with {move.left} left for another piece" if move.left else ""


def reason(o: State, seat: int, action: int) -> str:
    """What speaks for a move, or against it."""
    if not 1 <= action <= LAST:
        return ""
    move = describe(o, action)
    if not move.end:
        left = bits.count(int(o.army[seat])) - 1
        return f"Bears a piece off: {left} to go" if left else "Bears the last piece off and wins"
    if move.reached == WATER:
        return f"Falls into the water, back to {move.end}"
    if blocked := _newly_blocked(o, seat, move):
        return f"Makes a block in front of {counted(blocked, 'piece')} of theirs"
    if move.swaps:
        return _swap_reason(move, ONE[1 - seat])
    return f"{move.left} left for another piece" if move.left else ""


def _swap_reason(move: Move, foe: str) -> str:
    back = move.end - move.start
    return f"Sends a {foe} back {counted(back, 'square')}" if back > 0 else f"Swaps places with a {foe}"


def _newly_blocked(o: State, seat: int, move: Move) -> int:
    """How many of the other's pieces can't pass a block that a move makes."""
    own, foe = int(o.army[seat]), int(o.army[1 - seat])
    start, end = 1 << move.start, 1 << move.end
    made = rules.block(rules.neighbours(o, own & ~start | end)) & ~rules.block(rules.neighbours(o, own))
    if move.swaps:
        foe = foe & ~end | start
    return bits.count(foe & ((made & -made) - 1)) if made else 0


def ending(o: State, names: Sequence[str]) -> str:
    """How a game that is over ended, with these names of the seats."""
    left = [bits.count(int(side)) for side in o.army]
    if all(left):
        return f"Nobody finished within {rules.MOST_THROWS:,} throws."
    winner = left.index(0)
    return f"{names[winner]} bore off all {int(o.pieces)} pieces. {names[1 - winner]} had {left[1 - winner]} left."


def why_not(o: State, seat: int, action: int) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling where there is one."""
    if action == PASS or action > LAST:
        return "throws and passes happen automatically"
    if action == STOP:
        return "you can only stop with part of a throw left: a throw must be played if possible (S-09)"
    own, foe, bit = int(o.army[seat]), int(o.army[1 - seat]), 1 << action
    if not own & bit:
        return f"you have no piece on {action}"
    if int(o.moved) & bit:
        return f"the piece on {action} has already moved: what's left is for another piece (S-25, S-26)"
    return _why_not_there(o, action, aim(o, action), own, foe)


def _why_not_there(o: State, square: int, target: int, own: int, foe: int) -> str:
    links = rules.neighbours(o, foe)
    between = range(target, square) if o.backward else range(square + 1, min(target, LAST) + 1)
    wall = [q for q in between if q > 0 and rules.block(links) >> q & 1]
    if target < 1:
        return f"the piece on {square} is too close to the start to move back {int(o.left)} (S-18)"
    if wall:
        block = ", ".join(map(str, wall))
        return f"your opponent's block on {block} is in the way from {square} {_name(target)} (S-12)"
    if target > LAST:
        return _why_not_off(o, own, square)
    if rules.SAFE >> target & 1:
        return f"{target} is taken, and bouncing back would leave the piece on {square}, where it started (S-24)"
    if own >> target & 1:
        return f"your own piece is on {target} (S-10)"
    return f"the piece on {target} is protected by the one beside it (S-11)"


def _why_not_off(o: State, own: int, square: int) -> str:
    if own & FIRST_ROW:
        first = ", ".join(map(str, _squares(own & FIRST_ROW)))
        return f"you can't bear off while you have a piece in the first row, on {first} (S-29)"
    return f"the piece on {square} needs exactly {LAST + 1 - square} to bear off (S-28)"


def _name(square: int) -> str:
    return "off the board" if square > LAST else f"to {square}"
