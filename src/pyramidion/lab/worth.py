"""What an action is worth: it is forbidden to one seat, on the same deals."""

from dataclasses import replace

import msgspec
import numpy as np

from pyramidion.lab.comparison import paired
from pyramidion.lab.intervals import Figure, Z
from pyramidion.lab.loops import games as loop
from pyramidion.lab.metrics import victories
from pyramidion.lab.runners import Runner
from pyramidion.lab.setups import Setup
from pyramidion.lab.surveys import run
from pyramidion.refusal import Refusal


def worth(setup: Setup, forbidden: tuple[int, ...], games: int, runner: Runner | None = None) -> list[Figure]:
    """What these actions are worth to a seat: its share of victories with them, less that without, on the same deals."""
    if not forbidden:
        raise Refusal("name the actions whose worth is to be found")
    free = replace(setup, forbidden=forbidden, bound=0)
    with_them = run(free, games, runner).rows
    found, samples = [], []
    for seat in range(setup.seats):
        without = run(replace(free, bound=1 << seat), games, runner).rows
        both = (with_them[:, loop.FINISHED] == 1) & (without[:, loop.FINISHED] == 1)
        one, other = victories(without[both], seat), victories(with_them[both], seat)
        samples.append(other - one)
        found.append(msgspec.structs.replace(paired(one, other, Z, "points"), name=f"worth to seat {seat + 1}"))
    everybody = np.concatenate(samples)
    return [msgspec.structs.replace(paired(np.zeros(len(everybody)), everybody, Z, "points"), name="worth"), *found]
