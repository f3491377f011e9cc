"""Pyramid Poker for a full-screen terminal: the pyramid, and six hands below it."""

from pyramidion.canvas import Canvas
from pyramidion.games.pyramid_poker import sheet as sheets
from pyramidion.games.pyramid_poker.names import SEATS
from pyramidion.games.pyramid_poker.notation import HANDS
from pyramidion.games.pyramid_poker.view import Hand, Place, View
from pyramidion.wording import counted

FACING = ("bold #fdf8ec on #a83a22", "bold #fdf8ec on #1f4a8c")  # a block facing Lotus, and one facing Papyrus
OPEN, CARD, SOFT = "#665b4c on #e9dcbf", "bold #2a2521 on #fcf7ea", "#b5ab98"
WIDE, NAME, HAND = 8, 9, 23


def draw(view: View, width: int, height: int) -> Canvas:
    """The pyramid in lines of its rows, then whatever else lies on the table."""
    canvas = Canvas()
    tall = 2 if height >= 30 else 1
    top = max((place.row for place in view.places if place.faces is not None or place.is_open), default=-1)
    for place in view.places:
        if place.row <= top:
            _draw_place(canvas, view, place, (top - place.row) * tall, tall)
    _draw_supply(canvas, view)
    if any(hand.cards for hands in view.hands for hand in hands) or view.phase == "put":
        _draw_hands(canvas, view)
    sheet = view.sheet or (view.previous if view.phase in ("say", "draw", "place") and height >= 30 else None)
    for line in sheets.text(sheet) if sheet else ():
        canvas.say(line)
    return canvas


def _draw_place(canvas: Canvas, view: View, place: Place, y: int, tall: int) -> None:
    x = place.row * (WIDE // 2) + place.column * WIDE
    if place.faces is None:
        if place.is_open:
            canvas.put(x, y, f"{place.name:^{WIDE - 1}}", OPEN, place.name)
        return
    left, right = "()" if place.faces else "[]"
    free = "*" if place.is_free and view.phase == "take" else " "
    block = f"{left}{place.face or '?':^3}{right}"
    canvas.put(x, y, f"{block}{free:^2}", FACING[place.faces], place.name)
    if tall > 1:
        canvas.put(x, y + 1, f"{place.name:^{WIDE - 1}}", FACING[place.faces], place.name)


def _draw_supply(canvas: Canvas, view: View) -> None:
    score = f"to {view.target}: {SEATS[0]} {view.points[0]}, {SEATS[1]} {view.points[1]}   " if view.target else ""
    left = f"to draw: {SEATS[0]} {view.supply[0]}, {SEATS[1]} {view.supply[1]}   " if sum(view.supply) else ""
    canvas.say((f"{score}{left}{counted(view.unused, 'block')} set aside   [ ] {SEATS[0]}  ( ) {SEATS[1]}", SOFT))
    if view.block:
        canvas.say("In hand: ", (f" {view.block} ", CARD))
    if view.turned:
        spots = {move.card: move.text.split()[-1] for move in view.moves if move.card}
        canvas.say("Turned up: ", *((f" {card} ", CARD, spots.get(card, "")) for card in view.turned))
    if view.gone:
        canvas.say((f"Out of the game: {' '.join(view.gone)}", SOFT))


def _draw_hands(canvas: Canvas, view: View) -> None:
    canvas.say(" " * NAME, *((f"{name:<{HAND}}", SOFT) for name in HANDS))
    for seat, hands in enumerate(view.hands):
        own = seat == view.seat and view.phase == "put"
        y = canvas.height
        canvas.put(0, y, f"{SEATS[seat]:<{NAME}}", "bold")
        for number, hand in enumerate(hands):
            _draw_hand(canvas, hand, NAME + number * HAND, y, HANDS[number].lower() if own else "")


def _draw_hand(canvas: Canvas, hand: Hand, x: int, y: int, spot: str) -> None:
    cards = " ".join(hand.cards)
    canvas.put(x, y, f"{cards or '-':<{HAND - 1}}", "bold" if spot else "", spot)
    canvas.put(x, y + 1, f"{(hand.name or hand.so_far)[: HAND - 1]:<{HAND - 1}}", SOFT, spot)


def path(view: View, text: str) -> tuple[str, ...]:
    """The place, the hand or the card."""
    verb, _, what = text.partition(" ")
    return (what,) if verb in ("place", "take", "put", "add", "choose") else (text,)
