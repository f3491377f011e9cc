"""The examples run, and the linear one learns."""

import importlib.util
import runpy
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.research.sittings import every_game
from tests.soak import SOAKING

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_example_is_listed() -> None:
    page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in page for path in EXAMPLES.glob("*.py"))


@every_game
def test_random_agents_play_in_every_interface(name: str) -> None:
    agents = example("random_agents")
    assert agents.in_a_batch(name, steps=400) > 0
    for rewards in (agents.one_after_the_other(name), agents.all_at_once(name)):
        assert sum(rewards.values()) == pytest.approx(1)
    assert 0 <= agents.against_a_bot(name) <= 1
    assert 0 <= agents.against_bots(name, steps=40) <= 16 * 40
    assert sum(agents.in_open_spiel(name)) == pytest.approx(1)


def test_the_linear_policy_learns_senet() -> None:
    """All of it in a longer campaign; here, that the first steps lead up."""
    before, after, _ = example("reinforce_senet").train(ITERATIONS, tell=False)
    assert before < 0.6
    assert after >= (0.88 if SOAKING else 0.6)


ITERATIONS = 60 if SOAKING else 4


def test_the_actor_critic_learns_the_river() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed, so its example is not tested")
    before, after = example("actor_critic_river").train(60 if SOAKING else 20)
    assert 0 <= before <= 1
    assert 0 <= after <= 1


def test_without_pytorch_the_actor_critic_is_skipped_with_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(EXAMPLES / "actor_critic_river.py"), run_name="__main__")
    assert not ended.value.code
    assert "PyTorch is not installed" in capsys.readouterr().out


def test_the_search_is_a_baseline() -> None:
    assert example("search_baseline").share("senet", "uniform", "search:20", games=4) <= 0.75
