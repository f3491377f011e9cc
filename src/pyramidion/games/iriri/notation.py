"""Iriri as text: actions such as `3,0 L`, `0,-2 v SM` and `take 7 LY`, and positions on one line.

A placement names the first cell that gets a piece (x to the right, y down, from the first piece of the first word), the way
the pieces go (`>` to the right, `v` down; one piece goes nowhere), and their sizes. They go to the empty cells from there.
A take names a place in the dictionary, counted clockwise from 1, and the piece that lies there. By itself happen
`deal SY`, `pass`, `skip` and `reshuffle`.

A position has seven fields: the dictionary; the board, as the corner at its upper left and its rows with numbers for
empty cells; the hands; the points; whose turn it is; what is to do (deal, place, take); and how many have just passed:

    LB-SY-SB-LB-SB-MY-MB-MY-LB-MY-LY-LY -1,0:1SYSB/LYLYLBSYSY/MY1MBSB/1MBSB SML/MML 20.5/15 B place 0

`-` is an empty dictionary, board or hand. `deal:2` says that the dictionary has been laid out in vain twice.
"""

import re
from typing import Any

from pyramidion.game import BadPosition, Illegal, NotAnAction
from pyramidion.games.iriri import board, dictionary, rules
from pyramidion.games.iriri.dictionary import MOST_PLACES, OF_A_KIND, SIZES
from pyramidion.games.iriri.placements import HAND, PER_AXIS, PER_CELL, SEQUENCES, parts
from pyramidion.games.iriri.rules import DEAL, PASS, RESHUFFLE, SKIP, TAKE
from pyramidion.games.iriri.words import COLOUR_LETTERS, SIZE_LETTERS, dictionary_of, kind_of, name, pieces_on, place_of

FORCED = {PASS: "pass", SKIP: "skip", RESHUFFLE: "reshuffle"}
_TO_DO = {rules.TO_PLACE: "place", rules.TO_PASS: "place", rules.OVER: "place", rules.TO_TAKE: "take", rules.TO_SKIP: "take"}
_WAYS = {">": 0, "right": 0, "v": 1, "down": 1}
_PLACEMENT = r"(-?\d{1,3})\s*,\s*(-?\d{1,3})\s*(?:(>|v|right|down)\s*)?([sml]{1,3})"
_EXAMPLES = "write 3,0 L for one piece, 0,-2 > SM or 0,-2 v SML for several, take 7 for a piece of the dictionary"


def encode(s: Any, action: int) -> str:
    """The text of an action in this position."""
    if action in FORCED:
        return FORCED[action]
    if action >= DEAL:
        return f"deal {name(action - DEAL)}"
    if action >= TAKE:
        place = action - TAKE
        return f"take {place + 1} {name(dictionary.kind_at(s, place))}" if place < s.length else f"take {place + 1}"
    cell, axis, sequence = parts(action)
    x, y = place_of(cell, board.pieces_at(s))
    return placement_text(x, y, axis, "".join(SIZE_LETTERS[size] for size in SEQUENCES[sequence]))


def placement_text(x: int, y: int, axis: int, sizes: str) -> str:
    """The text of a placement of these sizes that begins there."""
    return f"{x},{y} {'>v'[axis]} {sizes}" if len(sizes) > 1 or axis else f"{x},{y} {sizes}"


def parse(s: Any, text: str) -> int:
    """The action of a text in this position."""
    words = text.strip().lower().replace("–", "-").replace("−", "-")
    for action, word in FORCED.items():
        if words == word:
            return action
    if dealt := re.fullmatch(r"deal ([sml][ybrg])", words):
        return DEAL + kind_of(dealt[1].upper())
    if taken := re.fullmatch(r"(?:take )?\s*(\d{1,2})(?:\s+([sml][ybrg]))?", words, re.ASCII):
        return _parse_take(s, text, int(taken[1]), (taken[2] or "").upper())
    if placed := re.fullmatch(_PLACEMENT, words, re.ASCII):
        return _parse_placement(s, int(placed[1]), int(placed[2]), placed[3], placed[4].upper())
    raise NotAnAction(f"{text!r} is no action of Iriri: {_EXAMPLES}")


def _parse_take(s: Any, text: str, number: int, piece: str) -> int:
    if not 1 <= number <= MOST_PLACES:
        raise NotAnAction(f"{text!r} is no action of Iriri: places of the dictionary are 1 to {MOST_PLACES}")
    if piece and number <= s.length and name(dictionary.kind_at(s, number - 1)) != piece:
        raise Illegal(f"place {number} of the dictionary has {name(dictionary.kind_at(s, number - 1))}, not {piece}")
    return TAKE + number - 1


def _parse_placement(s: Any, x: int, y: int, way: str | None, letters: str) -> int:
    sizes = tuple(SIZE_LETTERS.index(letter) for letter in letters)
    if len(sizes) > 1 and way is None:
        raise NotAnAction(f"say which way {letters} goes from {x},{y}: {x},{y} > {letters} or {x},{y} v {letters}")
    cell = board.cell_at(x, y)
    if board.near(board.pieces_at(s), cell) != (x, y):
        raise Illegal(f"{x},{y} is too far from everything on the board (I-07)")
    axis = _WAYS[way] if way and len(sizes) > 1 else 0
    return cell * PER_CELL + axis * PER_AXIS + SEQUENCES.index(sizes)


def dump(s: Any) -> str:
    """A position as one line of text."""
    seats = range(int(s.seats))
    fields = [
        "-".join(dictionary_of(s)) or "-",
        _dump_board(s),
        "/".join(_dump_hand(s, seat) for seat in seats),
        "/".join(f"{int(s.points[seat]) / 2:g}" for seat in seats),
        COLOUR_LETTERS[int(s.seat)],
        _TO_DO.get(int(s.phase), "deal") + (f":{int(s.reshuffles)}" if s.reshuffles else ""),
        str(int(s.passes)),
    ]
    return " ".join(fields)


def _dump_board(s: Any) -> str:
    pieces = pieces_on(s)
    if not pieces:
        return "-"
    left, top = min(piece.x for piece in pieces), pieces[0].y
    rows, x, y = [""], left, top
    for piece in pieces:
        if piece.y > y:
            rows.append("")
            x, y = left, piece.y
        rows[-1] += (str(piece.x - x) if piece.x > x else "") + piece.piece
        x = piece.x + 1
    return f"{left},{top}:{'/'.join(rows)}"


def _dump_hand(s: Any, seat: int) -> str:
    return "".join(SIZE_LETTERS[size] * int(s.hand[seat, size]) for size in range(SIZES)) or "-"


def load(s: Any, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = text.split()
    if len(fields) != 7:
        raise BadPosition(
            "a position of Iriri has seven fields (dictionary, board, hands, points, turn, what is to do, passes), "
            f"not {len(fields)}"
        )
    _load_dictionary(s, fields[0])
    _load_board(s, fields[1])
    _load_hands(s, fields[2])
    _load_points(s, fields[3])
    _load_turn(s, fields[4], fields[5], fields[6])


def _load_dictionary(s: Any, text: str) -> None:
    pieces = [] if text == "-" else text.split("-")
    if len(pieces) > rules.full_length(s):
        raise BadPosition(f"a dictionary for {s.seats} has at most {rules.full_length(s)} pieces, not {len(pieces)}")
    for piece in pieces:
        kind = _load_piece(s, piece)
        if not rules.undealt(s, kind):
            raise BadPosition(f"the dictionary has at most {OF_A_KIND} pieces of a kind, not more {piece}")
        dictionary.append(s, kind)


def _load_piece(s: Any, text: str) -> int:
    colours = COLOUR_LETTERS[: s.seats]
    if not re.fullmatch(f"[{SIZE_LETTERS}][{colours}]", text):
        raise BadPosition(f"{text!r} is no piece: its size is one of {SIZE_LETTERS}, its colour one of {colours}")
    return kind_of(text)


def _load_board(s: Any, text: str) -> None:
    if text == "-":
        return
    layout = re.fullmatch(r"(-?\d{1,2}),(-?\d{1,2}):([0-9A-Z/]+)", text, re.ASCII)
    if not layout:
        raise BadPosition(f"{text!r}: a board is like 0,0:SYSB/1LY, its upper left corner and its rows")
    pieces = {}
    for y, row in enumerate(layout[3].split("/"), start=int(layout[2])):
        x = int(layout[1])
        for empty, piece in re.findall(r"(\d+)|([A-Z]{1,2})", row):
            if piece:
                pieces[x, y] = _load_piece(s, piece)
            x += min(int(empty), MOST_PLACES) if empty else 1
    _refuse_bad_board(pieces, most=OF_A_KIND * SIZES * int(s.seats))
    for (x, y), kind in pieces.items():
        board.put(s, board.cell_at(x, y), kind)


def _refuse_bad_board(pieces: dict[tuple[int, int], int], most: int) -> None:
    if not 2 <= len(pieces) <= most:
        raise BadPosition(f"a board has no piece or 2 to {most}, not {len(pieces)}")
    if (0, 0) not in pieces:
        raise BadPosition("there must be a piece on 0,0: the first word starts there (I-24)")
    reached, edge = {(0, 0)}, [(0, 0)]
    while edge:
        x, y = edge.pop()
        new = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & pieces.keys() - reached
        reached |= new
        edge += new
    if len(reached) < len(pieces):
        apart = min(pieces.keys() - reached)
        raise BadPosition(f"the piece on {apart[0]},{apart[1]} does not hang together with that on 0,0 (I-07)")


def _load_hands(s: Any, text: str) -> None:
    hands = text.split("/")
    if len(hands) != s.seats or not all(re.fullmatch(r"-|S{0,3}M{0,3}L{0,3}", hand) for hand in hands):
        raise BadPosition(f"{text!r}: there are {s.seats} hands, each like SML, MML or -")
    for seat, hand in enumerate(hands):
        if not hand or len(hand) > HAND:
            raise BadPosition(f"a hand has at most {HAND} pieces, and an empty one is -, not {hand!r}")
        for size, letter in enumerate(SIZE_LETTERS):
            s.hand[seat, size] = hand.count(letter)


def _load_points(s: Any, text: str) -> None:
    points = text.split("/")
    if len(points) != s.seats or not all(re.fullmatch(r"\d{1,3}(\.5)?", number, re.ASCII) for number in points):
        raise BadPosition(f"{text!r}: there are {s.seats} numbers of points, each like 20 or 6.5")
    halves = [round(2 * float(number)) for number in points]
    if max(halves) > rules.MOST_POINTS:
        raise BadPosition(f"{text!r}: nobody can have more than {rules.MOST_POINTS // 2} points")
    if sum(half % 2 for half in halves) != (0 if board.is_empty(s) else 1):
        raise BadPosition(f"{text!r}: whoever laid the first word has a half point, and nobody else (I-02)")
    for seat, half in enumerate(halves):
        s.points[seat] = half


def _load_turn(s: Any, turn: str, to_do: str, passes: str) -> None:
    if turn not in list(COLOUR_LETTERS[: s.seats]):
        raise BadPosition(f"the turn is one of {', '.join(COLOUR_LETTERS[: s.seats])}, not {turn!r}")
    if not re.fullmatch(r"\d", passes, re.ASCII) or int(passes) > s.seats:
        raise BadPosition(f"0 to {s.seats} have just passed, not {passes!r}")
    s.seat, s.passes = COLOUR_LETTERS.index(turn), int(passes)
    if to_do.startswith("deal"):
        _load_deal(s, to_do)
        return
    _refuse_wrong_numbers(s)
    if to_do == "take":
        _load_take(s)
    elif to_do == "place":
        _load_place(s)
    else:
        raise BadPosition(f"what is to do is deal, place or take, not {to_do!r}")


def _load_deal(s: Any, text: str) -> None:
    deal = re.fullmatch(r"deal(?::([1-9]|1\d|20))?", text)
    if not deal or (deal[1] and not s.reshuffle):
        raise BadPosition(f"{text!r}: write deal or, with the option reshuffle, up to deal:{rules.MOST_RESHUFFLES}")
    if not board.is_empty(s) or s.seat or s.passes or (s.hand[: s.seats] != 1).any() or s.points.any():
        raise BadPosition("while the dictionary is laid out nothing has happened: hands are SML, and Y has the turn")
    s.reshuffles = int(deal[1] or 0)
    if s.length == rules.full_length(s):
        rules.begin_turn(s)
        if s.phase != rules.TO_RESHUFFLE:
            raise BadPosition("the dictionary is laid out, and the game goes on: what is to do is place")


def _refuse_wrong_numbers(s: Any) -> None:
    """There are five of every kind, one of them at least in the dictionary; hands are filled as far as possible."""
    for kind in range(SIZES * int(s.seats)):
        number = OF_A_KIND - rules.undealt(s, kind)
        if not number:
            raise BadPosition(f"the last {name(kind)} can't have left the dictionary (I-18)")
        number += int((s.board == kind).sum()) + int(s.hand[kind // SIZES, kind % SIZES])
        if number != OF_A_KIND + 1:
            raise BadPosition(f"there must be {OF_A_KIND + 1} {name(kind)} in dictionary, board and hands, not {number}")


def _load_take(s: Any) -> None:
    if s.passes or board.is_empty(s) or rules.in_hand(s, int(s.seat)) == HAND:
        raise BadPosition(f"{COLOUR_LETTERS[s.seat]} can't have anything to take: that is for after a placement (I-20)")
    _refuse_thin_hands(s, [seat for seat in range(int(s.seats)) if seat != s.seat])
    s.phase = rules.TO_TAKE if dictionary.takable(s, int(s.seat)) else rules.TO_SKIP


def _load_place(s: Any) -> None:
    _refuse_thin_hands(s, list(range(int(s.seats))))
    _refuse_untrue_passes(s, int(s.seat))
    if s.passes == s.seats:
        s.phase = rules.OVER
        return
    if board.is_empty(s):
        s.reshuffles = rules.MOST_RESHUFFLES  # it is not to be laid out anew: that would be written deal
    rules.begin_turn(s)


def _refuse_untrue_passes(s: Any, seat: int) -> None:
    for back in range(1, int(s.passes) + 1):
        s.seat = (seat - back) % int(s.seats)
        if rules.can_place(s):
            raise BadPosition(f"{COLOUR_LETTERS[s.seat]} can place something and can't have passed (I-15)")
    s.seat = seat


def _refuse_thin_hands(s: Any, seats: list[int]) -> None:
    for seat in seats:
        if rules.in_hand(s, seat) < HAND and dictionary.takable(s, seat):
            raise BadPosition(f"the hand of {COLOUR_LETTERS[seat]} must have been filled from the dictionary (I-17)")
