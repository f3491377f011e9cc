"""The ratings of the levels: python bench/ratings.py DEALS [GAME ...] [--pair FIRST SECOND] [--on ray://HOST:PORT]

Neighbours on the ladder play each other, and some of them `greedy`, each deal from both seats; where they think long, fewer
deals. All of them play by iterations, so that other work of the machine does not matter. With --pair only that one plays (or
those), and the results of the others stay. From all results come ratings, on the scale on which `greedy` is where it has
always been, with their standard deviations: they are written to bots/ratings.json.
"""

import argparse
import json
import os
from itertools import pairwise
from pathlib import Path

import msgspec

from pyramidion import bots
from pyramidion.bots.levels import GREEDY, LEVELS, UNIFORM, warm
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.lab.arena import Result, Setting, match
from pyramidion.lab.commands import add_where
from pyramidion.lab.runners import Runner, runner
from pyramidion.lab.strength import Score, strengths

FILE = Path(bots.__file__).parent / "ratings.json"
PAIRS = [(second, first) for first, second in pairwise([UNIFORM, *LEVELS])]
PAIRS += [(name, GREEDY) for name in ("goatherd", "potter", "merchant")]
WORK = 40_000  # iterations a move, of both and over all deals, for which no deals are left out
LEAST = 4  # deals of a pair


def deals_for(game: Game, names: tuple[str, str], deals: int) -> int:
    """How many deals a pair plays."""
    thought = sum(LEVELS[name].budget_in(game).iterations or 0 for name in names if name in LEVELS)
    return min(deals, max(LEAST, WORK // max(thought, 1)))


def played(game: Game, pairs: list[tuple[str, str]], deals: int, work: Runner) -> list[Result]:
    """These matches of a game; told as they end."""
    results = []
    for first, second in pairs:
        setting = Setting(game.name, game.seats[0], game.choose({}), deals_for(game, (first, second), deals))
        result = match(game, setting, first, second, lambda: None, work)
        between = f"({result.low:.1%} … {result.high:.1%}), {result.games} games"
        print(f"{game.name:>14}: {first:>9} against {second:<9} {result.share:.1%} {between}", flush=True)
        results.append(result)
    return results


def write_down(game: Game, results: list[Result]) -> None:
    """Put new results in the place of old ones of the same pairs, and fit the ratings to all of them."""
    known = json.loads(FILE.read_text())  # now: another game may have been rated meanwhile
    kept = {(one["first"], one["second"]): msgspec.convert(one, Score) for one in known["measured"].get(game.name, [])}
    kept |= {(one.first, one.second): Score(one.first, one.second, one.games, one.share) for one in results}
    scores = list(kept.values())
    rated = strengths(scores, GREEDY, known["ratings"][game.name][GREEDY])
    in_order = {bot: rated[bot] for bot in (UNIFORM, GREEDY, *LEVELS) if bot in rated}
    known["ratings"][game.name] = {bot: round(mean, 1) for bot, (mean, _) in in_order.items()}
    known["deviations"][game.name] = {bot: round(deviation, 1) for bot, (_, deviation) in in_order.items()}
    known["measured"][game.name] = msgspec.to_builtins(scores)
    FILE.write_text(json.dumps(known, indent=2) + os.linesep)


def main(deals: int, names: list[str], pairs: list[tuple[str, str]], work: Runner) -> None:
    for game in map(find, names):
        warm(game)
        write_down(game, played(game, pairs, deals, work))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", type=int)
    parser.add_argument("games", nargs="*", default=[name for name in GAMES if not find(name).real_time])
    parser.add_argument("--pair", nargs=2, action="append", metavar=("FIRST", "SECOND"))
    add_where(parser)
    chosen = parser.parse_args()
    pairs = [(first, second) for first, second in chosen.pair] if chosen.pair else PAIRS
    main(chosen.deals, chosen.games, pairs, runner(chosen.on, chosen.threads))
