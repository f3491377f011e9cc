"""Bots. A bot sits on one seat and sees what that seat sees: it is handed an observation, never a state."""

from typing import Any, Protocol


class Bot(Protocol):
    """What sits on a seat."""

    def choose(self, observation: Any) -> int:
        """One of its seat's legal actions."""
        ...
