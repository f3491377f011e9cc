"""When is the review of a long game ready to use? python -m bench.review_ready [GAME …] [--games N]

The longest of some games of random moves, as the page asks for it: the game with its events and the board at its end, then
what the judge thinks, as much as comes with the first answer, and all of it. In CPU time, but for the judge's first answer,
which ends by the clock.
"""

import argparse
import random
import time
from typing import NamedTuple

import msgspec

from bench.reviews import TURN_BASED
from pyramidion.bots.levels import warm
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.review.judge import Judge
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.table import Table
from pyramidion.server.thinking.review import AT_ONCE, chances
from pyramidion.testing.leaks import new_table


class Ready(NamedTuple):
    """Seconds of CPU time, and how much there was of what."""

    events: int
    opened: float  # the events and the board
    first: float  # and the first answer of the judge
    judged: int  # positions in it
    whole: float  # all of the judge's answers


def random_game(name: str, seed: int) -> Table:
    """At a table, to its end."""
    choose = random.Random(seed)
    table = new_table(name, find(name).choose_seats(None), {}, choose.randbytes(32).hex())
    table.begin(0)
    while table.meta.status == "live":
        seat = next(actor for actor in table.playing.actors() if actor != CHANCE)
        table.act(seat, choose.choice(table.playing.legal(seat)), len(table.log))
    return table


def measured(table: Table) -> Ready:
    began, last, eyes = time.process_time(), len(table.log), (1 << len(table.meta.seats)) - 1
    presenter, judge = Presenter(table), Judge(table.game, len(table.meta.seats))
    msgspec.json.encode(presenter.review((), eyes))
    msgspec.json.encode(presenter.past(eyes, last))
    opened, judged, first = time.process_time() - began, 0, 0.0
    until = time.perf_counter() + AT_ONCE
    for n in range(last + 1):
        chances(table, n, judge)
        if not first:
            judged += 1
            first = time.process_time() - began if time.perf_counter() >= until else 0.0
    return Ready(last, opened, first, judged, time.process_time() - began)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", default=TURN_BASED)
    parser.add_argument("--games", type=int, default=20, metavar="N")
    chosen = parser.parse_args()
    for name in chosen.names:
        warm(find(name))
        found = measured(max((random_game(name, seed) for seed in range(chosen.games)), key=lambda table: len(table.log)))
        print(f"{name}: {found.events} events: open after {found.opened:.2f} s, the first {found.judged} positions", end=" ")
        print(f"after {found.first:.2f} s, all after {found.whole:.1f} s", flush=True)
