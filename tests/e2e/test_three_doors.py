"""One table, three doors: somebody in a browser, somebody at the full screen of a terminal, and a program on the third seat.

The server is killed in between, without a chance to write anything more, and started again with the same file.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

import pyramidion
from bench.harness import Server
from pyramidion.client.rest import NotDone
from pyramidion.client.tables import connect_async
from pyramidion.games import GAMES, find
from pyramidion.server.protocol.socket import Happened
from pyramidion.terminal.joined_table import JoinedTable
from pyramidion.terminal.screen.app import FullScreen
from tests.e2e import test_egyptian_war, test_iriri, test_pyramid_poker, test_river, test_senet
from tests.e2e.conftest import AUTOMATIC, PATIENCE
from tests.e2e.visitor import Visitor
from tests.terminal.screen.stage import board, is_ready, until

KILL_AFTER = 3  # actions in the browser
SECONDS = 600.0
# A war takes many minutes, and Senet some hundred throws a side: these begin late. The other games begin at the beginning.
POSITIONS = {
    "egyptian_war": "17?/17?/18? - 0 - - - - 220 - 2 seats=3 starter=random card_limit=250",
    "senet": "4c3r1/4c5/c7cc r 2 - 174",
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A server in a process of its own, which can be killed and started again at the same address."""
    server = Server(tmp_path / "house.sqlite", "--bot-pace", "0").start()
    yield server
    server.stop()


@pytest.fixture
def anna(browser: Browser, house: Server) -> Iterator[Visitor]:
    """Somebody with a browser. To that a server that is gone is an error, so only errors of the page itself count."""
    context = browser.new_context(base_url=house.address, reduced_motion="reduce", viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AUTOMATIC)
    page, errors = context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    yield Visitor(page)
    context.close()
    assert errors == []


class Door:
    """Somebody who plays in a thread, and what they were told to the end."""

    def __init__(self, address: str, link: str) -> None:
        self.address = address
        self.link = link
        self.token = ""
        self.events: list[Happened] = []
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.play()
        except BaseException as error:
            self._failed = error

    def play(self) -> None: ...

    def wait(self) -> None:
        self._thread.join(SECONDS)
        if self._failed:
            raise self._failed
        assert not self._thread.is_alive()


class Program(Door):
    """`pyramidion.connect`: it does the last of what is legal, and slaps at nothing."""

    def play(self) -> None:
        server = pyramidion.connect(self.address)
        self.token, table = server.token, server.join(self.link)
        while table.wait_for_turn():
            heard = table.heard
            calm = [action for action in table.legal() if action != "slap"]
            with suppress(pyramidion.Illegal, NotDone):  # something else came first
                if calm:
                    table.act(calm[-1])
                    continue
            table.wait(heard)
        self.events = table.events
        server.close()


class Terminal(Door):
    """The full screen, on which somebody presses Enter for the first of what is lit."""

    def play(self) -> None:
        asyncio.run(self._play())

    async def _play(self) -> None:
        server = await connect_async(self.address)
        self.token = server.token
        table = JoinedTable(await server.join(self.link))
        app = FullScreen(table)
        async with app.run_test(size=(140, 45)) as pilot:
            await pilot.pause()
            while not app.seen.is_over:
                await (self._turn_over if table.game.real_time else self._tap)(pilot, app, table)
        self.events = table.table.events
        await server.close()

    async def _tap(self, pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        await until(pilot, lambda: is_ready(app))
        before = table.table.n, board(app).taps.tapped
        await pilot.press("enter")
        await until(pilot, lambda: app.seen.is_over or (table.table.n, board(app).taps.tapped) != before)

    async def _turn_over(self, pilot: Any, app: FullScreen, table: JoinedTable) -> None:
        if "turn" in app.seen.legal.get(table.table.seats[0], []):
            await pilot.press("enter")
        await pilot.pause(0.05)


def act_in_senet(visitor: Visitor) -> None:
    test_senet.move(visitor)


def act_in_poker(visitor: Visitor) -> None:
    before = visitor.moves()
    test_pyramid_poker.doable(visitor).first.click()
    visitor.expect_more_than(before)


def act_in_war(visitor: Visitor) -> None:
    test_egyptian_war.turn_card(visitor)


ACTING: dict[str, tuple[Callable[[Visitor], Any], Callable[[Visitor], None]]] = {  # what there is to do, and doing it
    "senet": (test_senet.movable, act_in_senet),
    "river": (test_river.something_to_do, test_river.act_by_mouse),
    "iriri": (test_iriri.something_to_do, test_iriri.act_by_mouse),
    "pyramid_poker": (test_pyramid_poker.doable, act_in_poker),
    "egyptian_war": (test_egyptian_war.turn, act_in_war),
}


def open_table(visitor: Visitor, game: str, seats: int) -> str:
    """Anna opens a table for so many, and goes there; its id."""
    test_pyramid_poker.wait_until_known(visitor)
    wish: dict[str, Any] = {"game": game, "seating": "as_listed", "position": POSITIONS.get(game, "")}
    wish["seats"] = [{"who": "me"}, *[{"who": "anybody"}] * (seats - 1)]
    table = str(visitor.page.request.post("/api/tables", data=wish).json()["id"])
    visitor.page.goto(f"/t/{table}")
    return table


def play_in_the_browser(visitor: Visitor, house: Server, game: str) -> None:
    something_to_do, act = ACTING[game]
    done = 0
    while not visitor.is_over(something_to_do(visitor)):
        act(visitor)
        done += 1
        if done == KILL_AFTER:
            port = house.port
            house.kill()
            house.start(port)
    assert done > KILL_AFTER


@pytest.mark.parametrize("game", GAMES)
def test_a_browser_a_terminal_and_a_program_end_with_the_same_record(anna: Visitor, house: Server, game: str) -> None:
    seats = 3 if 3 in find(game).seats else 2
    table = open_table(anna, game, seats)
    link = f"{house.address}/t/{table}"
    others: list[Door] = [Terminal(house.address, link)]
    if seats == 3:
        others.append(Program(house.address, link))
    play_in_the_browser(anna, house, game)
    for other in others:
        other.wait()
    address = f"{house.address}/api/tables/{table}/record"
    record = anna.page.evaluate("(address) => fetch(address).then((answer) => answer.text())", address).encode()
    for other in others:
        headers = {"Authorization": f"Bearer {other.token}"}
        assert httpx.get(address, headers=headers, timeout=SECONDS).content == record
        assert [event.n for event in other.events] == list(range(len(other.events)))
    assert len({tuple(event.at for event in other.events) for other in others}) == 1
    expect(anna.result).to_be_visible()
