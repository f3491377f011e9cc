"""E-mail addresses: given by choice, confirmed by a link, and good for getting back in."""

from collections.abc import Iterator

import pytest

from tests.server.conftest import OpenServer, Running
from tests.server.people.people import me, with_account
from tests.server.people.post_office import PostOffice, post_office
from tests.server.people.rows import rows
from tests.server.visitors import Visitor

ADDRESS = "anna@example.org"


@pytest.fixture
def office_and_server(open_server: OpenServer) -> Iterator[tuple[PostOffice, Running]]:
    with post_office() as (office, smtp):
        yield office, open_server(smtp=smtp, mail_from="games@games.example", site="https://games.example/")


def token_of(link: str) -> str:
    return link.partition("#")[2]


def confirmed(office: PostOffice, server: Running, name: str = "Anna") -> Visitor:
    """Somebody with an address that is confirmed."""
    anna, before = with_account(server, name), len(office.mails)
    anna.ask("PUT", "/api/account/email", {"address": ADDRESS})
    server.visitor().ask("POST", "/api/mail/confirm", {"token": token_of(office.link(before + 1))})
    return anna


def test_an_address_is_confirmed_by_a_link_and_signs_its_owner_in(office_and_server: tuple[PostOffice, Running]) -> None:
    office, server = office_and_server
    anna = with_account(server, "Anna")
    anna.ask("PUT", "/api/account/email", {"address": ADDRESS})
    link = office.link(1)
    assert link.startswith("https://games.example/mail/confirm#")
    assert office.mails[0]["To"] == ADDRESS
    assert not anna.ask("GET", "/api/account")["is_confirmed"]
    server.visitor().ask("POST", "/api/mail/confirm", {"token": token_of(link)})
    assert anna.ask("GET", "/api/account")["is_confirmed"]

    again = server.visitor()
    again.ask("POST", "/api/sign-in/email", {"address": ADDRESS})
    token = token_of(office.link(2))
    again.ask("POST", "/api/sign-in/link", {"token": token})
    assert me(again)["user"] == anna.user
    server.visitor().ask("POST", "/api/sign-in/link", {"token": token}, status=401)


def test_no_mail_goes_to_an_address_that_is_not_confirmed_and_nobody_is_told(
    office_and_server: tuple[PostOffice, Running],
) -> None:
    office, server = office_and_server
    anna = with_account(server, "Anna")
    anna.ask("PUT", "/api/account/email", {"address": ADDRESS})
    office.wait_for(1)
    ben = server.visitor()
    answers = [ben.ask("POST", "/api/sign-in/email", {"address": one}) for one in (ADDRESS, "nobody@example.org")]
    assert answers[0] == answers[1]
    confirmed(office, server, "Ben")
    ben.ask("POST", "/api/sign-in/email", {"address": ADDRESS})
    assert "Hello Ben" in str(office.wait_for(3))


def test_a_link_for_one_thing_is_none_for_another(office_and_server: tuple[PostOffice, Running]) -> None:
    office, server = office_and_server
    anna = with_account(server, "Anna")
    anna.ask("PUT", "/api/account/email", {"address": ADDRESS})
    token = token_of(office.link(1))
    server.visitor().ask("POST", "/api/sign-in/link", {"token": token}, status=401)


def test_the_link_of_an_address_that_was_taken_back_does_nothing(office_and_server: tuple[PostOffice, Running]) -> None:
    office, server = office_and_server
    anna = with_account(server, "Anna")
    anna.ask("PUT", "/api/account/email", {"address": ADDRESS})
    anna.ask("DELETE", "/api/account/email")
    server.visitor().ask("POST", "/api/mail/confirm", {"token": token_of(office.link(1))}, status=401)
    assert rows(server, "SELECT * FROM emails") == []


def test_nobody_is_flooded_with_mail(office_and_server: tuple[PostOffice, Running]) -> None:
    _, server = office_and_server
    anna = with_account(server, "Anna")
    answers = [anna.http.put("/api/account/email", json={"address": ADDRESS}).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


def test_whoever_has_confirmed_an_address_is_told_when_what_opens_their_account_changes(
    office_and_server: tuple[PostOffice, Running],
) -> None:
    office, server = office_and_server
    anna = confirmed(office, server)
    anna.ask("PUT", "/api/account/password", {"password": "something else entirely"})
    assert "Your password was changed" in str(office.wait_for(2))
    anna.ask("POST", "/api/account/recovery-codes")
    assert "New recovery codes" in str(office.wait_for(3))
    anna.ask("PUT", "/api/account/email", {"address": "ann@example.org"})
    office.wait_for(5)
    assert {mail["To"] for mail in office.mails[3:]} == {ADDRESS, "ann@example.org"}
    ben = with_account(server, "Ben")
    ben.ask("PUT", "/api/account/email", {"address": "ben@example.org"})
    office.wait_for(6)
    ben.ask("DELETE", "/api/account")
    anna.ask("DELETE", "/api/account")
    assert len(office.mails) == 6


def test_nobody_learns_from_refusals_who_gets_links(office_and_server: tuple[PostOffice, Running]) -> None:
    office, server = office_and_server
    confirmed(office, server)
    ben = with_account(server, "Ben")
    for _ in range(3):
        ben.ask("POST", "/api/sign-in/email", {"address": ADDRESS})
    office.wait_for(4)
    ben.ask("PUT", "/api/account/email", {"address": ADDRESS})


def test_an_address_is_the_same_however_its_letters_are_typed(office_and_server: tuple[PostOffice, Running]) -> None:
    office, server = office_and_server
    confirmed(office, server)
    server.visitor().ask("POST", "/api/sign-in/email", {"address": " Anna@Example.ORG "})
    assert office.wait_for(2)["To"] == ADDRESS


@pytest.mark.parametrize(
    "address", ["änna@example.org", "anna", "a@b", "a@b.c\nBcc: x@y.org", "a b@c.de", "<a@b.cd>", "a@b.c, d@e.fg"]
)
def test_what_is_no_address_is_refused(office_and_server: tuple[PostOffice, Running], address: str) -> None:
    _, server = office_and_server
    with_account(server, "Anna").ask("PUT", "/api/account/email", {"address": address}, status=409)


def test_without_a_mail_server_nobody_is_asked_for_an_address(server: Running) -> None:
    anna = with_account(server, "Anna")
    anna.ask("PUT", "/api/account/email", {"address": ADDRESS}, status=409)
    assert not anna.ask("GET", "/api/server")["sends_mail"]


def test_a_mail_server_that_is_away_harms_nobody(open_server: OpenServer) -> None:
    server = open_server(smtp="smtp://127.0.0.1:9", mail_from="games@games.example", site="https://games.example")
    with_account(server, "Anna").ask("PUT", "/api/account/email", {"address": ADDRESS})
