"""Egyptian War's table for a full-screen terminal: the players, and the open cards of the pile."""

from pyramidion.canvas import Canvas
from pyramidion.games.egyptian_war.view import Seat, View

FELT, BACK = "on #1f4d3c", "#e4b650 on #2b3f73"
SUITS = {
    "♥": "bold #c23b2a on #fcf7ea",
    "♦": "bold #c23b2a on #fcf7ea",
    "♠": "bold #1d1714 on #fcf7ea",
    "♣": "bold #1d1714 on #fcf7ea",
}
CARD = 7
MOST_BACKS = 26
LOCKS = {"": "", "this": "can't slap this card", "next": "can't slap this card or the next", "pile": "can't slap this pile"}
ACTIONS = {"turn": "Enter: turn over a card", "slap": "Space: slap"}


def draw(view: View, width: int, height: int) -> Canvas:
    """Seat by seat the cards, then the pile with its top card to the right."""
    canvas = Canvas()
    for number, seat in enumerate(view.seats):
        _draw_seat(canvas, view, number, seat)
    canvas.skip()
    room = min(width, 100) // (CARD + 1)
    _draw_pile(canvas, view, room, small=height - len(view.seats) < 10)
    canvas.skip()
    canvas.say(("[ turn over a card: Enter ]", "bold", "turn"), "   ", ("[ slap: Space ]", "bold", "slap"))
    return canvas


def _draw_seat(canvas: Canvas, view: View, number: int, seat: Seat) -> None:
    is_next = number == view.turn and view.phase != "over"
    backs = "▌" * min(MOST_BACKS, (seat.cards + 1) // 2)
    style = "bold #f1ca6c" if is_next else ""
    lock = "" if seat.may_slap else "  can't slap now"
    tries = "" if seat.tries is None else f"  {seat.tries} false slaps left"
    challenge = f"  {view.chances} to play" if view.chances and is_next and view.challenger is not None else ""
    canvas.say(
        (f"{'▶' if is_next else ' '} {seat.name:<9}{seat.cards:>3} ", style),
        (backs, BACK.split(" on ", maxsplit=1)[0]),
        f"{challenge}{lock}{tries}",
    )


def _draw_pile(canvas: Canvas, view: View, room: int, small: bool) -> None:
    y, tall = canvas.height, 3 if small else 5
    burned = f", {view.burned} burned" if view.burned else ""
    canvas.put(0, y, f"Pile: {len(view.pile) + view.burned}{burned}", "bold")
    for number, card in enumerate(view.pile[-room:]):
        _draw_card(canvas, number * (CARD + 1), y + 1, card, tall)
    if not view.pile:
        for line in range(tall):
            canvas.put(0, y + 1 + line, " " * CARD, FELT, "slap")


def _draw_card(canvas: Canvas, x: int, y: int, card: str, tall: int) -> None:
    style = SUITS.get(card[-1:], "bold")
    for line in range(tall):
        canvas.put(x, y + line, " " * CARD, style, "slap")
    canvas.put(x + 1, y, card, style, "slap")
    canvas.put(x + CARD // 2, y + tall // 2, card[-1:], style, "slap")
    canvas.put(x + CARD - 1 - len(card), y + tall - 1, card, style, "slap")


def path(view: View, text: str) -> tuple[str, ...]:
    """Turning and slapping are one tap each."""
    return (text,)
