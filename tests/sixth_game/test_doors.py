"""A game of another package behind every door: the command line, a pipe, and a server. Nothing of ours knows it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pyramidion
from pyramidion import games
from pyramidion.bots import levels
from pyramidion.refusal import Refusal
from tests.server.conftest import OpenServer

pytestmark = pytest.mark.usefixtures("seega")

ROOT = Path(__file__).parents[2]


def command(*arguments: str, typed: str = "") -> str:
    """What the real command prints."""
    line = [sys.executable, "-m", "pyramidion", *arguments]
    return subprocess.run(line, input=typed, capture_output=True, text=True, check=True, timeout=600).stdout


def test_nothing_of_ours_names_it() -> None:
    sources = [
        path
        for part in ("src", "web/src")
        for path in (ROOT / part).rglob("*.*")
        if path.suffix in (".py", ".ts", ".svelte")
    ]
    assert len(sources) > 300
    assert [path for path in sources if "seega" in path.read_text(encoding="utf-8").lower()] == []


def test_it_is_listed_after_ours() -> None:
    assert games.names() == (*games.GAMES, "seega")
    assert "seega: Seega, 2 players." in command("games")
    assert "**G-05 Capturing.**" in command("rules", "seega")


@pytest.mark.parametrize("bot", ["uniform", "camel_driver"])
def test_a_whole_game_in_the_terminal(bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDION_DATA", str(tmp_path))
    told = command("play", "seega", "--bot", bot, "--seed", "1", typed="1\n" * 2000)
    assert "The game is over." in told
    (file,) = (tmp_path / "games").glob("*.json")
    assert pyramidion.replay(json.loads(file.read_text())).is_over


def test_a_whole_game_at_a_server(open_server: OpenServer) -> None:
    server = open_server()
    visitor = server.visitor()
    shown = {game["name"]: game for game in visitor.ask("GET", "/api/games")}
    assert shown["seega"]["title"] == "Seega"
    bots = {bot["name"]: bot for bot in visitor.ask("GET", "/api/bots")}
    assert (bots["camel_driver"]["games"], bots["camel_driver"]["face"]) == (["seega"], "")
    assert "seega" in bots["farmer"]["games"]
    table = visitor.create("seega", "me", "camel_driver")
    page = visitor.arrive(table)
    assert page.sync["chairs"][1]["title"] == "Camel driver"
    while page.sync["status"] != "over":
        if page.sync["legal"]:
            page.say("act", seat=0, action=page.sync["legal"][0]["actions"][-1], n=page.sync["n"])
        page.read_sync()
    record = visitor.ask("GET", f"/api/tables/{table}/record")
    assert pyramidion.replay(record).is_over


def test_its_bot_does_not_sit_down_to_other_games(open_server: OpenServer) -> None:
    wish = {"game": "senet", "seats": [{"who": "me"}, {"who": "bot", "level": "camel_driver"}]}
    refused = open_server().visitor().ask("POST", "/api/tables", wish, status=409)
    assert "There is no bot 'camel_driver' for Senet" in refused["why"]
    with pytest.raises(Refusal, match="Camel driver doesn't play Senet"):
        levels.make("camel_driver", games.find("senet"), 2, 0, 1)
