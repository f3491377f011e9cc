"""Bots. A bot sits on one seat and sees what that seat sees: it is handed an observation, never a state."""

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pyramidion.engine.record import Record


class Bot(Protocol):
    """What sits on a seat."""

    def choose(self, observation: "Record") -> int:
        """One of its seat's legal actions."""
        ...
