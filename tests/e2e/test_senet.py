import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor, box_of

MOST_MOVES = 400  # a game of Senet has some sixty a side


def movable(visitor: Visitor) -> Locator:
    return visitor.page.locator(".man.may")


def throw(visitor: Visitor) -> None:
    """Throw the sticks, if they wait for that."""
    sticks = visitor.page.get_by_role("button", name="Throw the sticks")
    if not visitor.is_over(movable(visitor).or_(sticks)) and sticks.is_visible():
        sticks.click()


def move(visitor: Visitor) -> None:
    """Choose the foremost piece that may move, and let it go."""
    piece = movable(visitor).last
    before = visitor.moves()
    piece.click()
    expect(piece).to_have_attribute("aria-pressed", "true")
    piece.click()
    visitor.expect_more_than(before)


def test_a_whole_game_by_mouse(come: Any) -> None:
    visitor = come(by_hand=True)
    visitor.play_bot("Senet")
    for _ in range(MOST_MOVES):
        throw(visitor)
        if visitor.is_over(movable(visitor)):
            break
        move(visitor)
    expect(visitor.result).to_have_text(re.compile("You won!|You lost."))
    expect(visitor.page.locator(".count", has_text="5 / 5")).to_have_count(1)
    expect(visitor.page.locator("circle.won")).to_have_count(1)  # around the last piece that went off
    expect(visitor.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_piece_is_dragged_to_its_goal(come: Any) -> None:
    visitor = come(width=1200)
    visitor.play_bot("Senet")
    piece = movable(visitor).last
    start = box_of(piece)
    piece.click()
    goal = box_of(visitor.page.locator(".goal").first)
    visitor.page.keyboard.press("Escape")
    before = visitor.moves()
    mouse = visitor.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    mouse.up()
    visitor.expect_more_than(before)


def test_a_piece_that_bounces_back_to_its_own_square_stays_and_another_may_go(come: Any) -> None:
    visitor = come("/new/senet")
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill("10/2c7/7cr1 c 1 - 9 null_bounce=yes")
    visitor.page.get_by_role("button", name="Start game").click()
    movable(visitor).first.wait_for()
    move(visitor)
    expect(visitor.page.locator(".told").last).to_contain_text("it stays on 28")
    expect(movable(visitor)).to_have_count(1)
    expect(visitor.page.get_by_role("button", name="Skip what's left")).to_be_visible()


def test_a_piece_that_may_not_move_says_why(come: Any) -> None:
    visitor = come("/new/senet")
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill("rcrcrcrcrc/10/10 c 2 - 1")
    visitor.page.get_by_role("button", name="Start game").click()
    movable(visitor).first.wait_for()
    visitor.page.get_by_role("img", name="Cone on 2", exact=True).click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("4")
    assert visitor.page.locator(".told").count() == 0


HEADLINES = """() => {
  const line = document.querySelector("div.turn strong");
  window.headlines = [line.textContent];
  new MutationObserver(() => headlines.push(line.textContent)).observe(line, { characterData: true, subtree: true });
}"""


def test_the_headline_says_who_is_moving_until_one_can_act(come: Any) -> None:
    visitor = come("/new/senet", reduced_motion="no-preference")
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill("rcrcrcrcrc/10/10 c 2 - 1")
    visitor.page.get_by_role("button", name="Start game").click()
    movable(visitor).first.wait_for()
    visitor.page.evaluate(HEADLINES)
    move(visitor)
    movable(visitor).first.wait_for()
    expect(visitor.page.locator("div.turn")).to_contain_text("Your turn")
    told = visitor.page.evaluate("headlines")
    moving = next(at for at, line in enumerate(told) if line.endswith(" is moving…"))
    assert any(line.startswith("Your turn") for line in told[moving:])
    assert any(line.endswith(" is thinking…") for line in told[:moving])


def test_a_throw_by_hand_is_told_only_after_it_is_made(come: Any) -> None:
    visitor = come(by_hand=True)
    visitor.play_bot("Senet")
    sticks = visitor.page.get_by_role("button", name="Throw the sticks")
    sticks.wait_for()
    expect(visitor.page.locator("div.turn")).to_contain_text("Your turn")
    expect(movable(visitor)).to_have_count(0)
    before = visitor.page.locator(".told").count()
    sticks.click()
    movable(visitor).first.wait_for()
    expect(visitor.page.locator(".told")).to_have_count(before + 1)
    expect(visitor.page.locator(".thrown")).to_contain_text("You threw")


def test_sticks_are_thrown_automatically_for_those_who_want_that(come: Any) -> None:
    visitor = come(by_hand=True)
    visitor.play_bot("Senet")
    visitor.page.get_by_role("button", name="Throw the sticks").wait_for()
    visitor.page.get_by_label("Throw the sticks automatically").check()
    movable(visitor).first.wait_for()
    move(visitor)
    movable(visitor).first.wait_for()
    expect(visitor.page.get_by_role("button", name="Throw the sticks")).to_have_count(0)


def test_a_special_square_a_piece_and_a_block_explain_themselves(come: Any) -> None:
    visitor = come("/new/senet")
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill("2crc5/ccrrr5/10 c 4 - 20")
    visitor.page.get_by_role("button", name="Start game").click()
    movable(visitor).first.wait_for()
    told = visitor.page.get_by_role("alert")
    visitor.page.get_by_role("button", name="About square 27").click()
    expect(told).to_contain_text("27 is the water: a piece that stops here drowns")
    visitor.page.get_by_role("button", name="About square 26").press("Enter")
    expect(told).to_contain_text("26 is a safe square")
    for square, words in {4: "A single Reel", 14: "from 13 to 15 are a block"}.items():
        visitor.page.locator(f".man[data-square='{square}']").click()
        expect(told).to_contain_text(words)
