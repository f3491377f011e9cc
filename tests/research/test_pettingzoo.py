"""PettingZoo's own suites on every game."""

import copy
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from pyramidion import research
from tests.research.sittings import every_sitting, every_sitting_in_turn
from tests.soak import more

# What PettingZoo says of its own classic games with masks; it keeps a list of their names to be silent about the last two.
OF_CLASSIC_GAMES = (
    "Action mask numpy array is all zeros (no legal actions).",
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)
CYCLES = more(40)


@contextmanager
def only_warnings_of_classic_games() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    others = {str(warning.message) for warning in caught} - set(OF_CLASSIC_GAMES)
    assert not others


@every_sitting
def test_the_api_test_passes(name: str, seats: int) -> None:
    with only_warnings_of_classic_games():
        api_test(research.aec(name, seats=seats), num_cycles=CYCLES)


@every_sitting
def test_the_seed_test_passes(name: str, seats: int) -> None:
    with only_warnings_of_classic_games():
        seed_test(lambda: research.aec(name, seats=seats), num_cycles=CYCLES)


@every_sitting
def test_the_parallel_api_test_passes(name: str, seats: int) -> None:
    with only_warnings_of_classic_games():
        parallel_api_test(research.parallel(name, seats=seats), num_cycles=CYCLES)


@every_sitting
def test_the_parallel_seed_test_passes(name: str, seats: int) -> None:
    with only_warnings_of_classic_games():
        parallel_seed_test(lambda: research.parallel(name, seats=seats), num_cycles=CYCLES)


@every_sitting
def test_the_render_test_passes(name: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    with only_warnings_of_classic_games():
        render_test(lambda render_mode: research.aec(name, seats=seats, render_mode=render_mode))
    assert capsys.readouterr().out


@every_sitting
def test_turns_reach_the_end_without_a_dead_step(name: str, seats: int) -> None:
    env = research.aec(name, seats=seats, limit=30)
    env.reset(seed=3)
    for agent, seen in research.turns(env):
        env.step(env.action_space(agent).sample(seen["action_mask"]))
    assert all(env.terminations[agent] or env.truncations[agent] for agent in env.agents)


@every_sitting_in_turn
def test_an_illegal_action_is_flagged_and_changes_nothing(name: str, seats: int) -> None:
    env = research.aec(name, seats=seats)
    env.reset(seed=3)
    agent = env.agent_selection
    before = env.observe(agent)
    env.step(int(np.flatnonzero(before["action_mask"] == 0)[0]))
    assert env.infos[agent] == {"illegal": True}
    assert env.agent_selection == agent
    assert all(np.array_equal(before[key], env.observe(agent)[key]) for key in before)


@every_sitting_in_turn
def test_in_parallel_all_but_one_wait(name: str, seats: int) -> None:
    env = research.parallel(name, seats=seats)
    seen, _ = env.reset(seed=3)
    waiting = [agent for agent in env.agents if seen[agent]["action_mask"][-1]]
    assert len(waiting) == seats - 1
    assert all(seen[agent]["action_mask"].sum() == 1 for agent in waiting)


@every_sitting_in_turn
def test_a_copied_environment_goes_on_by_itself(name: str, seats: int) -> None:
    env = research.aec(name, seats=seats)
    env.reset(seed=3)
    twin = copy.deepcopy(env)
    for one in (env, twin):
        for _ in range(4):
            one.step(int(one.observe(one.agent_selection)["action_mask"].nonzero()[0][0]))
    assert env.agent_selection == twin.agent_selection
    seen, same = env.observe(env.agent_selection), twin.observe(twin.agent_selection)
    assert all(np.array_equal(seen[key], same[key]) for key in seen)
