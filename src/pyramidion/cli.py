"""The command line: `pyramidion --help`."""

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyramidion import __version__
from pyramidion.game import Game, as_text
from pyramidion.games import GAMES, find
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from rich.console import Console

    from pyramidion.play import Play

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

EXAMPLES = """\
examples:
  pyramidion                               open the house: play in the browser
  pyramidion play senet                    you against a bot
  pyramidion play senet --people 2         two people at one keyboard
  pyramidion play senet -o pieces=7        with an option; `pyramidion games` lists them
  pyramidion play --resume                 go on with the game that was left last
  pyramidion rules senet
  pyramidion bench --peers
"""


BOTS = ("farmer", "scribe", "vizier", "pharaoh", "greedy", "uniform")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    parser = command_line()
    chosen = parser.parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without our signs shows question marks, not a traceback
    try:
        chosen.run(chosen)
    except Refusal as error:
        print(f"pyramidion: {error}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt):  # nobody there to answer, or somebody had enough
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # `pyramidion rules senet | head`
        sys.stderr.close()
    return 0


def command_line() -> argparse.ArgumentParser:
    """All commands and flags."""
    parser = argparse.ArgumentParser(
        prog="pyramidion",
        description="Tabletop games of pyramids and Egypt: play them, or measure them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pyramidion {__version__}")
    parser.set_defaults(run=_serve, browser=True, config=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_serve(commands)
    _add_play(commands)
    _add_games(commands)
    _add_rules(commands)
    _add_prepare(commands)
    _add_bench(commands)
    _add_arena(commands)
    _add_solve(commands)
    _add_verify(commands)
    _add_backup(commands)
    _add_restore(commands)
    return parser


# serve


def _add_serve(commands: "Commands") -> None:
    from pyramidion.server.comments import comments
    from pyramidion.server.settings import PREFIX, Settings

    parser = commands.add_parser(
        "serve",
        help="open the house: a server for the browser, with settings",
        epilog=f"Every setting can also stand in the file of --config or in the environment, as {PREFIX}PORT=8001.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="don't open the browser")
    defaults = Settings()
    for name, comment in comments(Settings).items():
        default = getattr(defaults, name)
        shown = f" (default {default})" if default not in ("", ()) else ""
        alone: dict[str, Any] = {"nargs": "?", "const": "true"} if default is False else {}  # `--lan` is `--lan true`
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=name.upper(), help=comment + shown, **alone)
    parser.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace) -> None:
    import os

    from pyramidion.server.runner import run
    from pyramidion.server.settings import settle

    run(settle(vars(chosen), os.environ, chosen.config), browser=chosen.browser)


# play


def _add_play(commands: "Commands") -> None:
    parser = commands.add_parser("play", help="play a game in the terminal")
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"one of {', '.join(GAMES)}; asked for if left out")
    parser.add_argument("--people", type=int, default=1, metavar="N", help="so many people at this keyboard (default 1)")
    parser.add_argument("--seats", type=int, metavar="N", help="so many seats in all; bots take the others")
    parser.add_argument("--seat", type=int, metavar="K", help="the first person's seat, from 0 on (default: by lot)")
    parser.add_argument("--bot", default="scribe", choices=BOTS, help="who sits on the other seats (default scribe)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--seed", type=int, metavar="N", help="dice and bots that can be had again")
    parser.add_argument("--position", metavar="TEXT", help="begin in this position, with the options in it")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with a game: that of a file, or the one left last"
    )
    parser.set_defaults(run=_play)


def _play(chosen: argparse.Namespace) -> None:
    if chosen.resume is not None:
        _resume(chosen)
        return
    game = find(chosen.game) if chosen.game else _ask_for_game()
    options = _options(chosen.option)
    _warm(game)
    from pyramidion.play import load, new
    from pyramidion.terminal.saves import fresh_file

    if chosen.position:
        play = load(game.name, chosen.position, seed=chosen.seed)
    else:
        play = new(game.name, seats=chosen.seats, seed=chosen.seed, **options)
    people = _people(game, play.seats, chosen.people, _first_seat(game, play.seats, chosen))
    _sit_down(play, people, chosen.bot, chosen.seed, fresh_file(game.name))


def _first_seat(game: Game, seats: int, chosen: argparse.Namespace) -> int:
    """The seat that was asked for; else by lot, where the seat decides who begins."""
    import random

    if chosen.seat is not None and not game.real_time:
        return int(chosen.seat)
    return random.Random(chosen.seed).randrange(seats) if game.seats_by_lot and not chosen.position else 0


def _people(game: Game, seats: int, count: int, first: int) -> list[int]:
    """The seats of the people at this keyboard."""
    if not 0 <= count <= seats or not 0 <= first < seats:
        raise Refusal(f"{game.title} has {seats} seats: --people is 0 to {seats}, --seat 0 to {seats - 1}")
    return sorted((first + number) % seats for number in range(count))


def _resume(chosen: argparse.Namespace) -> None:
    from pyramidion.play import replay, seeded_or_secret
    from pyramidion.terminal.saves import latest_unfinished, read

    file = Path(chosen.resume) if chosen.resume else latest_unfinished(chosen.game)
    record = read(file)
    play = replay(record, dice=seeded_or_secret(chosen.seed))
    _warm(play.game)
    _sit_down(play, record.get("people", [0]), record.get("bot", chosen.bot), chosen.seed, file)


def _sit_down(play: "Play", people: list[int], bot: str, seed: int | None, file: Path) -> None:
    if play.game.real_time:
        from pyramidion.terminal.real_time import play_real_time
        from pyramidion.terminal.saves import save

        play_real_time(play, len(people), bot, seed, keep=lambda: save(file, play, people, bot))
        return
    from pyramidion.bots.levels import make
    from pyramidion.terminal.lines import Lines

    bots = {seat: make(bot, play.game, play.seats, seat, seed) for seat in range(play.seats) if seat not in people}
    Lines(play, bots, bot, file).run()


def _ask_for_game() -> Game:
    if len(GAMES) == 1:
        return find(GAMES[0])
    for number, name in enumerate(GAMES, start=1):
        game = find(name)
        print(f"{number:>3}  {game.title}: {game.sentence}")
    while True:
        line = input("Which game? ").strip()
        if line in GAMES:
            return find(line)
        if line.isdecimal() and 1 <= int(line) <= len(GAMES):
            return find(GAMES[int(line) - 1])
        print(f"Type a number from 1 to {len(GAMES)}, or a name.")


def _options(words: list[str]) -> dict[str, str]:
    for word in words:
        if "=" not in word:
            raise Refusal(f"an option is written NAME=VALUE, not {word!r}")
    return dict(word.split("=", 1) for word in words)


def _warm(game: Game) -> None:
    """Compile before the first move, and say so, so that no bot has to be waited for."""
    from pyramidion.engine.compiled import is_cold
    from pyramidion.preparation import compile_game

    if is_cold(game.name):
        print(f"Compiling the rules of {game.title} for this machine: some seconds, this once.", file=sys.stderr)
    compile_game(game)


# prepare


def _add_prepare(commands: "Commands") -> None:
    parser = commands.add_parser("prepare", help="compile the games ahead, so that no first game has to wait for it")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(GAMES)}; all if left out")
    parser.set_defaults(run=_prepare)


def _prepare(chosen: argparse.Namespace) -> None:
    from pyramidion.preparation import prepare

    prepare([find(name).name for name in chosen.games or GAMES])


# games, rules


def _add_games(commands: "Commands") -> None:
    parser = commands.add_parser("games", help="list the games and their options")
    parser.set_defaults(run=_list_games)


def _list_games(_chosen: argparse.Namespace) -> None:
    for name in GAMES:
        game = find(name)
        print(f"{name}: {game.title}, for {' or '.join(map(str, game.seats))}. {game.sentence}\n  {game.credit}")
        for option in game.options:
            print(f"  -o {option.name}: {option.explanation}")
            for choice in option.choices:
                defaults = "".join(f" ({default})" for default in option.defaults(choice.value))
                print(f"       {as_text(choice.value)}{defaults}: {choice.meaning}")
        print()


def _add_rules(commands: "Commands") -> None:
    parser = commands.add_parser("rules", help="print the rules of a game")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.set_defaults(run=lambda chosen: print(find(chosen.game).rules_text))


# bench


def _add_bench(commands: "Commands") -> None:
    parser = commands.add_parser("bench", help="measure random games: plies a second, start-up, memory")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; all if left out")
    parser.add_argument("--seconds", type=float, default=3.0, metavar="S", help="so long for each figure (default 3)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--peers", action="store_true", help="measure other libraries in the same run")
    parser.set_defaults(run=_bench)


def _bench(chosen: argparse.Namespace) -> None:
    import msgspec

    from pyramidion.lab.bench import report
    from pyramidion.lab.doors import measure
    from pyramidion.lab.peers import open_spiel
    from pyramidion.lab.tables import as_table

    games = [find(name) for name in chosen.games or GAMES]
    with _error_console().status("Measuring") as status:

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


# arena


def _add_arena(commands: "Commands") -> None:
    parser = commands.add_parser("arena", help="let bots play against each other, and rate them")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "bots", nargs="+", metavar="BOT", help=f"two or more of {', '.join(BOTS)}; or search:3000, policy:0.2s, pharaoh:bare"
    )
    parser.add_argument("--deals", type=int, default=50, metavar="N", help="deals, each played from every seat (default 50)")
    parser.add_argument("--seats", type=int, metavar="N", help="so many seats: one bot of a kind against the others")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other deals (default 0)")
    parser.add_argument(
        "--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help="stop when a share is surely over or under these"
    )
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=_arena)


def _arena(chosen: argparse.Namespace) -> None:
    import msgspec
    from rich.progress import Progress

    from pyramidion.lab.arena import Setting, round_robin
    from pyramidion.lab.tables import as_standings

    game = find(chosen.game)
    if len(chosen.bots) < 2:
        raise Refusal("an arena needs two or more bots")
    setting = Setting(
        game=game.name,
        seats=game.choose_seats(chosen.seats),
        options=game.choose(_options(chosen.option)),
        deals=chosen.deals,
        seed=chosen.seed,
        stop_between=tuple(chosen.sprt) if chosen.sprt else None,
    )
    pairs = len(chosen.bots) * (len(chosen.bots) - 1) // 2
    with Progress(console=_error_console(), transient=True) as bar:
        task = bar.add_task(game.title, total=pairs * chosen.deals)
        results, ratings = round_robin(game, setting, chosen.bots, lambda: bar.advance(task))
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode({"results": results, "ratings": ratings})).decode())
    else:
        print(as_standings(setting, results, ratings))


def _error_console() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


# solve


def _add_solve(commands: "Commands") -> None:
    parser = commands.add_parser("solve", help="compute the exact value of all positions with few pieces")
    parser.add_argument("game", metavar="GAME", help="a game that has a solver")
    parser.add_argument("--pieces", type=int, default=4, metavar="N", help="at most so many on the board in all (default 4)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.set_defaults(run=_solve)


def _solve(chosen: argparse.Namespace) -> None:
    from importlib import import_module

    from rich.progress import Progress

    from pyramidion.engine.folders import data_folder

    game = find(chosen.game)
    if not game.endgames:
        raise Refusal(f"{game.title} has no solver")
    solver = import_module(f"{game.package}.endgames.solver")
    with Progress(console=_error_console(), transient=True) as bar:
        task = bar.add_task(game.title, total=1.0)
        try:
            path = solver.solve(
                chosen.pieces,
                game.choose(_options(chosen.option)),
                data_folder() / "tables",
                lambda what, share: bar.update(task, description=what, completed=share),
            )
        except ArithmeticError as error:
            raise Refusal(f"{game.title} could not be solved: {error}. Finished layers are kept.") from error
    print(path)


# verify, backup, restore


def _add_verify(commands: "Commands") -> None:
    parser = commands.add_parser("verify", help="check that the dice of a game were fair")
    parser.add_argument("record", type=Path, metavar="RECORD", help="a record, as a table gives it when the game is over")
    parser.set_defaults(run=_verify)


def _verify(chosen: argparse.Namespace) -> None:
    from pyramidion.server.fairness.dice import verify
    from pyramidion.terminal.saves import read

    checked = verify(read(chosen.record))
    print(f"Green: all {checked} throws and draws are what the table had committed itself to.")


def _add_backup(commands: "Commands") -> None:
    parser = commands.add_parser("backup", help="copy the house's database, also while it is open")
    parser.add_argument("file", type=Path, metavar="FILE", help="the copy; it must not exist yet")
    _add_database(parser)
    parser.set_defaults(run=_backup)


def _backup(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.backup import backup

    backup(_database(chosen), chosen.file)
    print(chosen.file)


def _add_restore(commands: "Commands") -> None:
    parser = commands.add_parser("restore", help="put a backup in the place of the database; the server must be stopped")
    parser.add_argument("backup", type=Path, metavar="BACKUP", help="what `pyramidion backup` has written")
    _add_database(parser)
    parser.set_defaults(run=_restore)


def _restore(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.restore import restore

    before = restore(chosen.backup, _database(chosen))
    print(f"{_database(chosen)} is now as it was in {chosen.backup}.")
    if before:
        print(f"What was there before is in {before}.")


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", type=Path, metavar="FILE", help="the database; the usual one if left out")


def _database(chosen: argparse.Namespace) -> Path:
    """The file that a server would open."""
    import os

    from pyramidion.engine.folders import data_folder

    name = str(chosen.database or os.environ.get("PYRAMIDION_DATABASE") or data_folder() / "house.sqlite")
    if "://" in name:
        raise Refusal("only SQLite files are copied and restored here: name one with --database")
    return Path(name)
