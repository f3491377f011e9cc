import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor, box_of

MOST_ACTIONS = 60  # fifteen placed, taken and put, and a choice for each joker
DOABLE = ".game .board button[tabindex='0']"
JOKER = (
    "take 0 1/0 0:0 joker,-,-,-,-,-,-,- 2c,3d,5h,7s,9c/4c,4d,6h,8s,Tc/Ah,Kh,Qh,Jh"
    " 2d,3c,5s,7h,9d/4h,4s,6c,8d,Td/Kc,Kd,Ks,Ad,Ac - - - taking=second"
)
PATIENCE = 60_000  # where nothing is compiled yet, a bot's first action takes its time


def doable(visitor: Visitor) -> Locator:
    """Open places, free blocks, hands with room, cards to choose from."""
    return visitor.page.locator(DOABLE)


def told(visitor: Visitor) -> Locator:
    return visitor.page.locator(".told")


def play_on(visitor: Visitor, by_keyboard: bool) -> None:
    for _ in range(MOST_ACTIONS):
        if visitor.is_over(doable(visitor)):
            return
        before = visitor.moves()
        if by_keyboard:
            expect(visitor.page.locator(f"{DOABLE}:focus")).to_have_count(1)
            visitor.page.keyboard.press("ArrowRight")
            visitor.page.keyboard.press("Enter")
        else:
            doable(visitor).first.click()
        visitor.expect_more_than(before)


def test_a_whole_game_by_mouse(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Pyramid Poker")
    play_on(visitor, by_keyboard=False)
    expect(visitor.result).to_be_visible()
    sheet = visitor.page.get_by_role("table")
    expect(sheet).to_contain_text("left")
    expect(sheet).to_contain_text("hands won")
    expect(visitor.page.locator(".hand .name.sure")).to_have_count(6)
    expect(visitor.page.locator(".hand.won").first).to_be_visible()


def test_a_whole_game_by_keyboard_on_a_phone(come: Any) -> None:
    visitor = come(width=360, height=740)
    visitor.play_bot("Pyramid Poker")
    doable(visitor).first.focus()
    play_on(visitor, by_keyboard=True)
    expect(visitor.result).to_be_visible()
    expect(visitor.page.get_by_role("table")).to_be_visible()


def test_a_block_is_dragged_to_its_place(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Pyramid Poker")
    place = visitor.page.get_by_role("button", name=re.compile(r"^Place .* on [a-h]1$")).first
    square = place.get_attribute("aria-label").split()[-1]
    start, goal = box_of(visitor.page.locator(".grip")), box_of(place)
    mouse = visitor.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    mouse.up()
    visitor.expect_told(re.compile(rf"{visitor.name} places .* on {square}"))


def test_who_takes_a_joker_chooses_one_of_three(come: Any) -> None:
    visitor = come("/new/pyramid_poker")
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill(JOKER)
    visitor.page.get_by_role("button", name="Start game").click()
    visitor.page.get_by_role("button", name=re.compile("^Take a1: a joker")).click()
    choices = visitor.page.get_by_role("button", name=re.compile("^Choose the "))
    expect(choices.first).to_be_visible()
    expect(visitor.page.get_by_text("It's a joker: choose one of these three.")).to_be_visible()
    choices.first.click()
    visitor.page.get_by_role("button", name=re.compile("to your right hand")).click()
    expect(visitor.result).to_be_visible()


def test_a_covered_block_says_why_it_stays(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Pyramid Poker")
    taking = visitor.page.get_by_role("button", name=re.compile(r"^Take [a-h]\d: "))
    for _ in range(20):
        doable(visitor).first.wait_for()
        if taking.count():
            break
        before = visitor.moves()
        doable(visitor).first.click()
        visitor.expect_more_than(before)
    visitor.page.locator(".over[tabindex='-1']").first.click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("You can't take")


def sit_down(visitor: Visitor, *seats: str) -> str:
    """Open a table where the first to say "Tut Tut" goes first, and go there; its address."""
    wish = {"game": "pyramid_poker", "seats": [{"who": seat} for seat in seats], "options": {"starter": "tut_tut"}}
    wait_until_known(visitor)
    table = visitor.page.request.post("/api/tables", data=wish).json()["id"]
    visitor.page.goto(f"/t/{table}")
    return f"/t/{table}"


def wait_until_known(visitor: Visitor) -> None:
    """Until the page has a name, and so a cookie: before, the server would not know who asks."""
    expect(visitor.page.get_by_role("button", name=re.compile("Change your name"))).to_be_visible()


def tut_tut(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile("^Tut Tut!"))


def test_the_first_to_press_tut_tut_goes_first(come: Any) -> None:
    """P-02: and neither of them is asked to confirm it."""
    anna, ben = come(), come()
    table = sit_down(anna, "me", "anybody")
    wait_until_known(ben)
    ben.page.request.post(f"/api/tables/{table.removeprefix('/t/')}/sit", data={"seat": None})
    ben.page.goto(table)
    expect(tut_tut(anna)).to_have_count(1)
    tut_tut(ben).click()
    for visitor in (anna, ben):
        visitor.expect_told(f'{ben.name} says "Tut Tut" first and goes first.')
        expect(tut_tut(visitor)).to_have_count(0)
    expect(doable(ben)).to_have_count(8)
    expect(doable(anna)).to_have_count(0)


@pytest.mark.parametrize("width", [340, 1100])
def test_two_people_at_one_device_have_a_button_each_and_a_curtain_between_turns(come: Any, width: int) -> None:
    """P-02, P-27: the first block is drawn behind the curtain too."""
    visitor = come(width=width, height=740)
    sit_down(visitor, "me", "me")
    expect(tut_tut(visitor)).to_have_text(["Tut Tut! (Lotus)", "Tut Tut! (Papyrus)"])
    boxes = [box_of(button) for button in tut_tut(visitor).all()]
    board = box_of(visitor.page.locator(".game .board"))
    for box in boxes:
        assert box["height"] >= 44
        assert board["x"] <= box["x"]
        assert box["x"] + box["width"] <= board["x"] + board["width"]
        assert board["y"] <= box["y"]
        assert box["y"] + box["height"] <= board["y"] + board["height"]
    lotus, papyrus = boxes  # beside each other, or Lotus, who is near, below
    assert lotus["x"] + lotus["width"] <= papyrus["x"] or papyrus["y"] + papyrus["height"] <= lotus["y"]
    tut_tut(visitor).nth(1).click()
    place_one_block(visitor, "Papyrus")
    place_one_block(visitor, "Lotus")
    expect(visitor.page.get_by_text("Papyrus, it's your turn.")).to_be_visible()


def place_one_block(visitor: Visitor, name: str) -> None:
    """Behind the curtain nothing can be seen or done; then a block is placed."""
    expect(visitor.page.get_by_text(f"{name}, it's your turn.")).to_be_visible()
    expect(visitor.page.locator(".game .block")).to_have_count(0)
    visitor.page.get_by_role("button", name="Show the board").click()
    expect(visitor.page.locator(".game .block").first).to_be_visible()
    visitor.page.get_by_role("button", name=re.compile(r"^Place .* on [a-h]1$")).first.click()
