"""Gymnasium's own checks on every game, and the vector environment held against single ones."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode

from pyramidion.games import GAMES, find
from pyramidion.games.senet import tensor
from pyramidion.research.gym import identifier
from tests.research.sittings import every_sitting
from tests.soak import more

STEPS = more(60)


def made(name: str, seats: int, **asked: Any) -> gymnasium.Env[Any, Any]:
    return gymnasium.make(identifier(find(name)), seats=seats, **asked)


def vector(name: str, seats: int, number: int = 4, **asked: Any) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(
        identifier(find(name)), num_envs=number, vectorization_mode="vector_entry_point", seats=seats, **asked
    )


def test_every_game_is_registered_with_the_version_of_its_rules() -> None:
    for name in GAMES:
        assert identifier(find(name)) in gymnasium.registry
        assert identifier(find(name)).endswith(f"-v{find(name).version}")


@every_sitting
def test_check_env_passes_without_a_warning(name: str, seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(name, seats).unwrapped)


@every_sitting
def test_a_game_with_masks_reaches_its_end(name: str, seats: int) -> None:
    env = made(name, seats, limit=200)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    for _ in range(10_000):
        action = env.action_space.sample(info["action_mask"])
        assert env.unwrapped.action_masks()[action]
        seen, reward, terminated, truncated, info = env.step(action)
        assert env.observation_space.contains(seen)
        assert "illegal" not in info
        if terminated or truncated:
            break
    assert terminated or truncated
    assert 0 <= reward <= 1


def test_opponents_are_bots_by_name() -> None:
    for name, opponent in (("senet", "greedy"), ("river", "search:3"), ("egyptian_war", "scribe")):
        env = made(name, 2, opponent=opponent, seat=1)
        _, info = env.reset(seed=2)
        for _ in range(10):
            _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert info["seat"] == 1


def test_illegal_actions_are_flagged_and_end_at_the_limit() -> None:
    env = made("senet", 2, limit=5)
    _, info = env.reset(seed=3)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    ends = [env.step(wrong)[3:] for _ in range(5)]
    assert [truncated for truncated, _ in ends] == [False] * 4 + [True]
    assert all(info["illegal"] for _, info in ends)


@every_sitting
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_a_vector_keeps_to_its_spaces_its_seed_and_its_autoreset(name: str, seats: int, mode: AutoresetMode) -> None:
    one, two = (vector(name, seats, limit=25, autoreset_mode=mode) for _ in range(2))
    assert one.metadata["autoreset_mode"] == mode
    seen, info = one.reset(seed=5)
    assert data_equivalence((seen, info), two.reset(seed=5))
    over, choose, resets = np.zeros(4, dtype=bool), np.random.default_rng(1), 0
    for _ in range(STEPS):
        actions = np.array([choose.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in info["action_mask"]])
        stepped = one.step(actions)
        assert data_equivalence(stepped, two.step(actions))
        seen, reward, terminated, truncated, info = stepped
        assert one.observation_space.contains(seen)
        assert not (over & (terminated | truncated)).any()  # a reset ends nothing
        assert (reward[over] == 0).all()
        ended = terminated | truncated
        resets += int(ended.sum())
        if mode == AutoresetMode.SAME_STEP and ended.any():
            assert all(one.single_observation_space.contains(final) for final in info["final_obs"][ended])
            assert info["action_mask"].any(axis=1).all()
        over = ended if mode == AutoresetMode.NEXT_STEP else over
    assert resets


def test_illegal_actions_end_a_game_of_a_vector_at_the_limit_too() -> None:
    env = vector("senet", 2, number=2, limit=5)
    _, info = env.reset(seed=3)
    legal, wrong = (int(np.flatnonzero(info["action_mask"][i] == wanted)[0]) for i, wanted in ((0, 1), (1, 0)))
    first = env.step(np.array([legal, wrong]))
    assert first[4]["illegal"].tolist() == [False, True]
    ends = [bool(env.step(np.array([wrong, wrong]))[3][1]) for _ in range(4)]
    assert ends == [False, False, False, True]


def test_a_vector_takes_any_bot() -> None:
    for name in ("senet", "egyptian_war"):
        env = vector(name, 2, number=2, opponent="scribe" if find(name).real_time else "greedy")
        _, info = env.reset(seed=1)
        for _ in range(5):
            *_, info = env.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))
        assert "illegal" not in info


def test_a_vector_of_singles_works_too() -> None:
    env = gymnasium.make_vec(identifier(find("senet")), num_envs=2, vectorization_mode="sync")
    seen, info = env.reset(seed=1)
    assert seen.shape == (2, tensor.SIZE)
    assert info["action_mask"].shape == (2, find("senet").seat_actions)


@pytest.mark.parametrize("name", ["senet", "egyptian_war"])
def test_a_reset_mask_begins_only_those_games_anew(name: str) -> None:
    env = vector(name, 2, number=3, autoreset_mode=AutoresetMode.DISABLED, limit=4)
    first, info = env.reset(seed=1)
    ended = np.zeros(3, dtype=bool)
    for _ in range(4):  # up to the limit, which counts what the others do too
        before, _, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        ended |= terminated | truncated
    assert ended.all()
    seen, info = env.reset(seed=1, options={"reset_mask": np.array([True, False, True])})
    assert np.array_equal(seen[[0, 2]], first[[0, 2]])
    assert np.array_equal(seen[1], before[1])
    _, _, terminated, truncated, _ = env.step(info["action_mask"].argmax(axis=1))
    assert not (terminated | truncated).any()  # the one that is over ends once


def test_a_reset_mask_of_everything_is_a_reset() -> None:
    one, two = (vector("river", 2, number=3, opponent="greedy") for _ in range(2))
    everything = {"reset_mask": np.ones(3, dtype=bool)}
    assert data_equivalence(one.reset(seed=4), two.reset(seed=4, options=everything))


@pytest.mark.parametrize(
    ("mask", "error"),
    [
        ([True, False], TypeError),
        (np.array([1, 0]), TypeError),
        (np.array([True]), ValueError),
        (np.array([False, False]), ValueError),
    ],
)
def test_a_reset_mask_that_fits_nothing_is_refused(mask: object, error: type[Exception]) -> None:
    with pytest.raises(error, match="reset_mask"):
        vector("senet", 2, number=2).reset(options={"reset_mask": mask})
