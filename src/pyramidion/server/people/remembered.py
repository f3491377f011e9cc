"""What was found by a secret a moment ago, so that not every request asks the database who asks."""

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection
from typing import Generic, Protocol, TypeVar

from pyramidion.server.storage.database import StorageUnavailable

FRESH_SECONDS = 20.0  # how long what was read is believed: another node may have ended it
MOST_KEPT = 20_000


class Identified(Protocol):
    """What is found by a secret: a sign-in, an access token."""

    @property
    def id(self) -> str: ...


F = TypeVar("F", bound=Identified)


class Remembered(Generic[F]):
    """By the hash of their secrets."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[float, F]] = OrderedDict()
        self._ended = 0  # counts what was ended or changed: what was read before is not kept

    async def find(self, secret_hash: str, read: Callable[[], Awaitable[F | None]]) -> F | None:
        """What belongs to a secret; while the database can't be read, what belonged to it when it could."""
        kept = self._kept.get(secret_hash)
        if kept and time.monotonic() - kept[0] < FRESH_SECONDS:
            return kept[1]
        ended = self._ended
        try:
            found = await read()
        except StorageUnavailable:
            return kept[1] if kept else None
        if found is None:
            self._kept.pop(secret_hash, None)
        elif ended == self._ended:
            self.keep(secret_hash, found)
        return found

    def keep(self, secret_hash: str, found: F) -> None:
        self._kept[secret_hash] = time.monotonic(), found
        self._kept.move_to_end(secret_hash)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def forget(self, ids: Collection[str]) -> None:
        """These were ended or changed."""
        self._ended += 1
        for secret_hash in [key for key, (_, found) in self._kept.items() if found.id in ids]:
            del self._kept[secret_hash]
