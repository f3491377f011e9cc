"""What happens at tables, for whoever wants to know: others subscribe, and tables know none of them.

An announcement comes after what it tells was written.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import TableMeta

log = logging.getLogger(__name__)


class Started(NamedTuple):
    """A game has begun."""

    table_id: str
    meta: TableMeta


class Happened(NamedTuple):
    """Something happened at a table."""

    table_id: str
    entries: Sequence[Entry]


class Finished(NamedTuple):
    """A game is over, by its rules or otherwise."""

    table_id: str
    meta: TableMeta


class Lost(NamedTuple):
    """A session may go on no more: another node has its table, or nobody knows what was written last."""

    table_id: str


class Invited(NamedTuple):
    """Somebody was challenged or paired: a table waits for them."""

    table_id: str
    users: Sequence[str]


A = TypeVar("A", Started, Happened, Finished, Lost, Invited)


class Announcements:
    """Tells subscribers, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[type, list[Callable[[Any], None]]] = defaultdict(list)

    def subscribe(self, kind: type[A], hear: Callable[[A], None]) -> None:
        """From now on `hear` is called with every announcement of this kind."""
        self._subscribers[kind].append(hear)

    def publish(self, announcement: Started | Happened | Finished | Lost | Invited) -> None:
        """Tell everybody. A subscriber that fails harms neither the table nor the others."""
        for hear in self._subscribers[type(announcement)]:
            try:
                hear(announcement)
            except Exception:
                log.exception("a subscriber failed")
