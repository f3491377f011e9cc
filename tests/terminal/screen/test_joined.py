"""A server's table on the full screen: all that a browser can do there, by keys and by the mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.widgets import Input

from pyramidion.client.tables import connect_async
from pyramidion.games import GAMES, find
from pyramidion.terminal.joined_table import LOST, JoinedTable, written
from pyramidion.terminal.screen.app import FullScreen
from pyramidion.terminal.screen.board import Board
from pyramidion.terminal.screen.dialogs import Asking, Picking, Writing
from tests.server.conftest import OpenServer, Running
from tests.server.visitors import Page
from tests.terminal.screen.stage import LATE, SIZES, board, is_ready, played, shown, until

Script = Callable[[Any, FullScreen, JoinedTable], Awaitable[None]]

SENET = "rcrcrcrcr1/2c7/10 r 3 - 2"
CLOCK = {"kind": "total", "seconds": 600, "increment": 5}
DOUBLE = "7h25?/7d25? - 0 - - - - 0 -"  # the first two cards


def join(server: Running, link: str, script: Script, size: tuple[int, int] = (80, 24)) -> None:
    """Ben comes to a table with the full screen."""

    async def run() -> None:
        ben = await connect_async(server.address)
        try:
            await ben.rename("Ben")
            table = JoinedTable(await ben.join(link))
            app = FullScreen(table)
            async with app.run_test(size=size) as pilot:
                await pilot.pause()
                await script(pilot, app, table)
        finally:
            await ben.close()

    asyncio.run(run())


def open_table(server: Running, game: str, *seats: str, **more: Any) -> Page:
    """Anna opens a table, and is there."""
    anna = server.visitor()
    anna.ask("PUT", "/api/me", {"name": "Anna"})
    return anna.arrive(anna.create(game, *(seats or ("me", "anybody")), **more))


def play_first_actions(page: Page) -> None:
    while page.wait_for_turn():
        page.act()


async def do(work: Callable[..., object], *asked: object) -> None:
    """Have Anna do something, while the screen goes on."""
    await asyncio.to_thread(work, *asked)


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"egyptian_war"}))
def test_a_game_is_played_to_its_end_by_keys(server: Running, game: str) -> None:
    anna = open_table(server, game, position=played(game, LATE[game]).dump())

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        playing = asyncio.create_task(do(play_first_actions, anna))
        while not app.seen.is_over:
            await until(pilot, lambda: is_ready(app))
            before = table.table.n, board(app).taps.tapped
            await pilot.press("enter")
            await until(pilot, lambda b=before: app.seen.is_over or (table.table.n, board(app).taps.tapped) != b)  # type: ignore[misc]
        await playing
        assert table.farewell
        assert app.seen.headline == table.farewell
        assert [event.told for event in table.table.events] == list(app.seen.news)

    join(server, anna.sync["table"], script)


def test_the_link_is_shown_until_the_game_begins_then_a_move_is_made_by_the_mouse(server: Running) -> None:
    link = server.visitor().create("senet", "anybody", "anybody", position=SENET)

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await until(pilot, lambda: table.table.link in shown(app))
        anna = server.visitor()
        await do(anna.sit, link)
        await do(anna.arrive, link)
        await until(pilot, lambda: table.table.status == "live")
        if table.table.seats == [0]:
            return  # Anna begins
        piece, goal = app.seen.legal[1][0].split("-")
        for square in (piece, goal):
            x, y = board(app).canvas.spots()[square]
            await pilot.click("#board", offset=(int(x), int(y)))
        await until(pilot, lambda: table.table.n > 0)
        assert table.table.events[0].action == f"{piece}-{goal}"

    join(server, link, script)


def test_a_hint_the_list_and_a_typed_move_have_words(server: Running) -> None:
    anna = open_table(server, "senet", "me", "anybody", position=SENET, hints=True)

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await until(pilot, lambda: is_ready(app))
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, Picking) and "%" in shown(app) and "→" in shown(app))
        await pilot.press("escape")
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, Picking) and "Reels 7 → 10." in shown(app))
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)
        for typed, told in (("1-9", "moves to 4"), ("7-10", "Reels 7 → 10.")):
            await pilot.press("colon")
            await until(pilot, lambda: isinstance(app.screen, Writing))
            app.screen.query_one(Input).value = typed
            await pilot.press("enter")
            await until(pilot, lambda words=told: words in shown(app))  # type: ignore[misc]
        assert table.table.events[0].action == typed

    join(server, anna.sync["table"], script)


def test_people_chat_ask_to_undo_decline_agree_resign_and_play_again(server: Running) -> None:
    anna = open_table(server, "senet", "me", "anybody", position=SENET)

    def say(tag: str, **fields: Any) -> None:
        anna.say(tag, **fields)

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await until(pilot, lambda: is_ready(app))
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, Writing))
        app.screen.query_one(Input).value = "Good luck!"
        await pilot.press("enter")
        await until(pilot, lambda: "Ben: Good luck!" in shown(app))
        say("say", text="You too")
        await until(pilot, lambda: "Anna: You too" in shown(app))
        await table.act(1, app.seen.legal[1][0], 0.0)
        await pilot.press("u")
        await until(pilot, lambda: "You asked to undo. D takes that back." in shown(app))
        await pilot.press("d")
        await until(pilot, lambda: "You asked" not in shown(app))
        await pilot.press("u")
        await until(pilot, lambda: "You asked to undo." in shown(app))
        say("offer", wish="undo", n=table.table.n)
        await until(pilot, lambda: table.table.events[-1].kind == "undo" and is_ready(app))
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Asking))
        await pilot.press("y")
        await until(pilot, lambda: len(app.screen_stack) == 1 and app.seen.is_over)
        assert "You resigned. You lost." in shown(app)
        say("offer", wish="rematch", n=table.table.n)
        await until(pilot, lambda: "Anna asks to play again. N agrees, D declines." in shown(app))
        before = table.table.id
        await pilot.press("n")
        await until(pilot, lambda: table.table.id != before)
        assert table.table.status == "waiting"

    join(server, anna.sync["table"], script)


def test_the_screen_says_that_the_connection_is_lost_and_goes_on_where_it_was(open_server: OpenServer) -> None:
    server = open_server()
    anna = open_table(server, "senet", "me", "anybody", position=SENET)
    port = int(server.address.rsplit(":", 1)[1])

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await until(pilot, lambda: is_ready(app))
        table_of_ben = table.table
        await table_of_ben.say("Hello")
        await do(server.stop)
        await until(pilot, lambda: LOST in shown(app))
        await pilot.press("enter")
        await pilot.press("enter")  # what is done meanwhile is done when the server is back
        await do(lambda: open_server(port=port))
        await until(pilot, lambda: table_of_ben.n > 0)
        await until(pilot, lambda: LOST not in shown(app))
        assert [remark["text"] for remark in table_of_ben.said] == ["Hello"]

    join(server, anna.sync["table"], script)


async def see_a_double(pilot: Any, app: FullScreen, table: JoinedTable, anna: Page) -> None:
    """Anna turns over a card, and Ben one of the same rank."""
    await do(turn_when_possible, anna)
    await until(pilot, lambda: table.table.n == 1 and "turn" in app.seen.legal.get(1, []))
    while table.table.n == 1:
        await pilot.press("enter")
        await pilot.pause(0.01)
    await until(pilot, lambda: len(app.seen.view.pile) == 2 and table._seen[0] == table.table.n)  # type: ignore[union-attr]


def turn_when_possible(page: Page) -> None:
    page.wait_for_turn()
    while page.act("turn", 0)["type"] == "refused":
        pass


def test_in_real_time_a_slap_counts_from_when_the_card_was_on_the_screen(server: Running) -> None:
    """E-13: whatever the way to the server and the terminal take."""
    anna = open_table(server, "egyptian_war", "me", "anybody", position=DOUBLE)

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await see_a_double(pilot, app, table, anna)
        n, since = table._seen
        board(app).post_message(Board.Pressed("space", since - 0.001))
        await until(pilot, lambda: "before the card could be seen" in shown(app))
        board(app).post_message(Board.Pressed("space", since + 0.25))
        await until(pilot, lambda: table.table.n > n)
        finish = table.table.events[n].finish
        assert finish is not None
        assert [(place.seat, round(place.claim)) for place in finish.places] == [(1, 250)]

    join(server, anna.sync["table"], script)


def test_in_real_time_who_has_slapped_is_told_who_else_has(server: Running) -> None:
    anna = open_table(
        server,
        "egyptian_war",
        "me",
        "anybody",
        "anybody",
        position=f"7h20?/7d20?/10? {DOUBLE[12:]} 2 seats=3 starter=random",
    )
    cleo = server.visitor()
    cleo.sit(anna.sync["table"], 2)
    cleo.arrive(anna.sync["table"])

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await see_a_double(pilot, app, table, anna)
        table.table._line.state.hear({"type": "judging", "n": table.table.n, "seats": [0]})
        app.changed()
        assert "Anna slapped. Was anyone faster?" in shown(app) or "Anna slapped" in app.seen.headline

    join(server, anna.sync["table"], script)


def test_a_key_that_does_nothing_now_is_answered(server: Running) -> None:
    anna = open_table(server, "egyptian_war", "me", "anybody", position=DOUBLE)

    async def script(pilot: Any, app: FullScreen, _table: JoinedTable) -> None:
        await until(pilot, lambda: app.seen.view is not None)
        await pilot.press("enter")
        await until(pilot, lambda: "It's not your turn." in shown(app))

    join(server, anna.sync["table"], script)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_a_board_with_clocks_and_chat_fits(server: Running, game: str, size: tuple[int, int]) -> None:
    seats = max(count for count in find(game).seats if count <= 4)
    more = {} if find(game).real_time else {"clock": CLOCK, "position": played(game, LATE[game] // 2, seats=seats).dump()}
    anna = open_table(server, game, "me", *["anybody"] * (seats - 1), **more)
    for seat in range(2, seats):
        other = server.visitor()
        other.sit(anna.sync["table"], seat)
        other.arrive(anna.sync["table"])

    async def script(pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await until(pilot, lambda: table.table.status == "live")
        anna.say("say", text="Good luck to all of you!")
        await until(pilot, lambda: "Anna: Good luck to all of you!" in shown(app))
        await pilot.pause()
        screen = shown(app)
        for line in board(app).canvas.text().splitlines():
            assert line.rstrip() in screen
        for player in table.players():
            assert player.name in screen.replace("\n", " ")
        assert screen.count(":") >= (seats if more else 0)
        assert ("9:5" in screen or "10:0" in screen) == bool(more)

    join(server, anna.sync["table"], script, size)


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [(299_999, "4:59"), (0, "0:00"), (-20, "0:00"), (3_899_000, "1:04:59"), (184_000_000, "2 d 3 h")],
)
def test_clocks_are_written_as_on_a_clock(milliseconds: float, told: str) -> None:
    assert written(milliseconds) == told
