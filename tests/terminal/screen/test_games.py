"""Whole games on the full screen, driven as people would: by keys, by the mouse, by the list of moves."""

import json
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList

import pyramidion
from pyramidion.bots.reflex import Plan, Reflex
from pyramidion.games.egyptian_war.rules import SLAP
from pyramidion.terminal.doors import again
from pyramidion.terminal.raced import RacedTable
from pyramidion.terminal.real_time import race_with
from pyramidion.terminal.screen.app import FullScreen
from pyramidion.terminal.screen.dialogs import Asking, Curtain, Picking, Reading, Writing
from tests.terminal.screen.stage import LATE, board, drive, is_ready, played, shown, table, until


def stage_of(app: FullScreen, play: pyramidion.Play) -> tuple[object, ...]:
    """What a tap changes."""
    return len(play.events), board(app).taps.tapped, board(app).cursor, board(app).taps.choices


@pytest.mark.parametrize("game", ["senet", "river", "pyramid_poker", "iriri"])
def test_a_game_is_played_to_its_end_by_keys(game: str, tmp_path: Path) -> None:
    play = played(game, LATE[game])
    sitting = table(play, tmp_path / "game.json")
    app = FullScreen(sitting)

    async def script(pilot: Any) -> None:
        while not app.seen.is_over:
            await until(pilot, lambda: is_ready(app))
            before = stage_of(app, play)
            await pilot.press("enter")
            await until(pilot, lambda before=before: app.seen.is_over or stage_of(app, play) != before)  # type: ignore[misc]
        assert app.seen.headline == play.ending()
        assert play.ending()[:30] in shown(app)

    drive(app, script)
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["finished"]
    assert pyramidion.replay(record).dump() == play.dump()


def test_a_move_by_the_mouse(tmp_path: Path) -> None:
    play = pyramidion.load("senet", "rcrcrcrcr1/2c7/10 r 3 - 2", seed=1)
    app = FullScreen(table(play, tmp_path / "game.json", (1,)))

    async def script(pilot: Any) -> None:
        spots = board(app).canvas.spots()
        piece, goal = play.legal(1)[0].split("-")
        for square in (piece, goal):
            x, y = spots[square]
            await pilot.click("#board", offset=(int(x), int(y)))
        await until(pilot, lambda: bool(play.events))
        assert play.record()["events"][0] == [1, f"{piece}-{goal}"]

    drive(app, script)


def test_a_move_from_the_list_a_typed_one_and_a_refusal(tmp_path: Path) -> None:
    play = pyramidion.load("senet", "rcrcrcrcr1/2c7/10 r 3 - 2", seed=1)
    app = FullScreen(table(play, tmp_path / "game.json", (0, 1)))

    async def script(pilot: Any) -> None:
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, Writing))
        app.screen.query_one(Input).value = "1-9"
        await pilot.press("enter")
        await until(pilot, lambda: "moves to 4" in shown(app) or "not to 9" in shown(app))
        assert play.events == []
        await pilot.press("l")
        await until(pilot, lambda: isinstance(app.screen, Picking))
        assert app.screen.query_one(OptionList).option_count == len(play.legal())
        await pilot.press("enter")
        await until(pilot, lambda: bool(play.events))

    drive(app, script)


def test_hint_undo_rules_help_and_moves(tmp_path: Path) -> None:
    play = pyramidion.load("senet", "rcrcrcrcr1/2c7/10 r 3 - 2", seed=1)
    app = FullScreen(table(play, tmp_path / "game.json", (0, 1)))

    async def script(pilot: Any) -> None:
        await pilot.press("h")
        await until(pilot, lambda: isinstance(app.screen, Picking) and "%" in shown(app))
        await pilot.press("enter")
        await until(pilot, lambda: bool(play.events))
        await pilot.press("u")
        await until(pilot, lambda: not play.events)
        for key, words in (("r", "Senet"), ("question_mark", "How to play"), ("m", "No moves yet.")):
            await pilot.press(key)
            await until(pilot, lambda words=words: isinstance(app.screen, Reading) and words in shown(app))  # type: ignore[misc]
            await pilot.press("escape")
            await until(pilot, lambda: len(app.screen_stack) == 1)

    drive(app, script)


def test_resigning_is_asked_about_and_leads_to_a_rematch(tmp_path: Path) -> None:
    sitting = table(pyramidion.new("senet", seed=1), tmp_path / "game.json")
    app = FullScreen(sitting)

    async def script(pilot: Any) -> None:
        await until(pilot, lambda: is_ready(app))
        for key, over in (("n", False), ("y", True)):
            await pilot.press("x")
            await until(pilot, lambda: isinstance(app.screen, Asking))
            await pilot.press(key)
            await until(pilot, lambda over=over: len(app.screen_stack) == 1 and app.seen.is_over == over)  # type: ignore[misc]
        assert "Cones resigned." in shown(app)
        assert json.loads((tmp_path / "game.json").read_text())["finished"]
        await pilot.press("n")
        await until(pilot, lambda: not app.seen.is_over and is_ready(app))

    drive(app, script)


def test_two_people_with_secrets_have_a_curtain_between_them(tmp_path: Path) -> None:
    play = pyramidion.new("river", seed=2, hands="hidden")
    app = FullScreen(table(play, tmp_path / "game.json", (0, 1)))

    async def script(pilot: Any) -> None:
        await until(pilot, lambda: isinstance(app.screen, Curtain))
        secret = play.view(play.actors()[0]).hands[play.actors()[0]]
        under = board(app).canvas.text()
        assert under.count("?3") == 2  # both hands face down
        await pilot.press("enter")
        await until(pilot, lambda: len(app.screen_stack) == 1 and is_ready(app))
        assert all(piece is None or piece in board(app).canvas.text() for piece in secret)

    drive(app, script)


def test_who_says_tut_tut_first_is_asked(tmp_path: Path) -> None:
    """P-02"""
    play = pyramidion.new("pyramid_poker", seed=1, starter="tut_tut")
    app = FullScreen(table(play, tmp_path / "game.json", (0, 1)))

    async def script(pilot: Any) -> None:
        await until(pilot, lambda: is_ready(app))
        assert all(words in shown(app) for words in ("Who was first?", "Lotus: tut tut", "Papyrus: tut tut", "Nobody"))
        board(app).tap("Papyrus: tut tut", 0.0)
        await until(pilot, lambda: bool(play.events))
        assert play.events[0].seat == 1

    drive(app, script)


saved: list[bool] = []  # each time a game of real time was kept, whether it was given up


def raced(play: pyramidion.Play, people: int, level: str = "farmer") -> RacedTable:
    return RacedTable(
        race_with(play, people, level, 1), people, level, saved.append, lambda: raced(again(play), people, level)
    )


def test_in_real_time_space_slaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """E-13: before a bot that is slower."""
    monkeypatch.setattr(Reflex, "plan", lambda _bot, _seen: Plan(SLAP, 1e7))
    play = pyramidion.load("egyptian_war", "9h20?/3d28? 7d7s 0 - 1 - - 9 -", seed=1)
    app = FullScreen(raced(play, 1))

    async def script(pilot: Any) -> None:
        await pilot.press("space")
        await until(pilot, lambda: bool(app.seen.news))
        assert app.seen.news[0].startswith("Ra slaps a double")

    drive(app, script)


def test_in_real_time_enter_turns_over_a_card_when_it_is_ones_turn() -> None:
    play = pyramidion.load("egyptian_war", "20?/30? 7d8s 1 - 0 - - 9 -", seed=1)
    app = FullScreen(raced(play, 2))

    async def script(pilot: Any) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: "not Ra's turn" in shown(app))
        await until(pilot, lambda: app.table._now() > app.table.race.began + app.table.race.timing.pace)  # type: ignore[attr-defined]
        await pilot.press("s")
        await until(pilot, lambda: len(app.seen.news) > 0)
        assert app.seen.news[0].startswith("Isis turns over")

    drive(app, script)


def test_in_real_time_a_game_that_is_left_is_kept_and_one_that_is_over_leads_to_a_rematch() -> None:
    play = pyramidion.load("egyptian_war", "20?/30? 7d8s 1 - 0 - - 9 -", seed=1)
    app = FullScreen(raced(play, 2))
    saved.clear()

    async def script(pilot: Any) -> None:
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, Asking))
        await pilot.press("y")
        await until(pilot, lambda: len(app.screen_stack) == 1 and app.seen.is_over and bool(saved))
        assert saved[-1], "it would be offered to be continued"
        await pilot.press("n")
        await until(pilot, lambda: not app.seen.is_over)
        assert app.table.farewell.endswith("pyramidion play egyptian_war --resume")

    drive(app, script)
    assert saved[-1] is False


def test_in_a_palette_of_ones_own_pieces_are_tapped_and_typed_as_they_are_called(tmp_path: Path) -> None:
    """R-07"""
    position = "-K3-/-R3-/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1- K3B2B1/R3R2R1 t play t 0 - palette=xeno"
    play = pyramidion.load("river", position, seed=1)
    app = FullScreen(table(play, tmp_path / "game.json", (0, 1)))

    async def script(pilot: Any) -> None:
        await until(pilot, lambda: is_ready(app))
        assert "[ O3 ]" not in shown(app)
        for spot in ("K3", "4"):
            x, y = board(app).canvas.spots()[spot]
            await pilot.click("#board", offset=(int(x), int(y)))
        await until(pilot, lambda: bool(play.events))
        assert play.record()["events"][0] == [0, "K3-4"]
        await pilot.press("u")
        await until(pilot, lambda: not play.events)
        await pilot.press("colon")
        await until(pilot, lambda: isinstance(app.screen, Writing))
        app.screen.query_one(Input).value = "O3-5"
        await pilot.press("enter")
        await until(pilot, lambda: bool(play.events))
        assert play.record()["events"][0] == [0, "K3-5"]

    drive(app, script)
