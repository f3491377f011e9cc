"""Whether somebody did what the best bot would have done. Often in many games it is a sign that a program helped them."""

from collections.abc import Sequence
from typing import Protocol

from pyramidion.bots.levels import LEVELS, make
from pyramidion.play import Play
from pyramidion.server.storage.events import Entry

BEST = next(reversed(LEVELS))
SEED = 0  # the same game is compared alike every time
DEPARTURES = ("resign", "flag", "abandon")


class Course(Protocol):
    """What has to be known of a game."""

    log: list[Entry]

    def at(self, n: int) -> Play:
        """The game as it was after the first `n` entries of the log."""


def choices_of(log: Sequence[Entry], seat: int) -> list[int]:
    """The numbers of the events of a seat, as long as its own person played there."""
    own = [entry for entry in log if entry.seat == seat]
    left = next((entry.n for entry in own if entry.kind in DEPARTURES), len(log))
    return [entry.n for entry in own if entry.kind == "act" and entry.n < left]


def agrees(table: Course, n: int) -> bool | None:
    """Whether the best bot would have done what event `n` did, by what its seat saw; None if there was no choice."""
    play, entry = table.at(n), table.log[n]
    if len(play.legal_actions(entry.seat)) < 2:
        return None
    bot = make(BEST, play.game, play.seats, entry.seat, SEED)
    return bot.choose(play.observe(1 << entry.seat)) == play.parse(entry.action, entry.seat)
