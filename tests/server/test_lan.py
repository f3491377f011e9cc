"""`pyramidion serve --lan`: friends in the same network are let in, and told where to go."""

import socket

import pytest

from pyramidion.cli import command_line
from pyramidion.server import lan
from pyramidion.server.http.gate import is_ours
from pyramidion.server.settings import Settings, settle
from tests.server.conftest import OpenServer


def settled(*flags: str) -> Settings:
    return settle(vars(command_line().parse_args(["serve", *flags])), {}, None)


def test_lan_listens_on_every_address_and_knows_the_names_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "thebes.home.example")
    settings = settled("--lan")
    assert settings.host == lan.EVERYWHERE
    assert is_ours("thebes:8000", settings)
    assert is_ours("Thebes.local:8000", settings)
    assert is_ours("192.168.1.7:8000", settings)
    assert not is_ours("evil.example", settings)


def test_lan_leaves_an_address_that_was_chosen_alone() -> None:
    assert settled("--lan", "--host", "192.168.1.7").host == "192.168.1.7"
    assert settled().host == "127.0.0.1"
    assert settled("--lan", "false").host == "127.0.0.1"


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("localhost", ""),
        ("192.168.1.7", "192.168.1.7"),
        ("games.example", "games.example"),
        ("0.0.0.0", "10.0.0.9"),
    ],
)
def test_others_are_told_the_address_by_which_they_reach_the_server(
    host: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lan, "lan_address", lambda: "10.0.0.9")
    assert lan.reachable_at(host) == address


def test_a_server_on_loopback_says_that_nobody_else_can_come(open_server: OpenServer) -> None:
    assert open_server().visitor().ask("GET", "/api/server")["address"] == ""


def test_an_invitation_says_who_invites_and_which_clock_there_is(open_server: OpenServer) -> None:
    server = open_server()
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "anybody", clock={"kind": "move", "seconds": 60})
    seen = ben.ask("GET", f"/api/tables/{table}")
    assert seen["host"] == anna.ask("GET", "/api/me")["name"]
    assert seen["clock"] == {"kind": "move", "seconds": 60, "increment": 0}
