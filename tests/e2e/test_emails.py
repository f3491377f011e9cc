"""Getting back in by e-mail, in a real browser and through a real mail server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from pyramidion.server.runner import listen
from pyramidion.server.settings import Settings
from tests.e2e.test_accounts import expect_signed_in, make_account, part
from tests.server.conftest import FAST, Running
from tests.server.people.post_office import PostOffice, post_office


@pytest.fixture
def office_and_server(tmp_path: Path) -> Iterator[tuple[PostOffice, Running]]:
    """A server that sends mail with links to itself."""
    with listen(Settings(port=0)) as free:
        port = free.getsockname()[1]
    with post_office() as (office, smtp):
        settings: dict[str, Any] = {**FAST, "port": port, "database": str(tmp_path / "house.sqlite"), "smtp": smtp}
        settings |= {"mail_from": "games@games.example", "site": f"http://127.0.0.1:{port}"}
        running = Running(Settings(**settings)).start()
        yield office, running
        running.stop()


def test_an_address_is_confirmed_and_gets_its_owner_back_in(
    come: Any, office_and_server: tuple[PostOffice, Running]
) -> None:
    office, server = office_and_server
    anna = come("/account", base_url=server.address)
    make_account(anna, "Merneith")
    part(anna, "E-mail").get_by_label("E-mail address").fill("merneith@example.org")
    anna.page.get_by_role("button", name="Send confirmation link").click()
    expect(part(anna, "E-mail")).to_contain_text("We sent a link to merneith@example.org")
    anna.page.goto(office.link(1))
    anna.page.get_by_role("button", name="Confirm").click()
    expect(anna.page.get_by_role("status")).to_contain_text("Your e-mail address is confirmed.")
    again = come("/account", base_url=server.address)
    again.page.get_by_text("Sign in by e-mail").click()
    again.page.get_by_label("E-mail address").fill("merneith@example.org")
    again.page.get_by_role("button", name="Send link").click()
    again.page.goto(office.link(2))
    again.page.get_by_role("button", name="Sign in").click()
    expect_signed_in(again, "Merneith")
