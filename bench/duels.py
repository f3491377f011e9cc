"""Slap duels on a simulated clock: what does cheating win against an honest hand that is as fast?

Each strategy plays games of twenty duels at a table of its own, over a line of 20 ms, against somebody honest over one of
20, 100 or 250 ms. Messages are up to 15 ms late each way, and a card waits for the screen's next frame. Everything that
decides is the server's own: what it believes of the lines, how long it holds, and its judge. Duels are equal: each pair of
reactions is fought out twice, the second time with hands changed.
"""

import random
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from pyramidion.games import find
from pyramidion.server.fairness import slap_judge as judge
from pyramidion.server.sockets.connection import FIRST_PINGS
from pyramidion.server.sockets.latency import NUMBERS, RECENT, Latency

LINES = (20.0, 100.0, 250.0)  # round trips of the honest
NEAR, FAR = 20.0, 250.0  # of the cheat: its own line, and another one that it may pretend to have or truly use
LATE = 15.0  # how late a message may be, each way
FRAME = 1000 / 60
GAME = 20  # duels at one table
DELAYED_ACK = 40.0  # how long kernels wait with an acknowledgement, but after two full segments: so pings are long
TIMING = find("egyptian_war").timing.timing(find("egyptian_war").choose({}))


def reaction_time(choose: random.Random) -> float:
    """An ex-Gaussian, as people's are."""
    return max(choose.gauss(320, 40) + choose.expovariate(1 / 70), 150)


class Line:
    """A way to the server and back, and what the server believes of it."""

    def __init__(self, trip: float, choose: random.Random, *, is_direct: bool) -> None:
        self.trip = trip
        self.choose = choose
        self.seen: deque[float] = deque(
            [self.way() + self.way()], maxlen=RECENT
        )  # by the kernel; the first is the handshake
        self.latency = Latency((lambda: min(self.seen)) if is_direct else None)

    def way(self) -> float:
        return self.trip / 2 + self.choose.uniform(0, LATE)


class Hand:
    """Somebody honest. A cheat does something differently."""

    name = "honest"

    def __init__(self, trip: float, choose: random.Random, *, is_direct: bool) -> None:
        self.choose = choose
        self.trip = trip
        self.is_direct = is_direct
        self.clock = 0.0

    def sit_down(self) -> None:
        """At a new table, with new connections."""
        self.past: deque[judge.Past] = deque(maxlen=judge.HISTORY)
        self.duels = 0
        self.lines = [Line(trip, self.choose, is_direct=self.is_direct) for trip in self.trips()]
        for line in self.lines * FIRST_PINGS:
            self.be_pinged(line)

    def trips(self) -> list[float]:
        """The lines: the first is watched, the last is slapped over."""
        return [self.trip]

    def be_pinged(self, line: Line) -> None:
        self.clock += 10_000
        line.seen.append(line.way() + line.way())
        number = line.latency.ping(self.clock)
        after = self.answers_after()
        if after is not None:
            line.latency.pong(self.answers(number), self.clock + max(line.way() + line.way() + after, 0))

    def acknowledges_after(self) -> float:
        """How long its kernel may wait with an acknowledgement."""
        return 0.0

    def answers_after(self) -> float | None:
        """How long it waits before it answers a ping; None: it doesn't."""
        return 0.0

    def answers(self, number: int) -> float:
        return number

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        """What it says its reaction was; a cheat may have heard from a helper whether somebody else has slapped."""
        return reaction

    def slap(self, seat: int, reaction: float, other_arrives: float) -> judge.Slap:
        """See the card, and slap."""
        for line in self.lines:
            self.be_pinged(line)
            line.seen.append(line.way() + line.way() + self.acknowledges_after())
        self.pressed = self.lines[0].way() + self.choose.uniform(0, FRAME) + reaction
        claim = self.claims(reaction, is_behind=other_arrives + NEAR / 2 < self.pressed)
        trip = min(line.latency.believed for line in self.lines)  # of one user all lines count
        self.duels += 1
        return judge.Slap(seat, claim, self.pressed + self.lines[-1].way(), trip, tuple(self.past))


# Pongs


class LatePongs(Hand):
    """Answers every ping 200 ms late."""

    name = "every pong late"

    def answers_after(self) -> float | None:
        return 200.0


class SomeLatePongs(Hand):
    name = "every other pong late"

    def answers_after(self) -> float | None:
        return self.choose.choice((0.0, 200.0))


class EarlyPongs(Hand):
    """Answers before it is asked, with numbers that it guesses."""

    name = "pongs to pings that were never sent"

    def answers(self, number: int) -> float:
        return self.choose.randrange(NUMBERS)


class HelperPongs(Hand):
    """Somebody next to the server answers."""

    name = "a helper near the server answers pings"

    def answers_after(self) -> float | None:
        return -self.trip


class Silence(Hand):
    name = "no pongs at all"

    def answers_after(self) -> float | None:
        return None


class DelayedAcks(LatePongs):
    """Never says anything at once, so that its kernel waits before it acknowledges, and round trips look longer."""

    name = "late pongs and delayed acknowledgements"

    def acknowledges_after(self) -> float:
        return DELAYED_ACK


class FarPings(Hand):
    """Two connections: sees cards over the near line, slaps over the far one."""

    name = "watches a near line, slaps over a far one"

    def trips(self) -> list[float]:
        return [self.trip, FAR]


class FarCards(Hand):
    name = "watches a far line, slaps over a near one"

    def trips(self) -> list[float]:
        return [FAR, self.trip]


# Claims


class ConstantLie(Hand):
    name = "claims 60 ms less"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction - 60


class Earliest(Hand):
    name = "claims the earliest believable"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return 0.0


class JustBelievable(Hand):
    """Takes off exactly what a claim may take off."""

    name = "claims as little as still counts in full"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction - judge.JITTER


class RandomLies(Hand):
    name = "random lies"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction + self.choose.uniform(-100, 100)


class WhenItMatters(Hand):
    """Lies where most of the others' reactions lie, and pays back where it wins or loses anyway."""

    name = "lies when it matters"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction - 1000 if 325 < reaction < 400 else reaction + 1000


class Credit(Hand):
    """Claims too much for half a game, and then far too little."""

    name = "saves up credit, then cashes in"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction + 1000 if self.duels < GAME // 2 else reaction - 1000


class CreditWhileSlow(Hand):
    """Pays back with slaps that are lost anyway."""

    name = "saves up credit with slow slaps"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction + 1000 if reaction > 430 else reaction - 1000


class FewLies(Hand):
    """Lies so seldom that what it usually does stays honest."""

    name = "one lie in four, when it matters"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction - 1000 if 340 < reaction < 375 else reaction


class FreshIdentity(Earliest):
    """Is somebody new in each duel."""

    name = "a fresh identity for each duel"

    def slap(self, seat: int, reaction: float, other_arrives: float) -> judge.Slap:
        self.sit_down()
        return super().slap(seat, reaction, other_arrives)


class Colluding(Hand):
    """A helper at the table tells whether the other has slapped already."""

    name = "a second seat tells when to lie"

    def claims(self, reaction: float, *, is_behind: bool) -> float:
        return reaction - 1000 if is_behind else reaction + 1000


class Everything(DelayedAcks, FarPings, WhenItMatters):
    name = "late pongs and acknowledgements, two lines, lies when it matters"


STRATEGIES: tuple[type[Hand], ...] = (
    Hand,
    LatePongs,
    SomeLatePongs,
    EarlyPongs,
    HelperPongs,
    Silence,
    DelayedAcks,
    FarPings,
    FarCards,
    ConstantLie,
    Earliest,
    JustBelievable,
    RandomLies,
    WhenItMatters,
    Credit,
    CreditWhileSlow,
    FewLies,
    FreshIdentity,
    Colluding,
    Everything,
)
UNPROVABLE = (LatePongs, DelayedAcks, Everything)  # behind a proxy: nothing tells them from somebody who is far away


@dataclass
class Tally:
    """What came of many duels."""

    won: Counter[int | None] = field(default_factory=Counter)  # by the cheat (0), the honest (1) or nobody
    longest_wait: float = 0.0  # from an honest press to its verdict, less the round trip

    @property
    def share(self) -> float:
        """Of the decided duels, what the cheat won."""
        return self.won[0] / (self.won[0] + self.won[1])

    @property
    def ties(self) -> float:
        return self.won[None] / self.won.total()


def duel(hands: Sequence[Hand], reactions: Sequence[float], choose: random.Random) -> tuple[int | None, float]:
    """Who wins; and how long the honest one would wait for a verdict, less the round trip, if the cheat didn't slap."""
    honest = hands[1].slap(1, reactions[1], 0.0)
    slaps = [hands[0].slap(0, reactions[0], honest.arrival), honest]
    first, second = sorted(slaps, key=lambda slap: slap.arrival)
    is_second_in_time = second.arrival <= first.arrival + judge.hold(first.trip, [second.trip])
    in_time = [first, second] if is_second_in_time else [first]
    for slap in in_time:
        hands[slap.seat].past.append(judge.noted(slap))
    finish = judge.judge(in_time, TIMING, is_right=True, precedence=choose.sample((0, 1), 2))
    told = honest.arrival + judge.hold(honest.trip, [slaps[0].trip]) + hands[1].lines[0].way()
    return finish.winner, told - hands[1].pressed - hands[1].trip


def play(strategy: type[Hand], trip: float, duels: int, *, is_direct: bool, seed: int = 1) -> Tally:
    """So many duels of a cheat against somebody honest with such a line."""
    choose, tally = random.Random(f"{seed}/{strategy.name}/{trip}/{is_direct}"), Tally()
    hands = [strategy(NEAR, choose, is_direct=is_direct), Hand(trip, choose, is_direct=is_direct)]
    reactions: list[float] = []
    for number in range(duels):
        if number % GAME == 0:
            for hand in hands:
                hand.sit_down()
        reactions = reactions[::-1] if number % 2 else [reaction_time(choose), reaction_time(choose)]
        winner, wait = duel(hands, reactions, choose)
        tally.won[winner] += 1
        tally.longest_wait = max(tally.longest_wait, wait)
    return tally
