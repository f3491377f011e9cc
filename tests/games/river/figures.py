"""The figures that the rulings rest on, counted again: `python -m tests.games.river.figures 20000`.

Four habits of play: `uniform` chooses among all legal actions, `eager` claims as soon as it can, `hoarding` only when it
must, `greedy` is eager and fills the side where that makes the strongest set.
"""

import sys
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below, generator
from pyramidion.games import find
from pyramidion.games.river import rules
from pyramidion.games.river.rivers import SEGMENTS
from pyramidion.games.river.rules import CLAIM, DEAD, NO_CLAIM, STUCK, TO_CLAIM, State
from pyramidion.games.river.sets import NONE, STRENGTH
from pyramidion.games.river.setting_up import may_start

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random

UNIFORM, EAGER, HOARDING, GREEDY = range(4)
HABITS = ("uniform", "eager", "hoarding", "greedy")

# What is counted
DEAD_ENDS = 0  # games that ended with dead segments
TWO_CLAIMS = 1  # turns that offered two claims or more
EMPTY_HANDS = 2  # games in which somebody had a place but no piece
FOUR_FOUR_ONE = 3
CYCLES = 4  # 4-3-2 where nobody won both rivers
THREE_EACH = 5
EVENTS = 6
LONGEST = 7
COUNTED = 8


@compiled
def choose(s: State, habit: int, number: int, out: "Numbers", random: "Random") -> int:
    """One of the legal actions, by habit."""
    if habit == UNIFORM or (s.phase != TO_CLAIM and habit != GREEDY):
        return int(out[below(random, number)])
    if s.phase == TO_CLAIM:
        return int(out[number - 1]) if habit == HOARDING else int(out[0])
    best, strongest = int(out[below(random, number)]), -1
    for i in range(number):
        kind, segment = out[i] // SEGMENTS, out[i] % SEGMENTS
        there = int(s.side[int(s.seat), segment, 0])
        if there != NONE:
            value = int(STRENGTH[int(s.loose), int(s.river[segment]), there, kind])
            if value > strongest:
                best, strongest = int(out[i]), value
    return best


@compiled
def play_games(start: State, s: State, games: int, habit: int, random: "Random", out: "Numbers", counts: "Numbers") -> None:
    for _ in range(games):
        copy(s, start)
        empty, events = 0, 0
        actors = rules.actors(s)
        while actors:
            events += 1
            if s.phase == DEAD:
                counts[DEAD_ENDS] += 1
            if s.phase == STUCK and s.room[int(s.seat)] != 0:
                empty = 1
            if actors == CHANCE_BIT:
                rules.apply(s, 8, rules.chance(s, random))
            else:
                seat = int(s.seat)
                number = rules.legal(s, seat, out)
                if s.phase == TO_CLAIM and number > 1 and CLAIM <= out[1] < NO_CLAIM:
                    counts[TWO_CLAIMS] += 1
                rules.apply(s, seat, choose(s, habit, number, out, random))
            actors = rules.actors(s)
        counts[EMPTY_HANDS] += empty
        counts[EVENTS] += events
        counts[LONGEST] = max(counts[LONGEST], events)
        if s.seats == 3:
            count_totals(s, counts)


@compiled
def count_totals(s: State, counts: "Numbers") -> None:
    first, second, third = bits.count(int(s.claimed[0])), bits.count(int(s.claimed[1])), bits.count(int(s.claimed[2]))
    most, least = max(first, second, third), min(first, second, third)
    if most == 3 and least == 3:
        counts[THREE_EACH] += 1
    elif most == 4 and least == 1:
        counts[FOUR_FOUR_ONE] += 1
    elif most == 4 and least == 2 and not somebody_won_both(s):
        counts[CYCLES] += 1


@compiled
def somebody_won_both(s: State) -> bool:
    for seat in range(3):
        own = int(s.claimed[seat])
        left, right = own >> 3 * seat & 7, own >> 3 * ((seat + 2) % 3) & 7
        if bits.count(left) > 1 and bits.count(right) > 1:
            return True
    return False


def count(seats: int, games: int, habit: int, seed: int = 1, **options: str) -> dict[str, float]:
    """The figures of so many games."""
    game = find("river")
    counts = np.zeros(COUNTED, dtype=np.int64)
    start, buffer = State.of(game.start(seats, game.choose(options))), np.zeros(game.widest, dtype=np.int64)
    play_games(start, State.new(), games, habit, generator(seed), buffer, counts)
    names = ("dead ends", "two claims", "empty hands", "4-4-1", "cycles", "3-3-3", "events")
    return {name: counts[i] / games for i, name in enumerate(names)} | {"longest": float(counts[LONGEST])}


def ties(deals: int, seed: int = 1, run: str = "strict") -> float:
    """How often two dealt hands are equally weak (R-10)."""
    game = find("river")
    start, state, random = (
        State.of(game.start(2, game.choose({"starter": "weaker_hand", "run": run}))),
        rules.State.new(),
        generator(seed),
    )
    tied = 0
    for _ in range(deals):
        copy(state, start)
        while state.phase != rules.TO_START:
            rules.apply(state, 8, rules.chance(state, random))
        tied += may_start(state) == 3
    return tied / deals


def main(games: int) -> None:
    print(f"start hands tie: {ties(games):.1%}, with loose runs {ties(games, run='loose'):.1%}")
    for seats in (2, 3):
        for hands in ("open", "hidden"):
            for habit, name in enumerate(HABITS):
                figures = count(seats, games, habit, hands=hands)
                print(f"{seats} seats, {hands}, {name}:", ", ".join(f"{key} {value:.5g}" for key, value in figures.items()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5000)
