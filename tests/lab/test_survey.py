import json
from pathlib import Path

import numpy as np
import polars
import pytest

from pyramidion.cli import main
from pyramidion.games import GAMES
from pyramidion.lab import survey
from pyramidion.lab.chunks import play_chunk
from pyramidion.lab.loops import games as loop
from pyramidion.lab.runners import Threads
from pyramidion.lab.setups import set_up
from pyramidion.lab.surveys import play, run, spans
from pyramidion.refusal import Refusal


@pytest.mark.parametrize("name", GAMES)
def test_a_survey_depends_on_its_seed_and_not_on_threads_or_chunks(name: str) -> None:
    setup = set_up(name, seed=5)
    alone = run(setup, 100, Threads(1)).rows
    assert np.array_equal(alone, run(setup, 100, Threads(3)).rows)
    assert np.array_equal(alone[37:61], play_chunk(setup, (37, 24)).rows)
    assert not np.array_equal(alone, run(set_up(name, seed=6), 100).rows)


@pytest.mark.parametrize(("name", "bots"), [("senet", "policy"), ("iriri", "policy"), ("river", ["uniform", "farmer"])])
def test_every_kind_of_bot_can_be_surveyed(name: str, bots: str | list[str]) -> None:
    rows = survey(name, games=4, bots=bots).rows
    assert (rows[:, loop.FINISHED] == 1).all()
    assert (rows[:, loop.CLOSE] == 1).all()
    assert (rows[:, loop.OPTIONS] >= rows[:, loop.DECISIONS]).all()


def test_a_policy_bot_chooses_only_legal_actions_and_is_better_than_chance() -> None:
    figures = survey("pyramid_poker", games=60, bots=["policy", "uniform"]).figures
    assert figures[0].name == "first-seat advantage"
    assert figures[0].low > 0


def test_reflex_bots_race() -> None:
    rows = survey("egyptian_war", games=2, bots=["farmer", "pharaoh"]).rows
    assert (rows[:, loop.FINISHED] == 1).all()


def test_games_that_are_only_looked_at_in_the_end_are_like_those_looked_at_closely() -> None:
    rows = survey("senet", games=8000).rows.astype(float)
    close = rows[:, loop.CLOSE] == 1
    assert abs(rows[close, loop.EVENTS].mean() - rows[~close, loop.EVENTS].mean()) < 10
    assert close.mean() == 0.25


def test_a_game_is_broken_off_at_its_limit_and_has_no_winner() -> None:
    rows = run(set_up("senet", limit=50), 40).rows
    assert not rows[:, loop.FINISHED].any()
    assert not rows[:, loop.WINNERS].any()


def test_an_interrupted_survey_continues_where_it_was(tmp_path: Path) -> None:
    setup, kept = set_up("senet", seed=1), tmp_path / "parts"
    some = play(setup, 160, Threads(1), kept)
    next(some)
    some.close()  # type: ignore[attr-defined]
    files = sorted(kept.glob("*.npz"))
    assert 0 < len(files) < 16
    times = [file.stat().st_mtime_ns for file in files]
    assert np.array_equal(run(setup, 160, Threads(2), kept=kept).rows, run(setup, 160).rows)
    assert times == [file.stat().st_mtime_ns for file in files]
    with pytest.raises(Refusal, match="another setup"):
        run(set_up("senet", seed=2), 160, kept=kept)


def test_the_command_writes_parquet_and_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "senet.parquet"
    assert main(["lab", "survey", "senet", "-o", "pieces=7", "--games", "64", "--out", str(file), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["setup"]["options"]["pieces"] == 7
    assert all(figure["low"] <= figure["value"] <= figure["high"] for figure in printed["figures"])
    table = polars.read_parquet(file)
    assert (len(table), table["game"].to_list()) == (64, list(range(64)))
    counted = polars.read_parquet(file.with_suffix(".actions.parquet"))
    assert counted["chosen"].sum() == table["decisions"].sum()
    assert not file.with_suffix(".parts").exists()


def test_what_can_not_be_surveyed_is_refused() -> None:
    assert main(["lab", "survey", "senet", "--bots", "stockfish"]) == 2
    assert main(["lab", "survey", "egyptian_war", "--bots", "policy"]) == 2
    assert main(["lab", "survey", "senet", "--bots", "uniform,uniform,uniform"]) == 2
    assert main(["lab", "survey", "senet", "--on", "mars"]) == 2
    assert main(["lab", "survey", "senet", "--games", "0"]) == 2


def test_spans_cover_all_games_once() -> None:
    assert list(spans(10, 4)) == [(0, 4), (4, 4), (8, 2)]


def test_threads_give_results_in_order_and_stop_when_asked() -> None:
    begun: list[int] = []
    results = Threads(2).map(lambda seed: begun.append(seed) or seed * seed, range(1000))  # type: ignore[func-returns-value]
    assert [next(results), next(results), next(results)] == [0, 1, 4]
    results.close()  # type: ignore[attr-defined]
    assert len(begun) < 20
