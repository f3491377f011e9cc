import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor, box_of

MOST_ACTIONS = 120  # a game has at most 18 pieces a side, and as many chances to claim
PROVABLE = "R3R3-R3-/-K3-/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1- G3G2G1/Y3Y2Y1 t play t 0 -"
PATIENCE = 60_000  # where nothing is compiled yet, a bot's first action takes its time


def held(visitor: Visitor) -> Locator:
    """Pieces of one's own that may be played."""
    return visitor.page.locator(".held[tabindex='0']")


def lit(visitor: Visitor) -> Locator:
    return visitor.page.locator(".reach[tabindex='0']")


def claims(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile(r"^Claim segment \d with")).and_(
        visitor.page.locator(".bar button")
    )


def no_claim(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("button", name=re.compile("^End turn"))


def something_to_do(visitor: Visitor) -> Locator:
    return held(visitor).or_(claims(visitor)).or_(no_claim(visitor))


def told(visitor: Visitor) -> Locator:
    return visitor.page.locator(".told")


def act_by_mouse(visitor: Visitor) -> None:
    """Claim what can be claimed, or pass, or play the first piece where it may go last."""
    before = visitor.moves()
    if held(visitor).count():
        held(visitor).first.click()
        lit(visitor).last.click()
    elif claims(visitor).count():
        claims(visitor).first.click()
    else:
        no_claim(visitor).click()
    visitor.expect_more_than(before)


def act_by_keyboard(visitor: Visitor) -> None:
    """The same with Enter alone: the focus goes by itself from one thing to do to the next."""
    before = visitor.moves()
    if held(visitor).count():
        expect(held(visitor).first).to_be_focused()
        visitor.page.keyboard.press("Enter")
        expect(lit(visitor).first).to_be_focused()
    else:
        expect(visitor.page.locator(".game :focus")).to_have_accessible_name(re.compile("^Claim|^End turn"))
    visitor.page.keyboard.press("Enter")
    visitor.expect_more_than(before)


def open_position(visitor: Visitor, position: str) -> None:
    visitor.page.get_by_text("Start from a position").click()
    visitor.page.get_by_label("Start from a position").fill(position)
    visitor.page.get_by_role("button", name="Start game").click()


def test_a_whole_game_by_mouse(come: Any) -> None:
    visitor = come()
    visitor.play_bot("A River in Egypt")
    for _ in range(MOST_ACTIONS):
        if visitor.is_over(something_to_do(visitor)):
            break
        act_by_mouse(visitor)
    expect(visitor.result).to_have_text(re.compile("You won!|You lost."))
    visitor.expect_told(re.compile("claims segment"))
    assert visitor.page.locator(".bank.won").count() >= 3  # the segments that decided it


def test_a_whole_game_by_keyboard_on_a_phone(come: Any) -> None:
    visitor = come(width=360, height=740)
    visitor.play_bot("A River in Egypt")
    held(visitor).first.focus()
    for _ in range(MOST_ACTIONS):
        if visitor.is_over(something_to_do(visitor)):
            break
        act_by_keyboard(visitor)
    expect(visitor.result).to_have_text(re.compile("You won!|You lost."))
    expect(visitor.result).to_be_in_viewport()


def test_confluence_with_three(come: Any) -> None:
    visitor = come("/new/river")
    visitor.page.get_by_label("Number of players").select_option("3")
    visitor.page.get_by_role("button", name="Start game").click()
    for _ in range(MOST_ACTIONS):
        if visitor.is_over(something_to_do(visitor)):
            break
        act_by_mouse(visitor)
    expect(visitor.result).to_be_visible()
    expect(visitor.page.locator(".board").get_by_text("Scribe 2's hand")).to_be_visible()


def test_a_piece_is_dragged_to_a_segment(come: Any) -> None:
    visitor = come()
    visitor.play_bot("A River in Egypt")
    held(visitor).first.wait_for()
    start = box_of(held(visitor).nth(1))
    goal = box_of(visitor.page.get_by_role("button", name=re.compile("^Segment 4,")))
    mouse = visitor.page.mouse
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    expect(lit(visitor)).to_have_count(9)
    mouse.up()
    visitor.expect_told(re.compile(rf"{visitor.name} plays .2 to segment 4"))


def test_a_claim_shows_its_proof_and_slides_the_river_piece_behind(come: Any) -> None:
    visitor = come("/new/river")
    open_position(visitor, PROVABLE)
    visitor.page.get_by_role("button", name=re.compile("^Play small green")).click()
    visitor.page.keyboard.press("9")
    visitor.page.get_by_role("button", name="Why segment 1 is proven").click()
    proof = visitor.page.get_by_role("region", name="Why segment 1 is proven")
    expect(proof).to_contain_text("The best they can still make there is")
    visitor.page.get_by_role("button", name=re.compile("^Claim segment 1 with Monochrome triplet R3")).first.click()
    expect(visitor.page.get_by_role("button", name=re.compile("^Segment 1,"))).to_have_accessible_name(
        re.compile("Claimed by You")
    )


def automatic(visitor: Visitor) -> Locator:
    return visitor.page.get_by_label("End my turn automatically when there is nothing to claim")


def test_a_turn_with_nothing_to_claim_ends_automatically(come: Any) -> None:
    visitor = come()
    visitor.play_bot("A River in Egypt")
    for turn in range(2):
        held(visitor).first.click()
        lit(visitor).last.click()
        expect(told(visitor).filter(has_text="Farmer plays")).to_have_count(turn + 1)
    expect(told(visitor).filter(has_text=f"{visitor.name} plays")).to_have_count(2)


def test_turns_end_by_hand_where_that_is_wanted_also_after_a_reload(come: Any) -> None:
    visitor = come()
    visitor.play_bot("A River in Egypt")
    automatic(visitor).uncheck()
    held(visitor).first.click()
    lit(visitor).last.click()
    no_claim(visitor).wait_for()
    visitor.page.reload()
    no_claim(visitor).click()
    visitor.expect_told("Farmer plays")
    expect(automatic(visitor)).not_to_be_checked()


def test_a_chosen_piece_lights_only_ones_own_side(come: Any) -> None:
    visitor = come()
    visitor.play_bot("A River in Egypt")
    held(visitor).first.click()
    lights = visitor.page.locator(".glow")
    expect(lights).to_have_count(9)
    for number in range(9):
        segment, light = box_of(lit(visitor).nth(number)), box_of(lights.nth(number))
        assert light["y"] > segment["y"] + segment["height"] / 2  # one's own bank is below the river
        assert light["y"] + light["height"] <= segment["y"] + segment["height"] + 1


def test_what_can_not_be_done_says_why(come: Any) -> None:
    visitor = come("/new/river")
    open_position(visitor, PROVABLE.replace("R3R3-R3-", "G1B1-R3-").replace("G3G2G1", "G3G2K1"))
    automatic(visitor).uncheck()
    first = visitor.page.get_by_role("button", name=re.compile("^Segment 1,"))
    first.click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("Pick a piece from your hand.")
    held(visitor).first.click()
    first.click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("you already have two pieces at segment 1", ignore_case=True)
    lit(visitor).last.click()
    no_claim(visitor).wait_for()
    first.click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("Scribe could still play")


def test_a_game_in_other_colours_has_their_letters_on_the_board_in_the_moves_and_in_the_proof(come: Any) -> None:
    """R-07: with two colours that begin alike, and one of another alphabet."""
    visitor = come("/new/river")
    open_position(visitor, f"{PROVABLE} palette=own colours=Émeraude,Ébène,Gold,Green,Blue")
    page = visitor.page
    expect(page.get_by_role("button", name="Play large green (R3)")).to_be_visible()
    expect(page.locator(".order")).to_contain_text(re.compile(r"É émeraude.*N ébène.*G gold.*R green.*B blue", re.DOTALL))
    assert set(page.locator(".piece text").all_text_contents()) == {"É", "N", "G", "R"}
    page.get_by_role("button", name="Play small green (R1)").click()
    page.keyboard.press("9")
    visitor.expect_told(f"{visitor.name} plays R1 to segment 9.")
    expect(page.locator("li code").filter(has_text=re.compile("^R1-9$"))).to_have_count(1)
    page.get_by_role("button", name="Why segment 1 is proven").click()
    expect(page.get_by_role("region", name="Why segment 1 is proven")).to_contain_text("Monochrome triplet N3")
    page.get_by_role("button", name=re.compile("^Segment 2,")).click()
    expect(page.get_by_role("alert")).to_contain_text("You need two pieces at segment 2")
    page.get_by_role("button", name=re.compile("^Claim segment 1 with Monochrome triplet N3")).first.click()
    visitor.expect_told(f"{visitor.name} claims segment 1 with Monochrome triplet N3, which Scribe can't beat.")
