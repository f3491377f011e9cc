"""Senet for people: the view that pages draw, the board as text, what happened in words, and why something may not be."""

import msgspec

from pyramidion.engine import bits
from pyramidion.games.senet import rules
from pyramidion.games.senet.notation import aim, encode
from pyramidion.games.senet.rules import FIRST_ROW, LAST, PASS, STOP, THROW, WATER, State

NAMES = ("Cones", "Reels")
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
    swaps: bool  # whether an enemy goes to the start square
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
        home=[int(o.pieces) - bits.count(side) for side in army],
        phase=PHASES[int(o.phase)],
        seat=int(o.seat),
        throw=int(o.throw),
        left=int(o.left),
        backward=bool(o.backward),
        moved=_squares(int(o.moved)),
        moves=[describe(o, square) for square in _squares(int(o.movers))],
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
    seat = int(o.seat)
    foe = int(o.army[1 - seat])
    others = foe | int(o.army[seat]) & ~(1 << square)
    target = aim(o, square)
    if target > LAST:
        reached, end, left = 0, 0, target - LAST - 1
    else:
        reached = rules.landing(o, others, target)
        end = rules.ashore(others) if reached == WATER else reached
        left = 0 if o.backward else target - reached
    return Move(
        action=square,
        text=encode(o, square),
        start=square,
        target=target,
        reached=reached,
        end=end,
        swaps=bool(foe >> end & 1),
        left=left,
    )


def text(view: View) -> str:
    """The board for a terminal and for a voice, with whose turn it is."""
    sides = "     ".join(f"{MARKS[seat]} {NAMES[seat]}: {view.home[seat]} of {view.pieces} home" for seat in (0, 1))
    return "\n".join([sides, *_board(view), _status(view)])


def _board(view: View) -> list[str]:
    rows = [list(range(1, 11)), list(range(20, 10, -1)), list(range(21, 31))]
    rule = ["─" * 5] * 10
    lines = ["┌" + "┬".join(rule) + "┐"]
    for row, arrow in zip(rows, ("→", "←", "→ home"), strict=True):
        lines.append("│" + "│".join(f"{q:>3}{_sign(q)} " for q in row) + "│")
        lines.append("│" + "│".join(f"  {_mark(view, q)}  " for q in row) + "│ " + arrow)
        lines.append("├" + "┼".join(rule) + "┤")
    lines[-1] = "└" + "┴".join(rule) + "┘"
    return [*lines, "* safe square   ~ the water   ^ the way back from it"]


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
        return "The game is drawn." if view.winner is None else f"{NAMES[view.winner]} win."
    if view.phase == "throw off":
        return f"Throwing for the start: {name} to throw."
    if view.phase == "throw":
        return f"{name} to throw."
    if view.phase == "stuck":
        return f"{name} threw {view.throw} and can't move."
    if view.may_stop:
        left = "the whole throw" if view.left == view.throw else f"the {view.left} that is left"
        return f"{name} threw {view.throw}; another piece may use {left}."
    return f"{name} threw {view.throw}{' and must go back' if view.backward else ''}."


def tell(o: State, seat: int, action: int) -> str:
    """What this action does in the position before it, in words."""
    name = NAMES[int(o.seat)]
    if action == PASS:
        return f"{name} can't move a piece forward or back: the turn ends."
    if action == STOP:
        return f"{name} leave the rest of {int(o.left)} unused."
    if action > LAST:
        again = o.phase != rules.THROW_OFF and action - THROW not in (2, 3)
        return f"{name} throw {action - THROW}{' (and throw again after it)' if again else ''}."
    move = describe(o, action)
    return f"{name}: {_tell_move(move, NAMES[1 - int(o.seat)])}{_rest(move, int(o.throw))}."


def _tell_move(move: Move, enemies: str) -> str:
    if move.target > LAST:
        return f"{move.start} is borne off"
    words = f"{move.start} to {move.target}"
    if move.end == move.start:
        words += f", which is taken: it stays on {move.start}"
    elif move.reached != move.target:
        words += f", which is taken: back to {move.reached}"
    if move.reached == WATER:
        words += f", the water: ashore on {move.end}"
    if move.swaps:
        words += f"; {enemies} go from there to {move.start}"
    return words


def _rest(move: Move, throw: int) -> str:
    if move.left == throw:
        return "; another piece may use the whole throw"
    return f"; {move.left} left for another piece" if move.left else ""


def why_not(o: State, seat: int, action: int) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling where there is one."""
    if action == PASS or action > LAST:
        return "the sticks are thrown, and turns passed, by the table"
    if action == STOP:
        return "stop is only for the rest of a throw: a throw must be played if it can be (S-09)"
    own, foe, bit = int(o.army[seat]), int(o.army[1 - seat]), 1 << action
    if not own & bit:
        return f"{NAMES[seat]} have no piece on {action}"
    if int(o.moved) & bit:
        return f"the piece on {action} has moved in this throw: the rest is for another one (S-25, S-26)"
    return _why_not_there(o, action, aim(o, action), own, foe)


def _why_not_there(o: State, square: int, target: int, own: int, foe: int) -> str:
    links = rules.neighbours(o, foe)
    between = range(target, square) if o.backward else range(square + 1, min(target, LAST) + 1)
    wall = [q for q in between if q > 0 and rules.block(links) >> q & 1]
    if target < 1:
        return f"{square} is too near to the start to go back {int(o.left)} (S-18)"
    if wall:
        return f"the enemy's block on {', '.join(map(str, wall))} bars the way from {square} to {_name(target)} (S-12)"
    if target > LAST:
        return _why_not_off(o, own, square)
    if rules.SAFE >> target & 1:
        return f"{target} is taken, and bouncing back would leave the piece on {square}, where it started (S-24)"
    if own >> target & 1:
        return f"your own piece stands on {target} (S-10)"
    return f"the enemy on {target} is protected by the piece beside it (S-11)"


def _why_not_off(o: State, own: int, square: int) -> str:
    if own & FIRST_ROW:
        first = ", ".join(map(str, _squares(own & FIRST_ROW)))
        return f"no piece may leave the board while one of its side stands in the first row, on {first} (S-29)"
    return f"{square} needs exactly {LAST + 1 - square} to leave the board (S-28)"


def _name(square: int) -> str:
    return "off the board" if square > LAST else str(square)
