"""One action of a game that is played, with what is asked at every action: one call into compiled code in place of three."""

from typing import TYPE_CHECKING

from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from pyramidion.engine.record import Record


@compiled
def step(s: "Record", seat: int, action: int) -> tuple[int, int]:
    """Do a legal action, in place: the bit sets of those who learn what it was, and of those who may act after it."""
    audience = dispatch.audience(s, seat, action)
    dispatch.apply(s, seat, action)
    return audience, dispatch.actors(s)
