"""What goes into a wheel; `bench/wheel.py` installs one and plays with it."""

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

hatch_build = import_module("hatch_build")


def pack(root: Path, target: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What hatchling is told, with a project in this folder."""
    monkeypatch.setattr(hatch_build, "ROOT", root)
    monkeypatch.setattr(hatch_build, "COMPILED", root / "package" / "compiled")
    monkeypatch.setattr(hatch_build, "build_page", lambda: None)
    told: dict[str, Any] = {"artifacts": [], "pure_python": True}
    hatch_build.PageHook.initialize(SimpleNamespace(target_name=target), "standard", told)
    return told


def test_a_wheel_with_compiled_code_is_for_one_python_and_platform(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package" / "compiled").mkdir(parents=True)
    told = pack(tmp_path, "wheel", monkeypatch)
    assert told == {"artifacts": ["package/compiled"], "pure_python": False, "infer_tag": True}


def test_a_wheel_without_is_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pack(tmp_path, "wheel", monkeypatch)["pure_python"]


def test_an_sdist_never_has_compiled_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "package" / "compiled").mkdir(parents=True)
    assert pack(tmp_path, "sdist", monkeypatch) == {"artifacts": [], "pure_python": True}
