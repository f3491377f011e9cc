from pathlib import Path

import pytest

from tests.server.conftest import OpenServer, Running, open_server

__all__ = ["open_server"]  # a fixture


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """Where the server's tables are; the screen can't tell one kind of database from another."""
    return str(tmp_path / "house.sqlite")


@pytest.fixture
def server(open_server: OpenServer) -> Running:
    return open_server()
