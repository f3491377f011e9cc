"""What a move costs a cluster, beside one server with SQLite that plays the same in the same run."""

import argparse
import asyncio
import signal
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from bench.cluster_parts import Node, Parts
from bench.cluster_players import Diary, playing

WARM_UP_SECONDS = 4.0
IDLE_SECONDS = 10.0


class Arrangement(NamedTuple):
    """Whom players play at."""

    name: str
    nodes: Sequence[Node]
    addresses: Sequence[str]


class Cost(NamedTuple):
    """CPU seconds that were used up to now, and moves."""

    nodes: float
    postgresql: float
    redis: float
    moves: int

    def since(self, before: "Cost") -> "Cost":
        return Cost(
            nodes=self.nodes - before.nodes,
            postgresql=self.postgresql - before.postgresql,
            redis=self.redis - before.redis,
            moves=self.moves - before.moves,
        )

    @property
    def each(self) -> float:
        """Milliseconds of all nodes for a move."""
        return 1000 * self.nodes / max(1, self.moves)


async def compare(parts: Parts, chosen: argparse.Namespace) -> None:
    """One SQLite server, the cluster behind its proxy, and with players at any node, in turns."""
    alone = Node("alone", str(parts.folder / "house.sqlite"), parts.folder)
    try:
        await alone.start()
        await _compare(parts, alone, chosen)
    finally:
        await alone.end(signal.SIGTERM)


async def _compare(parts: Parts, alone: Node, chosen: argparse.Namespace) -> None:
    arrangements = [
        Arrangement("one server, SQLite", [alone], [alone.address]),
        Arrangement("three nodes, hashing proxy", parts.nodes, parts.addresses),
        Arrangement("three nodes, players at any of them", parts.nodes, [node.address for node in parts.nodes]),
    ]
    print(await _idle(parts, alone), flush=True)
    found: dict[str, list[float]] = {one.name: [] for one in arrangements}
    for _ in range(chosen.rounds):
        for one in arrangements:
            cost = await _measure(parts, one, chosen)
            found[one.name].append(cost.each)
            print(_line(one, cost, chosen.seconds), flush=True)
    for name, each in found.items():
        ratios = ", ".join(f"{one / first:.2f}" for one, first in zip(each, found[arrangements[0].name], strict=True))
        print(f"{name}: {statistics.median(each):.3f} ms a move (median), times one server's: {ratios}")


async def _idle(parts: Parts, alone: Node) -> str:
    await asyncio.sleep(IDLE_SECONDS)  # games are being compiled or loaded
    before = parts.cpu(), alone.cpu()
    await asyncio.sleep(IDLE_SECONDS)
    used = [1000 * (now - then) / IDLE_SECONDS for now, then in zip((parts.cpu(), alone.cpu()), before, strict=True)]
    return f"nobody plays: all nodes {used[0]:.1f} ms of CPU a second, one server with SQLite {used[1]:.1f} ms"


async def _measure(parts: Parts, one: Arrangement, chosen: argparse.Namespace) -> Cost:
    diary = Diary()

    def cost() -> Cost:
        nodes = sum(node.cpu() for node in one.nodes)
        return Cost(nodes, parts.postgresql_cpu(), parts.redis.cpu(), diary.acknowledged)

    async with playing(one.addresses, diary, chosen.players, chosen.pace):
        await asyncio.sleep(WARM_UP_SECONDS)
        before = cost()
        await asyncio.sleep(chosen.seconds)
        return cost().since(before)


def _line(one: Arrangement, cost: Cost, seconds: float) -> str:
    moves = max(1, cost.moves)
    others = f"PostgreSQL {1000 * cost.postgresql / moves:.3f} ms, Redis {1000 * cost.redis / moves:.3f} ms"
    return f"{one.name}: {cost.each:.3f} ms a move; {others}; {moves} moves, {moves / seconds:.0f} a second"
