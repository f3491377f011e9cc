"""A cluster that plays on while damage is done to it, and a checker that reads what is left in the database.

    python -m bench.cluster [--seconds 600] [--players 100] [--damage kill,pause,cut,postgresql,redis,drain]
    python -m bench.cluster --compare --seconds 30           # what a move costs, beside one SQLite server
    python -m bench.cluster --damage pause --without-check   # nodes that don't check their epoch: the checker must see it

Real PostgreSQL, Redis and nginx, three nodes, real sockets, all on loopback.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import numpy as np

from bench.cluster_checker import Verdict, check, watch
from bench.cluster_parts import Node, Parts
from bench.cluster_players import Diary, Player

PAUSE_SECONDS, CUT_SECONDS = 10.0, 8.0
CALM_SECONDS = 4.0  # between two damages
DAMAGE = ("kill", "pause", "cut", "postgresql", "redis", "drain")


class Vandal:
    """Does damage, one after the other."""

    def __init__(self, parts: Parts, diary: Diary, seed: int, pause: float, cut: float = CUT_SECONDS) -> None:
        self.parts = parts
        self.diary = diary
        self.choose = random.Random(seed)
        self.done: Counter[str] = Counter()
        self._pause, self._cut = pause, cut

    async def rage(self, kinds: Sequence[str], until: float) -> None:
        """Each kind in turn, and all of them equally often."""
        while not self.done or time.monotonic() < until:
            for kind in kinds:
                self.diary.damage = kind
                print(f"{time.strftime('%X')} {kind}", file=sys.stderr, flush=True)
                work: Callable[[], Awaitable[None]] = getattr(self, kind)
                await work()
                self.done[kind] += 1
                await asyncio.sleep(CALM_SECONDS)

    async def kill(self) -> None:
        node = self.choose.choice(self.parts.nodes)
        await node.end(signal.SIGKILL)
        await asyncio.sleep(self.choose.uniform(0, 6))
        await node.start()

    async def pause(self) -> None:
        node = self.choose.choice(self.parts.nodes)
        node.signal(signal.SIGSTOP)
        await asyncio.sleep(self._pause)
        node.signal(signal.SIGCONT)

    async def cut(self) -> None:
        link = self.choose.choice(self.parts.links)
        link.cut()
        await asyncio.sleep(self._cut)
        link.mend()

    async def postgresql(self) -> None:
        await asyncio.to_thread(self.parts.postgresql.stop, self.choose.choice([signal.SIGINT, signal.SIGQUIT]))
        await asyncio.to_thread(self.parts.postgresql.start)

    async def redis(self) -> None:
        self.parts.redis.stop()
        await asyncio.sleep(2)
        self.parts.redis.start()

    async def drain(self) -> None:
        node = self.choose.choice(self.parts.nodes)
        await node.end(signal.SIGTERM)
        await node.start()


async def campaign(
    parts: Parts, seconds: float, players: int, damage: Sequence[str], pace: float = 0.2, pause: float = PAUSE_SECONDS
) -> tuple[Diary, Vandal, Verdict]:
    """Play, do damage, let it calm down, and check."""
    diary = Diary()
    vandal = Vandal(parts, diary, seed=7, pause=pause)
    await asyncio.to_thread(watch, parts.dsn)
    tasks = [asyncio.create_task(Player(parts.addresses, diary, pace, seed).play_for_ever()) for seed in range(players)]
    await asyncio.sleep(CALM_SECONDS)
    await vandal.rage(damage, time.monotonic() + seconds) if damage else await asyncio.sleep(seconds)
    await asyncio.sleep(CALM_SECONDS)
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end
    return diary, vandal, await asyncio.to_thread(check, parts.dsn, diary.seen)


def describe(diary: Diary, vandal: Vandal, verdict: Verdict, seconds: float) -> str:
    lines = [
        f"damage: {dict(vandal.done)}",
        f"acknowledged: {diary.acknowledged}, {diary.acknowledged / seconds:.0f} a second",
    ]
    lines += [_spread("acknowledged after", diary.took)]
    lines += [_spread(f"after {kind}", seconds) for kind, seconds in diary.recoveries.items()]
    lines += [f"refused: {dict(diary.refused)}", f"contradictions: {len(diary.contradictions)}", str(verdict)]
    return "\n".join(lines)


def _spread(name: str, seconds: Sequence[float]) -> str:
    if not seconds:
        return f"{name}: never"
    p50, p90, p99 = np.percentile(seconds, [50, 90, 99])
    return f"{name}: {len(seconds)} times, p50 {p50:.3f} s, p90 {p90:.3f} s, p99 {p99:.3f} s, slowest {max(seconds):.3f} s"


class Cost(NamedTuple):
    """CPU seconds that were used up to now, and moves."""

    nodes: float
    postgresql: float
    redis: float
    moves: int

    def since(self, before: "Cost") -> str:
        moves = max(1, self.moves - before.moves)
        each = [1000 * (now - then) / moves for now, then in zip(self[:3], before[:3], strict=True)]
        return f"{each[0]:.3f} ms a move; PostgreSQL {each[1]:.3f} ms, Redis {each[2]:.3f} ms; {moves} moves"


async def compare(parts: Parts, seconds: float, players: int, pace: float) -> None:
    """What a move costs at one SQLite server, at the cluster behind its proxy, and with players at any node; all twice."""
    alone = Node("alone", str(parts.folder / "house.sqlite"), parts.folder)
    await alone.start()
    settings = {
        "one server, SQLite": ([alone], [alone.address]),
        "three nodes, hashing proxy": (parts.nodes, parts.addresses),
        "three nodes, players at any of them": (parts.nodes, [node.address for node in parts.nodes]),
    }
    for name, (nodes, addresses) in [*settings.items()] * 2:
        diary = Diary()

        def cost(nodes: Sequence[Node] = nodes, diary: Diary = diary) -> Cost:
            used = sum(node.cpu() for node in nodes)
            return Cost(used, parts.postgresql_cpu(), parts.redis.cpu(), diary.acknowledged)

        tasks = [asyncio.create_task(Player(addresses, diary, pace, seed).play_for_ever()) for seed in range(players)]
        await asyncio.sleep(CALM_SECONDS)
        before = cost()
        await asyncio.sleep(seconds)
        print(f"{name}: {cost().since(before)}; {_spread('acknowledged after', diary.took)}", flush=True)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await alone.end(signal.SIGTERM)


async def run(chosen: argparse.Namespace) -> bool:
    module = "bench.unfenced_node" if chosen.without_check else "pyramidion"
    async with Parts(module=module, proxy=not chosen.no_proxy) as parts:
        if chosen.compare:
            await compare(parts, chosen.seconds, chosen.players, chosen.pace)
            return True
        started, cpu = time.monotonic(), sum(node.cpu() for node in parts.nodes)
        diary, vandal, verdict = await campaign(parts, chosen.seconds, chosen.players, chosen.damage, chosen.pace)
        used = sum(node.cpu() for node in parts.nodes) - cpu
        print(describe(diary, vandal, verdict, time.monotonic() - started))
        print(f"CPU of all nodes: {1000 * used / max(1, diary.acknowledged):.2f} ms a move")
        return verdict.is_clean and not diary.contradictions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--pace", type=float, default=0.2, help="seconds between two moves of a player")
    parser.add_argument("--compare", action="store_true", help="do no damage: measure what a move costs")
    parser.add_argument("--damage", type=lambda text: [one for one in text.split(",") if one], default=list(DAMAGE))
    parser.add_argument(
        "--no-proxy", action="store_true", help="players choose nodes at random, so that most sockets are forwarded"
    )
    parser.add_argument(
        "--without-check", action="store_true", help="nodes don't check whether their tables are still theirs"
    )
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends this ends all its processes
    with contextlib.suppress(KeyboardInterrupt):
        return 0 if asyncio.run(run(parser.parse_args())) else 1
    return 130


if __name__ == "__main__":
    sys.exit(main())
