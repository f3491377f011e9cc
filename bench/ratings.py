"""The ratings of the levels: python bench/ratings.py DEALS [GAME ...] [--on ray://HOST:PORT]

Neighbours on the ladder play each other, and the ends of it play `uniform` and `greedy`, each deal from both seats. From all
these games come the ratings, which are written into bots/ratings.json for the games that were played.
"""

import argparse
import json
import os
from pathlib import Path

from pyramidion import bots
from pyramidion.bots.levels import LEVELS, warm
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.lab.arena import Result, Setting, match, ratings
from pyramidion.lab.commands import add_where
from pyramidion.lab.runners import Runner, runner

FILE = Path(bots.__file__).parent / "ratings.json"
PAIRS = [
    ("greedy", "uniform"),
    ("farmer", "uniform"),
    ("farmer", "greedy"),
    ("scribe", "farmer"),
    ("vizier", "scribe"),
    ("pharaoh", "vizier"),
    ("pharaoh", "greedy"),
    ("pharaoh", "uniform"),
]


def played(game: Game, deals: int, work: Runner) -> list[Result]:
    """All matches of a game; told as they end."""
    setting = Setting(game.name, game.seats[0], game.choose({}), deals)
    results = []
    for first, second in PAIRS:
        result = match(game, setting, first, second, lambda: None, work)
        between = f"({result.low:.1%} … {result.high:.1%}), {result.games} games"
        print(f"{game.name:>14}: {first:>8} against {second:<8} {result.share:.1%} {between}", flush=True)
        results.append(result)
    return results


def main(deals: int, names: list[str], work: Runner) -> None:
    for game in map(find, names):
        warm(game)
        rated = ratings(["uniform", "greedy", *LEVELS], played(game, deals, work), seed=0)
        known = json.loads(FILE.read_text())  # now: another game may have been rated meanwhile
        known["ratings"][game.name] = {bot: round(mean, 1) for bot, (mean, _) in rated.items()}
        known["measured"][game.name] = f"{2 * deals} games a pair"
        FILE.write_text(json.dumps(known, indent=2) + os.linesep)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("deals", type=int)
    parser.add_argument("games", nargs="*", default=[name for name in GAMES if not find(name).real_time])
    add_where(parser)
    chosen = parser.parse_args()
    main(chosen.deals, chosen.games, runner(chosen.on, chosen.threads))
