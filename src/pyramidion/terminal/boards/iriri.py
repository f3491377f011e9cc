"""Iriri for a full-screen terminal: the crossword, the dictionary above it, and the hands below."""

from pyramidion.canvas import Canvas
from pyramidion.games.iriri.view import View
from pyramidion.wording import halves

PIECES = {
    "Y": "bold #2a2006 on #e0a920",
    "B": "bold #fdf8ec on #2c64b8",
    "R": "bold #fdf8ec on #c23b2a",
    "G": "bold #fdf8ec on #2f8a5b",
}
GROUND, SOFT = "#8b8072 on #2d2d35", "#b5ab98"
ENTRY = 6  # signs of a piece of the dictionary with its number


def draw(view: View, width: int, height: int) -> Canvas:
    """Cells are two signs and a gap; where there is room, four."""
    canvas = Canvas()
    _draw_dictionary(canvas, view, width)
    _draw_hands(canvas, view)
    _draw_board(canvas, view, width, height - canvas.height)
    return canvas


def _draw_dictionary(canvas: Canvas, view: View, width: int) -> None:
    takes = {take.place for take in view.takes}
    title = "Dictionary, a circle: "
    x, y, indent = canvas.put(0, 0, title, SOFT), 0, len(title)
    for place, piece in enumerate(view.dictionary, start=1):
        if x + ENTRY > width:
            x, y = indent, y + 1
        spot = f"#{place}" if place in takes else ""
        x = canvas.put(x, y, f"{place:>2}", SOFT, spot)
        x = canvas.put(x, y, f" {piece}", PIECES[piece[1]], spot) + 1


def _draw_hands(canvas: Canvas, view: View) -> None:
    for seat, hand in enumerate(view.hands):
        own = seat == view.seat and view.phase not in ("over", "deal", "start")
        pieces = [part for piece in hand for part in ((f" {piece} ", PIECES[piece[1]]), " ")]
        points = f"{halves(view.points[seat]) or '0':>5} points  "
        canvas.say((f"{'▶' if own else ' '} {_name(seat):<7}", "bold"), points, *pieces)


def _name(seat: int) -> str:
    return ("Yellow", "Blue", "Red", "Green")[seat]


def _draw_board(canvas: Canvas, view: View, width: int, height: int) -> None:
    """From the first to the last row and column in which there is something, or could be soon."""
    pieces = {(one.x, one.y): one.piece for one in view.board}
    starts = {_cell(placement.text) for placement in view.placements}
    xs, ys = [x for x, _ in {*pieces, *starts}] or [0], [y for _, y in {*pieces, *starts}] or [0]
    columns, rows = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    wide, tall = (5, 2) if len(columns) * 5 + 4 <= width and len(rows) * 2 + 1 <= height else (3, 1)
    top = canvas.height
    canvas.put(4, top, "".join(f"{x:>{wide - 1}} " for x in columns), SOFT)
    for y in rows:
        below = top + 1 + (y - rows[0]) * tall
        canvas.put(0, below, f"{y:>3} ", SOFT)
        for x in columns:
            spot, left = f"{x},{y}", 4 + (x - columns[0]) * wide
            piece = pieces.get((x, y), "")
            _draw_cell(canvas, left, below, wide, tall, piece, spot)


def _draw_cell(canvas: Canvas, x: int, y: int, wide: int, tall: int, piece: str, spot: str) -> None:
    style = PIECES[piece[1]] if piece else GROUND
    for line in range(tall):
        canvas.put(x, y + line, " " * (wide - 1), style, spot)
    canvas.put(x, y, f"{piece or '·':^{wide - 1}}", style, spot)


def _cell(text: str) -> tuple[int, int]:
    x, _, y = text.split(" ")[0].partition(",")
    return int(x), int(y)


def path(view: View, text: str) -> tuple[str, ...]:
    """The first cell, then what is laid there; or the place in the dictionary."""
    if text.startswith("take "):
        return (f"#{text.split()[1]}",)
    cell, _, laid = text.partition(" ")
    return (cell, laid) if laid else (text,)
