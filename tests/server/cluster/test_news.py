"""News between nodes over a real Redis, and doing without it."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from bench.cluster_parts import Redis
from pyramidion.cli import main
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import with_account
from tests.server.postgresql import PostgreSQL

SECONDS = 120


@pytest.fixture
def redis() -> Iterator[Redis]:
    if not shutil.which("redis-server"):
        pytest.skip("there is no Redis here: apt-get install redis-server")
    own = Redis()
    own.start()
    yield own
    own.stop()


@pytest.fixture
def nodes(postgresql: PostgreSQL, open_server: OpenServer, redis: Redis) -> list[Running]:
    """Two nodes that tell each other what is new."""
    url = postgresql.new_database()
    bus = f"redis://127.0.0.1:{redis.port}"
    return [open_server(database=url, node=name, bus=bus) for name in ("north", "south")]


def wait_for(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_the_lobby_of_one_node_shows_who_is_present_at_another(nodes: list[Running]) -> None:
    north, south = nodes
    anna, ben = north.visitor(), south.visitor()
    table = anna.create("senet", "me", "anybody", listed=True)
    page = anna.open(table)

    def chair() -> bool:
        (found,) = [one for one in ben.ask("GET", "/api/tables")["waiting"] if one["id"] == table]
        return bool(found["chairs"][0]["present"])

    wait_for(chair)
    page.close()
    wait_for(lambda: not chair())


def test_who_is_signed_out_at_one_node_is_so_at_the_others_too(nodes: list[Running]) -> None:
    north, south = nodes
    anna = with_account(north, "Anna")
    there = south.visitor()
    there.http.cookies.clear()
    there.http.cookies.update(dict(anna.http.cookies))
    assert there.ask("GET", "/api/me")["is_account"]
    anna.ask("POST", "/api/sign-out")
    wait_for(lambda: there.http.get("/api/account").status_code == 401)


def test_without_redis_everything_goes_on(nodes: list[Running], redis: Redis) -> None:
    north, south = nodes
    anna, ben = north.visitor(), south.visitor()
    redis.stop()
    table = anna.create("senet", "me", "anybody")
    ben.sit(table)
    pages = anna.arrive(table), ben.arrive(table)
    for page in pages:
        page.wait_for("live")
    assert ben.ask("GET", "/api/tables")["yours"]
    redis.start()
    south.wait_until(lambda: not south.services.environment.news.is_down)  # type: ignore[attr-defined]


def test_whoever_deletes_their_account_leaves_tables_at_other_nodes(nodes: list[Running]) -> None:
    north, south = nodes
    anna = with_account(north, "Anna")
    ben = south.visitor()
    table = ben.create("senet", "me", "anybody")
    anna.sit(table)
    assert table not in north.services.registry.sessions
    anna.ask("DELETE", "/api/account")
    assert [chair["user"] for chair in ben.ask("GET", f"/api/tables/{table}")["chairs"]] == [ben.user, None]


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--bus", "redis://127.0.0.1:1"], "a bus is for servers that share a PostgreSQL database"),
        (["--bus", "carrier-pigeon://roof", "--database", "postgresql://127.0.0.1:1/house"], "the bus's URL is wrong"),
    ],
)
def test_a_bus_that_makes_no_sense_is_refused(flags: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--port", "0", *flags]) == 2
    assert said in capsys.readouterr().err


def test_a_server_with_a_file_imports_nothing_of_a_cluster() -> None:
    program = "import sys, pyramidion.server.app\n"
    program += "print([name for name in sys.modules if '.cluster' in name or 'redis' in name])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
