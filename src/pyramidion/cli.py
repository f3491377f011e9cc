"""The command line: `pyramidion --help`."""

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from pyramidion import __version__
from pyramidion.client.commands import add_bot
from pyramidion.flags import Commands
from pyramidion.game import Game, as_text
from pyramidion.games import GAMES, find, names
from pyramidion.lab.arena_command import add_arena
from pyramidion.lab.bench_command import add_bench
from pyramidion.lab.commands import add_lab
from pyramidion.lab.solving_command import add_solve
from pyramidion.lab.training_command import add_train
from pyramidion.refusal import Refusal
from pyramidion.server.commands import (
    add_backup,
    add_migrate,
    add_moderators,
    add_ratings,
    add_restore,
    add_serve,
    serve,
)
from pyramidion.terminal.commands import add_join, add_play

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
    parser.set_defaults(run=serve, browser=True, config=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    add_serve(commands)
    add_play(commands)
    add_join(commands)
    add_bot(commands)
    _add_games(commands)
    _add_rules(commands)
    _add_prepare(commands)
    add_bench(commands)
    add_arena(commands)
    add_lab(commands)
    add_train(commands)
    add_solve(commands)
    _add_verify(commands)
    add_backup(commands)
    add_restore(commands)
    add_migrate(commands)
    add_ratings(commands)
    add_moderators(commands)
    return parser


# prepare


def _add_prepare(commands: Commands) -> None:
    parser = commands.add_parser("prepare", help="compile the games in advance, so that the first game starts at once")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to compile (default: all)")
    parser.set_defaults(run=_prepare)


def _prepare(chosen: argparse.Namespace) -> None:
    from pyramidion.preparation import prepare

    prepare([find(name).name for name in chosen.games or names()])


# games, rules


def _add_games(commands: Commands) -> None:
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


def _add_rules(commands: Commands) -> None:
    parser = commands.add_parser("rules", help="print a game's rules")
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.set_defaults(run=lambda chosen: print(find(chosen.game).rules_text))


# verify


def _add_verify(commands: Commands) -> None:
    parser = commands.add_parser("verify", help="check that the dice of a game were fair")
    parser.add_argument("record", type=Path, metavar="RECORD", help="game record, downloaded after a game")
    parser.set_defaults(run=_verify)


def _verify(chosen: argparse.Namespace) -> None:
    from pyramidion.server.fairness.dice import verify
    from pyramidion.terminal.saves import read

    checked = verify(read(chosen.record))
    print(f"Verified: all {checked} throws and draws match what the server committed to before the game.")
