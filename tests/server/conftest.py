import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pyramidion.server.app import application
from pyramidion.server.cluster import membership
from pyramidion.server.runner import Server, configuration, listen, reached_at
from pyramidion.server.services import Services
from pyramidion.server.settings import Settings
from pyramidion.server.sockets.connection import Connection
from pyramidion.server.sockets.latency import Latency
from pyramidion.server.tables.session import Session
from tests.server.postgresql import PostgreSQL
from tests.server.visitors import Visitor

Result = TypeVar("Result")

FAST: dict[str, Any] = {
    "port": 0,
    "bot_pace": 0.0,
    "message_rate": 1e6,
    "request_rate": 1e6,
    "burst": 1e6,
    "sockets_per_address": 10_000,
    "address_rate": 1e6,
    "guest_rate": 1e6,
    "sign_in_burst": 1e6,
    "connections_per_address": 20_000,
    "tables_of_bots_per_user": 1000,
    "lab_seconds": 0.5,
}


class PromptServer(Server):
    """Stops when it is told to; the usual one looks ten times a second, and there are hundreds of servers here."""

    async def main_loop(self) -> None:
        while not self.should_exit:
            await asyncio.sleep(0.005)


class Running:
    """A server that runs in a thread, on a real port, with a real database."""

    def __init__(self, settings: Settings) -> None:
        listening = listen(settings)
        self.settings = settings = reached_at(settings, listening)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.application = application(settings)
        chosen = configuration(self.application, settings)
        chosen.timeout_graceful_shutdown = 1  # for pages that never read, which some tests leave behind
        self.server = PromptServer(chosen, self.application)
        self.thread = threading.Thread(target=self.server.run, args=([listening],))
        self.visitors: list[Visitor] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.application.on_startup.append(self._remember_loop)

    @property
    def services(self) -> Services:
        services: Services = self.application.state.services
        return services

    def session(self, table: str) -> Session:
        """The session of a table, loaded if it has to be."""
        return self.run(self.services.registry.session(table))

    def _remember_loop(self) -> None:
        self.loop = asyncio.get_running_loop()

    def start(self) -> "Running":
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.005)
        return self

    def visitor(self) -> Visitor:
        self.visitors.append(Visitor(self.address))
        return self.visitors[-1]

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Let a coroutine run in the server's own loop."""
        assert self.loop is not None
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=300)

    def wait_until(self, is_so: Callable[[], bool]) -> None:
        """Wait for something in the server that nobody is told of; `is_so` is asked in the server's own loop."""

        async def watch() -> None:
            while not is_so():
                await asyncio.sleep(0.005)

        self.run(watch())

    def stop(self) -> None:
        for visitor in self.visitors:
            visitor.close()
        self.server.should_exit = True
        self.thread.join()


class Away(Latency):
    """What the server believes of a page that is so far away."""

    def __init__(self, milliseconds: float) -> None:
        super().__init__()
        self._milliseconds = milliseconds

    @property
    def believed(self) -> float:
        return self._milliseconds


def put_away(session: Session, seat: int, milliseconds: float) -> None:
    """Let a server believe that messages to a seat's page take so long there and back."""
    for connection in session.presence.connections:
        if connection.user == session.table.meta.seats[seat].user:
            assert isinstance(connection, Connection)
            connection._latency = Away(milliseconds)


OpenServer = Callable[..., Running]
"""Opens a server with these settings."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Tests that are marked so run on both databases; with PYRAMIDION_TEST_DATABASE=postgresql, all run on that one."""
    if "database_kind" in metafunc.fixturenames:
        is_for_both = metafunc.definition.get_closest_marker("both_databases")
        kinds = ["sqlite", "postgresql"] if is_for_both else [os.environ.get("PYRAMIDION_TEST_DATABASE", "sqlite")]
        metafunc.parametrize("database_kind", kinds)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """PostgreSQL itself, for this process of tests alone."""
    if why_not := PostgreSQL.is_missing():
        pytest.skip(why_not)
    with PostgreSQL() as running:
        yield running


@pytest.fixture
def database_url(database_kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """A new database, as settings name it: a file, or a URL."""
    if database_kind == "sqlite":
        return str(tmp_path / "house.sqlite")
    running: PostgreSQL = request.getfixturevalue("postgresql")
    return running.new_database()


@pytest.fixture
def open_server(database_url: str) -> Iterator[OpenServer]:
    """Opens servers with settings of one's own, and closes them after the test."""
    running: list[Running] = []

    def start(**settings: Any) -> Running:
        chosen = {"database": database_url, **FAST, **settings}
        running.append(Running(Settings(**chosen)).start())
        return running[-1]

    with pytest.MonkeyPatch.context() as patch:  # a machine may be too busy for a beat each second
        patch.setattr(membership, "CUT_OFF_SECONDS", 600.0)
        yield start
        for server in running:
            if server.thread.is_alive():
                server.stop()


@pytest.fixture
def server(open_server: OpenServer) -> Running:
    """A server with limits that no test reaches by accident, and bots that don't wait."""
    return open_server()
