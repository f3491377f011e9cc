"""Playing line by line: what is shown can be typed, also where a game's options change how its moves are written."""

from itertools import chain, repeat
from pathlib import Path

import pytest

import pyramidion
from pyramidion.terminal.lines import Lines

POSITION = "-K3-/-R3-/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1- K3B2B1/R3R2R1 t play t 0 -"
XENO = "palette=xeno"
OWN = "palette=own colours=Émeraude,Ébène,金,Gold,Green"
TWINS = "palette=own colours=Blue,Black,Red,Brown,Beige"


def sit_down(
    monkeypatch: pytest.MonkeyPatch, file: Path, options: str, typed: list[str], position: str = POSITION
) -> pyramidion.Play:
    """Two people at one keyboard type these lines, and leave."""
    play = pyramidion.load("river", f"{position} {options}", seed=1)
    lines = chain(typed, repeat("quit"))
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    Lines(play, {}, "nobody", file / "game.json").run()
    return play


@pytest.mark.parametrize("hands", ["", " hands=hidden"], ids=["open", "hidden"])
@pytest.mark.parametrize(
    ("options", "move", "told"),
    [
        ("", "K3-4", "Thebes plays K3 to segment 4."),
        (XENO, "O3-4", "Thebes plays O3 to segment 4."),
        (OWN, "É3-4", "Thebes plays É3 to segment 4."),
        (TWINS, "B3-4", "Thebes plays B3 to segment 4."),
    ],
    ids=["rainbow", "Xeno", "own", "twins"],
)
def test_a_move_is_typed_as_the_list_shows_it(
    options: str,
    move: str,
    told: str,
    hands: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """R-07: and it is kept in notation."""
    typed = ["", move] if hands else [move]  # who takes the keyboard presses Enter first
    play = sit_down(monkeypatch, tmp_path, options + hands, typed)
    assert f"   4  {move:<10} {told}" in capsys.readouterr().out
    assert play.record()["events"][0] == [0, "K3-4"]
    assert '"K3-4"' in (tmp_path / "game.json").read_text()


def test_the_number_in_the_list_and_the_notation_do_as_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """R-07: K is no letter of Xeno, so it can only be the notation's."""
    for typed in ("4", "K3-4"):
        play = sit_down(monkeypatch, tmp_path, XENO, [typed])
        assert play.record()["events"][0] == [0, "K3-4"]


def test_refusals_and_the_board_have_the_letters_of_the_list(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R-07."""
    sit_down(monkeypatch, tmp_path, XENO, ["C3-4", "Q3-4", "99"])
    printed = capsys.readouterr().out
    assert "Thebes's hand: O3 L2 L1" in printed
    assert "Colours, best first: O orange, C cyan, P purple, W white, L clear." in printed
    assert "C3 isn't in your hand: you have O3, L2, L1." in printed
    assert "write O3-4 to play O3 to segment 4" in printed
    assert "Choose a number from 1 to " in printed


def test_a_hint_has_the_letters_of_the_list(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """R-07."""
    sit_down(monkeypatch, tmp_path, XENO, ["hint"])
    hints = [line.split()[1] for line in capsys.readouterr().out.splitlines() if line.split()[:1] and "%  " in line]
    assert hints
    assert all(hint[0] in "OL" for hint in hints)
