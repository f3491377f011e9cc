"""Accounts by a password: becoming one, coming back, taking everything along, and going."""

import asyncio
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pyramidion.refusal import NotFound
from pyramidion.server.storage.accounts import Passkey
from pyramidion.server.storage.users import User
from tests.server.conftest import OpenServer, Running
from tests.server.people.people import PASSWORD, me, sign_in, with_account
from tests.server.people.rows import rows
from tests.server.people.test_results import resign, seat_two
from tests.server.test_doors import read_for_ever

# Becoming one


def test_a_guest_becomes_an_account_in_the_middle_of_a_game_and_plays_on(server: Running) -> None:
    anna, _, table, page, _ = seat_two(server)
    guest = me(anna)
    codes = anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})["codes"]
    assert len(set(codes)) == 10
    assert me(anna) == {"user": guest["user"], "name": "Anna", "is_account": True, "is_program": False}
    assert anna.ask("GET", f"/api/tables/{table}")["yours"] == [0]
    resign(page, 0)
    assert anna.open(table).sync["yours"] == [0]


def test_whoever_has_the_guests_cookie_is_nobody_once_there_is_an_account(server: Running) -> None:
    anna = server.visitor()
    old = dict(anna.http.cookies)
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    answer = httpx.get(f"{server.address}/api/me", cookies=old)
    assert answer.json()["user"] != anna.user
    assert httpx.get(f"{server.address}/api/account", cookies=old).status_code == 401


@pytest.mark.parametrize(
    "name", ["anna", "ANNA", "Ännä", "Аnnа", "А n n a", "Pharaoh", "Cones", "deleted", "a/b", "An\u200bna", "<b>", "!", "x"]
)
def test_a_name_is_one_persons_and_nothing_else_reads_like_it(server: Running, name: str) -> None:
    with_account(server, "Anna")
    ben = server.visitor()
    ben.ask("POST", "/api/account", {"name": name, "password": PASSWORD}, status=409)
    assert not me(ben)["is_account"]


@pytest.mark.parametrize(
    ("first", "second"), [("Bill1", "Bi11I"), ("modern", "modem"), ("соре", "cope"), ("Zoe_5", "Zoé 5")]
)
def test_names_that_look_alike_are_one_name(server: Running, first: str, second: str) -> None:
    with_account(server, first)
    server.visitor().ask("POST", "/api/account", {"name": second, "password": PASSWORD}, status=409)


def test_a_guest_can_not_be_called_what_an_account_is_called(server: Running) -> None:
    with_account(server, "Anna")
    server.visitor().ask("PUT", "/api/me", {"name": "Anna"}, status=409)


def test_an_account_can_be_renamed_and_the_old_name_is_free_again(server: Running) -> None:
    anna = with_account(server, "Anna")
    assert anna.ask("PUT", "/api/me", {"name": "Ann"})["name"] == "Ann"
    with_account(server, "Anna")
    anna.ask("PUT", "/api/me", {"name": "Anna"}, status=409)
    sign_in(server.visitor(), "Ann")


@pytest.mark.parametrize("password", ["", "short", "aaaaaaaaaa", "12345678", "password1", "Anna1234567", "Pyramidion"])
def test_a_password_that_is_guessed_first_is_refused(server: Running, password: str) -> None:
    anna = server.visitor()
    anna.ask("POST", "/api/account", {"name": "Anna", "password": password}, status=409)


def test_nobody_has_two_accounts(server: Running) -> None:
    anna = with_account(server, "Anna")
    anna.ask("POST", "/api/account", {"name": "Anna Two", "password": PASSWORD}, status=409)


def test_only_hashes_are_written(server: Running) -> None:
    anna = server.visitor()
    codes = anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})["codes"]
    secret = anna.http.cookies["pyramidion"].split(".")[0].removeprefix("~")
    written = str([rows(server, f"SELECT * FROM {name}") for name in ("accounts", "sign_ins", "recovery_codes", "tokens")])
    assert not any(text in written for text in (PASSWORD, secret, *codes))
    assert "$argon2id$" in written


# Coming back


def test_somebody_signs_in_on_another_device_and_has_the_same_games(server: Running) -> None:
    anna = with_account(server, "Anna")
    table = anna.create("senet", "me", "anybody")
    phone = server.visitor()
    assert sign_in(phone, "anna")["user"] == anna.user
    assert [one["id"] for one in phone.ask("GET", "/api/tables")["yours"]] == [table]


def test_nobody_learns_whether_a_name_has_an_account_or_a_password(server: Running) -> None:
    with_account(server, "Anna")
    ben = server.visitor()
    wrong = [sign_in(ben, name, "a wrong password", status=401) for name in ("Anna", "Nobody here")]
    assert wrong[0] == wrong[1]
    codes = [
        ben.ask("POST", "/api/sign-in/recovery", {"name": name, "code": "abcd-efgh-jkmn"}, 401)
        for name in ("Anna", "Nobody")
    ]
    assert codes[0] == codes[1]


def test_guessing_is_stopped_by_address_and_by_name(open_server: OpenServer) -> None:
    server = open_server(sign_in_burst=3.0, sign_in_rate=0.0001)
    ben = server.visitor()
    answers = [ben.http.post("/api/sign-in", json={"name": "Anna", "password": "x" * 9}).status_code for _ in range(4)]
    assert answers == [401, 401, 401, 429]
    accounts = server.services.accounts
    assert [accounts._by_name.take("anna") for _ in range(7)] == [True] * 6 + [False]


def test_a_recovery_code_opens_the_account_once_and_a_new_password_can_be_chosen(server: Running) -> None:
    anna = server.visitor()
    code = anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})["codes"][3]
    again = server.visitor()
    again.ask("POST", "/api/sign-in/recovery", {"name": "Anna", "code": code.upper().replace("-", " ")})
    assert me(again)["user"] == anna.user
    assert again.ask("GET", "/api/account")["codes_left"] == 9
    again.ask("PUT", "/api/account/password", {"password": "something else entirely"})
    server.visitor().ask("POST", "/api/sign-in/recovery", {"name": "Anna", "code": code}, status=401)
    sign_in(server.visitor(), "Anna", status=401)
    sign_in(server.visitor(), "Anna", "something else entirely")
    anna.ask("GET", "/api/account", status=401)


def test_new_recovery_codes_make_the_old_ones_void(server: Running) -> None:
    anna = server.visitor()
    old = anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})["codes"]
    new = anna.ask("POST", "/api/account/recovery-codes")["codes"]
    server.visitor().ask("POST", "/api/sign-in/recovery", {"name": "Anna", "code": old[0]}, status=401)
    server.visitor().ask("POST", "/api/sign-in/recovery", {"name": "Anna", "code": new[0]})


def test_a_password_is_the_same_however_a_keyboard_writes_its_accents(server: Running) -> None:
    with_account(server, "Anna", "une journe\u0301e au bord du Nil")
    sign_in(server.visitor(), "Anna", "une journ\u00e9e au bord du Nil")


# Where somebody is signed in


def test_sign_ins_are_listed_and_ended_one_by_one_or_all_others(server: Running) -> None:
    anna, phone, laptop = with_account(server, "Anna"), server.visitor(), server.visitor()
    for device in (phone, laptop):
        sign_in(device, "Anna")
    listed = anna.ask("GET", "/api/account")["sign_ins"]
    assert [one["is_this"] for one in listed].count(True) == len(listed) - 2 == 1
    phones = next(one["id"] for one in phone.ask("GET", "/api/account")["sign_ins"] if one["is_this"])
    anna.ask("DELETE", f"/api/account/sign-ins/{phones}")
    phone.ask("GET", "/api/account", status=401)
    laptop.ask("GET", "/api/account")
    assert anna.ask("DELETE", "/api/account/sign-ins") == {"count": 1}
    laptop.ask("GET", "/api/account", status=401)
    anna.ask("GET", "/api/account")


def test_nobody_ends_the_sign_ins_of_others(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), with_account(server, "Ben")
    (annas,) = anna.ask("GET", "/api/account")["sign_ins"]
    ben.ask("DELETE", f"/api/account/sign-ins/{annas['id']}", status=404)
    anna.ask("GET", "/api/account")


def test_the_tables_of_a_browser_that_is_signed_out_are_closed(server: Running) -> None:
    anna, phone = with_account(server, "Anna"), server.visitor()
    table = anna.create("senet", "me", "anybody")
    sign_in(phone, "Anna")
    page = phone.open(table)
    anna.ask("DELETE", "/api/account/sign-ins")
    with pytest.raises(ConnectionClosed, match="4401"):
        read_for_ever(page)


def test_who_signs_out_comes_back_as_a_new_guest(server: Running) -> None:
    anna = with_account(server, "Anna")
    cookie = dict(anna.http.cookies)
    anna.ask("POST", "/api/sign-out")
    assert me(anna)["user"] != anna.user
    assert httpx.get(f"{server.address}/api/account", cookies=cookie).status_code == 401


def test_what_opens_an_account_is_changed_only_by_who_has_just_shown_who_they_are(server: Running) -> None:
    anna = with_account(server, "Anna")
    anna.ask("GET", "/api/account")
    with_old_proof(server)
    for method, path, body in (
        ("PUT", "/api/account/password", {"password": "something else entirely"}),
        ("POST", "/api/account/recovery-codes", None),
        ("DELETE", "/api/account", None),
    ):
        assert anna.ask(method, path, body, status=403)["code"] == "prove_again"
    sign_in(anna, "Anna")
    assert len(anna.ask("GET", "/api/account")["sign_ins"]) == 1
    anna.ask("POST", "/api/account/recovery-codes")


def with_old_proof(server: Running) -> None:
    """As if everybody had signed in long ago."""
    kept = server.services.sign_ins._kept._kept
    for key, (read, kept_one) in kept.items():
        kept[key] = read, kept_one._replace(proved=0)


# Going


def test_everything_can_be_taken_along_in_one_file(server: Running) -> None:
    anna, ben, table, page, other = seat_two(server)
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    ben.ask("POST", "/api/account", {"name": "Ben", "password": PASSWORD})
    page.say("say", text="hello")
    page.read_until("said")
    other.say("say", text="not hers")
    resign(page, 0)
    anna.ask("PUT", "/api/friends/Ben")
    anna.ask("PUT", f"/api/blocks/{ben.user}")
    answer = anna.http.get("/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    file = answer.json()
    assert [one["text"] for one in file["messages"]] == ["hello"]
    assert [one["table_id"] for one in file["results"]] == [table]
    assert [one["kind"] for one in file["moves"]][-1:] == ["resign"]
    assert file["user"][0]["name"] == "Anna"
    assert (file["friends"][0]["friend"], file["blocks"][0]["blocked"]) == (ben.user, ben.user)
    assert not any(secret in answer.text for secret in ("argon2", "secret", "not hers"))


def test_the_moves_of_a_game_that_one_has_left_are_ones_own_alone(server: Running) -> None:
    anna, ben = server.visitor(), server.visitor()
    table = anna.create("iriri", "me", "anybody", "farmer")
    ben.sit(table)
    page, other = anna.arrive(table), ben.arrive(table)
    for one in (page, other):
        one.wait_for("live")
    seat = page.sync["yours"][0]
    anna.ask("POST", f"/api/tables/{table}/leave")
    while not rows(server, "SELECT * FROM events WHERE seat = ? AND kind = 'act'", seat):
        assert other.wait_for_turn()
        other.act()
    file = anna.ask("GET", "/api/account/export")
    assert [one["id"] for one in file["games"]] == [table]
    assert [one["kind"] for one in file["moves"]][-1] == "resign"


def test_a_deleted_account_leaves_its_games_under_another_name(server: Running) -> None:
    anna, ben, table, page, _ = seat_two(server)
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    page.say("say", text="hello")
    page.read_until("said")
    going_on = anna.create("senet", "me", "farmer")
    anna.arrive(going_on).wait_for("live")
    resign(page, 0)
    cookie = dict(anna.http.cookies)
    anna.ask("DELETE", "/api/account")
    review = ben.ask("GET", f"/api/tables/{table}/review")
    assert review["chairs"][0]["title"] == "deleted"
    assert ben.ask("GET", f"/api/tables/{going_on}")["chairs"][0]["title"] == "deleted"
    assert rows(server, "SELECT status FROM tables WHERE id = ?", going_on) == [{"status": "over"}]
    for name in ("accounts", "sign_ins", "recovery_codes", "remarks"):
        assert rows(server, f"SELECT * FROM {name}") == []
    assert httpx.get(f"{server.address}/api/account", cookies=cookie).status_code == 401
    sign_in(server.visitor(), "Anna", status=401)
    with_account(server, "Anna")


def test_a_deleted_account_is_not_named_where_it_has_left_a_game_that_goes_on(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), server.visitor()
    table = anna.create("iriri", "me", "anybody", "farmer")
    ben.sit(table)
    pages = [one.arrive(table) for one in (anna, ben)]
    for page in pages:
        page.wait_for("live")
    anna.ask("DELETE", "/api/account")
    assert "Anna" not in {chair["title"] for chair in ben.ask("GET", f"/api/tables/{table}")["chairs"]}
    assert rows(server, "SELECT * FROM seats WHERE title = 'Anna'") == []


def test_nothing_that_opens_an_account_is_written_once_it_is_deleted(server: Running) -> None:
    anna = with_account(server, "Anna")
    anna.ask("DELETE", "/api/account")
    accounts = server.services.accounts
    for change in (
        accounts.change_password(anna.user, "something else entirely"),
        accounts.renew_codes(anna.user),
        accounts.add_passkey(Passkey("key", anna.user, "x", 0, "phone", 1)),
    ):
        with pytest.raises(NotFound):
            server.run(change)
    assert rows(server, "SELECT * FROM recovery_codes") == rows(server, "SELECT * FROM passkeys") == []


def test_what_was_read_of_somebody_before_it_changed_is_not_remembered(server: Running) -> None:
    anna, users = server.visitor(), server.services.users

    async def change_while_reading() -> bool:
        users.forget(anna.user)
        reading = asyncio.ensure_future(users.name_of(anna.user))
        await asyncio.sleep(0)
        users.forget(anna.user)
        await reading
        return anna.user in users._known

    assert not server.run(change_while_reading())


def test_a_guest_who_becomes_an_account_meanwhile_is_not_renamed_by_a_guests_rules(server: Running) -> None:
    anna = with_account(server, "Anna")
    users = server.services.users
    users._known[anna.user] = User("Ibis 10", set())  # as it was a moment ago
    anna.ask("PUT", "/api/me", {"name": "An/na"}, status=409)
    assert rows(server, "SELECT name FROM users WHERE id = ?", anna.user) == [{"name": "Anna"}]


def test_the_cookie_of_a_guest_who_became_an_account_and_was_deleted_is_nobodys(server: Running) -> None:
    anna = server.visitor()
    old = dict(anna.http.cookies)
    anna.ask("POST", "/api/account", {"name": "Anna", "password": PASSWORD})
    anna.ask("DELETE", "/api/account")
    assert httpx.get(f"{server.address}/api/me", cookies=old).json()["user"] != anna.user


# Cookies


def test_cookies_are_for_https_alone_where_there_is_https(open_server: OpenServer, tmp_path: Path) -> None:
    plain, safe = open_server(), open_server(https=True, database=str(tmp_path / "other.sqlite"))
    assert "secure" not in httpx.get(f"{plain.address}/api/me").headers["set-cookie"].lower()
    cookie = httpx.get(f"{safe.address}/api/me").headers["set-cookie"].lower()
    assert all(word in cookie for word in ("secure", "httponly", "samesite=lax"))


def test_behind_a_trusted_proxy_the_cookie_is_for_https_if_the_proxy_speaks_it(open_server: OpenServer) -> None:
    server = open_server(trusted_proxies=("127.0.0.1",))
    answer = httpx.get(f"{server.address}/api/me", headers={"X-Forwarded-Proto": "https"})
    assert "secure" in answer.headers["set-cookie"].lower()


def test_accounts_are_still_there_after_a_restart(open_server: OpenServer) -> None:
    first = open_server()
    anna = with_account(first, "Anna")
    cookie = dict(anna.http.cookies)
    first.stop()
    second = open_server()
    assert httpx.get(f"{second.address}/api/me", cookies=cookie).json()["name"] == "Anna"
