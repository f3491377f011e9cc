"""How fast the doors of research are: `python -m pyramidion.research.pace` prints one JSON object a line.

All by CPU time and on one core, but for the last, which compares one core with two and needs the time on the clock.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.games import GAMES, find
from pyramidion.research.batches import batch, halves

if TYPE_CHECKING:
    import pyspiel
    from pettingzoo import AECEnv

NUMBER = 1024
MANY = 8192


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--core", type=int, help="stay on this core")
    parser.add_argument("--doors", nargs="*", default=["batch", "aec", "open_spiel", "halves"])
    chosen = parser.parse_args()
    if chosen.core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {chosen.core})
    for figure in measured(chosen.games, chosen.seconds, chosen.doors):
        print(json.dumps(figure), flush=True)


def measured(games: list[str], seconds: float, doors: list[str]) -> Iterator[dict[str, str | float]]:
    """Every figure that was asked for."""
    for name in games:
        if "batch" in doors:
            yield {"door": "batch", "game": name, "per_second": batch_pace(name, seconds)}
        if "aec" in doors and not find(name).real_time:
            yield {"door": "aec", "game": name, "per_second": aec_pace(name, seconds)}
        if "open_spiel" in doors and not find(name).real_time:
            yield {"door": "open_spiel", "game": name, "per_second": open_spiel_pace(name, seconds)}
        if "halves" in doors and not find(name).real_time:
            yield {"door": "halves", "game": name, "per_second": halves_gain(name, seconds)}


def rate(work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """How much is done in a second: the best of three, as others use the machine too."""
    work()
    best = 0.0
    for _ in range(3):
        before, done = clock(), 0
        while (spent := clock() - before) < seconds / 3:
            done += work()
        best = max(best, done / spent)
    return best


def batch_pace(name: str, seconds: float) -> float:
    """Decisions a second, with the random choice of legal actions, tensors, legal actions, rewards and resets."""
    games = batch(name, NUMBER, seed=1).reset()

    def work() -> int:
        for _ in range(20):
            games.step(games.sample())
        return 20 * NUMBER

    return rate(work, seconds)


def aec_pace(name: str, seconds: float) -> float:
    """Steps of random agents, by PettingZoo's own loop."""
    from pyramidion.research.aec_env import aec

    env = aec(name)
    env.reset(seed=1)
    return rate(lambda: play_aec(env), seconds)


def play_aec(env: "AECEnv") -> int:
    """One game; the steps in it, dead ones not counted."""
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


def open_spiel_pace(name: str, seconds: float) -> float:
    """Plies of random games, chance's included, by OpenSpiel's own loop."""
    import pyspiel

    from pyramidion.research.spiel import PREFIX, register_open_spiel

    register_open_spiel()
    game = pyspiel.load_game(PREFIX + name)
    return rate(lambda: play_open_spiel(game), seconds)


def play_open_spiel(game: "pyspiel.Game") -> int:
    """One game, chance drawn by its odds; the plies in it."""
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
        plies += 1
    return plies


def halves_gain(name: str, seconds: float) -> float:
    """How many times as much two cores do as one, with 8192 games, by the clock on the wall."""
    whole = batch(name, MANY, seed=1).reset()
    one, two = halves(name, MANY, seed=1)
    one.reset()
    two.reset()

    def alone() -> int:
        whole.step(whole.sample())
        return MANY

    def together() -> int:
        two.send()  # chosen where it is stepped: a core that chose for both would read what the other has written
        one.step(one.sample())
        two.recv()
        return MANY

    gains = []
    for _ in range(5):  # one after the other, so that what else the machine does hits both
        gains.append(rate(together, seconds, time.perf_counter) / rate(alone, seconds, time.perf_counter))
    return float(np.median(gains))


if __name__ == "__main__":
    main()
