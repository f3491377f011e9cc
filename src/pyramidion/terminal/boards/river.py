"""A River in Egypt for a full-screen terminal: nine segments with their banks, and the hands below."""

from pyramidion.canvas import Canvas
from pyramidion.games.river.view import Segment, View

WIDE, LEFT = 8, 8
WATER, BANK, CLAIMED, HAND = "#17120f on #8cc6da", "#17120f on #e5cf9d", "#17120f on #f1ca6c", "#17120f on #f7ecd2"
COLOURS = {"K": "#111111", "R": "#a01c0c", "Y": "#7a5600", "G": "#0e5a33", "B": "#123f8c", "?": "#665b4c"}
SEATS = ("Thebes", "Memphis", "Giza")
CLAIM, NO_CLAIM = "claim", "no claim"


def draw(view: View, width: int, height: int) -> Canvas:
    """Memphis above the river, Thebes below; each segment is one spot, and so is each piece of a hand."""
    canvas = Canvas()
    canvas.put(0, 0, "")
    for number, segment in enumerate(view.segments):
        _draw_segment(canvas, view, segment, LEFT + number * WIDE)
    canvas.skip()
    for seat, hand in enumerate(view.hands):
        _draw_hand(canvas, view, seat, hand)
    canvas.skip()
    canvas.say("In the bag: {} large, {} medium, {} small".format(*view.bag))
    best = ", ".join(f"{letter} {colour}" for letter, colour in zip(view.letters, view.colours, strict=True))
    canvas.say(("Best first: " + best, "#b5ab98"))
    return canvas


def _draw_segment(canvas: Canvas, view: View, segment: Segment, x: int) -> None:
    spot, sides = str(segment.number), sorted(segment.sides, key=lambda side: -side.seat)
    upper, lower = sides[0], sides[-1]
    canvas.put(x, 0, f"{segment.number:^{WIDE - 1}}", "bold", spot)
    for y, side in ((1, upper), (4, lower)):
        _draw_bank(canvas, view, segment, side.seat, side.pieces, x, y)
    for y in (2, 3):
        canvas.put(x, y, " " * (WIDE - 1), WATER, spot)
    if segment.owner is None:
        river = "≈" if segment.river is None else _written(view, segment.river)
        canvas.put(x + 2, 2, f"{river:^3}", _piece_style(segment.river, WATER), spot)
    else:
        canvas.put(x, 3, f"{SEATS[segment.owner][: WIDE - 1]:^{WIDE - 1}}", f"bold {WATER}", spot)


def _draw_bank(canvas: Canvas, view: View, segment: Segment, seat: int, pieces: list[str], x: int, y: int) -> None:
    won = segment.owner == seat
    ground, spot = CLAIMED if won else BANK, str(segment.number)
    if segment.number == 1 and view.seats == 2:
        canvas.put(0, y, f"{SEATS[seat]:<{LEFT}}", "bold")
    whose = SEATS[seat][0].lower() if view.seats > 2 else " "
    canvas.put(x, y, f"{whose:>{WIDE - 1}}", ground, spot)
    there = [*pieces, *([segment.river] if won and segment.river else [])]
    step = 2 if len(there) > 2 else 3
    for number, piece in enumerate(there):
        canvas.put(x + (0 if step == 2 else 1) + number * step, y, _written(view, piece), _piece_style(piece, ground), spot)


def _draw_hand(canvas: Canvas, view: View, seat: int, hand: list[str | None]) -> None:
    whose = seat == view.seat and view.phase != "over"
    parts: list[tuple[str, str, str]] = []
    for piece in hand:
        if piece:
            spot = piece if whose else ""
            parts += [(f" {_written(view, piece)} ", f"bold {_piece_style(piece, HAND)}", spot), (" ", "", "")]
    score = f"  {len(view.claimed[seat])} claimed"
    canvas.say((f"{'▶' if whose else ' '} {SEATS[seat]:<8}", "bold" if whose else ""), *parts, score)


def _written(view: View, piece: str) -> str:
    """A piece with the letter that people at this table use."""
    letters = dict(zip("KRYGB", view.letters, strict=True))
    return letters.get(piece[0], piece[0]) + piece[1:]


def _piece_style(piece: str | None, ground: str) -> str:
    return f"bold {COLOURS[(piece or '?')[0]]} {ground[ground.index('on') :]}"


def path(view: View, text: str) -> tuple[str, ...]:
    """A piece of the hand, then the segment; to claim, the segment alone."""
    piece, dash, segment = text.partition("-")
    if dash:
        return (piece, segment)
    return (text.removeprefix("claim "),) if text.startswith("claim ") else (text,)
