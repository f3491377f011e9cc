"""When a game gets the full screen, and when lines."""

import sys
from pathlib import Path

import pytest

import pyramidion
from pyramidion.terminal import doors


@pytest.mark.parametrize(
    ("terminal", "installed", "is_plain", "full"),
    [(True, True, False, True), (False, True, False, False), (True, False, False, False), (True, True, True, False)],
    ids=["a terminal", "a pipe", "no Textual", "--plain"],
)
def test_the_full_screen_needs_a_terminal_and_textual_and_is_not_forced_on_anyone(
    terminal: bool, installed: bool, is_plain: bool, full: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[str] = []
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(doors, "find_spec", lambda _name: object() if installed else None)
    monkeypatch.setattr(doors, "on_screen", lambda _table: shown.append("screen"))
    monkeypatch.setattr(doors, "_in_lines", lambda *_asked: shown.append("lines"))
    play = pyramidion.new("senet", seed=1)
    doors.sit_down(play, [0], "uniform", 1, tmp_path / "game.json", is_plain=is_plain)
    assert shown == ["screen" if full else "lines"]
