"""`pyramidion train`: its flags, and what it does."""

import argparse
from pathlib import Path

from pyramidion.flags import Commands
from pyramidion.games import GAMES, find
from pyramidion.lab.commands import bar


def add_train(commands: Commands) -> None:
    parser = commands.add_parser("train", help="train the network that judges a game's positions for bots")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)} (one that has a network)")
    parser.add_argument(
        "--positions", type=int, metavar="N", help="positions to learn from (default: the game's own number)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of all games (default 0)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="where the weights go (default: where bots named trained:… find them)"
    )
    parser.add_argument("--curve", type=Path, metavar="FILE", help="draw the learning curve, an SVG picture")
    parser.set_defaults(run=_train)


def _train(chosen: argparse.Namespace) -> None:
    from pyramidion.bots.judges import own_file
    from pyramidion.lab.charts import curve
    from pyramidion.lab.training import begin, train
    from pyramidion.refusal import Refusal

    game = find(chosen.game)
    if game.judge is None:
        begin(game, 0, 0)  # refuses
        return
    positions = game.judge.POSITIONS if chosen.positions is None else chosen.positions
    if positions < 1:
        raise Refusal("train with one position at least")
    path, done = chosen.out or own_file(game), 0

    def advance(now: int) -> None:
        nonlocal done
        progress(now - done)
        done = now

    with bar(game.title, positions) as progress:
        learnt = train(game, positions, chosen.seed, path, advance)
    if chosen.curve:
        chosen.curve.write_text(curve(f"{game.title}: error of a network in training", learnt.errors), encoding="utf-8")
    print(path)
