"""Getting ready at a table as a page does it: commit to a salt, and reveal it when everybody else has committed."""

import secrets

from pyramidion.client.rest import Json
from pyramidion.server.fairness.dice import salt_commitment

Message = dict[str, str]


class Readiness:
    """Somebody who gets ready over one connection."""

    def __init__(self) -> None:
        self._is_told = False
        self._choose()

    def _choose(self) -> None:
        self.salt = secrets.token_hex(16)
        self.commitment = salt_commitment(self.salt)
        self._is_heard = False
        self._revealed_to: list[str] = []  # the commitments that were known then

    def at_once(self) -> list[Message]:
        """What to say at a table where nobody else sits but bots."""
        return [{"type": "ready", "salt_commitment": self.commitment}, {"type": "reveal", "salt": self.salt}]

    def answers(self, sync: Json) -> list[Message]:
        """What to say when the table is like this."""
        if sync["status"] != "waiting" or not sync["yours"]:
            return []
        if "salt_commitments" not in sync:  # a server of an earlier version, to be compared with
            return [] if self._is_told else self._tell({"type": "ready", "salt": self.salt})
        own = sync["salt_commitments"][sync["yours"][0]]
        self._is_heard |= own == self.commitment
        if self._is_told and not self._is_heard:
            return []  # it is on its way
        if self._revealed_to and self._revealed_to != self._known(sync):
            self._choose()  # somebody has committed anew, and might know the old salt
        ready, reveal = self.at_once()
        said = self._tell(ready) if own != self.commitment else []
        known = self._known(sync)
        if not self._revealed_to and all(one or sync["chairs"][seat]["bot"] for seat, one in enumerate(known)):
            self._revealed_to = known
            said.append(reveal)
        return said

    def _tell(self, message: Message) -> list[Message]:
        self._is_told, self._is_heard = True, False
        return [message]

    def _known(self, sync: Json) -> list[str]:
        """Everybody's commitments, with our own."""
        return [self.commitment if seat in sync["yours"] else one for seat, one in enumerate(sync["salt_commitments"])]
