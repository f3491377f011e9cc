"""What a real-time game says about time. It says so in `timing.py` of its folder: `timing(options)` and `precedence(state)`.

All times are milliseconds.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """How long things take at one table, and what its clock and its judge may call: actions of chance."""

    pace: float  # how long everybody sees what happened before anything but a reflex may follow
    window: float  # after which chance acts, where the rules leave it to a clock
    patience: float  # after which a seat's action is done for it, if it isn't a reflex
    limit: float | None  # of the whole game, if there is one
    time_up: int  # called as soon as the rules allow after the limit
    tie: float  # reactions no further apart are equally fast
    tied: int
    fastest: float  # whoever reacts in less can't have seen it
    guessed: Callable[[int], int]  # by seat
    too_soon: str  # sentences, for whoever is refused
    too_late: str
    is_judged: str
    last_chance: str  # what is said while it is nobody's turn, and reflexes alone can still change something
