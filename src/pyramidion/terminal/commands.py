"""`pyramidion play` and `pyramidion join`: their flags, and what they do. What is heavy is imported when it runs."""

import argparse
import sys
from pathlib import Path

from pyramidion.client.commands import add_token
from pyramidion.flags import BOTS, Commands, add_options, options
from pyramidion.game import Game
from pyramidion.games import GAMES, find, names
from pyramidion.refusal import Refusal

# play


def add_play(commands: Commands) -> None:
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
    add_options(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="seed for dice and bots, to repeat a game")
    parser.add_argument("--position", metavar="TEXT", help="start from this position (it includes the options)")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="continue a saved game: from FILE, or your last one"
    )
    add_plain(parser)
    parser.set_defaults(run=_play)


def add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plain", action="store_true", help="plain lines, also where there could be a full screen")


def _play(chosen: argparse.Namespace) -> None:
    if chosen.resume is not None:
        _resume(chosen)
        return
    game = find(chosen.game) if chosen.game else _ask_for_game()
    _warm(game)
    from pyramidion.play import load, new
    from pyramidion.terminal.doors import sit_down
    from pyramidion.terminal.saves import fresh_file

    if chosen.position:
        play = load(game.name, chosen.position, seed=chosen.seed)
    else:
        play = new(game.name, seats=chosen.seats, seed=chosen.seed, **options(chosen.option))
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


def _warm(game: Game) -> None:
    """Compile before the first move, and say so, so that no bot has to be waited for."""
    from pyramidion.engine.compiled import is_cold
    from pyramidion.preparation import compile_game

    if is_cold(game.name):
        print(f"Compiling the rules of {game.title} (only the first time; takes a few seconds)…", file=sys.stderr)
    compile_game(game)


# join


def add_join(commands: Commands) -> None:
    parser = commands.add_parser("join", help="play at a table of a server, in the terminal")
    parser.add_argument("link", metavar="LINK", help="link to the table, as the page shows it")
    parser.add_argument("--seat", type=int, metavar="K", help="your seat, counted from 0 (default: the first that is free)")
    parser.add_argument("--name", metavar="NAME", help="what you are called there")
    add_token(parser, "access token of yours (default: a new guest)")
    add_plain(parser)
    parser.set_defaults(run=_join)


def _join(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.doors import join

    join(chosen.link, chosen.token, chosen.name or "", chosen.seat, is_plain=chosen.plain)
