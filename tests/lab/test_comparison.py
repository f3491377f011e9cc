import json

import numpy as np
import pytest

from pyramidion.cli import main
from pyramidion.lab import per_game
from pyramidion.lab.comparison import compare, looks_at, sweep, variants
from pyramidion.lab.per_game import Sample, of_rows
from pyramidion.lab.runners import Threads
from pyramidion.lab.setups import set_up
from pyramidion.lab.surveys import run
from pyramidion.refusal import Refusal
from tests.lab.games import RACE


def test_looks_double_and_the_last_one_has_all_games() -> None:
    assert list(looks_at(5000)) == [1024, 2048, 4096, 5000]
    assert list(looks_at(10)) == [10]


def test_a_sample_plays_each_game_once_and_the_same_as_a_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    plain = per_game.measure

    def counted(setup: object, metric: str, span: tuple[int, int]) -> object:
        played.extend(range(span[0], span[0] + span[1]))
        return plain(setup, metric, span)  # type: ignore[arg-type]

    monkeypatch.setattr(per_game, "measure", counted)
    setup = set_up("senet", seed=4)
    sample = Sample(setup, "length", Threads(2))
    assert len(sample.upto(30)) == 30
    all_of_them = sample.upto(100)
    assert sorted(played) == list(range(100))
    assert np.array_equal(all_of_them, of_rows(run(setup, 100).rows, "length"))


def test_seven_pieces_make_senet_longer_and_the_first_look_is_enough() -> None:
    found = compare(set_up("senet"), set_up("senet", options={"pieces": 7}), "length")
    assert (found.verdict, found.looks) == ("different", 1)
    assert found.difference.low > 300
    assert found.second - found.first == pytest.approx(found.difference.value)


def test_a_rule_that_is_only_about_what_is_seen_changes_no_uniform_game() -> None:
    found = compare(set_up("river"), set_up("river", options={"hands": "hidden"}), games=2048)
    assert found.verdict == "no game differs"
    assert found.difference.low < 0 < found.difference.high


def test_a_sweep_shares_the_error_among_its_comparisons() -> None:
    setup = set_up("senet")
    found = sweep(setup, ["pieces", "same_row"], "length", games=1024)
    assert [name for name, _ in found] == [name for name, _ in variants(setup, ["pieces", "same_row"])]
    assert sum(one.error for _, one in found) == pytest.approx(0.05)


def test_variants_are_compared_by_win_chances_too() -> None:
    found = compare(set_up(RACE, seed=1), set_up(RACE, seed=1), "lead changes", games=8)
    assert found.verdict == "no game differs"
    assert found.first == found.second >= 0


def test_what_can_not_be_compared_is_refused() -> None:
    with pytest.raises(Refusal, match="no metric 'beauty'"):
        compare(set_up("senet"), set_up("senet"), "beauty")  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="real time"):
        compare(set_up("egyptian_war"), set_up("egyptian_war"), "snowball")
    with pytest.raises(Refusal, match="at least two games"):
        compare(set_up("senet"), set_up("senet"), games=1)


def test_commands_say_how_sure_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "compare", "senet", "--with", "pieces=7", "--metric", "length", "--games", "1024", "--json"]) == 0
    (compared,) = json.loads(capsys.readouterr().out)["comparisons"]
    assert compared["comparison"]["verdict"] == "different"
    assert compared["comparison"]["error"] == 0.05
    assert main(["lab", "sweep", "senet", "--over", "pieces", "--over", "same_row", "--games", "1024"]) == 0
    assert "each interval holds with 97.50%" in capsys.readouterr().out
    assert main(["lab", "sweep", "senet", "--over", "dragons"]) == 2
