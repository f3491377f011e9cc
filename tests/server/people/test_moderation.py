"""Blocking, reporting, and what moderators may do."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from websockets.exceptions import ConnectionClosed

from pyramidion.bots.levels import make
from pyramidion.cli import main
from pyramidion.games import find
from pyramidion.play import Play, load, new
from pyramidion.server.protocol.moderation import SanctionWish
from pyramidion.server.storage.events import Entry
from pyramidion.server.thinking.agreement import BEST, SEED, agrees
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import sign_in, with_account
from tests.server.people.rows import rows
from tests.server.people.test_opponents import pair_now, quiet, seek, table_of
from tests.server.people.test_profiles import put_rating
from tests.server.people.test_results import resign, seat_two
from tests.server.test_doors import read_for_ever
from tests.server.visitors import Visitor

__all__ = ["quiet"]  # a fixture


def with_moderator(server: Running, name: str = "Maat") -> Visitor:
    """A moderator, made one as somebody who runs the server would."""
    moderator = with_account(server, name)
    with closing(sqlite3.connect(server.settings.database)) as connection, connection:
        connection.execute("INSERT INTO moderators VALUES (?, 0)", [moderator.user])
    return moderator


# Blocking


def test_who_is_blocked_is_not_paired_with_who_blocked_them(quiet: Running) -> None:
    anna, ben, carl = quiet.visitor(), quiet.visitor(), quiet.visitor()
    anna.ask("PUT", f"/api/blocks/{ben.user}")
    seek(anna)
    seek(ben)
    pair_now(quiet)
    assert table_of(anna) is None
    ben.ask("POST", f"/api/seeks/{anna.user}/take", status=409)
    assert table_of(ben) is None
    seek(carl)
    pair_now(quiet)
    assert [table_of(one) is None for one in (anna, ben, carl)].count(True) == 1


def test_who_is_blocked_can_neither_challenge_nor_join_nor_be_heard(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), with_account(server, "Ben")
    anna.ask("PUT", f"/api/blocks/{ben.user}")
    assert anna.ask("GET", "/api/blocks") == [{"user": ben.user, "name": "Ben"}]
    ben.ask("POST", "/api/people/Anna/challenge", {"game": "senet", "seats": 2}, status=409)
    table = anna.create("senet", "me", "anybody")
    ben.ask("POST", f"/api/tables/{table}/sit", {"seat": None}, status=409)
    page, other = anna.open(table), ben.open(table)
    other.say("say", text="let me in")
    other.read_until("said")
    server.visitor().open(table).say("say", text="hello")
    assert page.read_until("said")["text"] == "hello"
    anna.ask("DELETE", f"/api/blocks/{ben.user}")
    ben.sit(table)


def test_nobody_blocks_themselves_or_somebody_who_is_not_there(server: Running) -> None:
    anna = server.visitor()
    anna.ask("PUT", f"/api/blocks/{anna.user}", status=409)
    anna.ask("PUT", "/api/blocks/nobody", status=404)


# Reports


def test_a_report_reaches_the_moderators_with_what_was_said(server: Running) -> None:
    moderator = with_moderator(server)
    anna, ben, table, page, _ = seat_two(server)
    page.say("say", text="something rude")
    page.read_until("said")
    ben.ask("POST", "/api/reports", {"user": anna.user, "reason": "chat", "text": "look", "table": table})
    (report,) = moderator.ask("GET", "/api/moderation/reports")
    assert (report["user"], report["reason"], report["text"]) == (anna.user, "chat", "look")
    assert [said["text"] for said in report["chat"]] == ["something rude"]
    moderator.ask("POST", f"/api/moderation/reports/{report['id']}/close", {"reason": "talked to them"})
    assert moderator.ask("GET", "/api/moderation/reports") == []
    moderator.ask("POST", f"/api/moderation/reports/{report['id']}/close", {"reason": "again"}, status=404)


def test_nobody_floods_the_moderators(server: Running) -> None:
    anna, ben, carl = server.visitor(), server.visitor(), server.visitor()
    wish = {"user": anna.user, "reason": "other"}
    answers = [one.http.post("/api/reports", json=wish).status_code for one in (ben, carl) * 3]
    assert answers == [200] * 5 + [429]


# Deciding


def test_who_is_muted_can_play_but_not_speak_and_every_action_is_logged(server: Running) -> None:
    moderator = with_moderator(server)
    anna, _, _, page, _ = seat_two(server)
    moderator.ask("POST", f"/api/moderation/people/{anna.user}", {"action": "mute", "reason": "rude"})
    page.say("say", text="hello")
    assert "muted you" in page.read_until("refused")["why"]
    moderator.ask("POST", f"/api/moderation/people/{anna.user}", {"action": "unmute", "reason": "sorry"})
    page.say("say", text="hello")
    page.read_until("said")
    log = moderator.ask("GET", "/api/moderation/log")
    assert [(line["moderator"], line["action"], line["reason"]) for line in log] == [
        ("Maat", "unmute", "sorry"),
        ("Maat", "mute", "rude"),
    ]


def test_a_closed_account_is_signed_out_and_stays_out_until_it_is_reopened(server: Running) -> None:
    moderator, anna = with_moderator(server), with_account(server, "Anna")
    put_rating(server, anna.user, 30.0, 4.0)
    assert [one["name"] for one in moderator.ask("GET", "/api/leaderboards/senet/2")["leaders"]] == ["Anna"]
    moderator.ask("POST", f"/api/moderation/people/{anna.user}", {"action": "close", "reason": "a program"})
    anna.ask("GET", "/api/account", status=401)
    sign_in(server.visitor(), "Anna", status=409)
    assert moderator.ask("GET", "/api/leaderboards/senet/2")["leaders"] == []
    moderator.ask("POST", f"/api/moderation/people/{anna.user}", {"action": "reopen", "reason": "a mistake"})
    sign_in(server.visitor(), "Anna")


def test_a_guest_who_is_sent_away_is_nobody(server: Running) -> None:
    moderator, guest = with_moderator(server), server.visitor()
    moderator.ask("POST", f"/api/moderation/people/{guest.user}", {"action": "close", "reason": "spam"})
    assert guest.ask("GET", "/api/me")["user"] != guest.user


def test_the_pages_of_a_guest_who_is_sent_away_are_closed(server: Running) -> None:
    moderator = with_moderator(server)
    anna, _, _, page, _ = seat_two(server)
    moderator.ask("POST", f"/api/moderation/people/{anna.user}", {"action": "close", "reason": "spam"})
    with pytest.raises(ConnectionClosed, match="4401"):
        read_for_ever(page)


def test_what_two_moderators_decide_at_once_both_holds(server: Running) -> None:
    moderator, guest = with_moderator(server), server.visitor()
    decide = server.services.moderation.decide

    async def both() -> None:
        wishes = SanctionWish("mute", "rude"), SanctionWish("close", "spam")
        await asyncio.gather(*(decide(moderator.user, guest.user, wish) for wish in wishes))

    server.run(both())
    (sanction,) = rows(server, "SELECT silenced_until > 0 AS muted, closed FROM sanctions")
    assert sanction == {"muted": 1, "closed": 1}


def test_moderators_see_how_often_somebody_agreed_with_the_best_bot_in_rated_games(server: Running) -> None:
    moderator = with_moderator(server)
    anna, ben, table, page, other = seat_two(server, rated=True)
    for _ in range(12):
        acting = next(one for one in (page, other) if one.may_act())
        acting.act()
        for one in (page, other):
            while one.sync["n"] < acting.sync["n"]:
                one.read_sync()
    resign(page, page.sync["yours"][0])
    address = f"/api/moderation/people/{anna.user}/agreements"
    (before,) = moderator.ask("GET", address)["games"]
    assert (before["table"], before["choices"], before["agreed"]) == (table, None, None)
    moderator.ask("POST", address)
    server.wait_until(lambda: not server.services.comparisons.is_busy(anna.user))
    (after,) = moderator.ask("GET", address)["games"]
    assert 0 <= after["agreed"] <= after["choices"]
    assert after["choices"] >= 1
    assert moderator.ask("GET", f"/api/moderation/people/{ben.user}/agreements")["games"][0]["choices"] is None
    anna.ask("GET", address, status=403)


class Course:
    """A game of which each position is kept."""

    def __init__(self) -> None:
        self.game = find("senet")
        self.log: list[Entry] = []
        self._positions: list[str] = []

    def at(self, n: int) -> Play:
        return load(self.game, self._positions[n])

    def play(self, moves: int, choose: Callable[[Play, int], int]) -> None:
        """Let each seat do what is chosen for it."""
        play = new(self.game, seed=5)
        for n in range(moves):
            (seat,) = play.actors()
            self._positions.append(play.dump())
            action = choose(play, seat)
            self.log.append(Entry(n, 0, seat, "act", play.encode(action, seat)))
            play.act(action, seat)


def test_who_does_what_the_best_bot_would_do_agrees_and_who_does_not_does_not() -> None:
    def best(play: Play, seat: int) -> int:
        return make(BEST, play.game, play.seats, seat, SEED).choose(play.observe(1 << seat))

    def other(play: Play, seat: int) -> int:
        return next((action for action in play.legal_actions(seat) if action != best(play, seat)), best(play, seat))

    for choose, expected in ((best, True), (other, False)):
        course = Course()
        course.play(4, choose)
        found = {agrees(course, entry.n) for entry in course.log}
        assert found - {None} == {expected}


def test_moderators_are_appointed_on_the_command_line(open_server: OpenServer) -> None:
    server = open_server()
    with_account(server, "Maat")
    server.stop()
    main(["moderators", "add", "maat", "--database", str(server.settings.database)])
    assert len(rows(server, "SELECT * FROM moderators")) == 1
    main(["moderators", "remove", "Maat", "--database", str(server.settings.database)])
    assert rows(server, "SELECT * FROM moderators") == []
