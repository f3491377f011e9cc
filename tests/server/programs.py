"""Programs for tests: they come with a token, over plain HTTP."""

import json
from collections.abc import Generator
from typing import Any

import httpx

from tests.server.visitors import SECONDS, Visitor


class Program:
    """Something that plays for a visitor."""

    def __init__(self, visitor: Visitor, *scopes: str) -> None:
        made = visitor.ask("POST", "/api/tokens", {"label": "a test", "scopes": list(scopes)})
        self.token, self.id = str(made["token"]), str(made["info"]["id"])
        self.user = visitor.user
        headers = {"Authorization": f"Bearer {self.token}"}
        self.http = httpx.Client(base_url=visitor.address, timeout=SECONDS, headers=headers)
        visitor.pages.append(self)

    def ask(self, method: str, path: str, body: Any = None, status: int | None = None) -> Any:
        """A request; the JSON of the answer."""
        response = self.http.request(method, path, json=body)
        assert response.is_success if status is None else response.status_code == status, response.text
        return response.json()

    def listen(self, path: str) -> Generator[dict[str, Any], None, None]:
        """The lines of a stream but for pings; the stream is closed when this is."""
        with self.http.stream("GET", path) as response:
            assert response.status_code == 200, response.read()
            for line in response.iter_lines():
                if (message := json.loads(line))["type"] != "ping":
                    yield message

    def close(self) -> None:
        self.http.close()
