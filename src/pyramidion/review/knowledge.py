"""What a seat could know about hidden pieces: the odds of each, from what it saw, and nothing that people's play tells.

All ways to deal what the seat has not seen count the same: `rules.sample` deals some of them.
"""

from collections import Counter
from dataclasses import dataclass

from pyramidion.engine.memory import copy
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.play import Play

DEALS = 600  # that are tried: odds are within four points of the truth


@dataclass(frozen=True)
class Guess:
    """One hidden piece."""

    seat: int  # whose place it is
    place: str
    odds: dict[str, float]  # of what it could be, the likeliest first
    truth: str  # what it was


def guesses(play: Play, state: Record, seat: int, deals: int = DEALS) -> list[Guess]:
    """All that a seat could not see in a state, and what it could think of it."""
    find = play.display.hidden
    if find is None:
        return []
    observation = play.observe_state(state, 1 << seat)
    there = list(zip(find(observation), find(state), strict=True))
    unknown = [i for i, (seen, _) in enumerate(there) if seen.piece is None]
    counts: list[Counter[str]] = [Counter() for _ in unknown]
    for deal in _deals(play, observation, deals if unknown else 0):
        dealt = find(deal)
        for i, count in zip(unknown, counts, strict=True):
            count[dealt[i].piece or ""] += 1
    return [
        Guess(there[i][1].seat, there[i][1].place, _odds(count), there[i][1].piece or "")
        for i, count in zip(unknown, counts, strict=True)
    ]


def _deals(play: Play, observation: Record, number: int) -> "list[Record]":
    """So many positions that look like this to the seat; always the same ones."""
    random, deals = generator(0), []
    for _ in range(number):
        deal = play.game.rules.State.new()
        copy(deal, observation)
        play.game.rules.sample(deal, random)
        deals.append(deal)
    return deals


def _odds(count: Counter[str]) -> dict[str, float]:
    total = count.total()
    return {piece: number / total for piece, number in sorted(count.items(), key=lambda one: (-one[1], one[0]))}
