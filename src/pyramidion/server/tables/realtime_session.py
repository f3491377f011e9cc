"""The session of a table where people act by reflex: slaps with a photo finish.

The first slap that arrives opens a hold in which others may still turn out to be faster. Nothing else happens meanwhile, and
nothing is told to those who may still slap, nor to onlookers, who may be sitting beside them.
"""

import asyncio
from collections import defaultdict, deque
from dataclasses import replace
from functools import partial

import msgspec

from pyramidion.game import Illegal
from pyramidion.server.fairness import slap_judge as judge
from pyramidion.server.protocol.socket import Act, Judging, Offer, Slap, Up
from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.environment import Environment
from pyramidion.server.tables.offers import Rematch
from pyramidion.server.tables.paced_session import PacedSession
from pyramidion.server.tables.presence import Connection
from pyramidion.server.tables.table import Table, now


class RealtimeSession(PacedSession):
    """Collects slaps, and has them judged."""

    def __init__(self, environment: Environment, table: Table, rematch: Rematch) -> None:
        super().__init__(environment, table, rematch)
        self._slaps: dict[int, judge.Slap] = {}
        self._slappers: dict[int, str] = {}  # the users of those slaps, for the calibration
        self._past = defaultdict[str, deque[judge.Past]](partial(deque, maxlen=judge.HISTORY))  # by user
        self._shown_over: dict[str, float] = {}  # each user's latency when the present moment was told
        self._hold_timer: asyncio.TimerHandle | None = None

    @property
    def is_judging(self) -> bool:
        return bool(self._slaps) or self._hold_timer is not None

    def _reflex_is_due(self) -> None:
        self._hold(0.0)

    def broadcast(self, since: int) -> None:
        """Remember over which lines a new moment was told: somebody may slap over a longer one."""
        if not self._is_told:
            self._shown_over = {user: self.presence.latency(user) for user in self.presence.users}
        super().broadcast(since)

    # What people do

    async def _handle(self, connection: Connection, message: Up, at: int) -> None:
        match message:
            case Slap():
                self._check_seat(connection, message.seat)
                async with self.lock:
                    self._hear_slap(connection, message, at)
            case Offer(wish="undo"):
                raise Illegal("you can't undo in a real-time game")
            case _:
                await super()._handle(connection, message, at)

    async def _act(self, connection: Connection, message: Act, at: int) -> None:
        self._check_seat(connection, message.seat)
        async with self.lock:
            play = self.table.playing
            race = self.raced(play)
            action = play.parse(message.action, message.seat)
            if action == play.game.real_time_rules.REFLEX:
                raise Illegal("a slap must be sent with its reaction time")
            if message.n < self._moment_n:
                raise Illegal("too late: something else has happened")
            race.check_pace(self._clock(), action)
            if self.is_judging:
                may_slap = message.seat in self._seats_awaited()
                raise Illegal(race.timing.too_soon if may_slap else race.timing.is_judged)
            await self.commit(lambda: self._do(message.seat, action))

    def _hear_slap(self, connection: Connection, message: Slap, at: int) -> None:
        play = self.table.playing
        if message.n < self._moment_n or message.seat in self._slaps:
            raise Illegal(self.raced(play).timing.too_late)
        if refusal := play.why_not(play.game.real_time_rules.REFLEX, message.seat):
            raise Illegal(refusal)
        arrival, trip = self._passed() - (now() - at), self._trip(connection.user)
        self._slappers[message.seat] = connection.user
        self._slaps[message.seat] = judge.Slap(
            seat=message.seat,
            claim=message.reaction,
            arrival=arrival,
            trip=trip,
            past=tuple(self._past[connection.user]),
            exact=self._is_one_device(),
        )
        self._hold(trip)

    def _trip(self, user: str) -> float:
        """What a person's slap is forgiven: the shortest of all ways over which they could see what they slapped."""
        now = self.presence.latency(user)
        return min(now, self._shown_over.get(user, now))

    def _is_one_device(self) -> bool:
        """Whether all people here sit at one keyboard: then there is nothing to measure."""
        return len(self.table.meta.people) == 1 and sum(bool(seat.user) for seat in self.table.meta.seats) > 1

    # Judging

    def _hold(self, trip: float) -> None:
        """Wait for whoever may have been faster than this slap; not at all if everybody has slapped."""
        if self._due_timer:
            self._due_timer.cancel()
        awaited = self._trips_of_people()
        loop = asyncio.get_running_loop()
        at = loop.time() + (judge.hold(trip, awaited) / 1000 if awaited else 0.0)
        if self._hold_timer is None or at < self._hold_timer.when():
            if self._hold_timer:
                self._hold_timer.cancel()
            self._hold_timer = loop.call_at(at, lambda: self.environment.tasks.spawn(self._judge()))
        self._tell_who_slapped()

    def _tell_who_slapped(self) -> None:
        """Only to people who can't slap any more in this moment."""
        slapped = [*self._slaps, *(slap.seat for slap in self._slaps_of_bots(self._passed()))]
        message = msgspec.json.encode(Judging(n=len(self.table.log), seats=sorted(slapped)))
        awaited = set(self._seats_awaited())
        for connection in list(self.presence.connections):
            own = self.table.seats_of(connection.user)
            if own and not awaited.intersection(own):
                connection.push(message)

    def _seats_awaited(self) -> list[int]:
        """The seats whose slap may still come."""
        play, rules = self.table.playing, self.table.game.real_time_rules
        return [seat for seat in range(play.seats) if seat not in self._slaps and rules.REFLEX in play.legal_actions(seat)]

    def _trips_of_people(self) -> list[float]:
        """Of those whose slap may still come, and who are here."""
        users = {self.table.meta.seats[seat].user for seat in self._seats_awaited()}
        return [self._trip(user) for user in self.presence.users & users]

    def _grace(self) -> float:
        return max(self._trips_of_people(), default=0.0)

    async def _judge(self) -> None:
        async with self.lock:
            self._hold_timer = None
            if self.table.meta.status != "live":
                self._slaps.clear()
                return
            slaps = [*self._slaps.values(), *self._slaps_of_bots(self._last_chance())]
            self._calibrate()
            self._slaps.clear()
            try:
                if slaps:
                    await self.commit(lambda: self._enter(slaps))
            finally:
                self.go_on()

    def _passed(self) -> float:
        """Since the last event could be seen."""
        return self._clock() - self.raced(self.table.playing).began

    def _last_chance(self) -> float:
        """When it is too late to slap: bots have the same time as people, also if no people are waited for."""
        passed = self._passed()
        first = min((slap.arrival for slap in [*self._slaps.values(), *self._slaps_of_bots(passed)]), default=passed)
        return max(passed, first + judge.HOLD)

    def _slaps_of_bots(self, by: float) -> list[judge.Slap]:
        """Bots that do their reflex in this moment by then."""
        race, reflex = self.raced(self.table.playing), self.table.game.real_time_rules.REFLEX
        plans = {seat: bot.plan(race.play.observe(1 << seat)) for seat, bot in race.bots.items()}
        done = {seat: plan.after for seat, plan in plans.items() if plan and plan.action == reflex and plan.after <= by}
        return [judge.Slap(seat=seat, claim=after, arrival=after, exact=True) for seat, after in done.items()]

    def _enter(self, slaps: list[judge.Slap]) -> list[Entry]:
        """The verdict, as events; the first of them carries the photo finish."""
        play, timing = self.table.playing, self.raced(self.table.playing).timing
        if self._is_one_device():
            timing = replace(timing, tie=0.0)  # the first press is first
        is_right = bool(play.game.real_time_rules.cue(play.state))
        finish = judge.judge(slaps, timing, is_right=is_right, precedence=play.game.timing.precedence(play.state))
        entries: list[Entry] = []
        for seat, action in judge.events_of(finish, timing, play.game.real_time_rules.REFLEX):
            if self.table.meta.status == "live":
                entries += self._do(seat, action, None if entries else finish)
        return entries

    def _calibrate(self) -> None:
        """Remember each person's slap, to calibrate their next ones at this table."""
        for seat, slap in self._slaps.items():
            self._past[self._slappers[seat]].append(judge.noted(slap))
        self._slappers.clear()

    def close(self) -> None:
        super().close()
        if self._hold_timer:
            self._hold_timer.cancel()
