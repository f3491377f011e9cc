"""Packages whose games or bots can't be used, that fail, or that are gone: everything else goes on."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pyramidion import games
from pyramidion.bots import levels
from pyramidion.refusal import NotFound
from tests.server.conftest import OpenServer
from tests.sixth_game.package import on_the_path


@contextmanager
def entry_points(folder: Path, module: str, points: str) -> Iterator[None]:
    """A package of one module with these entry points is on the path."""
    (folder / "strange.py").write_text(module)
    (folder / "strange-1.dist-info").mkdir()
    (folder / "strange-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1\n")
    (folder / "strange-1.dist-info" / "entry_points.txt").write_text(points)
    try:
        with on_the_path(folder):
            yield
    finally:
        sys.modules.pop("strange", None)


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("broken", "raise OSError('nothing works')"),
        ("other", "from pyramidion.games.senet import GAME"),
        ("nothing", "GAME = None"),
        ("senet", "from pyramidion.games.iriri import GAME"),
        ("Loud-Name", "from pyramidion.games.senet import GAME"),
    ],
)
def test_a_game_that_can_not_be_used_is_left_out_and_logged(
    name: str, module: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with entry_points(tmp_path, module, f"[pyramidion.games]\n{name} = strange:GAME\n"), caplog.at_level(logging.ERROR):
        assert games.names() == games.GAMES
        assert f"the game {name} of strange:GAME can't be used" in caplog.text
        assert games.find("senet").title == "Senet"


@pytest.mark.parametrize(("name", "module"), [("broken", "1 / 0"), ("nothing", "BOT = 3"), ("scribe", "BOT = 3")])
def test_a_bot_that_can_not_be_used_is_left_out_and_logged(
    name: str, module: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with entry_points(tmp_path, module, f"[pyramidion.bots]\n{name} = strange:BOT\n"), caplog.at_level(logging.ERROR):
        assert levels.names() == tuple(levels.LEVELS)
        assert f"the bot {name} of strange:BOT can't be used" in caplog.text


STUBBORN = """
from pyramidion.bots.added import Kind

class Stubborn:
    def __init__(self, game, seats, seat, seed): pass
    def choose(self, observation): {body}

BOT = Kind("Stubborn", "Does as it likes.", Stubborn)
"""


@pytest.mark.parametrize("body", ["return 30", "raise RuntimeError('no idea')", "return None"])
def test_a_bot_that_fails_does_not_stop_a_table(body: str, tmp_path: Path, open_server: OpenServer) -> None:
    (tmp_path / "site").mkdir()
    with entry_points(tmp_path / "site", STUBBORN.format(body=body), "[pyramidion.bots]\nstubborn = strange:BOT\n"):
        visitor = open_server().visitor()
        page = visitor.arrive(visitor.create("senet", "stubborn", "me"))
        while not any(event["seat"] == 0 and event["kind"] == "act" for event in page.events):
            page.read_sync()
        assert page.sync["status"] == "live"


def test_what_was_played_with_a_package_that_is_gone_is_still_listed() -> None:
    assert (games.title("seega"), games.seat_name("seega", 1)) == ("seega", "seat 2")
    with pytest.raises(NotFound, match="there is no game 'seega'"):
        games.find("seega")
