"""A short form of `bench.cluster`: real processes, real damage, and a checker that knows nothing of us."""

import asyncio
import shutil

import pytest

from bench.cluster import campaign
from bench.cluster_damage import SHARES
from bench.cluster_parts import Parts
from tests.server.postgresql import PostgreSQL

PLAYERS, PAUSE_SECONDS = 6, 6.0  # longer than a node may be silent


def test_nothing_that_was_acknowledged_is_lost_whatever_happens_to_a_node() -> None:
    if why_not := PostgreSQL.is_missing():
        pytest.skip(why_not)
    if not shutil.which("redis-server"):
        pytest.skip("there is no Redis here: apt-get install redis-server")

    async def play() -> None:
        async with Parts(nodes=2, proxy=False, is_safe=False) as parts:
            found = await campaign(parts, 0, PLAYERS, list(SHARES), pause=PAUSE_SECONDS)
            assert found.damage == dict.fromkeys(SHARES, 1)
            assert not any(found.wrong.values()), found.wrong
            assert found.acknowledged > len(SHARES)  # something after each damage, or the campaign had failed

    asyncio.run(play())
