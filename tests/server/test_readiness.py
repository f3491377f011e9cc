"""Salts are committed to before any is revealed: nobody chooses theirs to suit the others', not even with the secret."""

import json
import secrets
from typing import Any

from pyramidion.server.fairness.dice import outcome, salt_commitment, verify
from pyramidion.server.storage.events import Entry
from pyramidion.server.tables.table import Table
from tests.server.conftest import Running
from tests.server.visitors import Page, Visitor

LIMIT, THROWS, BEST = 16, 6, 4  # what a cheat wants: the first six numbers below sixteen in the best quarter
TRIES = 200_000  # luck that comes once in 4,096 tries


def suits(secret: str, salts: list[str]) -> bool:
    return all(outcome(secret, salts, n, LIMIT) < BEST for n in range(THROWS))


def grind(secret: str, salt: str) -> str:
    """A salt for the second seat that suits it, beside the first seat's."""
    wanted = (f"{'x' * 16}{number:08}" for number in range(TRIES))
    return next(own for own in wanted if suits(secret, [salt, own]))


def table_of(server: Running, table: str) -> Table:
    return server.session(table).table


def two_at_a_table(server: Running) -> tuple[str, Visitor, Visitor]:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "anybody")
    ben.sit(table)
    return table, anna, ben


def commit(page: Page, salt: str) -> None:
    page.say("ready", salt_commitment=salt_commitment(salt))
    while salt_commitment(salt) not in page.sync["salt_commitments"]:
        page.read_sync()


def test_the_last_salt_could_once_be_chosen_by_who_knows_the_secret() -> None:
    """What is prevented: with the secret and the first salt, a few thousand tries make the dice whatever one likes."""
    secret, salt = "5a" * 32, "annas-salt-that-she-has-told"
    assert suits(secret, [salt, grind(secret, salt)])


def test_who_knows_the_secret_can_no_longer_choose_the_dice(server: Running) -> None:
    table, anna, ben = two_at_a_table(server)
    her_page, his_page = anna.arrive(table), ben.open(table)
    secret = table_of(server, table).meta.secret  # he runs the server
    server.wait_until(lambda: bool(table_of_loaded(server, table).meta.seats[0].salt_commitment))
    assert table_of(server, table).meta.seats[0].salt is None, "before he has committed, not even the server has her salt"

    commit(his_page, secrets.token_hex(16))
    server.wait_until(lambda: bool(table_of_loaded(server, table).meta.seats[0].salt))
    hers = table_of(server, table).meta.seats[0].salt or ""
    ground = grind(secret, hers)
    his_page.say("reveal", salt=ground)
    assert his_page.read_until("refused")["code"] == "illegal"

    his_page.say("ready", salt_commitment=salt_commitment(ground))  # he commits anew: her salt is void
    server.wait_until(lambda: bool(table_of_loaded(server, table).meta.seats[0].salt))
    his_page.say("reveal", salt=ground)
    her_page.wait_for("live")
    salts = table_of(server, table).salts
    assert salts[0] not in ("", hers)
    assert salts[1] == ground


def table_of_loaded(server: Running, table: str) -> Table:
    """For the server's own loop: it has been loaded."""
    return server.services.registry.sessions[table].table


def test_nobody_is_told_a_salt_before_the_game_is_over(server: Running) -> None:
    table, anna, ben = two_at_a_table(server)
    watching = server.visitor().open(table)
    her_page, his_page = anna.arrive(table), ben.arrive(table)
    told: list[Any] = []
    for page in (her_page, his_page, watching):
        while page.sync["status"] != "live":
            told.append(page.read())
    salts = [salt for salt in table_of(server, table).salts if salt]
    assert len(salts) == 2
    assert not [salt for salt in salts if salt in json.dumps(told)]
    her_page.say("resign", n=her_page.sync["n"], seat=0)
    her_page.wait_for("over")
    record = anna.ask("GET", f"/api/tables/{table}/record")
    assert record["fairness"]["salts"] == salts
    assert record["fairness"]["salt_commitments"] == [salt_commitment(salt) for salt in salts]
    assert verify(record) > 0


def test_a_salt_is_not_taken_before_everybody_has_committed(server: Running) -> None:
    table, anna, ben = two_at_a_table(server)
    page, salt = anna.open(table), secrets.token_hex(16)
    commit(page, salt)
    page.say("reveal", salt=salt)
    assert page.read_until("refused")["code"] == "illegal"
    assert table_of(server, table).meta.seats[0].salt is None
    ben.open(table).get_ready()
    while not all(page.sync["salt_commitments"]):
        page.read_sync()
    page.say("reveal", salt=salt)
    page.wait_for("live")


def test_the_table_waits_for_who_has_not_come_and_then_for_who_has_not_revealed(server: Running) -> None:
    table, anna, ben = two_at_a_table(server)
    page, salt = anna.open(table), secrets.token_hex(16)
    commit(page, salt)
    hers, his = (chair["title"] for chair in page.sync["chairs"])
    assert page.sync["turn"] == f"Waiting for {his}."
    ben.arrive(table)
    while page.sync["turn"] != f"Waiting for {hers}.":
        page.read_sync()
    assert all(page.sync["salt_commitments"])


def test_somebody_who_comes_after_salts_were_revealed_makes_them_void(server: Running) -> None:
    anna, ben, cleo = (server.visitor() for _ in range(3))
    table = anna.create("senet", "me", "anybody")
    ben.sit(table)
    her_page, his_page = anna.arrive(table), ben.open(table)
    commit(his_page, secrets.token_hex(16))  # and never reveals it
    server.wait_until(lambda: bool(table_of_loaded(server, table).meta.seats[0].salt))
    revealed = table_of(server, table).meta.seats[0].salt
    ben.ask("POST", f"/api/tables/{table}/leave")
    cleo.sit(table)
    cleo.arrive(table)
    her_page.wait_for("live")
    assert revealed not in table_of(server, table).salts


def test_a_table_where_one_person_sits_begins_with_what_one_page_says(server: Running) -> None:
    anna = server.visitor()
    for seats in (("me", "me"), ("me", "farmer")):
        page, salt = anna.open(anna.create("senet", *seats)), secrets.token_hex(16)
        page.say("ready", salt_commitment=salt_commitment(salt))
        page.say("reveal", salt=salt)
        page.wait_for("live")


def test_a_page_of_an_earlier_version_is_told_that_it_can_not_get_ready(server: Running) -> None:
    anna = server.visitor()
    page = anna.open(anna.create("senet", "me", "farmer"))
    page.say("ready", salt="a-salt-without-a-commitment")
    assert page.read_until("refused")["code"] == "not_a_message"
    assert page.sync["status"] == "waiting"


def test_a_salt_that_was_given_to_an_earlier_version_counts_for_nothing(server: Running) -> None:
    table, anna, ben = two_at_a_table(server)
    session = server.session(table)

    def give_salt() -> list[Entry]:
        session.table.meta.seats[0].salt = "old-salt"
        return []

    server.run(session.change(give_salt))
    ben.arrive(table)
    anna.arrive(table).wait_for("live")
    assert "old-salt" not in table_of(server, table).salts
