"""Every route and message as nobody, a guest, another account, a moderator and the owner: as docs/permissions.md says.

No answer to others has the owner's e-mail address or anything that opens their account.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from argon2 import PasswordHasher
from litestar.routes import WebSocketRoute

from pyramidion.server.http import page
from pyramidion.server.people import passwords
from pyramidion.server.protocol.socket import Up
from pyramidion.server.settings import Settings
from tests.server.conftest import FAST, Running
from tests.server.people.people import PASSWORD, make_a_choice
from tests.server.people.rows import rows
from tests.server.people.test_moderation import with_moderator
from tests.server.people.test_results import resign
from tests.server.visitors import SECONDS, Page, Visitor

DOCS = Path(__file__).parents[3] / "docs" / "permissions.md"
ROLES = ("nobody", "guest", "other", "moderator", "owner")  # in this order: the owner may make an end of everything
ALLOWED = "✓"
SCOPES = ("read", "play")
NO_TOKEN = "—"
LOOK = {"position": "", "actions": []}
COURSE = {"game": "senet", "version": 1, "seats": 2, "options": {}, "events": []}
NEW_TABLE = {"game": "senet", "seats": [{"who": "me"}, {"who": "anybody"}]}
SEEK = {"game": "senet", "seats": 2}


class House:
    """A server with an owner, who has a table, a finished game, a passkey, an address; and with others."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.count = 0

    def someone(self, name: str) -> Visitor:
        """Somebody new with an account."""
        self.count += 1
        visitor = self.server.visitor()
        made = visitor.ask("POST", "/api/account", {"name": f"{name} {self.count}", "password": PASSWORD})
        visitor.codes = made["codes"]  # type: ignore[attr-defined]
        return visitor

    def write(self, query: str) -> None:
        self.server.run(self.server.services.database.write(lambda connection: connection.exec_driver_sql(query)))


class Scene:
    """Everybody for one route, and what stands in its address."""

    def __init__(self, house: House) -> None:
        server, owner = house.server, house.someone("Owner")
        self.house, self.owner = house, owner
        self.key = f"a2V5{house.count:04}"
        self.name = str(owner.ask("GET", "/api/me")["name"])
        self.address = f"owner{house.count}@secret.example"
        house.write(f"INSERT INTO emails VALUES ('{owner.user}', '{self.address}', 1)")
        house.write(f"INSERT INTO passkeys VALUES ('{self.key}', '{owner.user}', 'x', 0, 'phone', 1)")
        self.table = owner.create("iriri", "me", "anybody", "anybody", "anybody")
        (sign_in,) = rows(server, "SELECT id, secret_hash FROM sign_ins WHERE user = ?", owner.user)
        self.sign_in = sign_in["id"]
        made = {scope: owner.ask("POST", "/api/tokens", {"label": "x", "scopes": [scope]}) for scope in SCOPES}
        self.token, self.tokens = made["read"]["info"]["id"], {scope: str(one["token"]) for scope, one in made.items()}
        self.secrets = [self.address, sign_in["secret_hash"], *owner.http.cookies.values(), *self.tokens.values()]
        self.secrets += owner.codes  # type: ignore[attr-defined]
        self.secrets += [row["secret"] for row in rows(server, "SELECT secret FROM tables WHERE id = ?", self.table)]
        self.secrets += [row["password"] for row in rows(server, "SELECT password FROM accounts WHERE user = ?", owner.user)]
        self.people = {
            "nobody": httpx.Client(base_url=server.address, timeout=SECONDS),
            "guest": server.visitor().http,
            "other": house.someone("Other").http,
            "moderator": with_moderator(server, f"Judge {house.count}").http,
            "owner": owner.http,
        }

    @cached_property
    def over(self) -> str:
        """A game of the owner's that is over."""
        table = self.owner.create("senet", "me", "farmer")
        page = self.owner.arrive(table)
        page.wait_for("live")
        resign(page, 0)
        return table

    def close(self) -> None:
        self.people["nobody"].close()


Sample = tuple[str, Any]
"""The address that is asked, and what is sent."""


def sample(operation: str, scene: Scene, role: str) -> Sample:
    """A request as the owner would make it."""
    is_over = "{table_id}" in operation and not operation.endswith(("/sit", "/leave"))
    parts = {
        "{table_id}": scene.over if is_over else scene.table,
        "{name}": "senet" if "/games/{name}" in operation else scene.name,
        "{n}": "1",
        "{key}": scene.key,
        "{sign_in}": scene.sign_in,
        "{game}": "senet",
        "{number}": "1",
        "{seats}": "2",
        "{user}": scene.owner.user,
        "{report_id}": "1",
        "{access_id}": scene.token,
    }
    if "/puzzles/" in operation:
        parts["{game}"] = "river"
    path = operation.split(" ")[1]
    for part, value in parts.items():
        path = path.replace(part, value)
    path += QUERIES.get(operation.split("/")[-2], "") if "{n}" in operation else ""
    return path, json.loads(json.dumps(BODIES.get(operation)).replace("OWNER", scene.owner.user).replace("ROLE", role))


QUERIES = {"attempts": "?seat=0", "guesses": "?seat=0"}
BODIES: dict[str, Any] = {
    "PUT /api/me": {"name": "Renamed ROLE"},
    "POST /api/account": {"name": "Brand New", "password": PASSWORD},
    "PUT /api/account/password": {"password": "something else entirely"},
    "POST /api/account/passkey-options": {"name": "Anna"},
    "POST /api/account/passkeys": {"credential": "{}"},
    "PUT /api/account/email": {"address": "ROLE@example.org"},
    "POST /api/mail/confirm": {"token": "x"},
    "POST /api/sign-in": {"name": "Anna", "password": "wrong password"},
    "POST /api/sign-in/recovery": {"name": "Anna", "code": "wrong"},
    "POST /api/sign-in/passkey": {"credential": "{}"},
    "POST /api/sign-in/email": {"address": "new@example.org"},
    "POST /api/sign-in/link": {"token": "x"},
    "POST /api/tokens": {"label": "x", "scopes": ["read"]},
    "POST /api/tables/{table_id}/invite": {"user": "somebody"},
    "POST /api/tables/{table_id}/ready": {"salt_commitment": "0" * 64},
    "POST /api/tables/{table_id}/reveal": {"salt": "x" * 22},
    "POST /api/tables/{table_id}/act": {"n": 0, "seat": 0, "action": "1"},
    "POST /api/tables/{table_id}/slap": {"n": 0, "seat": 0, "reaction": 150.0},
    "POST /api/tables/{table_id}/resign": {"n": 0, "seat": 0},
    "POST /api/tables/{table_id}/chat": {"text": "hello"},
    "POST /api/tables/{table_id}/offer": {"n": 0, "wish": "rematch"},
    "POST /api/tables/{table_id}/decline": {"wish": "rematch"},
    "POST /api/tables/{table_id}/hint": {"n": 0, "seat": 0},
    "POST /api/tables": NEW_TABLE,
    "POST /api/tables/{table_id}/sit": {"seat": None},
    "POST /api/games/{name}/look": LOOK,
    "POST /api/verify/odds": COURSE,
    "POST /api/tables/{table_id}/attempts/{n}": {},
    "POST /api/puzzles/{game}/{number}": {},
    "POST /api/lab/survey": {"game": "senet", "games": 20},
    "POST /api/seek": SEEK,
    "POST /api/people/{name}/challenge": SEEK,
    "POST /api/reports": {"user": "OWNER", "reason": "other"},
    "POST /api/moderation/reports/{report_id}/close": {"reason": "done"},
    "POST /api/moderation/people/{user}": {"action": "mute", "reason": "rude"},
}
PREPARE: dict[str, Callable[[Scene], None]] = {
    "POST /api/seeks/{user}/take": lambda scene: scene.owner.ask("POST", "/api/seek", SEEK),
    "DELETE /api/challenges/{table_id}": lambda scene: scene.house.write(
        f"INSERT OR IGNORE INTO challenges VALUES ('{scene.over}', '{scene.owner.user}', 'x', 1)"
    ),
    "POST /api/moderation/reports/{report_id}/close": lambda scene: scene.house.write(
        f"INSERT OR IGNORE INTO reports VALUES (1, '{scene.owner.user}', '{scene.owner.user}', NULL, 'other', '', 1, NULL)"
    ),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all routes. Passwords are hashed cheaply: hundreds of accounts are made."""
    patch = pytest.MonkeyPatch()
    patch.setattr(passwords, "_hasher", lambda: PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    settings = {"database": str(tmp_path_factory.mktemp("permissions") / "house.sqlite"), **FAST}
    settings |= {"smtp": "smtp://127.0.0.1:9", "mail_from": "games@games.example", "site": "https://games.example"}
    running = Running(Settings(**settings)).start()
    yield House(running)
    running.stop()
    patch.undo()


def operations(house: House) -> list[str]:
    description = house.server.visitor().ask("GET", "/api/schema/openapi.json")
    described = [f"{method.upper()} {path}" for path, methods in description["paths"].items() for method in methods]
    return [*described, "GET /metrics"]


def test_no_route_is_missing_in_the_docs_nor_left_there_when_it_is_gone(house: House) -> None:
    """Also those that are not in the description of the interface, but for the page's own files and the description."""
    of_the_page = {path for handler in page.HANDLERS for path in handler.paths}
    found = set()
    for route in house.server.application.routes:
        path = re.sub(r":\w+}", "}", route.path)
        if not path.startswith("/api/schema") and route.path not in of_the_page:
            methods = {"SOCKET"} if isinstance(route, WebSocketRoute) else set(getattr(route, "methods", ())) - {"OPTIONS"}
            found |= {f"{method} {path}" for method in methods}
    assert found == {name for name in documented() if " " in name}


def documented() -> dict[str, list[str]]:
    """The table of the docs: for each route and message, who may."""
    lines = re.findall(r"^\| `([^`]+)` \|(.+)\|$", DOCS.read_text(), re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")][:-1] for name, cells in lines}


def ask_as_everybody(house: House, operation: str) -> list[str]:
    """What each role is answered, as the docs' table has it. Nobody else is told the owner's secrets."""
    scene = Scene(house)
    found = []
    for role in ROLES:
        if operation in PREPARE:
            PREPARE[operation](scene)
        method, (path, body) = operation.split(" ")[0], sample(operation, scene, role)
        answer, told = ask(scene.people[role], method, path, body)
        assert answer.status_code < 500, f"{operation} as {role}: {told}"
        assert role == "owner" or not any(secret in told for secret in scene.secrets), f"{operation} as {role}"
        found.append(ALLOWED if answer.is_success else str(answer.status_code))
    if operation.startswith("DELETE"):  # there may be nothing left of the owner
        scene.close()
        scene = Scene(house)
    found.append(scope_of(operation, scene))
    scene.close()
    return found


def ask(http: httpx.Client, method: str, path: str, body: Any) -> tuple[httpx.Response, str]:
    """The answer and all that is in it; of a stream the first line."""
    if not path.endswith("/stream"):
        answer = http.request(method, path, json=body)
        return answer, answer.text + str(answer.headers)
    with http.stream(method, path) as stream:
        return stream, next(stream.iter_lines()) + str(stream.headers)


def scope_of(operation: str, scene: Scene) -> str:
    """The least scope of a token that is good for a route; whether what is asked for can be done is another question."""
    method, (path, body) = operation.split(" ")[0], sample(operation, scene, "owner")
    for scope, token in scene.tokens.items():
        with httpx.Client(base_url=scene.house.server.address, headers={"Authorization": f"Bearer {token}"}) as http:
            answer, told = ask(http, method, path, body)
        if answer.status_code != 403 or json.loads(told.partition("Headers(")[0])["code"] != "wrong_scope":
            return scope
    return NO_TOKEN


def test_every_route_is_for_whom_the_docs_say_and_tells_nobody_elses_secrets(house: House) -> None:
    known = documented()
    found = {operation: ask_as_everybody(house, operation) for operation in operations(house)}
    wrong = {name: cells for name, cells in found.items() if known.get(name) != cells}
    assert not wrong, "\n".join(f"| `{name}` | {' | '.join(cells)} |" for name, cells in wrong.items())


def test_whatever_writes_is_refused_to_pages_of_other_sites(house: House) -> None:
    scene = Scene(house)
    for operation in operations(house):
        method, (path, body) = operation.split(" ")[0], sample(operation, scene, "owner")
        if method != "GET":
            headers = {"Origin": "https://evil.example"}
            answer = scene.owner.http.request(method, path, json=body, headers=headers)
            assert answer.status_code == 403, operation
    scene.close()


# Messages at a table

MESSAGES: dict[str, Any] = {
    "act": {"n": 0, "seat": 0, "action": "x"},
    "ready": {"salt_commitment": "0" * 64},
    "reveal": {"salt": "x" * 22},
    "resign": {"n": 0, "seat": 0},
    "offer": {"n": 0, "wish": "undo"},
    "decline": {"wish": "undo"},
    "resync": {"n": 0},
    "say": {"text": "hello"},
    "mute": {"user": "somebody", "on": True},
    "ask": {"n": 0, "seat": 0},
    "slap": {"n": 0, "seat": 0, "reaction": 150.0},
    "pong": {"t": 1.0},
}


def was_refused(page: Page, tag: str, fields: Any) -> str:
    """The code of the refusal of a message, if it was refused before the table came again."""
    page.say(tag, **fields)
    page.say("resync", n=0)
    while (message := json.loads(page.socket.recv(timeout=SECONDS)))["type"] != "sync":
        if message["type"] == "refused":
            return str(message["code"])
    return ALLOWED


def test_every_message_is_for_whom_the_docs_say(house: House) -> None:
    known, found = documented(), {}
    for tag, fields in MESSAGES.items():
        scene = Scene(house)
        table = scene.owner.create("senet", "me", "farmer")
        page = scene.owner.arrive(table)
        make_a_choice(page)
        now = {"n": page.sync["n"], "action": page.sync["legal"][0]["actions"][0]}
        fields = {name: now.get(name, value) for name, value in fields.items()}
        found[tag] = [was_refused(_page(scene, role, table), tag, fields) for role in ROLES]
        scene.close()
    wrong = {name: cells for name, cells in found.items() if known.get(name) != cells}
    assert not wrong, "\n".join(f"| `{name}` | {' | '.join(cells)} |" for name, cells in wrong.items())


def _page(scene: Scene, role: str, table: str) -> Page:
    """A table's page as somebody sees it."""
    visitor = Visitor(scene.house.server.address)
    scene.house.server.visitors.append(visitor)
    visitor.http.cookies.clear()
    for name, value in scene.people[role].cookies.items():
        visitor.http.cookies.set(name, value)
    return visitor.open(table)


def test_every_message_that_a_page_may_send_is_in_the_table() -> None:
    tags = {one.__struct_config__.tag for one in get_args(Up)}
    assert tags == set(MESSAGES)
