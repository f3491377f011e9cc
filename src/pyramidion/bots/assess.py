"""From an observation to an opinion: what moves, hints, reviews and the lab all ask.

Where a table of solved positions has the position, it answers; anywhere else the search does, and ends where a table begins.
Where a network was trained, and the budget has use for it, it judges where the search ends; without it games are played out.
"""

import time

from pyramidion.bots.endgames import table_for
from pyramidion.bots.judges import weights_for
from pyramidion.bots.lookahead import look_ahead
from pyramidion.bots.search import Budget, Choice, Opinion, Stop, think
from pyramidion.engine.network import NO_WEIGHTS
from pyramidion.engine.record import Record
from pyramidion.game import Game


def assess(
    game: Game,
    observation: Record,
    seats: int,
    seat: int,
    budget: Budget,
    *,
    seed: int = 0,
    stop: Stop | None = None,
    use_tables: bool = True,
) -> Opinion:
    """What a seat should do, and how likely it is to win."""
    started = time.perf_counter()
    table = table_for(game, observation) if use_tables else None
    if table and (values := table.values(observation)):
        return _from_table(values, table.is_exact(observation), time.perf_counter() - started)
    weights = weights_for(game, observation, own=budget.use_own_judge) if budget.use_judge else NO_WEIGHTS
    if len(weights) and game.judge and game.judge.LOOKS_AHEAD:
        return look_ahead(game, observation, seat, budget, weights, stop=stop, table=table)
    return think(game, observation, seats, seat, budget, seed=seed, stop=stop, table=table, weights=weights)


def _from_table(values: dict[int, float], is_exact: bool, seconds: float) -> Opinion:
    """What a table says of every action: the best first."""
    choices = [Choice(action, 0, win) for action, win in values.items()]
    choices.sort(key=lambda choice: (-choice.win, choice.action))
    return Opinion(choices, [choices[0].action], 0, seconds, is_exact)
