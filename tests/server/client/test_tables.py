"""Tables of a server from Python: the verbs of `Play`, over a connection that comes back."""

import asyncio
import threading
from contextlib import suppress

import pytest

import pyramidion
from pyramidion.client.rest import NoServer, NotDone
from pyramidion.client.sync import Table
from pyramidion.client.tables import connect_async, table_of
from pyramidion.games import GAMES
from pyramidion.refusal import Refusal
from tests.server.client.conftest import Come
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import PASSWORD
from tests.server.programs import Program


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"egyptian_war"}))
def test_a_whole_game_is_played_with_the_verbs_of_play(server: Running, come: Come, game: str) -> None:
    table = come(server).open(game, "me", "farmer")
    while table.wait_for_turn():
        assert set(table.actors()) & set(table.seats)
        event = table.act(table.legal()[0])
        assert event.seat in table.seats
    assert table.is_over
    assert len(table.scores()) == 2
    assert table.text()
    record = table.record()
    assert pyramidion.replay({name: record[name] for name in ("game", "version", "seats", "options", "events")}).is_over


def test_what_is_seen_is_what_play_shows(server: Running, come: Come) -> None:
    table = come(server).open("senet", "me", "me", seating="as_listed")
    assert table.wait_for_turn()
    play = server.session(table.id).table.playing
    seat = table.actors()[0]
    assert table.text() == play.text(seat)
    assert table.view() == play.view(seat)
    assert table.legal(seat) == play.legal(seat)
    assert table.actors() == play.actors()


def test_what_is_not_legal_is_refused_with_its_code_and_changes_nothing(server: Running, come: Come) -> None:
    table = come(server).open("senet", "me", "me")
    table.wait_for_turn()
    n = table.n
    with pytest.raises(NotDone, match=r"^'nonsense' isn't a move in Senet") as refused:
        table.act("nonsense")
    assert (refused.value.code, table.n) == ("not_an_action", n)
    table.act(table.legal()[0])


def play_on(table: Table) -> None:
    while table.wait_for_turn():
        with suppress(NotDone):
            table.act(table.legal()[-1])


def test_two_programs_play_and_iterate_over_the_same_events(server: Running, come: Come) -> None:
    first = come(server).open("iriri", "me", "anybody")
    second, heard = come(server).join(first.link), list[str]()
    others = [threading.Thread(target=play_on, args=(second,))]
    others.append(threading.Thread(target=lambda: heard.extend(event.told for event in second)))
    for other in others:
        other.start()
    play_on(first)
    for other in others:
        other.join()
    assert heard == [event.told for event in first]
    assert first.record() == second.record()


def test_a_table_survives_a_server_that_starts_again(open_server: OpenServer, come: Come) -> None:
    server = open_server()
    table = come(server).open("senet", "me", "farmer")
    for _ in range(3):
        table.wait_for_turn()
        table.act(table.legal()[0])
    port, before = int(server.address.rsplit(":", 1)[1]), len(table.events)
    server.stop()
    open_server(port=port)
    table.wait_for_turn()
    table.act(table.legal()[0])
    assert len(table.events) > before
    assert [event.n for event in table.events] == list(range(len(table.events)))


def test_an_action_that_was_said_to_a_server_that_died_is_done_once(open_server: OpenServer, come: Come) -> None:
    server = open_server()
    table = come(server).open("senet", "me", "me")
    table.wait_for_turn()
    port = int(server.address.rsplit(":", 1)[1])
    server.stop()
    n, legal = table.n, table.legal()
    acting = threading.Thread(target=table.act, args=(legal[0],))
    acting.start()
    again = open_server(port=port)
    acting.join()
    assert [entry.kind for entry in again.session(table.id).table.log[n:] if entry.seat < 8][:1] == ["act"]


def choose_once(table: Table) -> None:
    """Act until there was a choice: the dice may force moves, which can't be undone."""
    chose = False
    while not chose:
        table.wait_for_turn()
        chose = len(table.legal()) > 1
        table.act(table.legal()[0])


def test_people_chat_take_back_and_resign(server: Running, come: Come) -> None:
    anna = come(server)
    table = anna.open("senet", "me", "farmer", seating="as_listed")
    choose_once(table)
    table.say("Hello")
    assert table.said[-1]["text"] == "Hello"
    table.wait_for_turn()
    table.undo()
    assert table.events[-1].kind == "undo"
    table.resign()
    assert table.is_over
    assert table.ending


def test_a_hint_and_an_observation_are_what_the_seat_may_know(server: Running, come: Come) -> None:
    table = come(server).open("river", "me", "farmer", hands="hidden", seating="as_listed")
    table.wait_for_turn()
    assert table.hint().choices
    play = server.session(table.id).table.playing
    assert table.observation().tobytes() == play.observe(1).tobytes() != play.state.tobytes()


def test_who_comes_back_with_the_token_is_the_same(server: Running, come: Come) -> None:
    anna = come(server)
    again = pyramidion.connect(server.address, anna.token)
    assert (again.user, again.name) == (anna.user, anna.name)
    again.close()


def test_somebody_is_challenged_by_name_and_told_so(server: Running, come: Come) -> None:
    visitor = server.visitor()
    visitor.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    anna = pyramidion.connect(server.address, Program(visitor, "play").token)
    ben = come(server)
    table = ben.challenge("Anna", "senet")
    told = next(anna.news())
    assert (told["type"], told["table"]) == ("challenge", table.id)
    anna.join(told["table"])
    while (heard := table.heard) and table.status == "waiting":
        table.wait(heard)
    anna.close()


def test_a_table_that_is_not_there_is_refused(server: Running, come: Come) -> None:
    with pytest.raises(NotDone) as refused:
        come(server).join("nowhere")
    assert refused.value.code == "not_found"


def test_a_revoked_token_ends_what_it_opened(server: Running) -> None:
    visitor = server.visitor()
    program = Program(visitor, "play")
    anna = pyramidion.connect(server.address, program.token)
    table = anna.open("senet", "me", "anybody")
    visitor.ask("DELETE", f"/api/tokens/{program.id}")
    with pytest.raises(Refusal, match="revoked"):
        table.wait_for_turn()
    anna.close()


def test_where_nobody_answers_is_said() -> None:
    with pytest.raises(NoServer, match="no server answers at http://127"):
        pyramidion.connect("127.0.0.1:9")
    with pytest.raises(NoServer, match="isn't the address of a server"):
        pyramidion.connect("ftp://x")


@pytest.mark.parametrize("link", ["x-Y_1", "http://localhost:8000/t/x-Y_1", "https://a.example/t/x-Y_1?n=3#top"])
def test_a_link_and_an_id_lead_to_the_same_table(link: str) -> None:
    assert table_of(link) == "x-Y_1"


def test_the_same_is_done_with_await(server: Running) -> None:
    async def play() -> int:
        anna = await connect_async(server.address)
        table = await anna.open("senet", "me", "farmer")
        events = asyncio.create_task(_count(aiter(table)))
        while await table.wait_for_turn():
            await table.act(table.legal()[0])
        record = await table.record()
        assert record["table"] == table.id
        counted = await events
        await anna.close()
        return counted - len(table.events)

    assert asyncio.run(play()) == 0


async def _count(events: object) -> int:
    return len([event async for event in events])  # type: ignore[attr-defined]
