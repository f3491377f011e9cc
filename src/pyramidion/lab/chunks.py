"""One chunk of a survey: so many games from a number on, each as a row."""

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots import Bot
from pyramidion.bots.levels import make
from pyramidion.bots.race import Race
from pyramidion.bots.reflex import Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.random import generator
from pyramidion.game import Game
from pyramidion.lab.loops import games as loop
from pyramidion.lab.setups import PASS, POLICY, Setup
from pyramidion.play import Play, new, seeded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.record import Record


@dataclass(frozen=True)
class Chunk:
    """What was played."""

    first: int  # the number of the first game
    rows: "NDArray[np.int32]"  # one for each game: `loops.games` has the columns
    actions: "NDArray[np.int64]"  # of each action that was offered: its number, how often it was offered, and chosen


def play_chunk(setup: Setup, span: tuple[int, int]) -> Chunk:
    """Play so many games from a number on; what comes of it depends on nothing else."""
    first, count = span
    rows = np.zeros((count, loop.COLUMNS + setup.seats), dtype=np.int32)
    counts = np.zeros((2, setup.game.actions), dtype=np.int64)
    if setup.mode is None:
        for i in range(count):
            count_game(setup, play_game(setup, first + i), rows[i], counts)
    else:
        _play_compiled(setup, first, rows, counts)
    offered = np.flatnonzero(counts[0])
    return Chunk(first, rows, np.stack([offered, counts[0, offered], counts[1, offered]], axis=1))


def _play_compiled(setup: Setup, first: int, rows: "NDArray[np.int32]", counts: "NDArray[np.int64]") -> None:
    state = setup.game.rules.State
    start, work = state.batch(1), state.batch(3)
    start[0] = setup.start()
    raw = work.view(np.uint8).reshape(3, -1)
    out = np.zeros(setup.game.widest, dtype=np.int64)
    loop.play_games(setup.plan(), first, start, work, raw, generator(0), out, rows, counts, setup.marks)


def play_game(setup: Setup, number: int) -> Play:
    """One game with bots of any kind."""
    dice = random.Random(f"{setup.seed}/{number}")
    play = new(setup.game, seats=setup.seats, dice=seeded(dice.getrandbits(64)), seed=None, **setup.options)
    seeds = [dice.getrandbits(32) for _ in setup.bots]
    if setup.game.real_time:
        Race(play, {seat: Reflex(setup.game, seat, name, seeds[seat]) for seat, name in enumerate(setup.bots)}).run()
        return play
    bots = [bot_for(setup, seat, seed) for seat, seed in enumerate(seeds)]
    while not play.is_over and len(play.events) < setup.limit:
        seat = play.actors()[0]
        play.act(_allowed(setup, play, seat, bots[seat].choose(play.observe(1 << seat)), dice), seat)
    return play


def _allowed(setup: Setup, play: Play, seat: int, action: int, dice: random.Random) -> int:
    """What a bot has chosen; if that is forbidden, any other legal action."""
    if setup.bound >> seat & 1 and action in setup.forbidden:
        allowed = [other for other in play.legal_actions(seat) if other not in setup.forbidden]
        return dice.choice(allowed) if allowed else action
    return action


def bot_for(setup: Setup, seat: int, seed: int) -> Bot:
    """The bot of a seat."""
    name = setup.bots[seat]
    return PolicyBot(setup.game, seat, seed) if name == POLICY else make(name, setup.game, setup.seats, seat, seed)


class PolicyBot:
    """Plays as the game's policy thinks that people play."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        self._seat = seat
        self._random = generator(seed)
        self._work = game.rules.State.batch(3)
        self._raw = self._work.view(np.uint8).reshape(3, -1)
        self._out = np.zeros(game.widest, dtype=np.int64)

    def choose(self, observation: "Record") -> int:
        return loop.policy_action(observation, self._work, self._raw, self._seat, self._random, self._out)


def count_game(setup: Setup, play: Play, row: "NDArray[np.int32]", counts: "NDArray[np.int64]") -> None:
    """The row of a game that was played step by step."""
    row[loop.EVENTS], row[loop.FINISHED], row[loop.CLOSE] = len(play.events), play.is_over, 1
    scores = [int(setup.game.rules.score(play.state, seat)) for seat in range(setup.seats)]
    row[loop.COLUMNS :] = scores
    if play.is_over:
        row[loop.WINNERS] = sum(1 << seat for seat, score in enumerate(scores) if score == max(scores))
    _count_decisions(setup, play, row, counts)


def _count_decisions(setup: Setup, play: Play, row: "NDArray[np.int32]", counts: "NDArray[np.int64]") -> None:
    again = new(setup.game, seats=setup.seats, dice=None, seed=None, **setup.options).state
    legal = np.zeros(setup.game.widest, dtype=np.int64)
    run = 0
    for event in play.events:
        if event.seat == CHANCE:
            row[loop.PASSES] += setup.marks[event.action] // PASS & 1
        elif number := setup.game.rules.legal(again, event.seat, legal):
            run = run + 1 if number == 1 else 0
            loop.count_decision(row, number, run)
            counts[0, legal[:number]] += 1
            counts[1, event.action] += 1
        setup.game.rules.apply(again, event.seat, event.action)
