"""One message that came as a request: what a table answers to it is kept, and becomes the answer of the request."""

import asyncio

import msgspec

from pyramidion.refusal import Refusal
from pyramidion.server.limits import SocketLimits, TooMuch
from pyramidion.server.protocol.shown import Shown
from pyramidion.server.protocol.socket import Down, Hint, Refused, Trouble, Up
from pyramidion.server.storage.database import StorageUnavailable
from pyramidion.server.tables.session import Session
from pyramidion.server.tables.table import now

_decoder = msgspec.json.Decoder(Down)


class NotDone(Refusal):
    """What the table refused, with its own code."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.why)
        self.code = refused.code


class Request:
    """Somebody who says one thing, and hears what is said of it. They are not counted among those who are there."""

    def __init__(self, user: str) -> None:
        self.user = user
        self.key = ""
        self.shown: Shown | None = None
        self.latency = 0.0
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()

    def push(self, message: bytes) -> None:
        self._answers.put_nowait(message)

    push_if_quick = push

    def measure(self) -> None:
        """There is no line that could be measured."""

    def end(self, _code: int) -> None:
        """There is no line that could be closed."""

    async def say(self, session: Session, message: Up, limits: SocketLimits) -> None:
        """Have it done, within the limits of whoever says it; a refusal if it is not."""
        at = now()
        if not limits.messages.take(self.user):
            raise TooMuch("too many messages: please wait a moment")
        await session.handle(self, message, at)
        if not self._answers.empty():
            self._check(self._answers.get_nowait())

    async def hint(self) -> Hint:
        """The answer to a question that takes a while."""
        answer = self._check(await self._answers.get())
        assert isinstance(answer, Hint)
        return answer

    def _check(self, message: bytes) -> Down:
        answer: Down = _decoder.decode(message)
        if isinstance(answer, Trouble):
            raise StorageUnavailable(answer.why)
        if isinstance(answer, Refused):
            raise NotDone(answer)
        return answer
