"""What a table has shown a page: a part that all pages are shown alike, and a part of its own. A Sync is both in one.

The common part is described once for all, and so is what has changed of it.
"""

from typing import NamedTuple

import msgspec

from pyramidion.game import Value
from pyramidion.server.protocol.fields import Status, View, Wish
from pyramidion.server.protocol.socket import Chair, Clock, Happened, Legal, Sync


class Common(msgspec.Struct, frozen=True):
    """Fields of a Sync that are the same for everybody."""

    table: str
    game: str
    status: Status
    actors: list[int]
    in_turn: list[int]
    chairs: list[Chair]
    looking_on: int
    options: dict[str, Value]
    hints: bool
    rated: bool
    scores: list[float] | None
    clock: Clock | None
    wishes: dict[Wish, list[str]]
    again: str | None
    fairness: str
    salt_commitments: list[str]


class Own(msgspec.Struct, frozen=True):
    """Those that depend on the seats of whoever is told."""

    yours: list[int]
    turn: str
    view: View | None
    legal: list[Legal]
    ending: str


class Shown(NamedTuple):
    """All that a page knows of a table, once this has arrived."""

    version: int
    n: int
    events: list[Happened]
    common: Common
    own: Own

    def sync(self) -> Sync:
        """As one message."""
        parts = msgspec.structs.asdict(self.common) | msgspec.structs.asdict(self.own)
        return Sync(version=self.version, n=self.n, events=self.events, **parts)
