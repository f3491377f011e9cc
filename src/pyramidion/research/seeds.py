"""Random numbers for environments: each has its own, which depend on the seed and its number alone."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.random import generator

if TYPE_CHECKING:
    from pyramidion.engine.random import Random

_SAMPLER = 1 << 63  # a bit that no seed has


def generators(seed: int, numbers: Iterable[int]) -> "tuple[Random, Random]":
    """Those of the games and those of `sample`, a row for each of these environments."""
    seed &= _SAMPLER - 1
    seeds = [seed | number << 64 for number in numbers]
    return np.array([generator(one) for one in seeds]), np.array([generator(one | _SAMPLER) for one in seeds])
