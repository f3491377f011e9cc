"""A cluster that plays on while damage is done to it, and a checker that reads what is left in the database.

    python -m bench.cluster [--seconds 600] [--players 100] [--damage kill,pause,…] [--tally FILE]
    python -m bench.cluster --compare --seconds 30           # what a move costs, beside one SQLite server
    python -m bench.cluster --damage pause --without-check   # nodes that don't check their epoch: the checker must see it

Real PostgreSQL, Redis and nginx, three nodes, real sockets, all on loopback. With a tally, a file that gets a line for each
campaign, what is printed at the end is the sum of all of them.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.cluster_checker import Verdict, check, watch
from bench.cluster_cost import compare
from bench.cluster_damage import CALM_SECONDS, DAMAGE, PAUSE_SECONDS, Vandal
from bench.cluster_parts import Parts
from bench.cluster_players import Diary, playing
from bench.cluster_tally import Campaign, Tally, percentiles


async def campaign(
    parts: Parts, seconds: float, players: int, damage: Sequence[str], pace: float = 0.2, pause: float = PAUSE_SECONDS
) -> Campaign:
    """Play, do damage, let it calm down, and check."""
    diary, started, cpu = Diary(), time.monotonic(), parts.cpu()
    vandal = Vandal(parts, diary, seed=random.randrange(10**6), pause=pause)
    await asyncio.to_thread(watch, parts.dsn)
    async with playing(parts.addresses, diary, players, pace):
        await asyncio.sleep(CALM_SECONDS)
        await vandal.rage(damage, time.monotonic() + seconds)
        await asyncio.sleep(CALM_SECONDS)
    spent = time.monotonic() - started, parts.cpu() - cpu
    verdict = await asyncio.to_thread(check, parts.dsn, diary.seen)
    return _found(spent, vandal, diary, verdict)


def _found(spent: tuple[float, float], vandal: Vandal, diary: Diary, verdict: Verdict) -> Campaign:
    return Campaign(
        *spent,
        damage=dict(vandal.done),
        acknowledged=diary.acknowledged,
        told=verdict.told,
        wrong={**verdict.wrong, "contradictions": len(diary.contradictions)},
        refused=dict(diary.refused),
        took=percentiles(diary.took),
        recoveries={kind: [round(one, 3) for one in waits] for kind, waits in diary.recoveries.items()},
    )


async def run(chosen: argparse.Namespace) -> bool:
    module = "bench.unfenced_node" if chosen.without_check else "pyramidion"
    async with Parts(module=module, proxy=not chosen.no_proxy) as parts:
        if chosen.compare:
            await compare(parts, chosen)
            return True
        tally = Tally(chosen.tally)
        tally.add(await campaign(parts, chosen.seconds, chosen.players, chosen.damage, chosen.pace))
        print(tally.describe())
        return tally.is_clean


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--pace", type=float, default=0.2, help="seconds between two moves of a player")
    parser.add_argument("--compare", action="store_true", help="do no damage: measure what a move costs")
    parser.add_argument("--rounds", type=int, default=3, help="of measuring what a move costs, in turns")
    parser.add_argument(
        "--damage", type=lambda text: text.split(","), default=DAMAGE, help="of which kinds, each as often as it is named"
    )
    parser.add_argument("--tally", type=Path, help="a file for what each campaign has found; they are summed up")
    parser.add_argument(
        "--no-proxy", action="store_true", help="players choose nodes at random, so that most sockets are forwarded"
    )
    parser.add_argument(
        "--without-check", action="store_true", help="nodes don't check whether their tables are still theirs"
    )
    return parser


def main() -> int:
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends this ends all its processes
    with contextlib.suppress(KeyboardInterrupt):
        return 0 if asyncio.run(run(command_line().parse_args())) else 1
    return 130


if __name__ == "__main__":
    sys.exit(main())
