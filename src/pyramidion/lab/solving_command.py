"""`pyramidion solve`: its flags, and what it does."""

import argparse

from pyramidion.flags import Commands, add_options, error_console, options
from pyramidion.games import find
from pyramidion.refusal import Refusal


def add_solve(commands: Commands) -> None:
    parser = commands.add_parser("solve", help="solve all endgames with few pieces exactly")
    parser.add_argument("game", metavar="GAME", help="game to solve (one that has a solver)")
    parser.add_argument("--pieces", type=int, default=4, metavar="N", help="maximum pieces on the board (default 4)")
    add_options(parser)
    parser.set_defaults(run=_solve)


def _solve(chosen: argparse.Namespace) -> None:
    from importlib import import_module

    from rich.progress import Progress

    from pyramidion.engine.folders import data_folder

    game = find(chosen.game)
    if not game.endgames:
        raise Refusal(f"{game.title} has no solver")
    solver = import_module(f"{game.package}.endgames.solver")
    with Progress(console=error_console(), transient=True) as bar:
        task = bar.add_task(game.title, total=1.0)
        try:
            path = solver.solve(
                chosen.pieces,
                game.choose(options(chosen.option)),
                data_folder() / "tables",
                lambda what, share: bar.update(task, description=what, completed=share),
            )
        except ArithmeticError as error:
            raise Refusal(f"couldn't solve {game.title}: {error}. Finished layers are saved") from error
    print(path)
