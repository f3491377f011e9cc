"""How long messages take to a page and back, and what is believed of it.

Whoever is far away is forgiven the way: by the judge of slaps, in contests and by clocks. So a page may wish to look
farther away than it is. Everything can be answered later than it could be, and nothing earlier: an answer proves only
that the way is no longer than it took. So the shortest proof counts. On a direct connection the kernel has measured the
way itself, in the handshake already, which no page can delay. Behind a proxy that was the proxy's kernel, if the proxy
tells; else there are only pings. A page that answers nothing is forgiven nothing.

All times are milliseconds.
"""

import asyncio
import secrets
import socket
import struct
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

MOST_BELIEVED = 500.0  # whoever is farther away than that is not forgiven the rest
RECENT = 24  # pings that are remembered: a page that answers only some of them late has less to choose from
MOST_UNANSWERED = 64  # pings whose answer is still waited for
NUMBERS = 10**12  # pings are numbered at random below this, so that none can be answered before it has come

EXTENSION = "pyramidion.kernel_trip"  # where a connection's scope holds what asks the kernel: see `connection_limits`
HEADER = b"x-client-rtt"  # where a proxy tells what its kernel measured, in microseconds

KernelTrip = Callable[[], float | None]

_INFO_BYTES, _MIN_RTT_AT, _NO_SAMPLE = 152, 148, 0xFFFFFFFF  # of Linux' struct tcp_info


def kernel_trip(transport: asyncio.BaseTransport) -> float | None:
    """The shortest way there and back that the kernel has lately seen on this connection, where it tells."""
    connection = None if transport.is_closing() else transport.get_extra_info("socket")
    if connection is None or not hasattr(socket, "TCP_INFO"):
        return None
    try:
        info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
    except OSError:
        return None
    if len(info) < _INFO_BYTES:
        return None
    (microseconds,) = struct.unpack_from("=I", info, _MIN_RTT_AT)
    return None if microseconds == _NO_SAMPLE else microseconds / 1000


def kernel_of(
    transport: asyncio.BaseTransport, headers: Iterable[tuple[bytes, bytes]], *, is_direct: bool
) -> KernelTrip | None:
    """What knows the way to a page without asking the page: our kernel, or else a proxy that is trusted and tells."""
    if is_direct:
        return partial(kernel_trip, transport)
    told = next((value for name, value in headers if name == HEADER), b"")
    return (lambda: int(told) / 1000) if told.isdigit() and len(told) < 12 else None


class Latency:
    """The way to one page and back, by all that is known of it."""

    def __init__(self, kernel: KernelTrip | None = None) -> None:
        self._kernel = kernel
        self._kernel_shortest: float | None = None  # of this connection: the kernel itself forgets after minutes
        self._sent: dict[int, float] = {}  # when each unanswered ping was sent, by its number
        self._took: deque[float] = deque(maxlen=RECENT)
        self._ask_kernel()

    def ping(self, at: float) -> int:
        """A ping is sent now: its number."""
        number = secrets.randbelow(NUMBERS)
        self._sent[number] = at
        if len(self._sent) > MOST_UNANSWERED:
            del self._sent[next(iter(self._sent))]
        return number

    def pong(self, number: float, at: float) -> None:
        """A ping is answered. Each counts once; what was never asked is no answer."""
        sent = self._sent.pop(int(number), None)
        if sent is not None and sent <= at:
            self._took.append(at - sent)

    @property
    def believed(self) -> float:
        """The shortest way that is proved, within bounds."""
        proofs = [*self._took]
        if (kernel := self._ask_kernel()) is not None:
            proofs.append(kernel)
        return min(*proofs, MOST_BELIEVED) if proofs else 0.0

    def _ask_kernel(self) -> float | None:
        if self._kernel and (latest := self._kernel()) is not None:
            known = self._kernel_shortest
            self._kernel_shortest = latest if known is None else min(latest, known)
        return self._kernel_shortest
