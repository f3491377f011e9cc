"""Accounts in a real browser: with passwords, and with passkeys from Chromium's virtual authenticator."""

import json
import re
from typing import Any

from playwright.sync_api import CDPSession, Locator, expect

from tests.e2e.visitor import Visitor
from tests.server.conftest import Running

PASSWORD = "a long way down the Nile"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def named(server: Running) -> str:
    """The server by a host name: there are no passkeys for addresses."""
    return server.address.replace("127.0.0.1", "localhost")


def part(visitor: Visitor, heading: str) -> Locator:
    """A part of the page by its heading."""
    return visitor.page.locator(".panel", has=visitor.page.get_by_role("heading", name=heading))


def button(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("button", name=name, exact=True)


def read_codes(visitor: Visitor) -> list[str]:
    """The recovery codes that are shown once, noted down."""
    codes = part(visitor, "Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    found = codes.all_inner_texts()
    button(visitor, "I've saved them").click()
    return found


def make_account(visitor: Visitor, name: str, password: str = PASSWORD) -> list[str]:
    making = part(visitor, "Create an account")
    making.get_by_label("Name").fill(name)
    making.get_by_label("Password").fill(password)
    button(visitor, "Create with a password").click()
    return read_codes(visitor)


def sign_in(visitor: Visitor, name: str, secret: str, *, by_code: bool = False) -> None:
    signing = part(visitor, "Already have an account?")
    if by_code:
        signing.get_by_role("button", name="Use a recovery code").click()
    signing.get_by_label("Name").fill(name)
    signing.get_by_label("Recovery code" if by_code else "Password").fill(secret)
    signing.get_by_role("button", name="Sign in with a code" if by_code else "Sign in", exact=True).click()


def expect_signed_in(visitor: Visitor, name: str) -> None:
    expect(part(visitor, "Where you're signed in")).to_contain_text("this device")
    expect(visitor.page.get_by_role("button", name=f"You are {name}")).to_be_visible()


def give_authenticator(visitor: Visitor) -> tuple[CDPSession, str]:
    """A device that makes and keeps passkeys, and whose owner is always there."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, made["authenticatorId"]


def test_a_guest_becomes_an_account_during_a_game_and_goes_on_from_a_second_device(come: Any) -> None:
    anna = come()
    anna.play_bot("Senet")
    anna.page.locator(".man.may").first.wait_for()
    table = anna.page.url
    anna.page.get_by_role("button", name=re.compile("Change your name")).click()
    anna.page.get_by_role("link", name="Create an account or sign in").click()
    make_account(anna, "Hatshepsut")
    expect_signed_in(anna, "Hatshepsut")
    anna.page.goto(table)
    anna.page.locator(".man.may").first.wait_for()
    phone = come("/account", width=360)
    sign_in(phone, "hatshepsut", "not the password")
    expect(phone.page.get_by_role("alert")).to_contain_text("The name or the password is wrong")
    sign_in(phone, "hatshepsut", PASSWORD)
    expect_signed_in(phone, "Hatshepsut")
    phone.page.goto(table)
    phone.page.locator(".man.may").first.wait_for()
    phone.page.goto("/account")
    devices = part(phone, "Where you're signed in")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    devices.get_by_role("button", name="Sign out everywhere else").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    anna.page.goto("/account")
    expect(part(anna, "Create an account")).to_be_visible()


def test_a_lost_password_is_replaced_by_a_recovery_code(come: Any) -> None:
    codes = make_account(come("/account"), "Nefertiti")
    again = come("/account")
    sign_in(again, "Nefertiti", codes[0].upper(), by_code=True)
    expect_signed_in(again, "Nefertiti")
    expect(part(again, "Recovery codes")).to_contain_text("9 unused recovery codes.")
    again.page.get_by_label("New password").fill("another one for the road")
    button(again, "Change password").click()
    expect(again.page.get_by_role("status").filter(has_text="Signed out on 1 other device")).to_be_visible()
    third = come("/account")
    sign_in(third, "Nefertiti", "another one for the road")
    expect_signed_in(third, "Nefertiti")


def test_everything_is_taken_along_and_the_account_deleted(come: Any) -> None:
    anna = come("/account")
    make_account(anna, "Cleopatra")
    expect_signed_in(anna, "Cleopatra")
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download your data").click()
    assert json.loads(download.value.path().read_text())["user"][0]["name"] == "Cleopatra"
    button(anna, "Delete your account").click()
    button(anna, "Yes, delete my account").click()
    anna.page.wait_for_url("**/")
    expect(anna.page.get_by_role("button", name=re.compile("Change your name"))).not_to_contain_text("Cleopatra")
    anna.page.goto("/account")
    sign_in(anna, "Cleopatra", PASSWORD)
    expect(anna.page.get_by_role("alert")).to_contain_text("wrong")


def test_an_account_by_a_passkey_is_opened_by_it_on_another_device_and_keeps_its_last_way_in(
    come: Any, server: Running
) -> None:
    anna = come("/account", base_url=named(server))
    session, authenticator = give_authenticator(anna)
    part(anna, "Create an account").get_by_label("Name").fill("Tiye")
    button(anna, "Create with a passkey").click()
    read_codes(anna)
    expect_signed_in(anna, "Tiye")
    keys = part(anna, "Passkeys").get_by_role("listitem")
    expect(keys).to_have_count(1)
    keys.get_by_role("button", name="Remove").click()
    expect(anna.page.get_by_role("alert")).to_contain_text("only way into your account")
    (passkey,) = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]

    phone = come("/account", base_url=named(server), width=360)
    phones, phones_authenticator = give_authenticator(phone)
    phones.send("WebAuthn.addCredential", {"authenticatorId": phones_authenticator, "credential": passkey})
    button(phone, "Sign in with a passkey").click()
    expect_signed_in(phone, "Tiye")
    phone.page.get_by_label("New password").fill(PASSWORD)
    button(phone, "Set a password").click()
    expect(part(phone, "Change password")).to_be_visible()
    part(phone, "Passkeys").get_by_role("button", name="Remove").click()
    expect(part(phone, "Passkeys")).to_contain_text("None yet.")
    stranger = come("/account", base_url=named(server))
    sign_in(stranger, "Tiye", PASSWORD)
    expect_signed_in(stranger, "Tiye")


def test_where_a_page_has_no_host_name_there_are_passwords_only(come: Any) -> None:
    anna = come("/account")
    expect(part(anna, "Create an account")).to_contain_text("Passkeys need HTTPS and a host name")
    expect(button(anna, "Create with a passkey")).to_have_count(0)


def test_a_page_that_is_not_encrypted_warns_before_a_password_is_typed(come: Any) -> None:
    anna = come()
    anna.page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    anna.page.goto("/account")
    expect(anna.page.get_by_role("note")).to_contain_text("isn't encrypted")
