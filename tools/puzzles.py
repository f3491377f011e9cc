"""Find puzzles and put them beside their game: python -m tools.puzzles GAME [GAME …] [--number 50] [--seed 1]

And hold them against another search, with another seed and ten times the budget: python -m tools.puzzles GAME --check
"""

import argparse
from importlib.resources import files
from pathlib import Path

import msgspec
from rich.progress import Progress

from pyramidion.bots.assess import assess
from pyramidion.bots.search import Budget
from pyramidion.game import Game
from pyramidion.games import find
from pyramidion.play import load
from pyramidion.review.puzzles import LONG, Puzzle, mine, puzzles_of

OTHER_SEED = 99


def write(game: Game, number: int, seed: int) -> None:
    """Mine, and write."""
    with Progress() as bar:
        task = bar.add_task(game.title, total=number)
        found = mine(game, number, seed, lambda: bar.advance(task))
    path = Path(str(files(game.package))) / "puzzles.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    print(f"{path.name}: {len(found)} puzzles of {game.title}, rated {found[0].rating} to {found[-1].rating}")


def check(game: Game) -> None:
    """Print how many a longer search agrees with."""
    puzzles = puzzles_of(game)
    agreed = sum(agrees(game, puzzle) for puzzle in puzzles)
    print(f"{game.title}: a search of {10 * LONG:,} iterations agrees with {agreed} of {len(puzzles)}")


def agrees(game: Game, puzzle: Puzzle) -> bool:
    play = load(game, puzzle.position, dice=None)
    observation = play.observe(1 << puzzle.seat)
    opinion = assess(game, observation, play.seats, puzzle.seat, Budget(10 * LONG, use_policy=True), seed=OTHER_SEED)
    return play.encode(opinion.best, puzzle.seat) == puzzle.best


def main(chosen: argparse.Namespace) -> None:
    for name in chosen.games:
        if chosen.check:
            check(find(name))
        else:
            write(find(name), chosen.number, chosen.seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--number", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--check", action="store_true", help="compare what is there with a longer search")
    main(parser.parse_args())
