"""How good reviews are: python -m bench.reviews error|luck [GAME …] [--games N] [--bot NAME] [--iterations N] [--seed N]

error: the judge's own error in games between bots: what is left of a result when luck and mistakes are taken away.
luck: its mean over games of random moves, judged in haste; with --bias chance always favours the first seat.
"""

import argparse
import random
import time
from collections.abc import Iterator

import msgspec
import numpy as np

from pyramidion.bots.levels import make
from pyramidion.bots.search import Budget
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.record import Record
from pyramidion.games import GAMES, find
from pyramidion.lab.intervals import Figure, mean_of
from pyramidion.play import Play, new, seeded
from pyramidion.review.account import Account, accounts
from pyramidion.review.effects import luck
from pyramidion.review.judge import BUDGET, Judge

TURN_BASED = [name for name in GAMES if not find(name).real_time]
HASTY = Budget(iterations=8, use_policy=True)  # luck is nothing on average, however poor the judge
EVERY = 30  # event of chance of a game is judged, beginning with one of the first: nothing about a game decides which


def game_between(name: str, bot: str, seed: int) -> Play:
    """A game to its end."""
    play = new(name, dice=seeded(seed))
    bots = [make(bot, play.game, play.seats, seat, seed) for seat in range(play.seats)]
    while not play.is_over:
        seat = play.actors()[0]
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)
    return play


def chance_events(name: str, seed: int) -> Iterator[tuple[Record, int]]:
    """Some events of chance of a game of random moves, and the positions before them."""
    play = game_between(name, "uniform", seed)
    events = [event for event in play.events if event.seat == CHANCE]
    for event in events[random.Random(seed).randrange(EVERY) :: EVERY]:
        yield play.state_before(event), event.action


def favoured(judge: Judge, state: Record) -> int:
    """What is best for the first seat of all that chance may do."""
    return max(judge.outcomes(state), key=lambda outcome: float(judge.wins(outcome[2])[0]))[0]


def mean_luck(name: str, games: int, *, is_biased: bool = False) -> Figure:
    """Of the first seat, a game."""
    judge = Judge(find(name), find(name).choose_seats(None), HASTY)
    found = np.zeros(games)
    for seed in range(games):
        for state, action in chance_events(name, seed):
            came = favoured(judge, state) if is_biased else action
            found[seed] += luck(judge, state, came).changes[0]
    return mean_of("luck", found, "a win")


def first_accounts(name: str, bot: str, budget: Budget, seeds: range) -> list[Account]:
    """Of the first seat of some games."""
    return [accounts(play, Judge(play.game, play.seats, budget))[0] for play in (game_between(name, bot, s) for s in seeds)]


def print_error(name: str, chosen: argparse.Namespace) -> None:
    budget = msgspec.structs.replace(BUDGET, iterations=chosen.iterations or BUDGET.iterations, seconds=None)
    began = time.process_time()
    found = first_accounts(name, chosen.bot, budget, range(chosen.seed, chosen.seed + chosen.games))
    errors = np.array([one.error for one in found])
    size, mean = mean_of("", np.abs(errors)), mean_of("", errors)
    print(f"{name}: {chosen.games} games of {chosen.bot}, {budget.iterations} iterations: the judge's error is", end=" ")
    print(f"{size.value:.3f} ({size.low:.3f} to {size.high:.3f}) on average, {np.abs(errors).max():.2f} at most;", end=" ")
    print(f"with its sign {mean.value:+.3f} ({mean.low:+.3f} to {mean.high:+.3f});", end=" ")
    print(f"{(time.process_time() - began) / chosen.games:.1f} CPU s a game", flush=True)


def print_luck(name: str, chosen: argparse.Namespace) -> None:
    mean = mean_luck(name, chosen.games, is_biased=chosen.bias)
    print(f"{name}: {chosen.games:,} games: mean luck {mean.value:+.5f} ({mean.low:+.5f} to {mean.high:+.5f})", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["error", "luck"])
    parser.add_argument("names", nargs="*", metavar="GAME", default=TURN_BASED)
    parser.add_argument("--games", type=int, default=20, metavar="N")
    parser.add_argument("--bot", default="scribe", metavar="NAME")
    parser.add_argument("--iterations", type=int, metavar="N")
    parser.add_argument("--bias", action="store_true")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    for game in arguments.names:
        (print_error if arguments.what == "error" else print_luck)(game, arguments)
