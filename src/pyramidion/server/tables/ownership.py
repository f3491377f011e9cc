"""Whose a table is. A server that is alone has them all; nodes of a cluster ask the database."""

from typing import Protocol

from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.storage.leases import Lease


class Elsewhere(StorageUnavailable):
    """Another node has the table, or one that has just died."""

    def __init__(self, node: str, address: str) -> None:
        super().__init__("this game is on another server right now: please try again")
        self.node = node
        self.address = address


class Ownership(Protocol):
    """Who may write of which table."""

    @property
    def node(self) -> str | None:
        """Our name among others."""

    @property
    def pairs_for_all(self) -> bool:
        """Whether it is ours to find opponents for everybody who seeks."""

    def new(self) -> Lease | None:
        """The lease of a table that is being made."""

    async def claim(self, table_id: str) -> Lease | None:
        """Take a table; `Elsewhere` if it is another node's."""

    async def release(self, table_id: str, lease: Lease | None) -> None:
        """Let others have a table."""

    async def depart(self, elsewhere: Elsewhere, table_id: str, user: str) -> None:
        """Have somebody leave a table that another node has."""


class Alone:
    """The ownership of the only server of a database."""

    node = None
    pairs_for_all = True

    def new(self) -> None:
        return None

    async def claim(self, _table_id: str) -> None:
        return None

    async def release(self, _table_id: str, _lease: Lease | None) -> None:
        return None

    async def depart(self, elsewhere: Elsewhere, _table_id: str, _user: str) -> None:
        raise elsewhere
