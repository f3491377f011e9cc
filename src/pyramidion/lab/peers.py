"""The same measure on other libraries, if they are installed: `pip install 'pyramidion[peers]'`."""

import random
import time
from collections.abc import Iterator
from typing import Any

from pyramidion.lab.bench import Peer

OPEN_SPIEL = ("maedn", "backgammon")  # its races with dice


def open_spiel(seconds: float) -> Iterator[Peer]:
    """OpenSpiel's random rollouts, run and counted inside its C++."""
    try:
        import pyspiel
    except ImportError as error:
        raise ValueError("OpenSpiel is not installed: pip install 'pyramidion[peers]'") from error
    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        plies = _mean_plies(game, games=200)
        yield Peer("OpenSpiel", name, plies * _rollouts_per_second(pyspiel, game, seconds))


def _after_first_chance(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    return state


def _mean_plies(game: Any, games: int) -> float:
    plies = 0
    for _ in range(games):
        state = _after_first_chance(game)
        while not state.is_terminal():
            state.apply_action(_random_action(state))
            plies += 1
    return plies / games


def _random_action(state: Any) -> int:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return int(random.choices(actions, weights)[0])
    return int(random.choice(state.legal_actions()))


def _rollouts_per_second(pyspiel: Any, game: Any, seconds: float) -> float:
    """A search of one simulation does nothing but the evaluator's rollouts: they are not offered by themselves."""
    rollouts, spent = 10, 0.0
    while spent < seconds:
        rollouts *= 2
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 1, False)
        before = time.perf_counter()
        bot.mcts_search(_after_first_chance(game))
        spent = time.perf_counter() - before
    return rollouts / spent
