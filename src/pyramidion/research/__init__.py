"""For research: the games in batches, and behind the interfaces that learners know.

    >>> from pyramidion import research
    >>> batch = research.batch("senet", 1024, seed=7)
    >>> batch.reset().tensor.shape
    (1024, 106)

Batches need nothing else; the other doors need what they are named after: `pip install 'pyramidion[research]'`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramidion.research.aec_env import aec, turns
    from pyramidion.research.batches import Batch, batch, halves
    from pyramidion.research.gym import register_gymnasium
    from pyramidion.research.moments import MomentBatch
    from pyramidion.research.parallel_env import parallel
    from pyramidion.research.spiel import register_open_spiel

# No module has the name of a function: importing it would put it in the function's place.
_HOMES = {
    "Batch": "batches",
    "MomentBatch": "moments",
    "aec": "aec_env",
    "batch": "batches",
    "halves": "batches",
    "parallel": "parallel_env",
    "register_gymnasium": "gym",
    "register_open_spiel": "spiel",
    "turns": "aec_env",
}

__all__ = [
    "Batch",
    "MomentBatch",
    "aec",
    "batch",
    "halves",
    "parallel",
    "register_gymnasium",
    "register_open_spiel",
    "turns",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
