"""Puzzles: positions with one clearly best action, found in games that bots play, and confirmed by long searches.

They lie beside each game as `puzzles.json`, the easiest first: `python -m tools.puzzles` makes them.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from pyramidion.bots.assess import assess
from pyramidion.bots.levels import make
from pyramidion.bots.search import Budget, Choice
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.play import Play, new, seeded

PLAYERS = "scribe"  # level of the bots whose games are searched: they get into trouble, and out of it
LEAST_CHOICES = 4
MARGIN = 0.1  # of a win: so much better than the second best action is the best one
QUICK, LONG = 300, 20_000  # iterations: to find positions worth a closer look, and to look
SEEDS = (1, 2)  # of the long searches; both have to agree
BUDGETS = (20, 60, 180, 540, 1620)  # iterations by which the difficulty is measured
TRIES = 8  # searches with each of them
EASIEST, STEP = 800, 250  # the rating of a puzzle that the shortest search finds, and how much each longer one adds
AN_EVENT = 12  # events between two puzzles of one game, so that they are not all alike


class Puzzle(msgspec.Struct, frozen=True):
    """A position, and what is best there."""

    position: str  # as text, all of it
    seat: int  # who is to act
    best: str  # in notation
    win: float  # that seat's chance after it
    second: float  # and after the next best action
    rating: int  # how hard it is to find


class Margin(NamedTuple):
    """How clearly an action is best."""

    best: Choice
    second: Choice

    @property
    def is_clear(self) -> bool:
        return self.best.win - self.second.win >= MARGIN


def mine(game: Game, number: int, seed: int, progress: Callable[[], object] = lambda: None) -> list[Puzzle]:
    """So many puzzles with the usual options and seats, the easiest first. The same seed finds the same ones."""
    found: list[Puzzle] = []
    for puzzle in _candidates(game, seed):
        found.append(puzzle)
        progress()
        if len(found) == number:
            break
    return sorted(found, key=lambda puzzle: puzzle.rating)


def _candidates(game: Game, seed: int) -> Iterator[Puzzle]:
    """From one game after the other."""
    number = 0
    while True:
        last = -AN_EVENT
        for play in _positions(game, seed, number):
            if len(play.events) >= last + AN_EVENT and (puzzle := puzzle_of(play)):
                last = len(play.events)
                yield puzzle
        number += 1


def _positions(game: Game, seed: int, number: int) -> Iterator[Play]:
    """A game, before each choice."""
    play = new(game, dice=seeded(seed << 32 | number))
    bots = [make(PLAYERS, game, play.seats, seat, number) for seat in range(play.seats)]
    while not play.is_over:
        seat = play.actors()[0]
        yield play
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)


def puzzle_of(play: Play) -> Puzzle | None:
    """The position as a puzzle, if it is one."""
    seat = play.actors()[0]
    if seat == CHANCE or len(play.legal_actions(seat)) < LEAST_CHOICES:
        return None
    observation = play.observe(1 << seat)
    quick = margin(play.game, observation, play.seats, seat, QUICK, seed=0)
    if quick is None or not quick.is_clear:
        return None
    long = [margin(play.game, observation, play.seats, seat, LONG, seed) for seed in SEEDS]
    if any(one is None or not one.is_clear or one.best.action != quick.best.action for one in long):
        return None
    sure = long[0]
    assert sure is not None
    best = play.encode(sure.best.action, seat)
    rating = difficulty(play.game, observation, play.seats, seat, sure.best.action)
    return Puzzle(play.dump(), seat, best, round(sure.best.win, 3), round(sure.second.win, 3), rating)


def margin(game: Game, observation: Record, seats: int, seat: int, iterations: int, seed: int) -> Margin | None:
    """The best action by a search, and the most likely other one; nothing if only one was ever tried."""
    opinion = assess(game, observation, seats, seat, Budget(iterations, use_policy=True), seed=seed)
    others = sorted(opinion.choices[1:], key=lambda choice: -choice.win)
    tried = [choice for choice in others if choice.visits >= iterations // 200 or opinion.iterations == 0]
    return Margin(opinion.choices[0], tried[0]) if tried else None


def difficulty(game: Game, observation: Record, seats: int, seat: int, best: int) -> int:
    """A rating: the more iterations a search needs to find the best action half of the time, the higher."""
    rating = float(EASIEST)
    for iterations in BUDGETS:
        budget = Budget(iterations, use_policy=True)
        found = sum(
            assess(game, observation, seats, seat, budget, seed=seed, use_tables=False).best == best for seed in range(TRIES)
        )
        rating += STEP * (1 - found / TRIES)
    return round(rating)


def puzzles_of(game: Game) -> list[Puzzle]:
    """The puzzles that lie beside a game; none if it has no such file."""
    return _read(game.package)


@cache
def _read(package: str) -> list[Puzzle]:
    path = files(package).joinpath("puzzles.json")
    return msgspec.json.decode(path.read_bytes(), type=list[Puzzle]) if path.is_file() else []
