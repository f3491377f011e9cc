from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.conftest import open_server
from tests.sixth_game.package import install, on_the_path

__all__ = ["open_server"]  # a fixture


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """Where the server's tables are; a game of a package is stored as ours are, so one kind of database is enough."""
    return str(tmp_path / "house.sqlite")


@pytest.fixture(scope="module")
def seega(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Seega is installed."""
    with on_the_path(install(tmp_path_factory.mktemp("site"))):
        yield
