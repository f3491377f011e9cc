"""How much anybody may ask for: requests and messages by the number, work by its CPU time.

Everybody we know has an allowance of their own inside a larger one of their address, so that a club behind one address can
play, and nobody gets more by coming as many guests.
"""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from pyramidion.refusal import Refusal

MOST_REMEMBERED = 20_000


class TooMuch(Refusal):
    """Somebody asks for more than their share."""

    code = "too_many"


class Who(NamedTuple):
    """Who causes some work: a user, if we know them, at an address."""

    user: str
    address: str


class Bucket:
    """Holds up to `burst` tokens and gets `rate` new ones a second."""

    __slots__ = ("burst", "rate", "tokens", "updated")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.updated = time.monotonic()

    def _refill(self) -> None:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.updated) * self.rate)
        self.updated = now

    def take(self, cost: float = 1.0) -> bool:
        """Pay, if there are tokens enough."""
        self._refill()
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True

    def charge(self, cost: float) -> None:
        """Pay for what was done already: there may be debts."""
        self._refill()
        self.tokens -= cost

    @property
    def is_in_debt(self) -> bool:
        self._refill()
        return self.tokens <= 0


class Buckets:
    """A bucket for everybody; those who were not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """Somebody's bucket."""
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.rate, self.burst)
            if len(self._buckets) > MOST_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket

    def take(self, who: str) -> bool:
        return self.of(who).take()


class RequestLimits:
    """Requests and handshakes: of a user inside those of the address. Those we don't know share a part of the address's."""

    def __init__(self, rate: float, burst: float, address_rate: float) -> None:
        self._of_users = Buckets(rate, burst)
        self._of_addresses = Buckets(address_rate, burst * max(address_rate / rate, 1.0))
        self._of_strangers = Buckets(max(address_rate / 5, rate), burst * max(address_rate / rate / 5, 1.0))

    def take(self, who: Who) -> bool:
        """Whether one more may be answered."""
        if not self._of_addresses.take(who.address):
            return False
        return self._of_users.take(who.user) if who.user else self._of_strangers.take(who.address)


class CpuLimits:
    """CPU time of thinking, in seconds. Nobody is refused for it, but who has used up their share comes last."""

    def __init__(self, share: float, burst: float, address_factor: float = 4.0) -> None:
        self._of_users = Buckets(share, burst)
        self._of_addresses = Buckets(share * address_factor, burst * address_factor)

    def is_used_up(self, who: Who) -> bool:
        return any(bucket.is_in_debt for bucket in self._buckets(who))

    def charge(self, who: Who, seconds: float) -> None:
        """Somebody's work took so long."""
        for bucket in self._buckets(who):
            bucket.charge(seconds)

    def _buckets(self, who: Who) -> list[Bucket]:
        return [self._of_users.of(who.user or who.address), self._of_addresses.of(who.address)]


class SocketLimits:
    """What pages may say, and how many sockets one address may open."""

    def __init__(self, rate: float, burst: float, sockets_per_address: int) -> None:
        self.messages = Buckets(2 * rate, 2 * burst)  # of a user, over all sockets
        self.open: dict[str, int] = {}  # sockets, by address
        self._rate, self._burst, self._most = rate, burst, sockets_per_address

    def bucket(self) -> Bucket:
        """For one socket."""
        return Bucket(self._rate, self._burst)

    def is_full(self, address: str) -> bool:
        """Whether an address has as many sockets as it may have."""
        return self.open.get(address, 0) >= self._most

    @contextmanager
    def one_more(self, address: str) -> Iterator[bool]:
        """A socket opens, and closes in the end; whether it may."""
        if self.is_full(address):
            yield False
            return
        self.open[address] = self.open.get(address, 0) + 1
        try:
            yield True
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]


def address_of(client: tuple[str, int] | None) -> str:
    """Where somebody comes from: of an IPv6 address the network, since a home has 2^64 of them."""
    if client is None:
        return ""
    try:
        address = ipaddress.ip_address(client[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv6Address) and not address.ipv4_mapped:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
