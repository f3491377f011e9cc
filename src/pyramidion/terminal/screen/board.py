"""The board as a widget: it draws a game's canvas, and turns taps, arrows and Enter into actions."""

from collections.abc import Callable
from time import monotonic
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from pyramidion.canvas import Canvas, Cell
from pyramidion.terminal.taps import Choice, Taps, beside

LIT = Style(bold=True, underline=True, color="#ffffff", bgcolor="#2f6b3f")
CHOSEN = Style(bold=True, color="#2a2006", bgcolor="#f1ca6c")
CURSOR = Style(bold=True, color="#000000", bgcolor="#ffffff")

Draw = Callable[[int, int], Canvas]


class Board(ScrollView, can_focus=True):
    """A canvas, with buttons below it for whatever can't be tapped on it."""

    BINDINGS: ClassVar[list[Binding | tuple[str, str] | tuple[str, str, str]]] = [
        *(Binding(key, f"step('{key}')", show=False) for key in ("up", "down", "left", "right")),
        Binding("enter,space", "tap", "Choose", show=False),
        Binding("escape", "back", "Back", show=False),
    ]

    class Chosen(Message):
        """An action was tapped to its end."""

        def __init__(self, choice: Choice, at: float) -> None:
            super().__init__()
            self.choice = choice
            self.at = at

    class Pressed(Message):
        """In real time, keys are actions, and count from when they were pressed."""

        def __init__(self, key: str, at: float) -> None:
            super().__init__()
            self.key = key
            self.at = at

    def __init__(self, *, is_timed: bool) -> None:
        super().__init__(id="board")
        self._is_timed = is_timed
        self.canvas = Canvas()
        self.taps = Taps([])
        self.cursor = ""
        self._draw: Draw = lambda _width, _height: Canvas()

    def show(self, draw: Draw, choices: list[Choice]) -> None:
        """Something has changed: what was tapped before is forgotten, unless it is as good as before."""
        if choices != self.taps.choices:
            self.taps = Taps(choices)
        self._draw = draw
        self.redraw()

    def redraw(self) -> None:
        room = self.size
        self.canvas = self._draw(room.width or 80, room.height or 16)
        self._add_buttons(room.width or 80)
        spots = self.canvas.spots()
        lit = [spot for spot in self.taps.lit if spot in spots and not self._is_timed]
        if self.cursor not in lit:
            self.cursor = lit[0] if lit else ""
        self.virtual_size = Size(self.canvas.width, self.canvas.height)
        self.refresh()

    def on_resize(self) -> None:
        self.redraw()

    def _add_buttons(self, width: int) -> None:
        there = self.canvas.spots()
        missing = [spot for spot in self.taps.lit if spot not in there]
        x = width
        for spot in missing:
            words = f"[ {spot} ]"
            if x + len(words) > width:
                x = 0
                self.canvas.skip()
            x = self.canvas.put(x, self.canvas.height - 1, words, "bold", spot) + 1

    # Drawing

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        row = y + top
        signs = [self._segment(self.canvas.at(x, row)) for x in range(left, left + self.size.width)]
        return Strip(Segment.simplify(signs), self.size.width)

    def _segment(self, cell: Cell) -> Segment:
        style = Style.parse(cell.style) if cell.style else Style.null()
        if cell.spot and cell.spot == self.cursor and self.has_focus:
            style += CURSOR
        elif cell.spot in self.taps.tapped:
            style += CHOSEN
        elif cell.spot and cell.spot in self.taps.lit:
            style += LIT
        return Segment(cell.sign, self.rich_style + style)

    # Choosing

    def on_key(self, event: events.Key) -> None:
        if self._is_timed and event.key in ("space", "enter", "a", "s"):
            event.stop()
            event.prevent_default()
            self.post_message(self.Pressed(event.key, event.time))

    def action_step(self, key: str) -> None:
        spots = self.canvas.spots()
        lit = {spot: spots[spot] for spot in spots if spot in self.taps.lit or spot in self.taps.tapped}
        if lit:
            self.cursor = beside(lit, self.cursor, key)
            x, y = spots[self.cursor]
            self.scroll_to_region(Region(int(x) - 4, int(y) - 1, 8, 3), animate=False)
            self.refresh()
        else:
            self.scroll_relative(x={"left": -4, "right": 4}.get(key, 0), y={"up": -2, "down": 2}.get(key, 0), animate=False)

    def action_tap(self) -> None:
        if self.cursor:
            self.tap(self.cursor, monotonic())

    def action_back(self) -> None:
        self.taps.back()
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        left, top = self.scroll_offset
        spot = self.canvas.at(event.x + left, event.y + top).spot
        if spot:
            self.tap(spot, event.time)

    def tap(self, spot: str, at: float) -> None:
        """Go on with this spot, as if it had been tapped then."""
        choice = self.taps.tap(spot)
        self.redraw()
        if choice:
            self.post_message(self.Chosen(choice, at))
