"""How fast other libraries' environments are. This file runs in the peers' own environment and imports nothing of ours.

It prints one JSON object a line; a library that is not installed or does not run is told with its error.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable
from typing import Any

NUMBER = 1024


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much is done in a second of CPU time: the best of three."""
    work()
    best = 0.0
    for _ in range(3):
        before, done = time.process_time(), 0
        while (spent := time.process_time() - before) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


def envpool(seconds: float) -> float:
    """CartPole, stepped in EnvPool's C++ by one thread."""
    import envpool
    import numpy as np

    env = envpool.make("CartPole-v1", env_type="gymnasium", num_envs=NUMBER, num_threads=1)
    env.reset()
    choices = np.random.default_rng(1).integers(0, 2, size=(64, NUMBER))

    def work() -> int:
        for actions in choices[:20]:
            env.step(actions)
        return 20 * NUMBER

    return rate(work, seconds)


def pgx(seconds: float) -> float:
    """Backgammon with random legal actions and resets, compiled by JAX for the CPU."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def play(state: Any, key: Any) -> Any:
        key, for_actions, for_steps = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(for_actions, logits)
        return step(state, actions, jax.random.split(for_steps, NUMBER)), key

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), NUMBER)), jax.random.PRNGKey(2)]

    def work() -> int:
        held[:] = play(*held)
        held[0].rewards.block_until_ready()
        return NUMBER

    return rate(work, seconds)


def pettingzoo(seconds: float) -> float:
    """Tic-tac-toe, raw, with random legal actions."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic.tictactoe.tictactoe import raw_env

    env = raw_env()
    env.reset(seed=1)

    def work() -> int:
        env.reset()
        steps = 0
        while env.agents:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(random.random() * len(legal))]))
                steps += 1
        return steps

    return rate(work, seconds)


def open_spiel(seconds: float) -> float:
    """python_tic_tac_toe: OpenSpiel's own example of a game in Python."""
    import open_spiel.python.games
    import pyspiel

    assert open_spiel.python.games  # imported for its registrations
    game = pyspiel.load_game("python_tic_tac_toe")

    def work() -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            plies += 1
        return plies

    return rate(work, seconds)


def pufferlib(seconds: float) -> float:
    """Ocean's CartPole, stepped in PufferLib's C."""
    import numpy as np
    from pufferlib.ocean.cartpole.cartpole import Cartpole

    env = Cartpole(num_envs=NUMBER, continuous=False)
    env.reset(seed=1)
    choices = np.random.default_rng(1).integers(0, 2, size=(64, NUMBER))

    def work() -> int:
        for actions in choices[:20]:
            env.step(actions)
        return 20 * NUMBER

    return rate(work, seconds)


PEERS = {
    "EnvPool CartPole": envpool,
    "pgx backgammon": pgx,
    "PettingZoo tic-tac-toe": pettingzoo,
    "OpenSpiel python_tic_tac_toe": open_spiel,
    "PufferLib Ocean CartPole": pufferlib,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peers", nargs="*", default=list(PEERS))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--core", type=int)
    chosen = parser.parse_args()
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    if chosen.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {chosen.core})
    for name in chosen.peers:
        try:
            print(json.dumps({"peer": name, "per_second": PEERS[name](chosen.seconds)}), flush=True)
        except Exception as error:  # whatever a peer fails with, the others are still to be measured
            print(json.dumps({"peer": name, "error": f"{type(error).__name__}: {error}"}), flush=True)


if __name__ == "__main__":
    main()
