"""The full screen: the board, who plays, what happened, and keys for all that can be asked for."""

from collections.abc import Awaitable, Callable
from functools import partial
from importlib.resources import files
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, RichLog, Static

from pyramidion.canvas import Canvas
from pyramidion.game import Move
from pyramidion.refusal import Refusal
from pyramidion.terminal import plain
from pyramidion.terminal.boards import drawing_of
from pyramidion.terminal.screen.board import Board
from pyramidion.terminal.screen.dialogs import Asking, Curtain, Picking, Reading, Writing
from pyramidion.terminal.table import Player, Scene, Table
from pyramidion.terminal.taps import Choice, choices
from pyramidion.wording import sentence

WIDE = 110  # columns from which the moves stand beside the board
LATEST = 2  # of the moves, where they don't
CLOCK_TICK = 0.25  # seconds


class FullScreen(App[None]):
    """One table."""

    CSS_PATH = "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 (an instance variable, Textual says)
    BINDINGS: ClassVar[list[Binding | tuple[str, str] | tuple[str, str, str]]] = [
        Binding("l", "list", "Moves you can make"),
        Binding("h", "ask('hint')", "Hint"),
        Binding("u", "ask('undo')", "Undo"),
        Binding("d", "ask('decline')", "Decline"),
        Binding("m", "moves", "Moves"),
        Binding("r", "rules", "Rules"),
        Binding("c", "ask('chat')", "Chat"),
        Binding("x", "ask('resign')", "Resign"),
        Binding("n", "ask('rematch')", "Rematch"),
        Binding("colon", "type", "Type a move", show=False),
        Binding("question_mark,f1", "help", "Help", key_display="?"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.title = table.game.title
        self.seen: Scene = table.scene()
        self._told: tuple[str, ...] = ()  # what is in the log of moves
        self._notice = ""
        self._players = Static(id="players", markup=False)
        self._seated: tuple[Player, ...] = ()

    def compose(self) -> ComposeResult:
        yield self._players
        with Horizontal(id="middle"):
            yield Board(is_timed=self.table.game.real_time)
            with Vertical(id="side"):
                yield RichLog(id="moves", wrap=True, min_width=20, auto_scroll=True)
        yield Static(id="headline", markup=False)
        yield Static(id="latest", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(Board).focus()
        self.query_one("#moves", RichLog).can_focus = False
        self.run_worker(self.table.run(self.changed), name="table", exit_on_error=True)
        self._players.set_interval(CLOCK_TICK, self._show_players)

    # Showing

    def changed(self) -> None:
        """Show the table as it is now."""
        self.seen, self._notice = self.table.scene(), ""
        self.query_one(Board).show(self._draw, self._choices())
        self._show_words()
        self.refresh_bindings()
        self.call_after_refresh(self.table.shown)
        if self.seen.curtain and not isinstance(self.screen, Curtain):
            self._draw_curtain(self.seen.curtain)

    def _draw(self, width: int, height: int) -> Canvas:
        drawing, view = drawing_of(self.table.game), self.seen.view
        if view is None:
            return plain.written(self.seen.text)
        return drawing.draw(view, width, height) if drawing else plain.draw(view, self.seen.text, width, height)

    def _choices(self) -> list[Choice]:
        drawing, view = drawing_of(self.table.game), self.seen.view
        path = partial(drawing.path, view) if drawing and view is not None else plain.path
        return choices(self.seen.legal, path, self.table.game.seat_name)

    def _show_players(self) -> None:
        """Also between two events, since clocks run."""
        players = self.table.players()
        if players != self._seated:
            self._seated = players
            self._players.update(Text("   ").join(map(_player, players)))

    def _show_words(self) -> None:
        self._show_players()
        headline = self.query_one("#headline", Static)
        headline.update(self._notice or self.seen.headline)
        headline.set_class(bool(self._notice), "refused")
        latest = self.seen.news[-LATEST:]
        self.query_one("#latest", Static).update("\n".join(latest))
        self._show_moves()

    def _show_moves(self) -> None:
        """Most often there is only something new; after an undo, or when somebody comes back, other things differ too."""
        log, told = self.query_one("#moves", RichLog), len(self._told)
        if self.seen.news[:told] != self._told:
            log.clear()
            told = 0
        for line in self.seen.news[told:]:
            log.write(Text(line))
        self._told = self.seen.news

    def tell(self, words: str) -> None:
        """Show a sentence until something changes."""
        self._notice = words
        self._show_words()

    # Doing

    @work(group="acting")
    async def on_board_chosen(self, event: Board.Chosen) -> None:
        await self.do(partial(self.table.act, event.choice.seat, event.choice.action, event.at))

    @work(group="acting")
    async def on_board_pressed(self, event: Board.Pressed) -> None:
        async def press() -> None:
            if pressed := self.table.pressed(event.key):
                await self.table.act(*pressed, event.at)

        await self.do(press)

    async def do(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do something, or say why not."""
        try:
            await deed()
        except Refusal as refusal:
            self.tell(sentence(str(refusal)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What can't be asked for now is not shown."""
        if action == "ask":
            return parameters[0] in self.table.commands
        return not (action in ("list", "type") and self.table.game.real_time)

    @work(exclusive=True, group="asking")
    async def action_ask(self, what: str) -> None:
        asked = {
            "hint": self._hint,
            "undo": self.table.undo,
            "decline": self.table.decline,
            "resign": self._resign,
            "rematch": self.table.rematch,
            "chat": self._chat,
        }
        await self.do(asked[what])

    async def _hint(self) -> None:
        self.tell("Thinking about a hint…")
        hints = await self.table.hint()
        lines = [f"{hint.win:>4.0%}  {hint.move.written:<10} {hint.move.told}" for hint in hints]
        await self._pick("Winning chances", [hint.move for hint in hints], lines)

    async def _resign(self) -> None:
        if await self.push_screen_wait(Asking("Resign this game?")):
            await self.table.resign()

    async def _chat(self) -> None:
        if words := await self.push_screen_wait(Writing("Say something")):
            await self.table.say(words)

    async def _pick(self, title: str, moves: list[Move], lines: list[str]) -> None:
        number = await self.push_screen_wait(Picking(title, lines))
        self.tell("")
        if number is not None:
            await self.table.act(moves[number].seat, moves[number].action, monotonic())

    @work(exclusive=True, group="asking")
    async def action_list(self) -> None:
        await self.do(self._list)

    async def _list(self) -> None:
        moves = await self.table.moves()
        await self._pick("Legal moves", moves, [f"{move.written:<10} {move.told}" for move in moves])

    @work(exclusive=True, group="asking")
    async def action_type(self) -> None:
        await self.do(self._type)

    async def _type(self) -> None:
        if typed := await self.push_screen_wait(Writing("Type a move")):
            seat = next(iter(self.seen.legal), 0)
            await self.table.act(seat, await self.table.read(seat, typed), monotonic())

    def action_moves(self) -> None:
        self.push_screen(Reading("\n".join(self.seen.news) or "No moves yet."))

    def action_rules(self) -> None:
        self.push_screen(Reading(self.table.game.rules_text, is_markdown=True))

    def action_help(self) -> None:
        self.push_screen(Reading(files(__package__).joinpath("help.md").read_text(encoding="utf-8"), is_markdown=True))

    @work(exclusive=True, group="curtain")
    async def _draw_curtain(self, name: str) -> None:
        await self.push_screen_wait(Curtain(name))
        self.table.lift_curtain()
        self.changed()


def _player(player: Player) -> Text:
    clock = f" {player.clock}" if player.clock else ""
    return Text(f"{'▶ ' if player.is_next else '  '}{player.name}{clock}", style="bold" if player.is_next else "")
