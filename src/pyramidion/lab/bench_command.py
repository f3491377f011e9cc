"""`pyramidion bench`: its flags, and what it does."""

import argparse

from pyramidion.flags import Commands, error_console
from pyramidion.games import GAMES, find


def add_bench(commands: Commands) -> None:
    parser = commands.add_parser("bench", help="benchmark random games: moves per second, start-up time, memory")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="seconds per measurement (default 3)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--peers", action="store_true", help="also measure other libraries, if installed")
    parser.set_defaults(run=_bench)


def _bench(chosen: argparse.Namespace) -> None:
    import msgspec

    from pyramidion.lab.bench import report
    from pyramidion.lab.doors import measure
    from pyramidion.lab.peers import open_spiel
    from pyramidion.lab.tables import as_table

    games = [find(name) for name in chosen.games or GAMES]
    with error_console().status("Measuring") as status:

        def tell(what: str) -> None:
            status.update(f"Measuring {what}")

        measured = report(
            games,
            chosen.seconds,
            peers=open_spiel if chosen.peers else lambda _seconds: [],
            progress=tell,
            doors=lambda: measure([game.name for game in games], chosen.seconds, tell) if chosen.peers else None,
        )
    print(msgspec.json.format(msgspec.json.encode(measured)).decode() if chosen.json else as_table(measured))
