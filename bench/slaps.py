"""Slap duels: does the truly faster hand win, and does cheating pay?

    python -m bench.slaps [--kinds 1,2,3,4,5] [--duels 2500] [--at-once 10] [--nodes]
    python -m bench.slaps --cheats real [--duels 200]
    python -m bench.slaps --cheats simulated [--duels 5000]

The first two go through a real server; with `--nodes` through a cluster, with two people at different nodes, so that one of
them is passed on. Two people sit at tables where every second card makes a pair. Their links delay everything by half a
round trip each way (0 to 300 ms, with 30 ms of jitter), pings included; their screens show a card at the next frame. A
link's round trip is told to the server as a proxy would tell it, which is what a kernel measures on a direct connection.
Each duel is judged by the server, and compared with who was truly faster. The third plays the same strategies
(bench/duels.py) on a simulated clock.
"""

import argparse
import asyncio
import contextlib
import gc
import math
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.progress import Progress
from websockets.exceptions import ConnectionClosed

from bench import duels
from bench.cluster_parts import Parts
from bench.duels import FRAME, LINES, STRATEGIES, UNPROVABLE, Hand
from bench.harness import NOTHING_YET, Server, visitors
from bench.linked import Linked

MOST_WINS = 0.52  # of equal duels, by whatever way of cheating
PATIENCE = 450  # milliseconds beyond the longest round trip: nobody should wait longer for a verdict
FASTEST, SLOWEST = 180.0, 420.0  # reactions
PACE = 0.43  # seconds that a card lies before the next is turned
AT_A_TABLE = 14  # duels; the pairs last for eighteen
SECONDS_AT_A_TABLE = 120.0


class Kind(NamedTuple):
    """What is compared."""

    name: str
    least: float  # between the two true reactions, which come as they come
    most: float = SLOWEST - FASTEST
    trips: tuple[float, float] | None = None  # None: 0 to 300 ms each
    cheat: type[Hand] = Hand  # what the first person does
    alone: bool = False  # whether the second person does not slap at all
    is_told: bool = True  # whether the server is told what a kernel would measure; otherwise it has only pings
    at_a_table: int = AT_A_TABLE


KINDS = (
    Kind("gaps of 20 ms and more", 20.0),
    Kind("gaps of 40 ms", 40.0, 41.0),
    Kind("equal players, 20 against 300 ms", 0.0, trips=(20.0, 300.0)),
    Kind("equal players, the first claims 60 ms less", 0.0, cheat=duels.ConstantLie),
    Kind("only one slaps", 0.0, alone=True),
)


class Pressed(NamedTuple):
    """One side of a duel."""

    reaction: float  # the true one, in milliseconds
    at: float
    finish: dict[str, Any]
    waited: float  # milliseconds from the press to the verdict


class Duel(NamedTuple):
    """What came of it: true reactions, and the verdict."""

    reactions: tuple[float, float]
    winner: int | None
    waited: float  # milliseconds from the first press to its verdict, less the longest round trip


class Side:
    """One seat at a table: turns cards, and slaps every pair."""

    def __init__(self, person: Linked, seat: int, reactions: list[float | None]) -> None:
        self._person = person
        self._seat = seat
        self._reactions = reactions
        self._lines = [person, *(person.beside(trip) for trip in person.hand.trips()[1:])]
        self._press: asyncio.Task[tuple[float, float]] | None = None
        self.done: list[Pressed | None] = []  # None: without a press of ours

    async def play(self, table: str) -> None:
        """All duels."""
        for line in self._lines:
            line.sync = dict(NOTHING_YET)
            await line.open(table)
        watching = [asyncio.create_task(self._answer_pings(line)) for line in self._lines[1:]]
        await self._person.be_ready()
        try:
            while len(self.done) < len(self._reactions):
                await self._hear(await self._person.receive())
        finally:
            for task in watching:
                task.cancel()
            for line in self._lines:
                await line.leave()

    async def _answer_pings(self, line: Linked) -> None:
        while True:
            await line.receive()

    async def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "refused" and "Not so fast" in message["why"]:
            asyncio.get_running_loop().call_later(0.05, self._turn_if_due)
        if message["type"] != "sync":
            return
        self._person.sync = message
        if message["status"] != "live":
            await self._person.get_ready()
            return
        if finish := next((event["finish"] for event in message["events"] if event["finish"]), None):
            await self._note(finish)
        if self._may("slap") and is_pair(message["view"]["pile"]):
            self._slap_if_new(message["n"])
        else:
            asyncio.get_running_loop().call_later(PACE, self._turn_if_due)

    def _may(self, action: str) -> bool:
        return any(legal["seat"] == self._seat and action in legal["actions"] for legal in self._person.sync["legal"])

    def _turn_if_due(self) -> None:
        sync = self._person.sync
        is_awaited = self._may("slap") and is_pair(sync["view"]["pile"]) if sync["status"] == "live" else True
        if self._may("turn") and not is_awaited:
            act = self._person.say("act", n=sync["n"], seat=self._seat, action="turn")
            self._acting = asyncio.create_task(act)

    def _slap_if_new(self, n: int) -> None:
        reaction = self._reactions[len(self.done)] if len(self.done) < len(self._reactions) else None
        if self._press is None and reaction is not None:
            painted = time.perf_counter() + self._person.choose.uniform(0, FRAME) / 1000
            self._press = asyncio.create_task(self._slap(painted, reaction, n))

    async def _slap(self, painted: float, reaction: float, n: int) -> tuple[float, float]:
        await asyncio.sleep(max(painted + reaction / 1000 - time.perf_counter(), 0))
        at = time.perf_counter()
        claim = max(self._person.hand.claims((at - painted) * 1000, is_behind=False), 0.0)
        self._person.hand.duels += 1
        await self._lines[-1].say("slap", n=n, seat=self._seat, reaction=claim)
        return (at - painted) * 1000, at

    async def _note(self, finish: dict[str, Any]) -> None:
        if self._press is None:
            self.done.append(None)
            return
        reaction, at = await self._press
        self._press = None
        self.done.append(Pressed(reaction, at, finish, (time.perf_counter() - at) * 1000))


def is_pair(pile: list[str]) -> bool:
    return len(pile) > 1 and pile[-1][:-1] == pile[-2][:-1]


async def table_of_duels(
    http: httpx.AsyncClient, addresses: Sequence[str], kind: Kind, choose: random.Random
) -> Iterator[Duel]:
    """Some duels of two people, who are at different nodes if there are several, at a table of their own."""
    people = [await Linked.come(http, address) for address in choose.sample(addresses, 2)]
    wish = {
        "game": "egyptian_war",
        "seats": [{"who": "me"}, {"who": "anybody"}],
        "position": pairs(),
        "seating": "as_listed",
    }
    table = (await people[0].ask(http, "/api/tables", wish))["id"]
    await people[1].ask(http, f"/api/tables/{table}/sit", {"seat": None})
    for seat, person in enumerate(people):
        person.trip, person.is_told = kind.trips[seat] if kind.trips else choose.uniform(0, 300), kind.is_told
        person.hand = (kind.cheat if seat == 0 else Hand)(person.trip, choose, is_direct=kind.is_told)
        person.hand.duels = 0
        person.trip = person.hand.trips()[0]
    drawn = [both for _ in range((kind.at_a_table + 1) // 2) for both in _twice(_reactions(kind, choose))][: kind.at_a_table]
    second: list[float | None] = [None if kind.alone else both[1] for both in drawn]
    sides = [Side(people[0], 0, [both[0] for both in drawn]), Side(people[1], 1, second)]
    with contextlib.suppress(TimeoutError, ConnectionClosed):
        await asyncio.wait_for(asyncio.gather(*(side.play(table) for side in sides)), SECONDS_AT_A_TABLE)
    longest = max(person.trip for person in people)
    return (_duel(first, other, longest) for first, other in zip(sides[0].done, sides[1].done, strict=False) if first)


def _duel(first: Pressed, other: Pressed | None, longest: float) -> Duel:
    earlier = first if other is None or first.at <= other.at else other
    reactions = (first.reaction, other.reaction if other else math.inf)
    return Duel(reactions, first.finish["winner"], earlier.waited - longest)


def _twice(reactions: tuple[float, float]) -> list[tuple[float, float]]:
    """Both ways round, so that neither hand is luckier."""
    return [reactions, (reactions[1], reactions[0])]


def _reactions(kind: Kind, choose: random.Random) -> tuple[float, float]:
    while True:
        first, second = choose.uniform(FASTEST, SLOWEST), choose.uniform(FASTEST, SLOWEST)
        if kind.cheat is not Hand:
            first, second = duels.reaction_time(choose), duels.reaction_time(choose)
        if kind.least <= abs(first - second) <= kind.most or kind.cheat is not Hand:
            return first, second


def pairs() -> str:
    """A position where the two decks bring pair after pair, whoever begins: numbers first, courts last."""
    numbers, courts = "23456789T", "JQKA"
    decks = ["".join(rank + suit for suit in suits for rank in numbers) for suits in ("sd", "hc")]
    rest = ["".join(rank + suit for suit in suits for rank in courts) for suits in ("sd", "hc")]
    return f"{decks[0]}{rest[0]}/{decks[1]}{rest[1]} - 0 - - - - 0 -"


async def compare(addresses: Sequence[str], kind: Kind, arguments: argparse.Namespace) -> list[Duel]:
    """So many duels of a kind."""
    done: list[Duel] = []
    tables: list[int] = []  # that have been opened, by the pair that sits there

    def begun() -> int:
        return max(len(done), len(tables) * kind.at_a_table)

    async with visitors() as http:
        with Progress(transient=True) as bar:
            task = bar.add_task(kind.name, total=arguments.duels)

            async def pair(number: int) -> None:
                choose = random.Random(number)
                while begun() < arguments.duels:
                    tables.append(number)
                    done.extend(await table_of_duels(http, addresses, kind, choose))
                    bar.update(task, completed=len(done))

            await asyncio.gather(*(pair(number) for number in range(arguments.at_once)))
    return done


def report(kind: Kind, found: list[Duel]) -> str:
    """One line of figures."""
    if kind.alone:
        return f"{kind.name}: {_waits(found)}"
    if kind.least == 0.0:
        decided = [one for one in found if one.winner is not None]
        first = sum(one.winner == 0 for one in decided)
        return f"{kind.name}: the first wins {first / len(decided):.1%} of {len(decided)} decided ({len(found)} duels)"
    right = sum(one.winner == min((0, 1), key=one.reactions.__getitem__) for one in found)
    wrong = sum(one.winner == max((0, 1), key=one.reactions.__getitem__) for one in found)
    ties = len(found) - right - wrong
    shares = ", ".join(f"{what} {count / len(found):.2%}" for what, count in (("the slower", wrong), ("ties", ties)))
    return f"{kind.name}: the faster wins {right / len(found):.2%}, {shares} of {len(found)}; {_waits(found)}"


def _waits(found: list[Duel]) -> str:
    """How long people waited for the verdict."""
    waits = sorted(one.waited for one in found)
    return (
        f"the verdict came the longest round trip and {waits[len(waits) // 2]:.0f} ms after the first press, "
        f"{waits[-1]:.0f} at most, in {sum(wait > PATIENCE for wait in waits)} of {len(waits)} over {PATIENCE}"
    )


# Cheats


def simulate(count: int) -> bool:
    """Every strategy on a simulated clock, as one table; whether none that can be prevented wins too often."""
    most = MOST_WINS + 2 * 0.5 / math.sqrt(count)  # by chance alone, one in forty is beyond two standard errors
    is_fair = True
    print(f"| what the cheat does | {' | '.join(f'against {trip:.0f} ms' for trip in LINES)} | ties | verdict at most |")
    print(f"|---|{'---|' * (len(LINES) + 2)}")
    for is_direct in (True, False):
        for strategy in STRATEGIES:
            tallies = [duels.play(strategy, trip, count, is_direct=is_direct) for trip in LINES]
            shares = " | ".join(f"{tally.share:.1%}" for tally in tallies)
            ties = sum(tally.ties for tally in tallies) / len(tallies)
            wait = max(tally.longest_wait for tally in tallies)
            is_fair &= (strategy in UNPROVABLE and not is_direct) or all(tally.share <= most for tally in tallies)
            print(f"| {_title(strategy, is_direct)} | {shares} | {ties:.0%} | {wait:.0f} ms |", flush=True)
    return is_fair


def _title(strategy: type[Hand], is_direct: bool) -> str:
    where = "" if is_direct else "pings only: "
    return f"{where}{strategy.name}" + (" (not preventable)" if strategy in UNPROVABLE and not is_direct else "")


async def cheat(addresses: Sequence[str], arguments: argparse.Namespace) -> None:
    """Every strategy through real sockets, as one table; some only make sense where all sides are simulated."""
    print("| what the cheat does | wins | decided | ties | verdict at most |\n|---|---|---|---|---|")
    for is_told in (True, False):
        for strategy in STRATEGIES:
            if strategy not in (duels.DelayedAcks, duels.Colluding, duels.Everything):
                a_table = 1 if strategy is duels.FreshIdentity else AT_A_TABLE
                kind = Kind(
                    strategy.name, 0.0, trips=(duels.NEAR, LINES[-1]), cheat=strategy, is_told=is_told, at_a_table=a_table
                )
                found = await compare(addresses, kind, arguments)
                decided = [one for one in found if one.winner is not None]
                share = sum(one.winner == 0 for one in decided) / len(decided)
                wait = max(one.waited for one in found)
                row = f"{share:.1%} | {len(decided)} | {len(found) - len(decided)} | {wait:.0f} ms"
                print(f"| {_title(strategy, is_told)} | {row} |", flush=True)


@contextlib.asynccontextmanager
async def serving(arguments: argparse.Namespace) -> AsyncIterator[list[str]]:
    """Where people can go: to three nodes, or to the same server."""
    if arguments.nodes:
        async with Parts(proxy=False) as parts:
            yield [f"http://{address}" for address in parts.addresses]
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite", "--trusted-proxies", "127.0.0.1").start()
        try:
            yield [server.address] * 2
        finally:
            server.stop()


async def main(arguments: argparse.Namespace) -> None:
    async with serving(arguments) as addresses:
        gc.disable()  # or a link would sometimes be slower than it says
        if arguments.cheats:
            await cheat(addresses, arguments)
            return
        for kind in [KINDS[int(number) - 1] for number in arguments.kinds.split(",")]:
            print(report(kind, await compare(addresses, kind, arguments)), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default="1,2,3,4,5", help="which of the five kinds of duels")
    parser.add_argument("--cheats", choices=("simulated", "real"), help="instead: every strategy of bench/duels.py")
    parser.add_argument("--duels", type=int, help="of each kind (2,500), or of each strategy (5,000 simulated, 200 real)")
    parser.add_argument("--at-once", type=int, default=10)
    parser.add_argument("--nodes", action="store_true", help="people at different nodes of a cluster")
    chosen = parser.parse_args()
    chosen.duels = chosen.duels or {"simulated": 5000, "real": 200}.get(chosen.cheats, 2500)
    if chosen.cheats == "simulated":
        raise SystemExit(0 if simulate(chosen.duels) else "a strategy wins too often")
    else:
        asyncio.run(main(chosen))
