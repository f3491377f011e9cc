import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyramidion.cli import command_line, main
from pyramidion.games import GAMES, find


def pyramidion(*arguments: str, typed: str = "", data: Path) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own, over a pipe."""
    environment = {**os.environ, "PYRAMIDION_DATA": str(data)}
    command = [sys.executable, "-m", "pyramidion", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, timeout=600)


def test_without_a_command_it_opens_the_house_and_the_browser() -> None:
    chosen = command_line().parse_args([])
    assert chosen.run is command_line().parse_args(["serve"]).run
    assert chosen.browser
    assert not command_line().parse_args(["serve", "--no-browser"]).browser


def test_every_command_has_help() -> None:
    for action in command_line()._subparsers._group_actions:  # type: ignore[union-attr]
        assert len(action._choices_actions) == len(action.choices)  # type: ignore[union-attr, arg-type]


def test_every_command_and_flag_is_documented() -> None:
    page = (Path(__file__).parents[1] / "docs/command_line.md").read_text()
    parsers = command_line()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    for name, parser in parsers.items():  # type: ignore[union-attr]
        assert f"`pyramidion {name}" in page
        for action in parser._actions:
            for flag in action.option_strings[-1:]:
                assert flag == "--help" or f"`{flag}" in page, f"{name} {flag}"


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_can_be_read(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name]) == 0
    assert find(name).title in capsys.readouterr().out


def test_the_list_of_games_has_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    main(["games"])
    printed = capsys.readouterr().out
    for name in GAMES:
        assert all(option.explanation in printed for option in find(name).options)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "senet", "-o", "pieces"], "NAME=VALUE"),
        (["play", "senet", "-o", "pieces=6"], "choose 5 or 7"),
        (["play", "senet", "--people", "3"], "Senet has 2 seats"),
        (["play", "senet", "--position", "nonsense"], "five fields"),
        (["play", "--resume", "/nowhere.json"], "can't read a game from"),
        (["rules", "go"], "there is no game 'go'"),
    ],
)
def test_a_mistake_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRAMIDION_DATA", str(tmp_path))
    assert main(arguments) == 2
    printed = capsys.readouterr().err
    assert sentence in printed
    assert printed.count("\n") <= 2
    assert not list(tmp_path.rglob("*.json"))


def test_a_whole_game_over_a_pipe(tmp_path: Path) -> None:
    result = pyramidion("play", "senet", "--seat", "0", "--seed", "1", typed="1\n" * 900, data=tmp_path)
    assert result.returncode == 0, result.stderr
    assert " pieces. " in result.stdout
    (file,) = tmp_path.rglob("*.json")
    assert json.loads(file.read_text())["finished"]


def test_a_game_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    first = pyramidion("play", "senet", "--seat", "0", "--seed", "1", typed="1\n1\nquit\n", data=tmp_path)
    assert "To continue: pyramidion play senet --resume" in first.stdout
    second = pyramidion("play", "--resume", typed="", data=tmp_path)
    assert last_board(first.stdout) == last_board(second.stdout)


def last_board(printed: str) -> str:
    return printed[printed.rindex("┌") : printed.rindex("┘")]


def test_nothing_is_lost_when_the_keyboard_goes_away(tmp_path: Path) -> None:
    pyramidion("play", "senet", "--seat", "0", "--seed", "1", typed="1\n1\n", data=tmp_path)
    (file,) = tmp_path.rglob("*.json")
    chosen = [seat for seat, _ in json.loads(file.read_text())["events"] if seat == 0]
    assert len(chosen) == 2


def test_a_game_is_asked_for_by_number_or_name(tmp_path: Path) -> None:
    asked = pyramidion("play", "--bot", "farmer", "--seat", "0", typed="chess\n2\nquit\n", data=tmp_path)
    assert "Type a number from 1 to 5 or the game's name." in asked.stdout
    assert "Senet: Cones (you)" in asked.stdout
    nobody = pyramidion("play", typed="", data=tmp_path)
    assert nobody.returncode == 130
    assert "Traceback" not in nobody.stderr


def test_the_seat_is_drawn_where_it_decides_who_begins_s_03(tmp_path: Path) -> None:
    """S-03: nobody begins just because they started the game. A seed can be had again, a seat can be asked for."""
    drawn = {pyramidion("play", "senet", "--seed", str(seed), data=tmp_path).stdout.splitlines()[0] for seed in range(6)}
    assert drawn == {"Senet: Cones (you), Reels (Scribe, bot).", "Senet: Cones (Scribe, bot), Reels (you)."}
    asked = pyramidion("play", "senet", "--seat", "1", data=tmp_path).stdout
    assert asked.startswith("Senet: Cones (Scribe, bot), Reels (you).")


def test_two_people_at_one_keyboard(tmp_path: Path) -> None:
    result = pyramidion("play", "senet", "--people", "2", "--seed", "1", typed="1\n1\n1\nquit\n", data=tmp_path)
    assert "Cones (you), Reels (you)" in result.stdout
    assert "Reels> " in result.stdout


def test_in_the_terminal_one_can_ask_be_refused_and_undo(tmp_path: Path) -> None:
    typed = "help\nrules\nboard\nmoves\nhint\njump\n99\n7\nundo\n1\nundo\nquit\n"
    result = pyramidion("play", "senet", "--seed", "3", typed=typed, data=tmp_path)
    for sentence in (
        "this list",
        "## Notation",
        "'jump' isn't a move in Senet",
        "Choose a number from 1 to ",
        "There is nothing to undo",
        "Move undone.",
        "random games",
    ):
        assert sentence in result.stdout


def test_a_position_and_a_seat_can_be_chosen(tmp_path: Path) -> None:
    position = "r9/10/9c r 2 - 9"
    result = pyramidion("play", "senet", "--seat", "1", "--position", position, typed="1-3\nquit\n", data=tmp_path)
    assert "Cones (Scribe, bot), Reels (you)" in result.stdout
    assert "Reels 1 → 3." in result.stdout


def test_a_terminal_that_knows_no_signs_gets_question_marks(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYRAMIDION_DATA": str(tmp_path)}
    command = [sys.executable, "-m", "pyramidion", "play", "senet"]
    result = subprocess.run(command, input="quit\n", capture_output=True, text=True, env=environment)
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
def test_bench_prints_its_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "senet", "--seconds", "0.2", "--json"]) == 0
    (measure,) = json.loads(capsys.readouterr().out)["games"]
    assert measure["one_core"]["plies_per_second"] > 0
    assert 200 < measure["plies_per_game"] < 600
    assert measure["cold_start"] > measure["warm_start"]


def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    from pyramidion.lab.bench import Measure, Pace, Peer, Report
    from pyramidion.lab.tables import as_table

    pace = Pace(20e6, 50_000)
    measure = Measure("senet", 2, 48, 400.0, pace, pace, 2, 1e5, 4.0, 0.5, 150.0)
    printed = as_table(Report(0.02, [measure], [Peer("OpenSpiel", "maedn", 4e6, "MCTS", 8e3)]))
    assert "5.0 ×" in printed
    assert "12.5 ×" in printed
    assert "20.00 M" in printed


def test_alone_with_bots_nobody_types_the_only_move(tmp_path: Path) -> None:
    position = "rcrcrcrcrc/10/10 c 2 - 1"  # 10-12 is all there is
    alone = pyramidion("play", "senet", "--position", position, typed="undo\n", data=tmp_path)
    assert "Cones 10 → 12." in alone.stdout
    assert "There is nothing to undo" in alone.stdout
    together = pyramidion("play", "senet", "--people", "2", "--position", position, typed="", data=tmp_path)
    assert "   1  10-12 " in together.stdout


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_begun_left_and_gone_on_with(name: str, tmp_path: Path) -> None:
    first = pyramidion("play", name, "--seed", "1", "--bot", "farmer", typed="quit\n", data=tmp_path)
    assert first.returncode == 0, first.stderr
    assert f"pyramidion play {name} --resume" in first.stdout
    second = pyramidion("play", name, "--resume", typed="quit\n", data=tmp_path)
    assert second.returncode == 0, second.stderr


@pytest.mark.slow
def test_a_small_table_is_solved_once_and_found_again(tmp_path: Path) -> None:
    first = pyramidion("solve", "senet", "--pieces", "2", data=tmp_path)
    assert first.returncode == 0, first.stderr
    table = Path(first.stdout.strip())
    written = table.stat().st_mtime_ns
    assert pyramidion("solve", "senet", "--pieces", "2", data=tmp_path).stdout == first.stdout
    assert table.stat().st_mtime_ns == written


def test_a_game_without_a_solver_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "river"]) == 2
    assert "has no solver" in capsys.readouterr().err
