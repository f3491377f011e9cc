"""Boards of games that bring no drawing: of squares where the view has such, else as text."""

from typing import TYPE_CHECKING, TypeGuard

from pyramidion.canvas import Canvas
from pyramidion.squares import Square

if TYPE_CHECKING:
    import msgspec

GROUNDS = ("#4a3318 on #dcb680", "#4a3318 on #c69a63")
PIECES = ("bold #fffaea", "bold #17120f", "bold #a83a22", "bold #226a4c")
WIDE = 5


def draw(view: "msgspec.Struct", text: str, width: int, height: int) -> Canvas:
    """The view's squares, or the text."""
    squares = getattr(view, "squares", None)
    if not _is_board(squares):
        return written(text)
    canvas = Canvas()
    wide, tall = (7, 3) if len(squares) * 3 <= height and max(map(len, squares)) * 7 <= width else (WIDE, 1)
    for row, squares_of_row in enumerate(squares):
        for column, square in enumerate(squares_of_row):
            _draw_square(canvas, square, column * wide, row * tall, wide, tall)
    says = getattr(view, "says", "")
    if says:
        canvas.skip()
        canvas.say(says)
    return canvas


def written(text: str) -> Canvas:
    """A text as it is."""
    canvas = Canvas()
    for line in text.splitlines():
        canvas.say(line)
    return canvas


def _is_board(squares: object) -> TypeGuard[list[list[Square]]]:
    return isinstance(squares, list) and bool(squares) and all(isinstance(row, list) for row in squares)


def _draw_square(canvas: Canvas, square: Square, x: int, y: int, wide: int, tall: int) -> None:
    ground = GROUNDS[square.special]
    for line in range(tall):
        canvas.put(x, y + line, f"{square.name if line == 0 else '':<{wide}}", ground, square.name)
    mark = square.text or ("○", "●", "▲", "◆")[(square.seat or 0) % 4] if square.seat is not None else square.text
    style = PIECES[(square.seat or 0) % 4] if square.seat is not None else "bold"
    canvas.put(
        x + wide - 2 if tall == 1 else x + wide // 2,
        y + tall // 2,
        mark[:2],
        f"{style} on {ground.split(' on ')[1]}",
        square.name,
    )


def path(text: str) -> tuple[str, ...]:
    """The squares that the action names."""
    return tuple(text.split("-"))
