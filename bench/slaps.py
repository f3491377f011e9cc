"""Slap duels through a real server, over simulated links: does the truly faster hand win?

    python -m bench.slaps [--kinds 1,2,3,4,5] [--duels 2500] [--at-once 30]

Two people at a table where a double lies on top. Their links delay everything by half a round trip each way (0 to 300 ms,
with 30 ms of jitter), pings included; their screens show a card at the next frame. Each duel is judged by the house, and
compared with who was truly faster.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import math
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from rich.progress import Progress
from websockets.exceptions import ConnectionClosed

from bench.house import NOTHING_YET, Person, Server, visitors
from pyramidion.play import new
from pyramidion.server.fairness.slap_judge import HISTORY

JITTER = 30.0  # milliseconds, of a round trip
FRAME = 1000 / 60
PAUSE = 2400.0  # milliseconds in which the house can measure the links; then both react
PATIENCE = 450  # milliseconds beyond the longest round trip: nobody should wait longer for a verdict
FASTEST, SLOWEST = 180.0, 420.0  # reactions


class Kind(NamedTuple):
    """What is compared."""

    name: str
    least: float  # between the two true reactions, which come as they come
    most: float = SLOWEST - FASTEST
    trips: tuple[float, float] | None = None  # None: 0 to 300 ms each
    lie: float = 0.0  # what the first person's page takes off every claim
    alone: bool = False  # whether the second person does not slap at all


KINDS = (
    Kind("gaps of 20 ms and more", 20.0),
    Kind("gaps of 40 ms", 40.0, 41.0),
    Kind("equal players, 20 against 300 ms", 0.0, trips=(20.0, 300.0)),
    Kind("equal players, the first claims 60 ms less", 0.0, lie=60.0),
    Kind("only one slaps", 0.0, alone=True),
)


class Linked(Person):
    """Somebody behind a link, which keeps the order of messages."""

    trip = 0.0
    choose = random.Random(0)

    def connect_link(self) -> None:
        """Let messages flow both ways."""
        self._arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._latest = {"in": 0.0, "out": 0.0}
        self._flow = asyncio.create_task(self._deliver())
        self._sending: set[asyncio.Task[None]] = set()

    def _later(self, way: str, do: Callable[..., object], *arguments: object) -> None:
        loop = asyncio.get_running_loop()
        half = max(self.trip + self.choose.uniform(-JITTER, JITTER) / 2, 0) / 2 / 1000
        self._latest[way] = max(self._latest[way], loop.time() + half)
        loop.call_at(self._latest[way], do, *arguments)

    async def _deliver(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            self._later("in", self._arrived.put_nowait, json.loads(text))

    async def say(self, tag: str, **fields: Any) -> None:
        self._later("out", self._send, json.dumps({"type": tag, **fields}))

    def _send(self, text: str) -> None:
        task = asyncio.create_task(self._send_if_open(text))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send_if_open(self, text: str) -> None:
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(text)

    async def receive(self) -> dict[str, Any]:
        """The next message that has come through the link; pings are answered."""
        message = await self._arrived.get()
        if message["type"] == "ping":
            await self.say("pong", t=message["t"])
        return message


class Duel(NamedTuple):
    """What came of it: true reactions, and the verdict."""

    reactions: tuple[float, float]
    winner: int | None
    waited: float  # milliseconds from the first press to its verdict, less the longest round trip


async def duel(
    http: httpx.AsyncClient, people: list[Linked], kind: Kind, position: str, choose: random.Random
) -> Duel | None:
    """One duel at a table of its own."""
    wish = {"game": "egyptian_war", "seats": [{"who": "me"}, {"who": "anybody"}], "position": position}
    table = (await people[0].ask(http, "/api/tables", wish))["id"]
    await people[1].ask(http, f"/api/tables/{table}/sit", {"seat": None})
    for person in people:
        person.trip = kind.trips[people.index(person)] if kind.trips else choose.uniform(0, 300)
        person.sync = dict(NOTHING_YET)
        await person.open(table)
        person.connect_link()
        await person.say("ready", salt="12345678")
    reactions = _reactions(kind, choose)
    sides = [
        _side(people[0], reactions[0], kind.lie, 0),
        _watch(people[1]) if kind.alone else _side(people[1], reactions[1], 0.0, 1),
    ]
    (first, told), (second, also_told) = await asyncio.gather(*sides)
    for person in people:
        person._flow.cancel()
        assert person.socket is not None
        await person.socket.close()
    finish = next((event["finish"] for event in told["events"] if event["finish"]), None)
    waited = (told if first <= second else also_told)["waited"] - max(person.trip for person in people)
    return None if finish is None else Duel((first, second), finish["winner"], waited)


def _reactions(kind: Kind, choose: random.Random) -> tuple[float, float]:
    while True:
        first, second = choose.uniform(FASTEST, SLOWEST), choose.uniform(FASTEST, SLOWEST)
        if kind.least <= abs(first - second) <= kind.most:
            return first, second


async def _side(person: Linked, reaction: float, lie: float, seat: int) -> tuple[float, dict[str, Any]]:
    """One person: see the card, let the house measure the link, press, wait for the verdict. The true reaction, and that."""
    painted, slap = 0.0, None
    while True:
        message = await person.receive()
        if message["type"] == "refused" and "too late" not in message["why"]:
            raise RuntimeError(message["why"])
        if message["type"] == "sync" and message["status"] == "live" and not slap:
            painted = time.perf_counter() + person.choose.uniform(0, FRAME) / 1000
            slap = asyncio.create_task(_press(person, painted, PAUSE + reaction, lie, seat, message["n"]))
        if slap and message["type"] == "sync" and any(event["finish"] for event in message["events"]):
            pressed = await slap
            waited = (time.perf_counter() - pressed) * 1000
            return (pressed - painted) * 1000 - PAUSE, message | {"waited": waited}


async def _watch(person: Linked) -> tuple[float, dict[str, Any]]:
    """One person who never slaps: to whom every reaction is faster."""
    while True:
        message = await person.receive()
        if message["type"] == "sync" and any(event["finish"] for event in message["events"]):
            return math.inf, message


async def _press(person: Linked, painted: float, after: float, lie: float, seat: int, n: int) -> float:
    await asyncio.sleep(max(painted + after / 1000 - time.perf_counter(), 0))
    pressed = time.perf_counter()
    await person.say("slap", n=n, seat=seat, reaction=(pressed - painted) * 1000 - lie)
    return pressed


def position_with_a_double() -> str:
    """A position in which there is something to slap."""
    for seed in range(1000):
        play = new("egyptian_war", seed=seed)
        for _ in range(40):
            if play.game.real_time_rules.cue(play.state):
                return play.dump()
            seat = next(actor for actor in play.actors() if play.legal(actor) != ["slap"])
            play.act("turn", seat) if "turn" in play.legal(seat) else play.tick()
    raise RuntimeError("no double in a thousand games")


async def compare(server: Server, kind: Kind, arguments: argparse.Namespace) -> list[Duel]:
    """So many duels of a kind. The same pairs meet again and again; until the house knows them, their duels don't count."""
    position = position_with_a_double()
    done: list[Duel] = []
    async with visitors() as http:
        with Progress(transient=True) as bar:
            task = bar.add_task(kind.name, total=arguments.duels)

            async def pair(number: int) -> None:
                choose = random.Random(number)
                people = [await Linked.come(http, server.address) for _ in range(2)]
                met = 0
                while len(done) < arguments.duels:
                    one = await duel(http, people, kind, position, choose)
                    met += one is not None
                    if one is not None and met > HISTORY:
                        done.append(one)
                        bar.advance(task)

            await asyncio.gather(*(pair(number) for number in range(arguments.at_once)))
    return done


def report(kind: Kind, duels: list[Duel]) -> str:
    """One line of figures."""
    if kind.alone:
        return f"{kind.name}: {_waits(duels)}"
    if kind.least == 0.0:
        decided = [one for one in duels if one.winner is not None]
        first = sum(one.winner == 0 for one in decided)
        return f"{kind.name}: the first wins {first / len(decided):.1%} of {len(decided)} decided ({len(duels)} duels)"
    right = sum(one.winner == min((0, 1), key=one.reactions.__getitem__) for one in duels)
    wrong = sum(one.winner == max((0, 1), key=one.reactions.__getitem__) for one in duels)
    ties = len(duels) - right - wrong
    shares = ", ".join(f"{what} {count / len(duels):.2%}" for what, count in (("the slower", wrong), ("ties", ties)))
    return f"{kind.name}: the faster wins {right / len(duels):.2%}, {shares} of {len(duels)}; {_waits(duels)}"


def _waits(duels: list[Duel]) -> str:
    """How long people waited for the verdict."""
    waits = sorted(one.waited for one in duels)
    return (
        f"the verdict came the longest round trip and {waits[len(waits) // 2]:.0f} ms after the first press, "
        f"{waits[-1]:.0f} at most, in {sum(wait > PATIENCE for wait in waits)} of {len(waits)} over {PATIENCE}"
    )


async def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite").start()
        gc.disable()  # or a link would sometimes be slower than it says
        try:
            for kind in [KINDS[int(number) - 1] for number in arguments.kinds.split(",")]:
                print(report(kind, await compare(server, kind, arguments)), flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default="1,2,3,4,5", help="which of the five kinds of duels")
    parser.add_argument("--duels", type=int, default=2500, help="of each kind")
    parser.add_argument("--at-once", type=int, default=30)
    asyncio.run(main(parser.parse_args()))
