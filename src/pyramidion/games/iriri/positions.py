"""Positions of Iriri as one line of text, in seven fields or eight:

    LB-SY-SB-LB-SB-MY-MB-MY-LB-MY-LY-LY -1,0:1SYSB/LYLYLBSYSY/MY1MBSB/1MBSB SML/MML 20.5/15 B place 0

1. The dictionary, clockwise; `-` if there is none.
2. The board, as the cell at its upper left and its rows with numbers for empty cells; `-` if it is empty.
3. The hands, seat by seat; `-` is an empty one.
4. The points, seat by seat.
5. Whose turn it is.
6. The step: `deal`, `start` (who starts is to be drawn), `place`, `take`; `deal:2` after two reshuffles.
7. How many players in a row have passed.
8. Only with the option starter=random: who started; `-` before it is drawn. Texts from before there was that option don't
   name it, which means that the first seat started.
"""

import re

from pyramidion.engine.record import UNKNOWN
from pyramidion.game import BadPosition
from pyramidion.games.iriri import board, dictionary, rules
from pyramidion.games.iriri.dictionary import MOST_PLACES, OF_A_KIND, SIZES
from pyramidion.games.iriri.placements import HAND
from pyramidion.games.iriri.rules import State
from pyramidion.games.iriri.words import COLOUR_LETTERS, SIZE_LETTERS, dictionary_of, kind_of, name, pieces_on

_STEPS = {
    rules.TO_DEAL: "deal",
    rules.TO_RESHUFFLE: "deal",
    rules.TO_START: "start",
    rules.TO_PLACE: "place",
    rules.TO_PASS: "place",
    rules.OVER: "place",
    rules.TO_TAKE: "take",
    rules.TO_SKIP: "take",
}


def dump(s: State) -> str:
    """A position as one line of text."""
    seats = range(int(s.seats))
    fields = [
        "-".join(dictionary_of(s)) or "-",
        _dump_board(s),
        "/".join(_dump_hand(s, seat) for seat in seats),
        "/".join(f"{int(s.points[seat]) / 2:g}" for seat in seats),
        COLOUR_LETTERS[int(s.seat)],
        _STEPS[int(s.phase)] + (f":{int(s.reshuffles)}" if s.reshuffles else ""),
        str(int(s.passes)),
    ]
    if not s.first_seat:
        fields.append("-" if s.starter == UNKNOWN else COLOUR_LETTERS[int(s.starter)])
    return " ".join(fields)


def _dump_board(s: State) -> str:
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


def _dump_hand(s: State, seat: int) -> str:
    return "".join(SIZE_LETTERS[size] * int(s.hand[seat, size]) for size in range(SIZES)) or "-"


def load(s: State, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = text.split()
    if len(fields) != (7 if s.first_seat else 8):
        raise BadPosition(
            "a position of Iriri has seven fields (dictionary, board, hands, points, turn, step, passes) and, with "
            f"starter=random, an eighth (who started): it doesn't have {len(fields)}"
        )
    _load_dictionary(s, fields[0])
    _load_board(s, fields[1])
    _load_hands(s, fields[2])
    _load_points(s, fields[3])
    if not s.first_seat:
        s.starter = UNKNOWN if fields[7] == "-" else _seat(s, fields[7], "the player who started")
    _load_turn(s, fields[4], fields[5], fields[6])


def _seat(s: State, letter: str, what: str) -> int:
    letters = COLOUR_LETTERS[: s.seats]
    if letter not in list(letters):
        raise BadPosition(f"{what} is one of {', '.join(letters)}, not {letter!r}")
    return letters.index(letter)


def _load_dictionary(s: State, text: str) -> None:
    pieces = [] if text == "-" else text.split("-")
    if len(pieces) > rules.full_length(s):
        raise BadPosition(f"a dictionary for {s.seats} has at most {rules.full_length(s)} pieces, not {len(pieces)}")
    for piece in pieces:
        kind = _load_piece(s, piece)
        if not rules.undealt(s, kind):
            raise BadPosition(f"the dictionary has at most {OF_A_KIND} pieces of a kind, not more {piece}")
        dictionary.append(s, kind)


def _load_piece(s: State, text: str) -> int:
    colours = COLOUR_LETTERS[: s.seats]
    if not re.fullmatch(f"[{SIZE_LETTERS}][{colours}]", text):
        raise BadPosition(f"{text!r} is no piece: its size is one of {SIZE_LETTERS}, its colour one of {colours}")
    return kind_of(text)


def _load_board(s: State, text: str) -> None:
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
        raise BadPosition(f"the piece on {apart[0]},{apart[1]} isn't connected to the one on 0,0 (I-07)")


def _load_hands(s: State, text: str) -> None:
    hands = text.split("/")
    if len(hands) != s.seats or not all(re.fullmatch(r"-|S{0,3}M{0,3}L{0,3}", hand) for hand in hands):
        raise BadPosition(f"{text!r}: there are {s.seats} hands, each like SML, MML or -")
    for seat, hand in enumerate(hands):
        if not hand or len(hand) > HAND:
            raise BadPosition(f"a hand has at most {HAND} pieces, and an empty one is -, not {hand!r}")
        for size, letter in enumerate(SIZE_LETTERS):
            s.hand[seat, size] = hand.count(letter)


def _load_points(s: State, text: str) -> None:
    points = text.split("/")
    if len(points) != s.seats or not all(re.fullmatch(r"\d{1,3}(\.5)?", number, re.ASCII) for number in points):
        raise BadPosition(f"{text!r}: there are {s.seats} numbers of points, each like 20 or 6.5")
    halves = [round(2 * float(number)) for number in points]
    if max(halves) > rules.MOST_POINTS:
        raise BadPosition(f"{text!r}: nobody can have more than {rules.MOST_POINTS // 2} points")
    if sum(half % 2 for half in halves) != (0 if board.is_empty(s) else 1):
        raise BadPosition(f"{text!r}: only the player who placed the first word has a half point (I-02)")
    for seat, half in enumerate(halves):
        s.points[seat] = half


def _load_turn(s: State, turn: str, step: str, passes: str) -> None:
    if not re.fullmatch(r"\d", passes, re.ASCII) or int(passes) > s.seats:
        raise BadPosition(f"0 to {s.seats} players in a row have passed, not {passes!r}")
    s.seat, s.passes = _seat(s, turn, "the turn"), int(passes)
    if step == "start" or step.startswith("deal"):
        _load_setup(s, step)
        return
    _refuse_wrong_starter(s)
    _refuse_wrong_numbers(s)
    if step == "take":
        _load_take(s)
    elif step == "place":
        _load_place(s)
    else:
        raise BadPosition(f"the step is deal, start, place or take, not {step!r}")


def _load_setup(s: State, step: str) -> None:
    setup = re.fullmatch(r"start|deal(?::([1-9]|1\d|20))?", step)
    if not setup or (setup[1] and not s.reshuffle):
        raise BadPosition(f"{step!r}: write deal or, with no_opening=reshuffle, up to deal:{rules.MOST_RESHUFFLES}")
    first = max(int(s.starter), 0)  # before anybody is known to start, the turn is the first seat's
    if not board.is_empty(s) or s.seat != first or s.passes or (s.hand[: s.seats] != 1).any() or s.points.any():
        raise BadPosition(f"during setup every hand is SML, and it is {COLOUR_LETTERS[first]}'s turn")
    s.reshuffles = int(setup[1] or 0)
    if step == "start":
        _load_start(s)
    else:
        _load_deal(s)


def _load_start(s: State) -> None:
    if s.length < rules.full_length(s) or s.starter != UNKNOWN:
        raise BadPosition("who starts is drawn once, with starter=random, when the dictionary is complete (I-05)")
    s.phase = rules.TO_START


def _load_deal(s: State) -> None:
    is_complete = s.length == rules.full_length(s)
    is_known = s.starter != UNKNOWN
    if not s.first_seat and is_known != (is_complete or s.reshuffles > 0):
        raise BadPosition("the eighth field is - until the dictionary is first complete, and then who starts (I-05)")
    if is_complete:
        rules.begin_turn(s)
        if s.phase != rules.TO_RESHUFFLE:
            raise BadPosition("the dictionary is complete, so the step is place")


def _refuse_wrong_starter(s: State) -> None:
    if s.starter == UNKNOWN:
        raise BadPosition("the dictionary is complete, so a player has started (I-05)")
    if s.first_seat or not board.is_empty(s):
        return
    turns = min(int(s.passes), int(s.seats) - 1)  # the last pass of all ends the game
    if s.seat != (int(s.starter) + turns) % int(s.seats):
        raise BadPosition(
            f"the board is empty: after {int(s.passes)} passes from {COLOUR_LETTERS[int(s.starter)]} on "
            f"it can't be {COLOUR_LETTERS[int(s.seat)]}'s turn (I-05)"
        )


def _refuse_wrong_numbers(s: State) -> None:
    """There are five of every kind, one of them at least in the dictionary; hands are filled as far as possible."""
    for kind in range(SIZES * int(s.seats)):
        number = OF_A_KIND - rules.undealt(s, kind)
        if not number:
            raise BadPosition(f"the last {name(kind)} can't have left the dictionary (I-18)")
        number += int((s.board == kind).sum()) + int(s.hand[kind // SIZES, kind % SIZES])
        if number != OF_A_KIND + 1:
            raise BadPosition(f"there must be {OF_A_KIND + 1} {name(kind)} in dictionary, board and hands, not {number}")


def _load_take(s: State) -> None:
    if s.passes or board.is_empty(s) or rules.in_hand(s, int(s.seat)) == HAND:
        raise BadPosition(f"{COLOUR_LETTERS[s.seat]} can't have anything to take: that is for after a placement (I-20)")
    _refuse_thin_hands(s, [seat for seat in range(int(s.seats)) if seat != s.seat])
    s.phase = rules.TO_TAKE if dictionary.takable(s, int(s.seat)) else rules.TO_SKIP


def _load_place(s: State) -> None:
    _refuse_thin_hands(s, list(range(int(s.seats))))
    _refuse_untrue_passes(s, int(s.seat))
    if s.passes == s.seats:
        s.phase = rules.OVER
        return
    if board.is_empty(s):
        s.reshuffles = rules.MOST_RESHUFFLES  # it is not to be laid out anew: that would be written deal
    rules.begin_turn(s)


def _refuse_untrue_passes(s: State, seat: int) -> None:
    for back in range(1, int(s.passes) + 1):
        s.seat = (seat - back) % int(s.seats)
        if rules.can_place(s):
            raise BadPosition(f"{COLOUR_LETTERS[s.seat]} can place something and can't have passed (I-15)")
    s.seat = seat


def _refuse_thin_hands(s: State, seats: list[int]) -> None:
    for seat in seats:
        if rules.in_hand(s, seat) < HAND and dictionary.takable(s, seat):
            raise BadPosition(f"the hand of {COLOUR_LETTERS[seat]} must have been filled from the dictionary (I-17)")
