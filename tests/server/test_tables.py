"""Tables: who may sit, look, speak and leave."""

import asyncio
from typing import Any

import pytest

import pyramidion
from pyramidion.game import Illegal
from tests.server.conftest import OpenServer, Running
from tests.server.visitors import Page, Visitor


def live_table(server: Running, game: str = "senet", *seats: str, **more: Any) -> tuple[str, Visitor, Visitor, Page, Page]:
    """A table of two people whose pages are open."""
    anna, ben = server.visitor(), server.visitor()
    table = anna.create(game, *(seats or ("me", "anybody")), **more)
    ben.sit(table)
    pages = anna.arrive(table), ben.arrive(table)
    for page in pages:
        page.wait_for("live")
    return table, anna, ben, *pages


def mover_and_other(first: Page, second: Page) -> tuple[Page, Page]:
    return (first, second) if first.may_act() else (second, first)


def test_games_are_described_with_their_options(server: Running) -> None:
    games = {game["name"]: game for game in server.visitor().ask("GET", "/api/games")}
    pieces = next(option for option in games["senet"]["options"] if option["name"] == "pieces")
    assert pieces["default"] in [choice["value"] for choice in pieces["choices"]]
    assert all(option["explanation"] for game in games.values() for option in game["options"])


def test_a_guest_gets_a_name_and_keeps_it(server: Running) -> None:
    anna = server.visitor()
    assert anna.ask("GET", "/api/me")["user"] == anna.user
    assert anna.ask("PUT", "/api/me", {"name": "  Anna  of Thebes "})["name"] == "Anna of Thebes"
    assert anna.ask("GET", "/api/me")["name"] == "Anna of Thebes"


def test_a_cookie_that_we_did_not_sign_is_nobodys(server: Running) -> None:
    anna = server.visitor()
    forged = Visitor(server.address)
    server.visitors.append(forged)
    value = anna.http.cookies["pyramidion"]
    forged.http.cookies.clear()
    forged.http.cookies.set("pyramidion", value[:-1] + ("0" if value[-1] != "0" else "1"))
    assert "aren't signed in" in forged.ask("PUT", "/api/me", {"name": "Anna"}, status=401)["why"]


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"game": "chess", "seats": [{"who": "me"}]}, "There is no game 'chess'"),
        ({"game": "senet", "seats": [{"who": "me"}]}, "Senet is for 2 players, not 1"),
        ({"game": "senet", "seats": [{"who": "me"}, {"who": "bot", "level": "god"}]}, "There is no bot 'god'"),
        ({"game": "senet", "seats": [{"who": "me"}, {"who": "me"}], "options": {"peices": 7}}, "did you mean 'pieces'?"),
        ({"game": "senet", "seats": [{"who": "me"}, {"who": "me"}], "position": "nonsense"}, ""),
        ({"game": "senet", "seats": [{"who": "me"}, {"who": "me"}], "colour": "red"}, "colour"),
    ],
)
def test_a_bad_wish_is_refused_with_a_sentence(server: Running, wish: dict[str, Any], why: str) -> None:
    status = 400 if "colour" in wish else 409  # what is not as it should be, and what can't be done
    assert why in server.visitor().ask("POST", "/api/tables", wish, status=status)["why"]


def test_a_table_by_link_is_in_nobodys_list_and_a_listed_one_is_in_everybodys(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    hidden, listed = anna.create("senet", "me", "anybody"), anna.create("senet", "me", "anybody", listed=True)
    assert [table["id"] for table in ben.ask("GET", "/api/tables")["waiting"]] == [listed]
    assert {table["id"] for table in anna.ask("GET", "/api/tables")["yours"]} == {hidden, listed}
    assert ben.ask("GET", f"/api/tables/{hidden}")["status"] == "waiting"


def test_a_seat_belongs_to_its_user(server: Running) -> None:
    table, _, _, first, second = live_table(server)
    mover, other = mover_and_other(first, second)
    seat = mover.sync["legal"][0]["seat"]
    other.say("act", n=other.sync["n"], seat=seat, action=mover.sync["legal"][0]["actions"][0])
    assert other.read_until("refused")["why"] == "That isn't your seat."
    assert server.visitor().ask("POST", f"/api/tables/{table}/sit", {"seat": 0}, status=409)["why"].startswith("All seats")


def test_an_illegal_action_is_refused_with_the_rules_sentence_and_changes_nothing(server: Running) -> None:
    _, _, _, first, second = live_table(server)
    mover, _ = mover_and_other(first, second)
    refused = mover.act("1-30", mover.sync["legal"][0]["seat"])
    assert refused["type"] == "refused"
    assert refused["n"] == mover.sync["n"]
    assert len(refused["why"]) > 20


def test_a_resent_action_is_done_once(server: Running) -> None:
    _, _, _, first, second = live_table(server)
    mover, _ = mover_and_other(first, second)
    n, legal = mover.sync["n"], mover.sync["legal"][0]
    for _ in range(2):
        mover.say("act", n=n, seat=legal["seat"], action=legal["actions"][0])
    after = mover.read_sync()["n"]
    assert "look again" in mover.read_until("refused")["why"]
    assert mover.read_sync()["n"] == after
    assert [event["seat"] for event in mover.events[n:]].count(legal["seat"]) == 1


def test_two_tabs_of_one_user_both_work(server: Running) -> None:
    table, anna, _, first, second = live_table(server)
    tab = anna.open(table)
    assert tab.sync["yours"] == first.sync["yours"]
    mover = tab if tab.may_act() else second
    assert mover.act()["type"] == "sync"
    first.read_sync()
    while first.sync["n"] < mover.sync["n"]:
        first.read_sync()
    assert first.sync["view"] == (tab if mover is tab else first).sync["view"]


def test_an_onlooker_sees_the_public_view_and_everything_after_the_end(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("pyramid_poker", "me", "anybody")
    ben.sit(table)
    first, second = anna.arrive(table), ben.arrive(table)
    onlooker = server.visitor().open(table)
    while onlooker.sync["n"] < 20:
        for page in (first, second):
            while page.sync["n"] < max(first.sync["n"], second.sync["n"]) or page.sync["status"] == "waiting":
                page.read_sync()
        mover, _ = mover_and_other(first, second)
        mover.act()
        while onlooker.sync["n"] < mover.sync["n"]:
            onlooker.read_sync()
    assert onlooker.sync["yours"] == []
    assert onlooker.sync["legal"] == []
    faces = [place["face"] for place in onlooker.sync["view"]["places"] if place["faces"] is not None]
    assert set(faces) == {None}
    onlooker.say("act", n=onlooker.sync["n"], seat=0, action="place g1")
    assert "isn't your seat" in onlooker.read_until("refused")["why"]
    while first.sync["n"] < onlooker.sync["n"]:
        first.read_sync()
    first.say("resign", n=first.sync["n"], seat=0)
    onlooker.wait_for("over")
    faces = [place["face"] for place in onlooker.sync["view"]["places"] if place["faces"] is not None]
    assert None not in faces


def test_people_are_reminded_of_their_last_games_and_of_nobody_elses(server: Running) -> None:
    table, anna, ben, first, second = live_table(server)
    assert anna.ask("GET", "/api/tables")["over"] == []
    first.say("resign", n=first.sync["n"], seat=0)
    second.wait_for("over")
    (mine,), (bens,) = (person.ask("GET", "/api/tables")["over"] for person in (anna, ben))
    assert (mine["id"], mine["game"], mine["yours"], mine["scores"]) == (table, "senet", [0], [0.0, 1.0])
    assert (bens["id"], bens["yours"]) == (table, [1])
    assert mine["titles"] == [chair["title"] for chair in first.sync["chairs"]]
    assert server.visitor().ask("GET", "/api/tables")["over"] == []


def test_resigning_ends_a_game_of_two(server: Running) -> None:
    _, _, _, first, second = live_table(server)
    first.say("resign", n=first.sync["n"], seat=0)
    second.wait_for("over")
    assert second.sync["scores"] == [0.0, 1.0]
    assert "resigned" in second.sync["ending"]


def test_who_leaves_before_the_game_frees_the_seat(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "anybody")
    ben.sit(table)
    ben.ask("POST", f"/api/tables/{table}/leave")
    chairs = anna.ask("GET", f"/api/tables/{table}")["chairs"]
    assert [chair["user"] for chair in chairs] == [anna.user, None]


def test_who_leaves_twice_at_once_has_left_once(server: Running) -> None:
    table, anna, *_ = live_table(server, "iriri", "me", "anybody", "farmer")
    session = server.session(table)

    async def leave_twice() -> list[BaseException | None]:
        async with session.lock:  # something else is being written
            leaving = [asyncio.create_task(session.depart(anna.user)) for _ in range(2)]
            await asyncio.sleep(0)
        return await asyncio.gather(*leaving, return_exceptions=True)

    first, second = server.run(leave_twice())
    assert first is None
    assert isinstance(second, Illegal)


def test_a_rematch_carries_everybody_along_and_somebody_else_begins(server: Running) -> None:
    _, anna, ben, first, second = live_table(server)
    first.say("resign", n=first.sync["n"], seat=0)
    second.wait_for("over")
    first.wait_for("over")
    first.say("offer", wish="rematch", n=first.sync["n"])
    while not second.sync["wishes"].get("rematch"):
        second.read_sync()
    assert second.sync["again"] is None
    second.say("offer", wish="rematch", n=second.sync["n"])
    while not second.sync["again"]:
        second.read_sync()
    chairs = anna.ask("GET", f"/api/tables/{second.sync['again']}")["chairs"]
    assert [chair["user"] for chair in chairs] == [ben.user, anna.user]


def test_a_rematch_that_is_asked_for_on_two_pages_at_once_is_one_table(server: Running) -> None:
    anna = server.visitor()
    table = anna.create("senet", "me", "farmer")
    pages = anna.arrive(table), anna.open(table)
    for page in pages:
        page.wait_for("live")
    pages[0].say("resign", n=pages[0].sync["n"], seat=0)
    for page in pages:
        page.wait_for("over")
    for page in pages:
        page.say("offer", wish="rematch", n=page.sync["n"])
    for page in pages:
        page.say("say", text="Once more!")
        page.read_until("said")  # so its wish was heard
    assert len(anna.ask("GET", "/api/tables")["yours"]) == 1


def test_remarks_reach_everybody_but_those_who_muted(server: Running) -> None:
    table, anna, ben, first, second = live_table(server)
    first.say("say", text="  Good   luck! ")
    assert second.read_until("said")["text"] == "Good luck!"
    second.say("mute", user=anna.user, on=True)
    second.say("say", text="Thanks")
    second.read_until("said")
    first.say("say", text="Are you there?")
    first.read_until("said")
    second.say("say", text="Yes")
    assert second.read_until("said")["text"] == "Yes"
    late = ben.open(table)
    assert late.read_until("said")["text"] == "Thanks"


def test_a_remark_that_is_too_long_is_refused(server: Running) -> None:
    _, _, _, first, _ = live_table(server)
    first.say("say", text="x" * 281)
    assert "length" in first.read_until("refused")["why"]


def test_two_people_on_one_device_see_what_the_seat_to_act_sees(server: Running) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("pyramid_poker", "me", "me"))
    page.wait_for("live")
    for _ in range(12):
        seat = page.sync["legal"][0]["seat"]
        known = {place["faces"] for place in page.sync["view"]["places"] if place["face"]}
        assert known <= {seat}
        page.act()


def test_a_game_can_begin_in_a_position(server: Running) -> None:
    anna = server.visitor()
    play = pyramidion.new("senet", seed=3)
    table = anna.create("senet", "me", "me", position=play.dump())
    page = anna.arrive(table)
    page.wait_for("live")
    assert page.sync["n"] == 0
    assert page.sync["legal"][0]["actions"] == play.legal()


def test_one_can_look_back_but_sees_no_more_than_one_saw(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("pyramid_poker", "me", "anybody")
    ben.sit(table)
    pages = [anna.arrive(table), ben.arrive(table)]
    for page in pages:
        page.wait_for("live")
    seen = {}
    for _ in range(10):
        mover = next(page for page in pages if page.may_act())
        mover.act()
        for page in pages:
            while page.sync["n"] < mover.sync["n"]:
                page.read_sync()
        seen[pages[0].sync["n"]] = pages[0].sync["view"]
    *earlier, _now = seen
    for n in earlier:
        past = anna.ask("GET", f"/api/tables/{table}/at/{n}")
        assert past["view"] | {"moves": []} == seen[n] | {"moves": []}


def test_what_may_be_done_now_is_told_in_words_to_who_may_do_it(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "farmer")
    page = anna.arrive(table)
    page.wait_for_turn()
    n = page.sync["n"]
    (told,) = anna.ask("GET", f"/api/tables/{table}/at/{n}")["legal"]
    assert told["seat"] == 0
    assert [move["action"] for move in told["moves"]] == page.sync["legal"][0]["actions"]
    assert all(move["told"].startswith("Cones ") for move in told["moves"])
    assert anna.ask("GET", f"/api/tables/{table}/at/{n - 1}")["legal"] == []
    assert ben.ask("GET", f"/api/tables/{table}/at/{n}")["legal"] == []


def test_a_hint_tells_the_chances_of_every_action(server: Running) -> None:
    anna = server.visitor()
    page = anna.arrive(anna.create("senet", "me", "farmer"))
    page.wait_for_turn()
    page.say("ask", n=page.sync["n"], seat=0)
    hint = page.read_until("hint")
    assert {choice["action"] for choice in hint["choices"]} == set(page.sync["legal"][0]["actions"])
    assert all(0 <= choice["win"] <= 1 for choice in hint["choices"])


def test_between_people_there_are_no_hints_unless_the_table_was_opened_with_them(server: Running) -> None:
    *_, first, second = live_table(server)
    mover, _ = mover_and_other(first, second)
    assert not first.sync["hints"]
    assert not second.sync["hints"]
    mover.say("ask", n=mover.sync["n"], seat=mover.sync["yours"][0])
    assert "without hints" in mover.read_until("refused")["why"]


def test_everybody_is_told_of_hints_and_a_rematch_has_them_too(server: Running) -> None:
    table, anna, ben, first, second = live_table(server, hints=True)
    mover, _ = mover_and_other(first, second)
    assert first.sync["hints"]
    assert second.sync["hints"]
    assert ben.ask("GET", f"/api/tables/{table}")["hints"]
    mover.say("ask", n=mover.sync["n"], seat=mover.sync["yours"][0])
    assert mover.read_until("hint")["choices"]
    first.say("resign", n=first.sync["n"], seat=first.sync["yours"][0])
    for page in (first, second):
        page.wait_for("over")
        page.say("offer", wish="rematch", n=page.sync["n"])
    while not first.sync["again"]:
        first.read()
    assert anna.ask("GET", f"/api/tables/{first.sync['again']}")["hints"]


def test_a_bot_holds_the_seat_of_somebody_who_left_and_gives_it_back(open_server: OpenServer) -> None:
    server = open_server(grace=0.2)
    table, anna, _, first, second = live_table(server)
    first.close()
    anna.pages.remove(first)
    while not second.sync["chairs"][0]["bot"]:
        second.read_sync()
    assert second.sync["chairs"][0]["user"] == anna.user
    back = anna.open(table)
    while back.sync["chairs"][0]["bot"]:
        back.read_sync()
    if back.may_act():
        assert back.act()["type"] == "sync"


def test_when_everybody_has_left_nobody_plays_on_for_them(open_server: OpenServer) -> None:
    server = open_server(grace=1.0)
    table, anna, _, first, second = live_table(server)
    presence = server.session(table).presence
    n = first.sync["n"]
    first.close()
    server.wait_until(lambda: bool(presence._away))
    second.close()
    server.wait_until(lambda: not presence.connections and not presence._away)
    anna.pages.remove(first)
    back = anna.open(table)
    assert [chair["bot"] for chair in back.sync["chairs"]] == [None, None]
    assert back.sync["n"] == n
    while not back.sync["chairs"][1]["bot"]:  # now somebody waits
        back.read_sync()


def test_everything_is_there_again_after_a_restart_and_bots_move_on(open_server: OpenServer) -> None:
    server = open_server(bot_pace=0.3)
    anna = server.visitor()
    table = anna.create("senet", "me", "farmer")
    page = anna.arrive(table)
    page.wait_for_turn()
    page.act()
    before = page.sync
    cookies = dict(anna.http.cookies)
    server.stop()
    server = open_server()
    anna = server.visitor()
    anna.http.cookies.clear()
    for name, value in cookies.items():
        anna.http.cookies.set(name, value)
    page = anna.open(table, before["n"])
    assert page.sync["n"] >= before["n"]
    assert page.wait_for_turn()


def test_everybody_hears_how_many_look_on_and_nobody_who(server: Running) -> None:
    table, _, _, first, second = live_table(server)
    assert first.sync["looking_on"] == 0
    carl, dora = server.visitor(), server.visitor()
    pages = [carl.open(table), carl.open(table), dora.open(table)]
    assert [page.sync["looking_on"] for page in pages] == [1, 1, 2]
    for page in (first, second, *pages):
        while page.sync["looking_on"] != 2:
            page.read_sync()
    assert not {carl.user, dora.user} & {chair["user"] for chair in first.sync["chairs"]}
    assert carl.user not in str(first.sync)
    pages[0].close()  # he still has the other page
    pages[2].close()
    while first.sync["looking_on"] != 1:
        first.read_sync()


def test_pages_without_a_cookie_look_on_one_by_one(server: Running) -> None:
    table, _, _, first, _ = live_table(server)
    stranger = server.visitor()
    stranger.http.cookies.clear()
    pages = [stranger.open(table), stranger.open(table)]
    assert pages[1].sync["looking_on"] == 2
    pages[0].close()
    pages[1].read_sync()
    while first.sync["looking_on"] != 1:
        first.read_sync()


def test_who_takes_a_seat_no_longer_looks_on(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("senet", "me", "anybody")
    page, other = anna.open(table), ben.open(table)
    assert other.sync["looking_on"] == 1
    ben.sit(table)
    while page.sync["looking_on"] or page.sync["chairs"][1]["user"] != ben.user:
        page.read_sync()


def test_the_turn_is_told_to_each_in_their_own_words(server: Running) -> None:
    _, _, _, first, second = live_table(server)
    mover, other = mover_and_other(first, second)
    assert mover.sync["turn"] == "Your turn."
    assert other.sync["turn"].endswith("'s turn.")
