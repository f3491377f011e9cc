"""For research: the games in batches, and behind the interfaces that learners know.

    >>> from pyramidion import research
    >>> batch = research.batch("senet", 1024, seed=7)
    >>> batch.reset().tensor.shape
    (1024, 106)

Batches need nothing else; the other doors need what they are named after: `pip install 'pyramidion[research]'`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyramidion.research.aec import aec, turns
    from pyramidion.research.batch import Batch, batch, halves
    from pyramidion.research.moments import MomentBatch
    from pyramidion.research.parallel import parallel
    from pyramidion.research.spiel import register_open_spiel

_HOMES = {
    "Batch": "batch",
    "MomentBatch": "moments",
    "aec": "aec",
    "batch": "batch",
    "halves": "batch",
    "parallel": "parallel",
    "register_open_spiel": "spiel",
    "turns": "aec",
}

__all__ = ["Batch", "MomentBatch", "aec", "batch", "halves", "parallel", "register_open_spiel", "turns"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found  # otherwise a submodule of the same name would be found next time
    return found
