from collections.abc import Callable, Iterator

import pytest

from pyramidion.client.sync import Server, connect
from tests.server.conftest import Running

Come = Callable[[Running], Server]


@pytest.fixture
def come() -> Iterator[Come]:
    """Somebody new comes from Python, and leaves after the test."""
    here: list[Server] = []

    def come(server: Running) -> Server:
        here.append(connect(server.address))
        return here[-1]

    yield come
    for one in here:
        one.close()
