"""Senet's board for a full-screen terminal."""

from pyramidion.canvas import Canvas
from pyramidion.games.senet.view import MARKS, NAMES, View

ROWS = (range(1, 11), range(20, 10, -1), range(21, 31))  # squares, from left to right
SIGNS = {15: "^", 26: "*", 27: "~", 28: "*", 29: "*", 30: " "}  # as in the text: ^ refuge, * safe, ~ water
WOOD, DARK, WATER, HOUSE = "#c69a63", "#b0834f", "#2f83a8", "#dcb680"
PIECES = ("bold #fffaea", "bold #2a2521")  # Cones are ivory, Reels ebony
OFF = "off"


def draw(view: View, width: int, height: int) -> Canvas:
    """The board in squares of three lines where there is room, and of two where there isn't."""
    canvas = Canvas()
    wide = 9 if width >= 90 and height >= 20 else 7
    tall = 4 if height >= 20 else 3
    _draw_home(canvas, view, 1)
    for row, squares in enumerate(ROWS):
        for column, square in enumerate(squares):
            _draw_square(canvas, view, square, column * wide, 2 + row * tall, wide, tall)
    canvas.put(10 * wide + 1, 2 + 2 * tall + tall // 2, "→ off", "bold", OFF)
    canvas.put(10 * wide + 1, 2 + tall // 2, "→")
    canvas.put(10 * wide + 1, 2 + tall + tall // 2, "←")
    canvas.put(0, 2 + 3 * tall, "")
    _draw_home(canvas, view, 0)
    return canvas


def _draw_home(canvas: Canvas, view: View, seat: int) -> None:
    """A side's name, and the pieces that it has borne off."""
    off = view.home[seat]
    men = MARKS[seat] * off + "·" * (view.pieces - off)
    canvas.say((f"{MARKS[seat]} {NAMES[seat]}  ", "bold"), f"off the board {men}  ", _throw(view, seat))
    if seat:
        canvas.skip()


def _throw(view: View, seat: int) -> str:
    if seat != view.seat or not view.throw:
        return ""
    left = f", {view.left} left" if view.left != view.throw else ""
    return f"threw {view.throw}{left}{', and must move back' if view.backward else ''}"


def _draw_square(canvas: Canvas, view: View, square: int, x: int, y: int, wide: int, tall: int) -> None:
    seat, spot = view.squares[square - 1], str(square)
    ground = f"on {_ground(square)}"
    for line in range(tall):
        canvas.put(x, y + line, " " * wide, ground, spot)
    canvas.put(x, y, f"{square:>2}{SIGNS.get(square, '')}", f"#4a3318 {ground}", spot)
    if seat is not None:
        mark = f"{MARKS[seat]}{MARKS[seat]}{MARKS[seat]}"
        canvas.put(x + wide // 2 - 1, y + tall // 2, mark, f"{PIECES[seat]} {ground}", spot)


def _ground(square: int) -> str:
    if square == 27:
        return WATER
    if square in SIGNS:
        return HOUSE
    return WOOD if (square + (square - 1) // 10) % 2 else DARK


def path(view: View, text: str) -> tuple[str, ...]:
    """A piece's square, then its goal."""
    return tuple(text.split("-"))
