"""A contest at a table of turns: several seats may act at once, and the first to do so decides what comes next.

A slow connection must not lose it. So calls are compared by when they were made, as far as pings can tell, and a call waits
until no earlier one can still be on its way. If nobody calls in time, chance decides.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

from pyramidion.server.clocks import MOST_FORGIVEN

SECONDS = 10.0  # so long everybody has to call


class Call(NamedTuple):
    """What a seat does in a contest."""

    seat: int
    action: int | str
    at: int  # when it arrived
    lag: float  # how long a message takes there and back: what was told came late, and so did the answer

    @property
    def made(self) -> float:
        """When it was made, had there been no way to go."""
        return self.at - min(self.lag, MOST_FORGIVEN)


class Contest:
    """Collects calls, and lets the host decide when it is time. All times are milliseconds since 1970."""

    def __init__(self, n: int, decide: Callable[[], object], lags: Iterable[float]) -> None:
        self.n = n  # so many events had happened before it
        self.calls: dict[int, Call] = {}
        self._decide = decide
        self._timer = asyncio.get_running_loop().call_later(SECONDS + longest(lags) / 1000, decide)

    @property
    def first(self) -> Call | None:
        return min(self.calls.values(), key=lambda call: call.made, default=None)

    def wait(self, now: int, lags: Iterable[float]) -> None:
        """Somebody has called: wait only as long as somebody else, with such a lag, may have called before the first."""
        first = min(call.made for call in self.calls.values())
        delay = max(first + longest(lags) - now, 0) / 1000
        self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(delay, self._decide)

    def close(self) -> None:
        """Nobody is waited for any more."""
        self._timer.cancel()


def longest(lags: Iterable[float]) -> float:
    """The longest of these lags, as far as it is forgiven."""
    return min(max(lags, default=0.0), MOST_FORGIVEN)
