"""People with accounts, for tests."""

from typing import Any

from tests.server.conftest import Running
from tests.server.visitors import Page, Visitor

PASSWORD = "a long way down the Nile"


def with_account(server: Running, name: str, password: str = PASSWORD) -> Visitor:
    """Somebody who has just made an account."""
    visitor = server.visitor()
    visitor.ask("POST", "/api/account", {"name": name, "password": password})
    return visitor


def sign_in(visitor: Visitor, name: str, password: str = PASSWORD, status: int | None = None) -> Any:
    """Sign in by a password."""
    return visitor.ask("POST", "/api/sign-in", {"name": name, "password": password}, status)


def me(visitor: Visitor) -> Any:
    return visitor.ask("GET", "/api/me")


def make_a_choice(page: Page) -> None:
    """Play until there was something to choose, which forced moves are not, and until it is one's turn again."""
    has_chosen = False
    while not has_chosen:
        assert page.wait_for_turn()
        has_chosen = len(page.sync["legal"][0]["actions"]) > 1
        page.act()
    assert page.wait_for_turn()
