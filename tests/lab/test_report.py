import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from pyramidion.cli import main
from pyramidion.games import GAMES
from pyramidion.lab import survey
from pyramidion.lab.commands import command
from pyramidion.lab.intervals import mean_of, ratio_of
from pyramidion.lab.meanings import MEANINGS


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
    assert all(f"<th scope='row'>{figure['name']}<" in page for figure in told["figures"])
    assert "seed 9" in page
    assert told["version"] in page
    assert {"command", "setup", "figures", "version"} <= set(told)


def test_rules_are_told_in_words_and_not_as_they_are_typed(tmp_path: Path) -> None:
    file = tmp_path / "senet.html"
    survey("senet", games=64, pieces=7).report(file)
    page = file.read_text()
    assert "<td>Seven each, on squares 1 to 14</td>" in page
    assert "<td>no</td>" not in page


def test_a_share_is_never_more_than_all_nor_less_than_nothing() -> None:
    few = mean_of("decisiveness", np.array([0.2, 0.9, 0.9]), "share")
    assert (few.low, few.high) == (0.0, 1.0)
    parts, wholes = np.array([3.0, -4.0]), np.array([2.0, 3.0])
    luck = ratio_of("luck share", parts, wholes)  # products of two estimates may be negative
    assert luck.low == luck.value < 0 < luck.high
    plain = mean_of("passes", np.array([0.2, 0.9, 0.9]), "a game")
    assert plain.low < 0 < 1 < plain.high


def test_the_command_says_what_was_measured_and_not_where_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "pyramidion lab survey senet --report /home/me/senet.html --seed 9 --out=rows.parquet --json"
    monkeypatch.setattr("sys.argv", typed.split())
    assert command() == "pyramidion lab survey senet --seed 9 --json"


def test_every_metric_is_told_in_a_sentence(tmp_path: Path) -> None:
    named = {figure.name for figure in survey("senet", games=64).figures} - {"seat 1 wins"}
    assert named <= set(MEANINGS)
