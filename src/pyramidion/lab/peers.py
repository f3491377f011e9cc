"""The same measures on other libraries, if they are installed: `pip install 'pyramidion[peers]'`."""

import random
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING

from pyramidion.lab.bench import Peer
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    import pyspiel

RACES = ("maedn", "backgammon")  # with dice; the nearest to Senet
SECRETS = ("gin_rummy", "euchre")  # with cards that only some can see
EXPLORATION = 1.4
MEGABYTES = 1000


def open_spiel(seconds: float) -> Iterator[Peer]:
    """OpenSpiel's random rollouts and its search bots, run and counted inside its C++."""
    try:
        import pyspiel
    except ImportError as error:
        raise Refusal("OpenSpiel is not installed: pip install 'pyramidion[peers]'") from error
    for name in RACES:
        game = pyspiel.load_game(name)
        rollouts = _per_second(lambda number, game=game: _rollouts(pyspiel, game, number), seconds)  # type: ignore[misc]
        searched = _per_second(lambda number, game=game: _mcts(pyspiel, game, number), seconds)  # type: ignore[misc]
        yield Peer("OpenSpiel", name, _mean_plies(game, games=200) * rollouts, "MCTS", searched)
    for name in SECRETS:
        game = pyspiel.load_game(name)
        searched = _per_second(lambda number, game=game: _ismcts(pyspiel, game, number), seconds)  # type: ignore[misc]
        yield Peer("OpenSpiel", name, None, "ISMCTS", searched)


def _per_second(run: Callable[[int], object], seconds: float) -> float:
    """How many a second, by doubling their number until it takes so long."""
    number, spent = 10, 0.0
    while spent < seconds:
        number *= 2
        before = time.perf_counter()
        run(number)
        spent = time.perf_counter() - before
    return number / spent


def _rollouts(pyspiel: ModuleType, game: "pyspiel.Game", number: int) -> None:
    """A search of one simulation does nothing but the evaluator's rollouts: they are not offered by themselves."""
    evaluator = pyspiel.RandomRolloutEvaluator(number, 1)
    pyspiel.MCTSBot(game, evaluator, EXPLORATION, 1, MEGABYTES, False, 1, False).mcts_search(_after_first_chance(game))


def _mcts(pyspiel: ModuleType, game: "pyspiel.Game", number: int) -> None:
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, number, MEGABYTES, False, 1, False)
    bot.mcts_search(_at_first_choice(game))


def _ismcts(pyspiel: ModuleType, game: "pyspiel.Game", number: int) -> None:
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), EXPLORATION, number)
    bot.step(_at_first_choice(game))


def _after_first_chance(game: "pyspiel.Game") -> "pyspiel.State":
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.chance_outcomes())[0])
    return state


def _at_first_choice(game: "pyspiel.Game") -> "pyspiel.State":
    """Where somebody has two actions or more; with one only, nothing would be searched."""
    state, dice = game.new_initial_state(), random.Random(1)
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        state.apply_action(_random_action(state, dice))
    return state


def _mean_plies(game: "pyspiel.Game", games: int) -> float:
    plies, dice = 0, random.Random(1)
    for _ in range(games):
        state = _after_first_chance(game)
        while not state.is_terminal():
            state.apply_action(_random_action(state, dice))
            plies += 1
    return plies / games


def _random_action(state: "pyspiel.State", dice: random.Random) -> int:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return int(dice.choices(actions, weights)[0])
    return int(dice.choice(state.legal_actions()))
