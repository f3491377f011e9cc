"""The command line: `pyramidion --help`."""

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyramidion import __version__
from pyramidion.client.commands import add_bot, add_token, server_of
from pyramidion.game import Game, as_text
from pyramidion.games import GAMES, find, names
from pyramidion.lab.commands import add_lab, add_where
from pyramidion.lab.training_command import add_train
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from rich.console import Console

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

EXAMPLES = """\
examples:
  pyramidion                               start the server and play in the browser
  pyramidion play senet                    play against a bot
  pyramidion play senet --people 2         two people at one keyboard
  pyramidion play senet -o pieces=7        set an option (list them with "pyramidion games")
  pyramidion play --resume                 continue your last game
  pyramidion join http://…/t/…             play at a table of a server
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
        description="Five tabletop games of pyramids and Egypt: play, analyse and benchmark them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pyramidion {__version__}")
    parser.set_defaults(run=_serve, browser=True, config=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_serve(commands)
    _add_play(commands)
    _add_join(commands)
    add_bot(commands)
    _add_games(commands)
    _add_rules(commands)
    _add_prepare(commands)
    _add_bench(commands)
    _add_arena(commands)
    add_lab(commands)
    add_train(commands)
    _add_solve(commands)
    _add_verify(commands)
    _add_backup(commands)
    _add_restore(commands)
    _add_migrate(commands)
    _add_ratings(commands)
    _add_moderators(commands)
    return parser


# serve


def _add_serve(commands: "Commands") -> None:
    from pyramidion.server.comments import comments
    from pyramidion.server.settings import PREFIX, RENAMED, Settings

    parser = commands.add_parser(
        "serve",
        help="start the server to play in the browser",
        epilog=f"Settings can also be given in a --config file or in the environment, for example {PREFIX}PORT=8001.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="read settings from a TOML file")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="don't open the browser")
    defaults = Settings()
    for name, comment in comments(Settings).items():
        default = getattr(defaults, name)
        shown = f" (default {default})" if default not in ("", ()) else ""
        alone: dict[str, Any] = {"nargs": "?", "const": "true"} if default is False else {}  # `--lan` is `--lan true`
        names = [name, *(old for old, new in RENAMED.items() if new == name)]
        flags = [f"--{one.replace('_', '-')}" for one in names]
        parser.add_argument(*flags, metavar=name.upper(), help=comment + shown, **alone)
    parser.set_defaults(run=_serve)


def _serve(chosen: argparse.Namespace) -> None:
    import os

    from pyramidion.server.runner import run
    from pyramidion.server.settings import settle

    run(settle(vars(chosen), os.environ, chosen.config), browser=chosen.browser)


# play


def _add_play(commands: "Commands") -> None:
    parser = commands.add_parser("play", help="play a game in the terminal")
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of {', '.join(GAMES)} (you are asked if it is left out)"
    )
    parser.add_argument("--people", type=int, default=1, metavar="N", help="number of people at this keyboard (default 1)")
    parser.add_argument("--seats", type=int, metavar="N", help="number of players in all; bots take the other seats")
    parser.add_argument(
        "--seat", type=int, metavar="K", help="your seat, counted from 0 (default: random, where it decides who goes first)"
    )
    parser.add_argument(
        "--bot", default="scribe", metavar="NAME", help=f"who plays the other seats: {', '.join(BOTS)} (default scribe)"
    )
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="set a game option; can be repeated"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="seed for dice and bots, to repeat a game")
    parser.add_argument("--position", metavar="TEXT", help="start from this position (it includes the options)")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="continue a saved game: from FILE, or your last one"
    )
    parser.add_argument("--plain", action="store_true", help="plain lines, also where there could be a full screen")
    parser.set_defaults(run=_play)


def _play(chosen: argparse.Namespace) -> None:
    if chosen.resume is not None:
        _resume(chosen)
        return
    game = find(chosen.game) if chosen.game else _ask_for_game()
    options = _options(chosen.option)
    _warm(game)
    from pyramidion.play import load, new
    from pyramidion.terminal.doors import sit_down
    from pyramidion.terminal.saves import fresh_file

    if chosen.position:
        play = load(game.name, chosen.position, seed=chosen.seed)
    else:
        play = new(game.name, seats=chosen.seats, seed=chosen.seed, **options)
    people = _people(game, play.seats, chosen.people, _first_seat(game, play.seats, chosen))
    sit_down(play, people, chosen.bot, chosen.seed, fresh_file(game.name), is_plain=chosen.plain)


def _first_seat(game: Game, seats: int, chosen: argparse.Namespace) -> int:
    """The seat that was asked for; else by lot, where the seat decides who begins."""
    import random

    if chosen.seat is not None and not game.real_time:
        return int(chosen.seat)
    return random.Random(chosen.seed).randrange(seats) if game.seats_by_lot and not chosen.position else 0


def _people(game: Game, seats: int, count: int, first: int) -> list[int]:
    """The seats of the people at this keyboard."""
    if not 0 <= count <= seats or not 0 <= first < seats:
        raise Refusal(f"{game.title} has {seats} seats: --people must be 0 to {seats} and --seat 0 to {seats - 1}")
    return sorted((first + number) % seats for number in range(count))


def _resume(chosen: argparse.Namespace) -> None:
    from pyramidion.play import replay, seeded_or_secret
    from pyramidion.terminal.doors import sit_down
    from pyramidion.terminal.saves import latest_unfinished, read

    file = Path(chosen.resume) if chosen.resume else latest_unfinished(chosen.game)
    record = read(file)
    play = replay(record, dice=seeded_or_secret(chosen.seed))
    _warm(play.game)
    people, bot = record.get("people", [0]), record.get("bot", chosen.bot)
    sit_down(play, people, bot, chosen.seed, file, is_plain=chosen.plain)


def _ask_for_game() -> Game:
    known = names()
    for number, name in enumerate(known, start=1):
        game = find(name)
        print(f"{number:>3}  {game.title}: {game.sentence}")
    while True:
        line = input("Which game? ").strip()
        if line in known:
            return find(line)
        if line.isdecimal() and 1 <= int(line) <= len(known):
            return find(known[int(line) - 1])
        print(f"Type a number from 1 to {len(known)} or the game's name.")


def _options(words: list[str]) -> dict[str, str]:
    for word in words:
        if "=" not in word:
            raise Refusal(f"write an option as NAME=VALUE, not {word!r}")
    return dict(word.split("=", 1) for word in words)


def _warm(game: Game) -> None:
    """Compile before the first move, and say so, so that no bot has to be waited for."""
    from pyramidion.engine.compiled import is_cold
    from pyramidion.preparation import compile_game

    if is_cold(game.name):
        print(f"Compiling the rules of {game.title} (only the first time; takes a few seconds)…", file=sys.stderr)
    compile_game(game)


# join


def _add_join(commands: "Commands") -> None:
    parser = commands.add_parser("join", help="play at a table of a server, in the terminal")
    parser.add_argument("link", metavar="LINK", help="link to the table, as the page shows it")
    parser.add_argument("--seat", type=int, metavar="K", help="your seat, counted from 0 (default: the first that is free)")
    parser.add_argument("--name", metavar="NAME", help="what you are called there")
    add_token(parser, "access token of yours (default: a new guest)")
    parser.set_defaults(run=_join)


def _join(chosen: argparse.Namespace) -> None:
    from pyramidion.client.sync import connect
    from pyramidion.terminal.joined import JoinedLines

    server = connect(server_of(chosen.link), chosen.token)
    if chosen.name:
        server.rename(chosen.name)
    if not chosen.token:
        print(f"You play as {server.name}. To come back as the same guest: PYRAMIDION_TOKEN={server.token}")
    JoinedLines(server.join(chosen.link, chosen.seat)).run()


# prepare


def _add_prepare(commands: "Commands") -> None:
    parser = commands.add_parser("prepare", help="compile the games in advance, so that the first game starts at once")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to compile (default: all)")
    parser.set_defaults(run=_prepare)


def _prepare(chosen: argparse.Namespace) -> None:
    from pyramidion.preparation import prepare

    prepare([find(name).name for name in chosen.games or names()])


# games, rules


def _add_games(commands: "Commands") -> None:
    parser = commands.add_parser("games", help="list the games and their options")
    parser.set_defaults(run=_list_games)


def _list_games(_chosen: argparse.Namespace) -> None:
    for name in names():
        game = find(name)
        print(f"{name}: {game.title}, {_players(game)}. {game.sentence}\n  {game.credit}")
        for option in game.options:
            print(f"  -o {option.name}: {option.explanation}")
            for choice in option.choices:
                defaults = "".join(f" ({default})" for default in option.defaults(choice.value))
                print(f"       {as_text(choice.value)}{defaults}: {choice.meaning}")
        print()


def _players(game: Game) -> str:
    """For how many players a game is: "2 players", "2 or 3 players", "2 to 8 players"."""
    first, *_, last = [*game.seats, game.seats[-1]]
    between = "" if len(game.seats) == 1 else f" {'or' if last == first + 1 else 'to'} {last}"
    return f"{first}{between} players"


def _add_rules(commands: "Commands") -> None:
    parser = commands.add_parser("rules", help="print a game's rules")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.set_defaults(run=lambda chosen: print(find(chosen.game).rules_text))


# bench


def _add_bench(commands: "Commands") -> None:
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
    parser = commands.add_parser("arena", help="let bots play each other and rate them")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=f"two or more of {', '.join(BOTS)}; or search:3000, policy:0.2s, judge:0.2s, trained:0.2s, pharaoh:bare",
    )
    parser.add_argument("--deals", type=int, default=50, metavar="N", help="deals, each played from every seat (default 50)")
    parser.add_argument(
        "--seats", type=int, metavar="N", help="number of players: one bot of the first kind against the others"
    )
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="set a game option; can be repeated"
    )
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
        options=game.choose(_options(chosen.option)),
        deals=chosen.deals,
        seed=chosen.seed,
        stop_between=tuple(chosen.sprt) if chosen.sprt else None,
    )
    work = runner(chosen.on, chosen.threads)
    pairs = len(chosen.bots) * (len(chosen.bots) - 1) // 2
    with Progress(console=_error_console(), transient=True) as bar:
        task = bar.add_task(game.title, total=pairs * chosen.deals)
        results, ratings = round_robin(game, setting, chosen.bots, lambda: bar.advance(task), work)
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode({"results": results, "ratings": ratings})).decode())
    else:
        print(as_standings(setting, results, ratings))


def _error_console() -> "Console":
    from rich.console import Console

    return Console(stderr=True)


# solve


def _add_solve(commands: "Commands") -> None:
    parser = commands.add_parser("solve", help="solve all endgames with few pieces exactly")
    parser.add_argument("game", metavar="GAME", help="game to solve (one that has a solver)")
    parser.add_argument("--pieces", type=int, default=4, metavar="N", help="maximum pieces on the board (default 4)")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="set a game option; can be repeated"
    )
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
            raise Refusal(f"couldn't solve {game.title}: {error}. Finished layers are saved") from error
    print(path)


# verify, backup, restore


def _add_verify(commands: "Commands") -> None:
    parser = commands.add_parser("verify", help="check that the dice of a game were fair")
    parser.add_argument("record", type=Path, metavar="RECORD", help="game record, downloaded after a game")
    parser.set_defaults(run=_verify)


def _verify(chosen: argparse.Namespace) -> None:
    from pyramidion.server.fairness.dice import verify
    from pyramidion.terminal.saves import read

    checked = verify(read(chosen.record))
    print(f"Verified: all {checked} throws and draws match what the server committed to before the game.")


def _add_backup(commands: "Commands") -> None:
    parser = commands.add_parser("backup", help="back up the server's database, even while it is running")
    parser.add_argument("file", type=Path, metavar="FILE", help="backup file; must not exist yet")
    _add_database(parser)
    parser.set_defaults(run=_backup)


def _backup(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.backup import backup

    backup(_database(chosen), chosen.file)
    print(chosen.file)


def _add_restore(commands: "Commands") -> None:
    parser = commands.add_parser("restore", help="restore the database from a backup; stop the server first")
    parser.add_argument("backup", type=Path, metavar="BACKUP", help="file written by pyramidion backup")
    _add_database(parser)
    parser.set_defaults(run=_restore)


def _restore(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.restore import restore

    before = restore(chosen.backup, _database(chosen))
    print(f"Restored {_database(chosen)} from {chosen.backup}.")
    if before:
        print(f"The previous database is saved as {before}.")


def _add_migrate(commands: "Commands") -> None:
    parser = commands.add_parser("migrate", help="move the database from SQLite to PostgreSQL; stop the server first")
    parser.add_argument("--to", required=True, metavar="URL", help="postgresql+psycopg://USER:PASSWORD@HOST/DATABASE, empty")
    _add_database(parser)
    parser.set_defaults(run=_migrate)


def _migrate(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.moving import move

    tables, rows = move(_database(chosen), chosen.to)
    print(f"Moved {tables} game{'' if tables == 1 else 's'} ({rows} rows). The SQLite file is as it was.")


def _add_ratings(commands: "Commands") -> None:
    parser = commands.add_parser(
        "ratings", help="rebuild all ratings from the results of rated games; stop the server first"
    )
    parser.add_argument("what", choices=["rebuild"], help="rebuild: apply every rated result again, in order")
    _add_database(parser)
    parser.set_defaults(run=_rebuild_ratings)


def _rebuild_ratings(chosen: argparse.Namespace) -> None:
    from pyramidion.server.people.ratings import rate
    from pyramidion.server.storage.database import Database
    from pyramidion.server.storage.rebuild import rebuild_ratings

    database = Database(_database_url(chosen))
    database.open()
    try:
        games, changed = rebuild_ratings(database.engine, rate)
    finally:
        database.close()
    print(f"Rebuilt all ratings from {games} rated game{'' if games == 1 else 's'}: {changed or 'no'} figures changed.")


def _add_moderators(commands: "Commands") -> None:
    parser = commands.add_parser("moderators", help="make an account a moderator, or no longer; stop the server first")
    parser.add_argument("what", choices=["add", "remove"])
    parser.add_argument("name", help="what the account is called")
    _add_database(parser)
    parser.set_defaults(run=_change_moderators)


def _change_moderators(chosen: argparse.Namespace) -> None:
    from pyramidion.server.people.look_alikes import name_key
    from pyramidion.server.people.sign_ins import now
    from pyramidion.server.storage.database import Database
    from pyramidion.server.storage.moderation import appoint

    database = Database(_database_url(chosen))
    database.open()
    try:
        with database.engine.begin() as connection:
            name = appoint(connection, name_key(chosen.name), now(), on=chosen.what == "add")
    finally:
        database.close()
    print(f"{name} is {'now' if chosen.what == 'add' else 'no longer'} a moderator.")


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="FILE", help="database file (default: the server's)")


def _database(chosen: argparse.Namespace) -> Path:
    """The file that a server would open."""
    name = _database_name(chosen)
    if "://" in name:
        raise Refusal("only SQLite files can be copied like this: name one with --database, or use PostgreSQL's own tools")
    return Path(name)


def _database_url(chosen: argparse.Namespace) -> str:
    """The database that a server would open, whatever it is."""
    name = _database_name(chosen)
    return name if "://" in name else f"sqlite:///{name}"


def _database_name(chosen: argparse.Namespace) -> str:
    import os

    from pyramidion.engine.folders import data_folder

    return str(chosen.database or os.environ.get("PYRAMIDION_DATABASE") or data_folder() / "house.sqlite")
