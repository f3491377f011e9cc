"""How much anybody may ask for: token buckets by socket, by user and by address."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

MOST_REMEMBERED = 20_000


class Bucket:
    """Holds up to `burst` tokens and gets `rate` new ones a second; each request costs one."""

    __slots__ = ("burst", "rate", "tokens", "updated")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.updated = time.monotonic()

    def take(self) -> bool:
        """Pay for a request, if there is a token."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.updated) * self.rate)
        self.updated = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Buckets:
    """A bucket for everybody; those who were not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MOST_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket.take()


class SocketLimits:
    """What pages may say, and how many sockets one address may open."""

    def __init__(self, rate: float, burst: float, sockets_per_address: int) -> None:
        self.messages = Buckets(2 * rate, 2 * burst)  # of a user, over all sockets
        self.open: dict[str, int] = {}  # sockets, by address
        self._rate, self._burst, self._most = rate, burst, sockets_per_address

    def bucket(self) -> Bucket:
        """For one socket."""
        return Bucket(self._rate, self._burst)

    @contextmanager
    def one_more(self, address: str) -> Iterator[bool]:
        """A socket opens, and closes in the end; whether it may."""
        if self.open.get(address, 0) >= self._most:
            yield False
            return
        self.open[address] = self.open.get(address, 0) + 1
        try:
            yield True
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]
