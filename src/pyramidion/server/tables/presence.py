"""Who is connected to a table."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from pyramidion.server.protocol.shown import Shown
from pyramidion.server.storage.tables import Seat


class Connection(Protocol):
    """A page that is connected: all that a table knows of a socket."""

    user: str
    key: str  # of what the user showed, a sign-in or a token: when that is ended, so is this
    shown: Shown | None  # the table as the page knows it, once all that was pushed has arrived

    @property
    def latency(self) -> float:
        """Milliseconds to the page and back, as far as they are believed."""

    def push(self, message: bytes) -> None:
        """Send a message when its turn comes."""

    def push_if_quick(self, message: bytes) -> None:
        """The same, unless the page is behind already: for what it can do without."""

    def measure(self) -> None:
        """Send a ping, to know how long one takes."""

    def end(self, code: int) -> None:
        """Close it."""


class Presence:
    """The connections of a table, and how long people have been away."""

    def __init__(self, grace: float, gone: Callable[[int], None]) -> None:
        self.connections: set[Connection] = set()
        self._grace = grace  # seconds
        self._gone = gone  # called with the seat of somebody who has been away for so long
        self._away: dict[int, asyncio.TimerHandle] = {}

    @property
    def users(self) -> set[str]:
        """Everybody with a cookie who is here."""
        return {connection.user for connection in self.connections if connection.user}

    def latency(self, user: str) -> float:
        """A person's shortest way: whoever has two lines sees everything over the shorter one."""
        return min((one.latency for one in self.connections if one.user == user), default=0.0)

    def of(self, seats: Sequence[Seat]) -> list[bool]:
        """Seat by seat, whether its user is here."""
        here = self.users
        return [seat.user in here for seat in seats]

    def watching(self, people: set[str]) -> int:
        """How many look on: somebody with two pages is one, and pages without a cookie are one each."""
        return len({connection.user or connection for connection in self.connections if connection.user not in people})

    def is_back(self, seats: Sequence[int]) -> None:
        """The people of these seats are here again."""
        for seat in seats:
            if timer := self._away.pop(seat, None):
                timer.cancel()

    def wait_for_absent(self, seats: Sequence[Seat]) -> None:
        """Give everybody who is away a time to come back; but while nobody is there who waits, the table waits as well."""
        here = self.users
        if not here & {seat.user for seat in seats}:
            return
        for number, seat in enumerate(seats):
            is_missed = seat.user and seat.user not in here and not seat.substitute
            if is_missed and number not in self._away:
                self._away[number] = asyncio.get_running_loop().call_later(self._grace, self._is_gone, number)

    def _is_gone(self, seat: int) -> None:
        self._away.pop(seat, None)
        self._gone(seat)

    def close(self) -> None:
        for timer in self._away.values():
            timer.cancel()
