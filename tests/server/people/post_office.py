"""A real SMTP server on loopback, and what arrived there."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

SECONDS = 60.0


class PostOffice:
    """Keeps every mail."""

    def __init__(self) -> None:
        self.mails: list[Message] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 (aiosmtpd's name)
        assert isinstance(envelope.content, bytes)
        self.mails.append(message_from_bytes(envelope.content))
        return "250 OK"

    def wait_for(self, count: int) -> Message:
        """The last of so many mails, when it is there."""
        deadline = time.monotonic() + SECONDS
        while len(self.mails) < count:
            assert time.monotonic() < deadline, "no mail came"
            time.sleep(0.01)
        return self.mails[-1]

    def link(self, count: int) -> str:
        """The link in the last of so many mails."""
        text = self.wait_for(count).get_payload(decode=True)
        assert isinstance(text, bytes)
        found = re.search(r"https?://\S+", text.decode())
        assert found
        return found[0]


@contextmanager
def post_office() -> Iterator[tuple[PostOffice, str]]:
    """A post office that is open, and its address for the setting `smtp`."""
    office = PostOffice()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield office, f"smtp://127.0.0.1:{port}"
    finally:
        controller.stop()
