import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor

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
        before = told(visitor).count()
        if by_keyboard:
            expect(visitor.page.locator(f"{DOABLE}:focus")).to_have_count(1)
            visitor.page.keyboard.press("ArrowRight")
            visitor.page.keyboard.press("Enter")
        else:
            doable(visitor).first.click()
        expect(told(visitor)).not_to_have_count(before, timeout=PATIENCE)


def test_a_whole_game_by_mouse(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Pyramid Poker")
    play_on(visitor, by_keyboard=False)
    expect(visitor.result).to_be_visible()
    sheet = visitor.page.get_by_role("table")
    expect(sheet).to_contain_text("left")
    expect(sheet).to_contain_text("hands won")
    expect(visitor.page.locator(".hand .name.sure")).to_have_count(6)


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
    start, goal = visitor.page.locator(".grip").bounding_box(), place.bounding_box()
    mouse = visitor.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    mouse.up()
    visitor.expect_told(re.compile(rf"Lotus places .* on {square}"))


def test_who_takes_a_joker_chooses_one_of_three(come: Any) -> None:
    visitor = come("/new/pyramid_poker")
    visitor.page.get_by_text("Begin in a position").click()
    visitor.page.get_by_label("Begin in a position").fill(JOKER)
    visitor.page.get_by_role("button", name="Open the table").click()
    visitor.page.get_by_role("button", name=re.compile("^Take a1: a joker")).click()
    choices = visitor.page.get_by_role("button", name=re.compile("^Choose the "))
    expect(choices.first).to_be_visible()
    expect(visitor.page.get_by_text("It was a joker: choose one of these three.")).to_be_visible()
    choices.first.click()
    visitor.page.get_by_role("button", name=re.compile("into your right hand")).click()
    expect(visitor.result).to_be_visible()


def test_a_covered_block_says_why_it_stays(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Pyramid Poker")
    taking = visitor.page.get_by_role("button", name=re.compile(r"^Take [a-h]\d: "))
    for _ in range(20):
        doable(visitor).first.wait_for()
        if taking.count():
            break
        before = told(visitor).count()
        doable(visitor).first.click()
        expect(told(visitor)).not_to_have_count(before, timeout=PATIENCE)
    visitor.page.locator(".over[tabindex='-1']").first.click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("can't be taken under")
