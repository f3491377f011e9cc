"""What of bench/baseline.py can be tested without building anything."""

import shutil
from pathlib import Path

import pytest

from bench import baseline
from bench.baseline import Missing, compare, environment, full_name, is_built, per_move

PRINTED = """40 tables, 80 sockets, senet, river: 1000 moves in 10 s
CPU: 6% of a core, 612 µs a move (one message in, two out)
"""


def test_the_baseline_never_imports_the_code_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "src")
    monkeypatch.setenv("COVERAGE_PROCESS_START", "pyproject.toml")
    monkeypatch.setenv("PYRAMIDION_CACHE", "/somewhere")
    assert "PYTHONPATH" not in environment()
    assert "COVERAGE_PROCESS_START" not in environment()
    assert environment()["PYRAMIDION_CACHE"] == "/somewhere"


def test_it_is_kept_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYRAMIDION_CACHE", str(tmp_path))
    assert tmp_path in baseline.baseline_folder().parents
    assert baseline.interpreter().is_relative_to(baseline.baseline_folder())


def test_what_was_interrupted_is_built_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYRAMIDION_CACHE", str(tmp_path))
    folder, python = baseline.baseline_folder(), baseline.interpreter()
    python.parent.mkdir(parents=True)
    python.touch()
    assert not is_built(folder)
    (folder / "built").touch()
    assert is_built(folder)


def test_without_git_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(Missing, match="git is needed"):
        full_name()


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_where_the_commit_is_not_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(baseline, "ROOT", tmp_path)
    with pytest.raises(Missing, match="git fetch --unshallow"):
        full_name()


def test_a_moves_time_is_read_from_what_the_load_prints() -> None:
    assert per_move(PRINTED) == 612
    with pytest.raises(ValueError, match="no time of a move"):
        per_move("nothing")


def test_old_and_new_are_compared_by_their_medians() -> None:
    assert "median 200 µs (100, 200, 900)" in compare([900, 100, 200], [180, 150, 400])
    assert "-10.0%" in compare([900, 100, 200], [180, 150, 400])
