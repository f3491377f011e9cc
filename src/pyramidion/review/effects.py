"""What each event of a game did to everybody's chance of winning: luck, if chance did it; else a mistake, or nothing.

- **Luck** is a seat's chance after what chance did, less the mean over all that chance could have done. Seats that were not
  told what came have had no luck yet. Over many games luck is nothing on average, whoever judges.
- **A mistake** costs the seat's chance after its best action, less its chance after what it did. What others gain by it is
  found in the same way, so that events of all kinds add up.

What remains between the first position and the result when all effects are added up is the judge's own error.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.search import Opinion
from pyramidion.engine.record import Record
from pyramidion.review.judge import Judge, mean

if TYPE_CHECKING:
    from pyramidion.review.judge import Shares


@dataclass(frozen=True)
class Effect:
    """Of one event."""

    wins: "Shares"  # every seat's chance before it
    changes: "Shares"  # and what the event did to it
    opinion: Opinion | None = None  # what the judge would have done, if a seat chose


def luck(judge: Judge, state: Record, action: int) -> Effect:
    """Of an event of chance."""
    outcomes = judge.outcomes(state)
    after = [(judge.wins(there), weight) for _, weight, there in outcomes]
    before = mean(after)
    came = next((wins for (one, *_), (wins, _) in zip(outcomes, after, strict=True) if one == action), before)
    return Effect(before, came - before)


def choice(judge: Judge, state: Record, observation: Record, seat: int, action: int | None) -> Effect:
    """Of what a seat did, or of nothing.

    What the judge would have done may turn out worse when it is judged again. That is left in: it makes up on average for
    where it turns out better than it is.
    """
    opinion, nothing = judge.opinion(observation, seat), np.zeros(judge.seats)
    wins = judge.wins(state)
    if action is None or len(opinion.choices) == 1 or action == opinion.best:
        return Effect(wins, nothing, opinion)
    changes = judge.wins(judge.after(state, seat, action)) - judge.wins(judge.after(state, seat, opinion.best))
    return Effect(wins, changes, opinion)
