"""News for the other servers of a cluster. It may come late or not at all: the truth is in the database."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

Kind = Literal["user_changed", "retitled", "signed_out", "paired"]
"""Something of users was written; users are called otherwise; sign-ins have ended; users have found opponents."""

Listener = Callable[[Sequence[str]], None]


class News(Protocol):
    """What this server tells the others, and hears of them."""

    def tell(self, kind: Kind, ids: Sequence[str]) -> None:
        """Tell the others. It has been done here already."""

    def hear(self, kind: Kind, listener: Listener) -> None:
        """From now on `listener` is called when another server tells this."""

    async def present(self, table_ids: Sequence[str]) -> Mapping[str, set[str]]:
        """The users who are connected to these tables at other servers."""

    async def online(self, users: Sequence[str]) -> set[str]:
        """Which of these users are at other servers."""


class NoNews:
    """The news of the only server."""

    def tell(self, _kind: Kind, _ids: Sequence[str]) -> None:
        """There is nobody to tell."""

    def hear(self, _kind: Kind, _listener: Listener) -> None:
        """There is nobody to hear."""

    async def present(self, _table_ids: Sequence[str]) -> Mapping[str, set[str]]:
        return {}

    async def online(self, _users: Sequence[str]) -> set[str]:
        return set()
