"""Clocks of a table: kept by the server, fair to lag, and stopped while it is down."""

from collections.abc import Sequence

from pyramidion.server.protocol.rest import ClockWish
from pyramidion.server.protocol.socket import Clock
from pyramidion.server.storage.events import Entry

ALLOWANCE = 200  # milliseconds of lag that a seat is forgiven at once, and the most that it can save up
REFILL = 20  # milliseconds of it that come back with each action


class Clocks:
    """How long each seat may still think, in milliseconds."""

    def __init__(self, wish: ClockWish, seats: int) -> None:
        self.wish = wish
        self.left = [wish.seconds * 1000] * seats
        self.forgiven = [0] * seats
        self.allowance = [ALLOWANCE] * seats
        self.running: tuple[int, ...] = ()
        self.since = 0

    @property
    def is_on(self) -> bool:
        return self.wish.kind != "none"

    def charge(self, at: int, seat: int, lag: int) -> int:
        """A seat has acted: take what it used, less its lag, and add the increment; how much lag was forgiven.

        Lag is forgiven from an allowance for the whole game, so that nobody thinks for long on what looks like lag.
        """
        if not self.is_on or seat not in self.running:
            return 0
        used = max(at - self.since, 0)
        self.forgiven[seat] = min(lag, self.allowance[seat], used)
        self.allowance[seat] = min(self.allowance[seat] - self.forgiven[seat] + REFILL, ALLOWANCE)
        self.left[seat] += self.forgiven[seat] - used + self.wish.increment * 1000
        return self.forgiven[seat]

    def run(self, at: int, seats: Sequence[int]) -> None:
        """From now on the clocks of these seats run."""
        if not self.is_on:
            return
        for seat in self.running:
            if seat not in seats and self.wish.kind == "move":
                self.left[seat] = self.wish.seconds * 1000
        if tuple(seats) != self.running or self.wish.kind == "move":
            self.running, self.since = tuple(seats), at

    def stop(self, at: int) -> None:
        """From now on no clock runs; what was used until now is taken."""
        for seat in self.running:
            self.left[seat] -= max(at - self.since, 0)
        self.running = ()

    def flag_at(self) -> int | None:
        """When the next flag falls, if nobody acts."""
        if not self.is_on or not self.running:
            return None
        return self.since + min(self.left[seat] for seat in self.running)

    def written(self) -> tuple[int, ...]:
        """For an entry: what each seat has left; nothing if there is no clock."""
        return tuple(self.left) if self.is_on else ()

    def allowed(self) -> tuple[int, ...]:
        """For an entry: the lag that each seat may still be forgiven."""
        return tuple(self.allowance) if self.is_on else ()

    def restore(self, entry: Entry) -> None:
        """Be as an entry says the clocks were; nothing runs until somebody says so."""
        if entry.extra.clock:
            self.left = list(entry.extra.clock)
        if entry.extra.allowance:  # not in entries of earlier versions
            self.allowance = list(entry.extra.allowance)

    def shown(self, at: int) -> Clock | None:
        """For a page."""
        if not self.is_on:
            return None
        left = [self.left[seat] - (max(at - self.since, 0) if seat in self.running else 0) for seat in range(len(self.left))]
        return Clock(left=[max(ms, 0) for ms in left], running=list(self.running), forgiven=list(self.forgiven))
