"""Bots that are here can be invited to a table, by whoever sits there."""

import json
from typing import Any

from tests.server.conftest import Running
from tests.server.programs import Program


def test_a_bot_that_listens_is_here_and_is_told_of_an_invitation(server: Running) -> None:
    anna, owner = server.visitor(), server.visitor()
    bot = Program(owner, "bot")
    assert anna.ask("GET", "/api/programs") == []
    table = anna.create("senet", "me", "anybody")
    assert refused(anna.http, table, owner.user) == "That bot isn't here right now."
    with bot.http.stream("GET", "/api/me/stream") as stream:
        lines = stream.iter_lines()
        next(lines)  # a ping: it listens
        (here,) = anna.ask("GET", "/api/programs")
        assert here["user"] == owner.user
        anna.ask("POST", f"/api/tables/{table}/invite", {"user": owner.user})
        told = json.loads(next(lines))
        assert (told["type"], told["table"], told["game"]) == ("challenge", table, "senet")
        bot.ask("POST", f"/api/tables/{table}/sit", {})
        assert refused(anna.http, table, owner.user) == "All seats are taken."


def test_only_players_invite_and_only_bots_are_invited(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "anybody")
    assert refused(ben.http, table, ben.user) == "Only players can invite a bot."
    assert refused(anna.http, table, ben.user) == "That bot isn't here right now."


def refused(http: Any, table: str, user: str) -> str:
    return str(http.post(f"/api/tables/{table}/invite", json={"user": user}).json()["why"])
