"""`pyramidion lab …`: the flags of each command, and what it does. What is heavy is imported when it runs."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pyramidion.flags import Commands, add_options, options
from pyramidion.games import GAMES
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from pyramidion.lab.comparison import Comparison
    from pyramidion.lab.intervals import Figure
    from pyramidion.lab.runners import Runner
    from pyramidion.lab.setups import Setup


def add_lab(commands: Commands) -> None:
    """The command `lab` and those below it."""
    parser = commands.add_parser("lab", help="measure a game: who is favoured, how long it takes, what a rule is worth")
    parser.set_defaults(run=lambda _chosen: parser.print_help())
    below = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_survey(below)
    _add_compare(below)
    _add_sweep(below)
    _add_worth(below)


def _add_setup(parser: argparse.ArgumentParser, games: int) -> None:
    """The flags that all of them have."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("--games", type=int, default=games, metavar="N", help=f"games to play (default {games:,})")
    parser.add_argument("--seats", type=int, metavar="N", help="number of players")
    parser.add_argument(
        "--bots",
        default="uniform",
        metavar="BOT[,BOT…]",
        help="who plays: uniform (default), policy, or a level; one, or one a seat",
    )
    add_options(parser)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of all games (default 0)")
    add_where(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def add_where(parser: argparse.ArgumentParser) -> None:
    """The flags that say where work is done."""
    parser.add_argument(
        "--on",
        metavar="WHERE",
        help="where the work is done: threads (default), ray (processes here), or ray://HOST:PORT (a cluster)",
    )
    parser.add_argument("--threads", type=int, metavar="N", help="number of threads or processes (default: all cores)")


def _setup(chosen: argparse.Namespace) -> "Setup":
    from pyramidion.lab.setups import set_up

    bots = chosen.bots.split(",")
    return set_up(chosen.game, seats=chosen.seats, options=options(chosen.option), bots=bots, seed=chosen.seed)


@contextmanager
def bar(title: str, total: int) -> Iterator[Callable[[int], object]]:
    """A bar on the terminal; call it with how much more is done."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(show_speed=True), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda more: progress.advance(task, more)


FILES = ("--report", "--out")  # where results go says nothing of what they are


def command() -> str:
    """What was typed, for everybody who wants to see the same."""
    import shlex

    words, kept = iter(sys.argv[1:]), []
    for word in words:
        if word in FILES:
            next(words, None)
        elif not word.startswith(tuple(f"{name}=" for name in FILES)):
            kept.append(word)
    return "pyramidion " + shlex.join(kept)


# survey


def _add_survey(commands: Commands) -> None:
    parser = commands.add_parser("survey", help="play many games, and say what they are like")
    _add_setup(parser, games=100_000)
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write one row for each game (Parquet); an interrupted run continues"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write a report, one HTML file, and JSON beside it")
    parser.add_argument("--chances", type=int, default=0, metavar="N", help="games whose win chances are followed (slow)")
    parser.add_argument("--depth", type=int, default=0, metavar="N", help="deals for each doubling of the search (slow)")
    parser.set_defaults(run=_survey)


def _survey(chosen: argparse.Namespace) -> None:
    import shutil

    from pyramidion.lab.outcomes import as_json, as_text
    from pyramidion.lab.report import as_html
    from pyramidion.lab.runners import runner
    from pyramidion.lab.surveys import run

    setup = _setup(chosen)
    kept = chosen.out.with_suffix(".parts") if chosen.out else None
    work = runner(chosen.on, chosen.threads)
    with bar(setup.title, chosen.games) as progress:
        survey = run(setup, chosen.games, work, progress, kept)
    if kept:
        survey.save(chosen.out)
        shutil.rmtree(kept)
    figures = [*survey.figures, *_slow_figures(setup, chosen, work)]
    if chosen.report:
        chosen.report.write_text(as_html(survey, figures, command()), encoding="utf-8")
        chosen.report.with_suffix(".json").write_text(as_json(setup, figures, command()), encoding="utf-8")
    print(as_json(setup, figures, command()) if chosen.json else as_text(setup, figures))


def _slow_figures(setup: "Setup", chosen: argparse.Namespace, work: "Runner") -> "list[Figure]":
    """Those that need a search: from win chances, and from matches of searches."""
    from pyramidion.lab import chances
    from pyramidion.lab.depth import RUNGS, skill_depth

    figures = []
    if chosen.chances:
        with bar("Win chances", chosen.chances) as progress:
            figures += chances.figures(chances.trace_games(setup, chosen.chances, work, progress))
    if chosen.depth:
        with bar("Skill depth", chosen.depth * len(RUNGS)) as progress:
            figures += skill_depth(setup, chosen.depth, work, progress)
    return figures


# compare, sweep, worth


def _add_metric(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--metric", default="first seat", help="what is compared, such as length (default first seat)")
    parser.add_argument("--margin", type=float, default=0.0, metavar="X", help="a difference so small does not matter")


def _add_compare(commands: Commands) -> None:
    parser = commands.add_parser("compare", help="say whether two variants of a game are different")
    _add_setup(parser, games=65_536)
    parser.add_argument(
        "--with", dest="other", action="append", default=[], metavar="NAME=VALUE", help="an option of the other variant"
    )
    _add_metric(parser)
    parser.set_defaults(run=_compare)


def _compare(chosen: argparse.Namespace) -> None:
    from dataclasses import replace

    from pyramidion.lab.comparison import compare
    from pyramidion.lab.runners import runner

    setup = _setup(chosen)
    other = replace(setup, options=setup.game.choose({**setup.options, **options(chosen.other)}))
    with bar(setup.title, chosen.games) as progress:
        work = runner(chosen.on, chosen.threads)
        found = compare(setup, other, chosen.metric, chosen.games, chosen.margin, work, progress)
    _print_comparisons(chosen, setup, [(", ".join(chosen.other) or "itself", found)])


def _add_sweep(commands: Commands) -> None:
    parser = commands.add_parser("sweep", help="change one option after the other, and say what each changes")
    _add_setup(parser, games=65_536)
    parser.add_argument("--over", action="append", default=[], metavar="NAME", help="only this option; can be repeated")
    _add_metric(parser)
    parser.set_defaults(run=_sweep)


def _sweep(chosen: argparse.Namespace) -> None:
    from pyramidion.lab.comparison import sweep, variants
    from pyramidion.lab.runners import runner

    setup = _setup(chosen)
    unknown = set(chosen.over) - {option.name for option in setup.game.options}
    if unknown:
        raise Refusal(f"{setup.game.title} has no option {sorted(unknown)[0]!r}")
    with bar(setup.title, chosen.games * len(list(variants(setup, chosen.over)))) as progress:
        work = runner(chosen.on, chosen.threads)
        found = sweep(setup, chosen.over, chosen.metric, chosen.games, chosen.margin, work, progress)
    _print_comparisons(chosen, setup, found)


def _print_comparisons(chosen: argparse.Namespace, setup: "Setup", found: "list[tuple[str, Comparison]]") -> None:
    from pyramidion.lab.outcomes import as_json, compared_as_text

    if chosen.json:
        compared = [{"variant": name, "comparison": one} for name, one in found]
        print(as_json(setup, [], command(), comparisons=compared))
    else:
        print(compared_as_text(setup, found))


def _add_worth(commands: Commands) -> None:
    parser = commands.add_parser("worth", help="say what an action is worth: forbid it to one seat, on the same deals")
    _add_setup(parser, games=20_000)
    parser.add_argument(
        "--forbid",
        action="append",
        required=True,
        metavar="ACTION",
        help="an action's text, its number, or a range; can be repeated",
    )
    parser.set_defaults(run=_worth)


def _worth(chosen: argparse.Namespace) -> None:
    from pyramidion.lab.outcomes import as_json, as_text
    from pyramidion.lab.runners import runner
    from pyramidion.lab.setups import parse_actions
    from pyramidion.lab.worth import worth

    setup = _setup(chosen)
    figures = worth(setup, parse_actions(setup, chosen.forbid), chosen.games, runner(chosen.on, chosen.threads))
    print(as_json(setup, figures, command()) if chosen.json else as_text(setup, figures))
