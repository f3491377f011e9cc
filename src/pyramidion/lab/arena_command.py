"""`pyramidion arena`: its flags, and what it does."""

import argparse

from pyramidion.flags import BOTS, Commands, add_options, error_console, options
from pyramidion.games import GAMES, find
from pyramidion.lab.commands import add_where
from pyramidion.refusal import Refusal


def add_arena(commands: Commands) -> None:
    parser = commands.add_parser("arena", help="let bots play each other and rate them")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=f"two or more of {', '.join(BOTS)}; or search:3000, policy:0.2s, judge:0.2cpu, trained:0.2s, pharaoh:bare",
    )
    parser.add_argument("--deals", type=int, default=50, metavar="N", help="deals, each played from every seat (default 50)")
    parser.add_argument(
        "--seats", type=int, metavar="N", help="number of players: one bot of the first kind against the others"
    )
    add_options(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed for the deals (default 0)")
    parser.add_argument(
        "--sprt",
        nargs=2,
        type=float,
        metavar=("LOW", "HIGH"),
        help="stop once a win share is clearly above HIGH or below LOW",
    )
    add_where(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=_arena)


def _arena(chosen: argparse.Namespace) -> None:
    import msgspec
    from rich.progress import Progress

    from pyramidion.lab.arena import Setting, round_robin
    from pyramidion.lab.runners import runner
    from pyramidion.lab.tables import as_standings

    game = find(chosen.game)
    if len(chosen.bots) < 2:
        raise Refusal("name at least two bots")
    setting = Setting(
        game=game.name,
        seats=game.choose_seats(chosen.seats),
        options=game.choose(options(chosen.option)),
        deals=chosen.deals,
        seed=chosen.seed,
        stop_between=tuple(chosen.sprt) if chosen.sprt else None,
    )
    work = runner(chosen.on, chosen.threads)
    pairs = len(chosen.bots) * (len(chosen.bots) - 1) // 2
    with Progress(console=error_console(), transient=True) as bar:
        task = bar.add_task(game.title, total=pairs * chosen.deals)
        results, ratings = round_robin(game, setting, chosen.bots, lambda: bar.advance(task), work)
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode({"results": results, "ratings": ratings})).decode())
    else:
        print(as_standings(setting, results, ratings))
