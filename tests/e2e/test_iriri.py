import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor, box_of

MOST_ACTIONS = 60  # everybody lays twelve pieces at most and takes nine
ENDS = re.compile("You won!|You lost.|Draw.")
# Yellow pieces are neighbours only where the circle closes: the last one is small, the first one medium.
WRAPS = "MY-SB-MY-MB-SY-LB-LY-SB-MY-MB-SY-LB-LY-SB-MY-MB-SY-LB-LY-SB-LY-MB-LB-SY - SML/SML 0/0 Y place 0"


def layable(visitor: Visitor) -> Locator:
    return visitor.page.locator(".hand .may")


def takable(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-place]")


def something_to_do(visitor: Visitor) -> Locator:
    return layable(visitor).or_(takable(visitor))


def send(visitor: Visitor) -> Locator:
    return visitor.page.locator(".send")


def told(visitor: Visitor) -> Locator:
    return visitor.page.locator(".told")


def open_position(come: Any, position: str, **settings: Any) -> Visitor:
    visitor: Visitor = come("/new/iriri", **settings)
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill(position)
    visitor.page.get_by_role("button", name="Start game").click()
    return visitor


def lay_until_it_is_a_word(visitor: Visitor) -> None:
    while True:
        layable(visitor).first.click()
        visitor.page.locator(".cell").first.click()
        if send(visitor).is_enabled():
            return


def act_by_mouse(visitor: Visitor) -> None:
    before = visitor.moves()
    if layable(visitor).count():
        lay_until_it_is_a_word(visitor)
    else:
        takable(visitor).last.click()
    send(visitor).click()
    visitor.expect_more_than(before)


def test_a_whole_game_by_mouse(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Iriri")
    for _ in range(MOST_ACTIONS):
        if visitor.is_over(something_to_do(visitor)):
            break
        act_by_mouse(visitor)
    expect(visitor.result).to_have_text(ENDS)
    expect(visitor.page.get_by_role("img", name=re.compile(r"^(row|column) .*: \d+ points$")).first).to_be_visible()


def test_a_word_shows_its_arc_and_its_points_before_it_is_laid(come: Any) -> None:
    visitor = open_position(come, WRAPS)
    button = visitor.page.get_by_role
    expect(button("button", name="large yellow, doesn't fit anywhere")).to_be_visible()
    button("button", name="small yellow", exact=True).click()
    button("button", name="Place the small yellow piece on 0, 0").click()
    expect(send(visitor)).to_be_disabled()
    button("button", name="Take back").click()
    button("button", name="medium yellow", exact=True).click()
    button("button", name="Place the medium yellow piece on 1, 0").click()
    button("button", name="small yellow", exact=True).click()
    button("button", name="Place the small yellow piece on 0, 0").click()
    expect(send(visitor)).to_have_text("Place for 6½")
    expect(button("button", name="row small yellow, medium yellow: once in the dictionary")).to_be_visible()
    expect(visitor.page.locator(".arc")).to_have_count(1)
    expect(visitor.page.locator("li.in")).to_have_count(2)
    send(visitor).click()
    visitor.expect_told("6½ points")


def test_a_piece_is_dragged_to_a_lit_cell(come: Any) -> None:
    visitor = open_position(come, WRAPS)
    piece = visitor.page.get_by_role("button", name="small yellow", exact=True)
    piece.click()
    goal = box_of(visitor.page.get_by_role("button", name="Place the small yellow piece on 0, 0"))
    visitor.page.keyboard.press("Escape")
    start = box_of(piece)
    mouse = visitor.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    mouse.up()
    expect(visitor.page.get_by_role("button", name="Take the small yellow piece back from 0, 0")).to_be_visible()


def test_the_board_pans_zooms_and_fits_itself_again(come: Any) -> None:
    visitor = open_position(come, WRAPS)
    board = visitor.page.get_by_role("group", name=re.compile("^Board"))
    world = visitor.page.locator(".world")
    at_first = world.get_attribute("style")
    box = box_of(board)
    mouse = visitor.page.mouse
    mouse.move(box["x"] + 60, box["y"] + 60)
    mouse.down()
    mouse.move(box["x"] + 120, box["y"] + 90, steps=4)
    mouse.up()
    panned = world.get_attribute("style")
    mouse.wheel(0, 200)
    expect(world).not_to_have_attribute("style", panned)
    assert panned != at_first
    visitor.page.get_by_role("button", name="Show the whole board").click()
    expect(world).to_have_attribute("style", at_first)
    board.focus()
    visitor.page.keyboard.press("+")
    expect(world).not_to_have_attribute("style", at_first)


def test_a_cell_where_no_word_comes_about_says_why(come: Any) -> None:
    visitor = open_position(come, WRAPS)
    visitor.page.get_by_role("button", name="small yellow", exact=True).click()
    box = box_of(visitor.page.get_by_role("group", name=re.compile("^Board")))
    visitor.page.mouse.click(box["x"] + 12, box["y"] + 12)
    expect(visitor.page.get_by_role("alert")).to_contain_text("is too far from everything on the board")


def test_on_a_phone_the_dictionary_frames_the_board(come: Any) -> None:
    visitor = open_position(come, WRAPS, width=360, height=740)
    layable(visitor).first.wait_for()
    board = box_of(visitor.page.get_by_role("group", name=re.compile("^Board")))
    circle = visitor.page.get_by_role("list", name=re.compile("^Dictionary")).locator(".box")
    boxes = [box_of(circle.nth(i)) for i in range(circle.count())]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    assert min(box["x"] for box in boxes) < board["x"]
    assert max(box["y"] for box in boxes) > board["y"] + board["height"] / 2
    act_by_mouse(visitor)
    visitor.expect_told("points")
