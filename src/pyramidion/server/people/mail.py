"""Mail: sent by the server that the settings name, in a thread."""

import asyncio
import logging
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import make_msgid
from urllib.parse import SplitResult, unquote, urlsplit

from pyramidion.refusal import Refusal

SECONDS = 20.0  # for a server that doesn't answer
AT_ONCE = 2  # mails: whoever waits for a slow server holds a thread that others read the database with
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}

log = logging.getLogger(__name__)


class Mailer:
    """Sends mail, if the settings say how."""

    def __init__(self, smtp: str, sender: str, site: str) -> None:
        self._url = urlsplit(smtp)
        self._sender = sender
        self._turns = asyncio.Semaphore(AT_ONCE)
        self.site = site.rstrip("/")
        if smtp and (self._url.scheme not in PORTS or not self._url.hostname):
            raise Refusal("the setting smtp is not like smtp+starttls://user:password@mail.example:587")

    @property
    def is_on(self) -> bool:
        """Whether there are a server, a sender, and an address that links can lead to."""
        return bool(self._url.hostname and self._sender and self.site)

    async def send(self, address: str, subject: str, text: str) -> None:
        """Send a mail. That it failed is logged, without saying to whom: nobody who asked is told."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._sender, address, subject
        message["Message-ID"] = make_msgid(domain=urlsplit(self.site).hostname)
        message.set_content(text)
        try:
            async with self._turns:
                await asyncio.to_thread(_deliver, self._url, message)
        except (OSError, smtplib.SMTPException) as error:
            log.error("a mail could not be sent", extra={"error": type(error).__name__})


def _deliver(url: SplitResult, message: EmailMessage) -> None:
    host, port = url.hostname or "", url.port or PORTS[url.scheme]
    kind = smtplib.SMTP_SSL if url.scheme == "smtps" else smtplib.SMTP
    with kind(host, port, timeout=SECONDS) as server:
        if url.scheme == "smtp+starttls":
            server.starttls(context=ssl.create_default_context())
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
        server.send_message(message)
