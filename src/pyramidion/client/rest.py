"""Requests to a server, and its refusals as ours."""

import asyncio
import json
import urllib.error
import urllib.request
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from pyramidion.refusal import Refusal
from pyramidion.version import __version__

Json = dict[str, Any]  # what a server says

SECONDS = 60.0  # a game may have to be compiled first
TRIES = 8  # while a server starts again
PAUSE = 0.25  # seconds before the first of them; each is twice as long


class NotDone(Refusal):
    """What the server refused, with its own code."""

    def __init__(self, why: str, code: str) -> None:
        super().__init__(why)
        self.code = code


class NoServer(Refusal):
    """Nobody answers there."""

    code = "no_server"


class Rest:
    """A server's REST interface, for somebody with a token or a cookie."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise NoServer(f"{url!r} isn't the address of a server: write it like http://localhost:8000")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        """What every request and handshake carries."""
        agent = {"User-Agent": f"pyramidion/{__version__}"}
        return agent | ({"Authorization": f"Bearer {self.token}"} if self.token else {})

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """A request, and its answer. What only looks is tried again while nobody answers: a server may be starting."""
        tries = TRIES if method == "GET" else 1
        for number in range(tries - 1):
            with suppress(NoServer):
                return await asyncio.to_thread(self._ask, method, path, body)
            await asyncio.sleep(PAUSE * 2**number)
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: object) -> Any:
        answer, _ = self.ask_now(method, path, body, self.headers)
        return answer

    def ask_now(self, method: str, path: str, body: object, headers: dict[str, str]) -> tuple[Any, str]:
        """A request, its answer, and the cookie that came with it."""
        data = None if body is None else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        request = urllib.request.Request(self.address + path, data, {**headers, **kind}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                cookie = (response.headers.get("Set-Cookie") or "").partition(";")[0]
                return json.loads(response.read() or b"null"), cookie
        except urllib.error.HTTPError as error:
            raise refusal(error.code, error.read()) from None
        except OSError as error:
            raise NoServer(f"no server answers at {self.address}: {error}") from error

    def become_guest(self, scope: str) -> None:
        """Come for the first time: as a guest, with a token for this."""
        _, cookie = self.ask_now("GET", "/api/me", None, self.headers)
        wish = {"label": "Python", "scopes": [scope]}
        made, _ = self.ask_now("POST", "/api/tokens", wish, {**self.headers, "Cookie": cookie})
        self.token = made["token"]


def refusal(status: int, body: bytes) -> NotDone:
    """What a server has refused, and why."""
    try:
        said = json.loads(body)
        return NotDone(said["why"], said["code"])
    except (ValueError, KeyError, TypeError):
        return NotDone(f"the server answered {status}", "refused")
