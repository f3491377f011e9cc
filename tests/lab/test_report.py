import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pyramidion.cli import main
from pyramidion.games import GAMES
from pyramidion.lab import survey


class Tags(HTMLParser):
    """Every tag that was opened, and every address."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize("name", GAMES)
def test_a_report_of_every_game_is_one_file_with_nothing_outside_it(name: str, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    survey(name, games=64).report(file)
    page = file.read_text()
    tags = Tags()
    tags.feed(page)
    assert not tags.addresses
    assert "url(" not in page
    assert tags.opened.count("svg") == 2
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert len(re.findall("aria-label=", page)) >= 3


def test_every_figure_is_told_with_interval_command_seed_and_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "senet.html"
    assert main(["lab", "survey", "senet", "--games", "64", "--seed", "9", "--report", str(file)]) == 0
    capsys.readouterr()
    told = json.loads(file.with_suffix(".json").read_text())
    page = file.read_text()
    assert all(f"<th scope='row'>{figure['name']}</th>" in page for figure in told["figures"])
    assert "seed 9" in page
    assert told["version"] in page
    assert {"command", "setup", "figures", "version"} <= set(told)
