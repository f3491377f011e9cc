"""Iriri for people: the view that pages draw, the board as text, what happened in words, and why something isn't legal."""

from collections.abc import Sequence
from functools import cache

import msgspec
import numpy as np

from pyramidion.engine.record import UNKNOWN
from pyramidion.games.iriri import GAME, board, rules
from pyramidion.games.iriri.dictionary import SIZES, kind_at, takable
from pyramidion.games.iriri.notation import encode, placement_text, take_text
from pyramidion.games.iriri.placements import HAND, SEQUENCES, parts, placements, worth
from pyramidion.games.iriri.rules import DEAL, PASS, RESHUFFLE, SKIP, START, TAKE, State
from pyramidion.games.iriri.words import Piece, Reader, Word, dictionary_of, name
from pyramidion.wording import counted, halves, listed
from pyramidion.wording import points as in_points

NAMES = ("Yellow", "Blue", "Red", "Green")
SIZE_NAMES = ("small", "medium", "large")
PHASES = {
    rules.OVER: "over",
    rules.TO_DEAL: "deal",
    rules.TO_START: "start",
    rules.TO_RESHUFFLE: "reshuffle",
    rules.TO_PLACE: "place",
    rules.TO_PASS: "pass",
    rules.TO_TAKE: "take",
    rules.TO_SKIP: "skip",
}


class Placement(msgspec.Struct, frozen=True):
    """What a legal placement would do."""

    action: int
    text: str
    pieces: list[Piece]
    words: list[Word]
    points: float


class Take(msgspec.Struct, frozen=True):
    """A piece that may be taken from the dictionary."""

    action: int
    text: str
    place: int  # counted from 1
    piece: str


class View(msgspec.Struct, frozen=True):
    """A position of Iriri. A piece is written as its size and its colour: SY is a small yellow one."""

    dictionary: list[str]  # clockwise; the last one's neighbour is the first
    full: int  # how many pieces the dictionary begins with
    board: list[Piece]  # row by row
    hands: list[list[str]]
    points: list[float]
    phase: str  # deal, start, reshuffle, place, pass, take, skip, over
    seat: int  # whose turn it is, once somebody has started
    starter: int | None  # who has the first turn, if that is known yet
    passes: int  # in direct succession up to now
    opening: bool  # whether the first word is still to come
    placements: list[Placement]
    takes: list[Take]
    words: list[Word]  # when it is over: all that are on the board
    winners: list[int]  # when it is over: who has most points, all of them if nobody could place a first word


def view(o: State) -> View:
    """What there is to see, which is all there is."""
    reader = Reader(o)
    placements = _placements(o, reader) if o.phase == rules.TO_PLACE else []
    return msgspec.structs.replace(_view(o, reader), placements=placements, takes=_takes(o))


def brief(o: State) -> View:
    """The same without what may be done; the words of placements are many kilobytes, and those of one of them are wanted."""
    return _view(o, Reader(o))


def for_actors(o: State) -> dict[str, object]:
    """What may be taken."""
    return {"takes": _takes(o)}


def _view(o: State, reader: Reader) -> View:
    seats = range(int(o.seats))
    points = [int(o.points[seat]) / 2 for seat in seats]
    return View(
        dictionary=reader.dictionary,
        full=rules.full_length(o),
        board=reader.pieces,
        hands=[_hand(o, seat) for seat in seats],
        points=points,
        phase=PHASES[int(o.phase)],
        seat=int(o.seat),
        starter=None if o.starter == UNKNOWN else int(o.starter),
        passes=int(o.passes),
        opening=bool(board.is_empty(o)),
        placements=[],
        takes=[],
        words=reader.all_words() if o.phase == rules.OVER else [],
        winners=[seat for seat in seats if points[seat] == max(points)] if o.phase == rules.OVER else [],
    )


def _hand(o: State, seat: int) -> list[str]:
    return [name(SIZES * seat + size) for size, number in enumerate(o.hand[seat].tolist()) for _ in range(number)]


def _placements(o: State, reader: Reader) -> list[Placement]:
    room = np.empty(GAME.widest, dtype=np.int64)
    return [describe(o, reader, action) for action in room[: placements(o, room)].tolist()]


def describe(o: State, reader: Reader, placement: int) -> Placement:
    """What a placement does."""
    pieces, axis = reader.laid(placement), parts(placement)[1]
    text = placement_text(pieces[0].x, pieces[0].y, axis, "".join(piece.piece[0] for piece in pieces))
    return Placement(placement, text, pieces, reader.words(pieces, axis), worth(o, placement) / 2)


def _takes(o: State) -> list[Take]:
    if o.phase != rules.TO_TAKE:
        return []
    free = takable(o, int(o.seat))
    return [_take(place, piece) for place, piece in enumerate(dictionary_of(o)) if free >> place & 1]


@cache
def _take(place: int, piece: str) -> Take:
    return Take(TAKE + place, take_text(place, piece), place + 1, piece)


def text(view: View) -> str:
    """The board for a terminal and for a voice, with the dictionary, the hands, and whose turn it is."""
    return "\n".join([*_dictionary(view), "", *_board(view), "", *_hands(view), _status(view)])


def _dictionary(view: View) -> list[str]:
    free = {take.place for take in view.takes}
    cells = [f"{place:>2} {piece}{'*' if place in free else ' '}" for place, piece in enumerate(view.dictionary, start=1)]
    title = f"Dictionary, a circle of {len(view.dictionary)} pieces{' (* can be taken)' if free else ''}:"
    return [title, *("  " + " ".join(cells[i : i + 12]).rstrip() for i in range(0, len(cells), 12))]


def _board(view: View) -> list[str]:
    """Each piece in three columns, with room for 31; a wider board has its pieces side by side."""
    if not view.board:
        return ["The board is empty."]
    there = {(piece.x, piece.y): piece.piece for piece in view.board}
    xs = range(min(x for x, _ in there), max(x for x, _ in there) + 1)
    ys = range(view.board[0].y, view.board[-1].y + 1)
    room = 3 if len(xs) <= 31 else 2
    rows = [f"{y:>3} " + "".join(f"{there.get((x, y), '·'):>{room}}" for x in xs) for y in ys]
    return [_ruler(xs, room), *(row.rstrip() for row in rows)]


def _ruler(xs: range, room: int) -> str:
    if room == 3:
        return "y\\x " + "".join(f"{x:>3}" for x in xs)
    return f"y\\x {xs[0]:<48}{xs[-1]:>{room * len(xs) - 48}}"


def _hands(view: View) -> list[str]:
    lines = []
    live = view.phase != "over" and view.starter is not None
    for seat, hand in enumerate(view.hands):
        turn = "→" if live and view.seat == seat else " "
        lines.append(f"{turn} {NAMES[seat]:<6}  hand {' '.join(hand) or 'empty':<10}{in_points(view.points[seat]):>13}")
    return lines


def _status(view: View) -> str:
    seat_name = NAMES[view.seat]
    if view.phase == "over":
        return _ending(view.points, NAMES)
    if view.phase == "place":
        return f"{seat_name}: place {'the first' if view.opening else 'a'} word ({counted(len(view.placements), 'way')})."
    return {
        "deal": f"Setting up the dictionary: {len(view.dictionary)} of {view.full}.",
        "start": "Choosing who goes first.",
        "reshuffle": f"{seat_name} has no first word: the dictionary is reshuffled.",
        "pass": f"{seat_name} can't place anything and must pass.",
        "take": f"{seat_name}: take {HAND - len(view.hands[view.seat])}.",
        "skip": f"{seat_name} can't take any more.",
    }[view.phase]


def ending(o: State, names: Sequence[str]) -> str:
    """How a game that is over ended, with these names of the seats."""
    return _ending([int(o.points[seat]) / 2 for seat in range(int(o.seats))], names)


def _ending(points: Sequence[float], names: Sequence[str]) -> str:
    most = max(points)
    if not most:
        return "Nobody could place a first word."
    winners = [seat for seat, own in enumerate(points) if own == most]
    if len(winners) > 1:
        return f"{listed([names[seat] for seat in winners])} share the win with {in_points(most)} each."
    others = [(names[seat], halves(own)) for seat, own in enumerate(points) if seat not in winners]
    won = f"{names[winners[0]]} won with {in_points(most)}"
    return f"{won} to {others[0][1]}." if len(others) == 1 else f"{won}. {listed([f'{who} has {n}' for who, n in others])}."


def spell(word: Word) -> str:
    """A word as people say it: `column LB-SY-SB`."""
    return f"{'column' if word.down else 'row'} {'-'.join(word.pieces)}"


def _spell_all(words: list[Word]) -> str:
    return ", ".join(spell(word) for word in words)


def tell(o: State, seat: int, action: int) -> str:
    """What this action does in the position before it, in words."""
    seat_name = NAMES[int(o.seat)]
    if action >= START:
        return f"{NAMES[action - START]} goes first."
    if action == RESHUFFLE:
        return f"{seat_name} has no first word: the dictionary is reshuffled."
    if action == SKIP:
        return (
            f"{seat_name} can't take more, because the last of each kind stays. "
            f"The hand has {counted(rules.in_hand(o, int(o.seat)), 'piece')}."
        )
    if action == PASS:
        last = " Everyone has passed: the game is over." if o.passes + 1 == o.seats else ""
        return f"{seat_name} can't place anything and passes.{last}"
    if action >= DEAL:
        return f"Dictionary, place {int(o.length) + 1}: {_long_name(action - DEAL)}."
    if action >= TAKE:
        return f"{seat_name} takes {_long_name(kind_at(o, action - TAKE))} from the dictionary (place {action - TAKE + 1})."
    return _tell_placement(seat_name, describe(o, Reader(o), action))


def _long_name(kind: int) -> str:
    return f"a {SIZE_NAMES[kind % SIZES]} {NAMES[kind // SIZES].lower()} piece"


def _tell_placement(seat_name: str, placement: Placement) -> str:
    pieces = ", ".join(f"{piece.piece} on {piece.x},{piece.y}" for piece in placement.pieces)
    return f"{seat_name} places {pieces}: {_spell_all(placement.words)}, {in_points(placement.points)}."


def why_not(o: State, seat: int, action: int) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling where there is one."""
    if action >= DEAL:
        return "setup, passes and skips happen automatically (I-05, I-15, I-17)"
    if action >= TAKE:
        return _why_not_take(o, seat, action - TAKE)
    if o.phase == rules.TO_TAKE:
        return f"you have placed: now take {HAND - rules.in_hand(o, seat)} from the dictionary (I-17)"
    return _why_not_there(o, seat, action)


def _why_not_take(o: State, seat: int, place: int) -> str:
    if o.phase == rules.TO_PLACE:
        return "place a word before you take pieces (I-15)"
    if place >= o.length:
        return f"the dictionary has {int(o.length)} places, not {place + 1}"
    piece = name(kind_at(o, place))
    if kind_at(o, place) // SIZES != seat:
        return f"{piece} on place {place + 1} isn't {NAMES[seat].lower()}: you can only take your own colour"
    return f"{piece} on place {place + 1} is the last of its kind and must stay (I-18)"


def _why_not_there(o: State, seat: int, placement: int) -> str:
    cell, axis, sequence = parts(placement)
    reader = Reader(o)
    pieces = reader.laid(placement)
    if lacking := _lacking(o, seat, SEQUENCES[sequence]):
        return lacking
    if board.is_empty(o) and (cell or len(pieces) == 1):
        return "the first word has two or three pieces and starts at 0,0 (I-03, I-24)"
    if o.board[cell] >= 0:
        return f"there is already a piece on {pieces[0].x},{pieces[0].y}"
    if axis and len(pieces) == 1:
        return f"a single piece needs no direction: write {encode(o, placement).replace(' v', '')}"
    if not (board.is_empty(o) or any(o.board[board.cell_at(piece.x, piece.y)] != board.OPEN for piece in pieces)):
        return "at least one piece must touch a piece on the board, side by side (I-07)"
    return _why_not_words(o, [word for word in reader.words(pieces, axis) if not word.matches])


def _lacking(o: State, seat: int, sizes: tuple[int, ...]) -> str:
    for size in range(SIZES):
        if sizes.count(size) > o.hand[seat, size]:
            return f"your hand is {' '.join(_hand(o, seat)) or 'empty'}: not enough {name(SIZES * seat + size)}"
    return ""


def _why_not_words(o: State, wrong: list[Word]) -> str:
    if o.once and len(wrong[0].pieces) > o.length:
        return f"{spell(wrong[0])} has {len(wrong[0].pieces)} pieces, more than the dictionary's {int(o.length)} (I-12)"
    words = " and ".join(spell(word) for word in wrong)
    return f"{words} {'is' if len(wrong) == 1 else 'are'} not in the dictionary (I-08)"
