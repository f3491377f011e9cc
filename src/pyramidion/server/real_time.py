"""The host of a table where people act when they like: cards at a pace, and slaps with a photo finish.

All times here are milliseconds of the house's own clock since the table was taken in. The first slap that arrives opens a
hold in which others may still turn out to be faster; nothing else happens and nothing is told meanwhile but who has slapped.
"""

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

from pyramidion.bots.race import Due, Race
from pyramidion.bots.reflex import Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Illegal
from pyramidion.play import Play
from pyramidion.server import judge, store
from pyramidion.server.host import Host
from pyramidion.server.messages import Act, Judging, Offer, Slap, Up
from pyramidion.server.store import Entry
from pyramidion.server.table import Table, now

if TYPE_CHECKING:
    from pyramidion.server.house import House
    from pyramidion.server.socket import Connection


class RealTimeHost(Host):
    """Keeps the pace, collects slaps, and judges them."""

    def __init__(self, house: "House", table: Table) -> None:
        super().__init__(house, table)
        self._opened = time.monotonic()
        self._race: Race | None = None
        self._slaps: dict[int, judge.Slap] = {}
        self._slappers: dict[int, str] = {}  # the users of those slaps, for the calibration
        self._moment_n = 0  # how many events there were when the present moment began
        self._is_told = True  # whether people have been told of it
        self._due_timer: asyncio.TimerHandle | None = None
        self._hold_timer: asyncio.TimerHandle | None = None

    def _clock(self) -> float:
        return (time.monotonic() - self._opened) * 1000

    async def join(self, connection: "Connection", since: int) -> None:
        """While nobody looked, time stood still."""
        is_first = not self.connections
        await super().join(connection, since)
        async with self.lock:
            if is_first and self._race:
                self._race.shown(self._clock())
            self.go_on()

    # What happens by itself

    def go_on(self) -> None:
        """Wait for whoever is next: a bot, the clock, or somebody who sleeps."""
        if self._due_timer:
            self._due_timer.cancel()
        if self.house.is_closing or self.table.facts.status != "live" or self._slaps or not self.connections:
            return
        due, n = self._raced(self.table.playing).due(), len(self.table.log)
        grace = self._longest_trip() if due.seat == CHANCE else 0  # a slap in time may still be on its way
        delay = max(due.at + grace - self._clock(), 0) / 1000
        loop = asyncio.get_running_loop()
        self._due_timer = loop.call_later(delay, lambda: self.house.spawn(self._happen(due, n)))

    def _goes_on_alone(self) -> bool:
        return False

    def _raced(self, play: Play) -> Race:
        """The race over the present game; a new one after the table was rewound, or when other bots sit here."""
        levels = {seat: sitter.plays for seat, sitter in enumerate(self.table.facts.sitters) if sitter.plays}
        if self._race is None or self._race.play is not play or set(self._race.bots) != set(levels):
            bots = {seat: Reflex(play.game, seat, level) for seat, level in levels.items()}
            self._race = Race(play, bots, tie=0)  # who ties is for the judge here
            self._race.began = self._race.timed_since = self._clock()
        return self._race

    async def _happen(self, due: Due, n: int) -> None:
        try:
            async with self.lock:
                if len(self.table.log) != n or self._slaps or self.table.facts.status != "live":
                    return
                if due.action == self.table.game.rules.REFLEX:
                    self._hold(judge.Trips())
                else:
                    await self._change(lambda: self._do(due.seat, due.action))
        except store.Trouble:
            await asyncio.sleep(1)
            self.go_on()

    def _do(self, seat: int, action: int | str | None, finish: judge.Finish | None = None) -> list[Entry]:
        """One action and its times; None is the clock's."""
        race, at = self._raced(self.table.playing), self._clock()
        before = race.mark()
        entries = self.table.tick(now()) if action is None else self.table.act(seat, action, now(), finish=finish)
        race.moved(at, before)
        if race.moment() != before[0]:
            self._moment_n, self._is_told = len(self.table.log), False
        if self.table.facts.status == "live" and race.is_time_up(at):
            entries += self.table.act(CHANCE, "time", now())
        return entries

    def tell(self, since: int) -> None:
        """A card can be seen when it is told, which is after it was written."""
        super().tell(since)
        if not self._is_told and self._race:
            self._race.shown(self._clock())
        self._is_told = True

    # What people do

    async def _hear(self, connection: "Connection", message: Up, at: int) -> None:
        match message:
            case Slap():
                self._own(connection.user, message.seat)
                async with self.lock:
                    self._hear_slap(connection, message, at)
            case Offer(wish="undo"):
                raise Illegal("what was done in real time can't be taken back")
            case _:
                await super()._hear(connection, message, at)

    async def _hear_act(self, connection: "Connection", message: Act, at: int) -> None:
        self._own(connection.user, message.seat)
        async with self.lock:
            play = self.table.playing
            action = play.parse(message.action, message.seat)
            if action == play.game.rules.REFLEX:
                raise Illegal("a slap needs its reaction time: send it as one")
            if self._slaps:
                raise Illegal("a slap is being judged")
            if message.n < self._moment_n:
                raise Illegal("something else has happened since")
            self._raced(play).check_pace(self._clock(), action)
            await self._change(lambda: self._do(message.seat, action))

    def _hear_slap(self, connection: "Connection", message: Slap, at: int) -> None:
        play = self.table.playing
        if message.n < self._moment_n or message.seat in self._slaps:
            raise Illegal("too late: that card is no longer on top")
        if refusal := play.why_not(play.game.rules.REFLEX, message.seat):
            raise Illegal(refusal)
        arrival = self._passed() - (now() - at)
        self._slappers[message.seat] = connection.user
        self._slaps[message.seat] = judge.Slap(
            seat=message.seat,
            claim=message.reaction,
            arrival=arrival,
            trips=connection.trips,
            lacks=tuple(self.house.lacks.get(connection.user, ())),
            exact=self._is_one_device(),
        )
        self._hold(connection.trips)

    def _is_one_device(self) -> bool:
        """Whether all people here sit at one keyboard: then there is nothing to measure."""
        return len(self._people()) == 1 and sum(bool(sitter.user) for sitter in self.table.facts.sitters) > 1

    # Judging

    def _hold(self, slapped: judge.Trips) -> None:
        """Wait for whoever may have been faster than this slap; not at all if everybody has slapped."""
        if self._due_timer:
            self._due_timer.cancel()
        awaited = self._trips_of_people()
        loop = asyncio.get_running_loop()
        at = loop.time() + (judge.hold(slapped, awaited) / 1000 if awaited else 0.0)
        if self._hold_timer is None or at < self._hold_timer.when():
            if self._hold_timer:
                self._hold_timer.cancel()
            self._hold_timer = loop.call_at(at, lambda: self.house.spawn(self._judge()))
        seats = [*self._slaps, *(slap.seat for slap in self._slaps_of_bots(self._passed()))]
        self.tell_all(Judging(n=len(self.table.log), seats=sorted(seats)))

    def _trips_of_people(self) -> list[judge.Trips]:
        """Of those whose slap may still come."""
        play, rules = self.table.playing, self.table.game.rules
        seats = [seat for seat in range(play.seats) if seat not in self._slaps and rules.REFLEX in play.legal_actions(seat)]
        users = {self.table.facts.sitters[seat].user for seat in seats}
        return [connection.trips for connection in self.connections if connection.user and connection.user in users]

    def _longest_trip(self) -> float:
        return max((trips.median for trips in self._trips_of_people()), default=0.0)

    async def _judge(self) -> None:
        async with self.lock:
            self._hold_timer = None
            if self.table.facts.status != "live":
                self._slaps.clear()
                return
            slaps = [*self._slaps.values(), *self._slaps_of_bots(self._last_chance())]
            self._calibrate()
            self._slaps.clear()
            try:
                if slaps:
                    await self._change(lambda: self._enter(slaps))
            finally:
                self.go_on()

    def _passed(self) -> float:
        """Since this card could be seen."""
        return self._clock() - self._raced(self.table.playing).began

    def _last_chance(self) -> float:
        """When it is too late to slap: bots have the same time as people, also if no people are waited for."""
        passed = self._passed()
        first = min((slap.arrival for slap in [*self._slaps.values(), *self._slaps_of_bots(passed)]), default=passed)
        return max(passed, first + judge.HOLD)

    def _slaps_of_bots(self, by: float) -> list[judge.Slap]:
        """Bots that slap at this card by then."""
        race, reflex = self._raced(self.table.playing), self.table.game.rules.REFLEX
        plans = {seat: bot.plan(race.play.observe(1 << seat)) for seat, bot in race.bots.items()}
        done = {seat: plan.after for seat, plan in plans.items() if plan and plan.action == reflex and plan.after <= by}
        return [judge.Slap(seat=seat, claim=after, arrival=after, exact=True) for seat, after in done.items()]

    def _enter(self, slaps: list[judge.Slap]) -> list[Entry]:
        """The verdict, as events; the first of them carries the photo finish."""
        play = self.table.playing
        finish = judge.judge(
            slaps,
            pattern=bool(play.game.rules.cue(play.state)),
            turn=int(play.state.turn),
            seats=play.seats,
            tie=self._tie_window(),
        )
        entries: list[Entry] = []
        for seat, action in finish.events():
            if self.table.facts.status == "live":
                entries += self._do(seat, action, None if entries else finish)
        return entries

    def _tie_window(self) -> float:
        """The table's, against bots too; at one keyboard the first press is first (E-13)."""
        return 0.0 if self._is_one_device() else float(self.table.facts.options.get("tie_window", judge.TIE))

    def _calibrate(self) -> None:
        """Remember what each person's claim lacked."""
        for seat, slap in self._slaps.items():
            lacks = self.house.lacks.setdefault(self._slappers[seat], deque(maxlen=judge.HISTORY))
            lacks.append(judge.lack(slap))
        self._slappers.clear()

    def close(self) -> None:
        super().close()
        for timer in (self._due_timer, self._hold_timer):
            if timer:
                timer.cancel()
