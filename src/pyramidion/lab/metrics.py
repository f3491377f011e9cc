"""What rows tell of a game: the metrics that need no win chances. docs/lab.md defines each of them."""

import math
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.lab.intervals import Figure, jackknife, mean_of, quantile_of, ratio_of, share_of
from pyramidion.lab.loops import games as loop

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.lab.surveys import Survey

    Samples = NDArray[np.float64]

BLOCKS = 64  # of games, to find out how much a statistic of all of them varies


def figures(survey: "Survey") -> list[Figure]:
    """All of them."""
    of_ends = [*seat_shares(survey), drawishness(survey), *lengths(survey), completion(survey)]
    return [*of_ends, branching(survey), *dead_turns(survey), *diversity(survey)]


def victories(rows: "NDArray[np.int32]", seat: int) -> "Samples":
    """Of every game that ended, a seat's share of the victory."""
    return victory_shares(rows[rows[:, loop.FINISHED] == 1], seat)


def victory_shares(rows: "NDArray[np.int32]", seat: int) -> "Samples":
    """Of every game; nothing of one that did not end."""
    won = np.zeros(256)
    for bits in range(1, 256):
        won[bits] = (bits >> seat & 1) / bits.bit_count()
    return np.asarray(won[rows[:, loop.WINNERS]])


def seat_shares(survey: "Survey") -> list[Figure]:
    """The first seat's share of victories; and, with more than two seats, everybody's."""
    seats = survey.setup.seats
    shares = [share_of(f"seat {seat + 1} wins", victories(survey.rows, seat)) for seat in range(seats)]
    first = victories(survey.rows, 0)
    even = 1 / seats
    advantage = share_of("first-seat advantage", first, note=f"{even:.1%} would be even")
    moved = Figure(
        advantage.name,
        advantage.value - even,
        advantage.low - even,
        advantage.high - even,
        advantage.n,
        "points",
        advantage.note,
    )
    return [moved, *(shares if seats > 2 else shares[:1])]


def drawishness(survey: "Survey") -> Figure:
    winners = survey.rows[survey.rows[:, loop.FINISHED] == 1, loop.WINNERS]
    return share_of("drawishness", (winners & (winners - 1) != 0).astype(np.float64))


def lengths(survey: "Survey") -> list[Figure]:
    events = survey.column(loop.EVENTS)[survey.rows[:, loop.FINISHED] == 1]
    return [
        quantile_of(f"length, {name}", events, q, "events") for name, q in (("median", 0.5), ("5%", 0.05), ("95%", 0.95))
    ]


def completion(survey: "Survey") -> Figure:
    return share_of("completion", survey.column(loop.FINISHED), note=f"ended within {survey.setup.limit:,} events")


def branching(survey: "Survey") -> Figure:
    """Legal actions at a decision: all of them against all decisions."""
    close = survey.close.astype(np.float64)
    return ratio_of("branching", close[:, loop.OPTIONS], close[:, loop.DECISIONS], "actions")


def dead_turns(survey: "Survey") -> list[Figure]:
    close = survey.close.astype(np.float64)
    return [
        ratio_of("forced decisions", close[:, loop.FORCED], close[:, loop.DECISIONS]),
        mean_of("passes", close[:, loop.PASSES], "a game"),
        mean_of("longest run of forced decisions", close[:, loop.LONGEST_FORCED], "decisions"),
    ]


def diversity(survey: "Survey") -> list[Figure]:
    """How many actions it is as if there were, used alike; and how many were offered but never chosen."""
    offered, chosen = counts(survey)
    if not len(chosen):
        return []
    used = jackknife("diversity of actions", chosen, effective_number, "actions")
    never = (offered.sum(axis=0) > 0) & (chosen.sum(axis=0) == 0)
    most = int(offered.sum(axis=0)[never].max(initial=0))
    note = f"the most often offered of them {most:,} times" if never.any() else ""
    unused = Figure("actions never used", int(never.sum()), 0, int(never.sum()), len(survey.close), "actions", note)
    return [used, unused]


def counts(survey: "Survey") -> "tuple[Samples, Samples]":
    """How often each action was offered and chosen, in blocks of games."""
    chunks = [chunk for chunk in survey.chunks if len(chunk.actions)]
    if not chunks:
        return np.zeros((0, 0)), np.zeros((0, 0))
    numbers = np.unique(np.concatenate([chunk.actions[:, 0] for chunk in chunks]))
    blocks = np.zeros((2, min(BLOCKS, len(chunks)), len(numbers)))
    for i, chunk in enumerate(chunks):
        places = np.searchsorted(numbers, chunk.actions[:, 0])
        blocks[:, i % BLOCKS, places] += chunk.actions[:, 1:].T
    return blocks[0], blocks[1]


def effective_number(chosen: "Samples") -> float:
    """The exponential of Shannon's entropy."""
    shares = chosen[chosen > 0] / chosen.sum()
    return math.exp(-float((shares * np.log(shares)).sum()))
