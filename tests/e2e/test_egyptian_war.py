"""Egyptian War in the browser, in real time: nothing here is measured, but what a hand does must reach the table."""

import os
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor

MOST_FRAMES = 20_000  # that are looked at before a game must be over
ENDS = re.compile("You won!|You lost.|Draw.")
NEARLY_WON = "50?/2? - 0 - - - - 0 -"
NEARLY_OVER = "26?/26? - 0 - - - - 240 - card_limit=250"
A_DOUBLE = "7h25?/7d25? - 0 - - - - 0 -"  # the first two cards
MIDDLES = (
    "nodes => nodes.map(node => node.getBoundingClientRect()).map(box => [box.x + box.width / 2, box.y + box.height / 2])"
)


def open_position(come: Any, position: str, rival: str = "", **settings: Any) -> Visitor:
    visitor: Visitor = come("/new/egyptian_war", **settings)
    page = visitor.page
    if rival:
        page.locator("label", has_text="Isis").locator("select").select_option(label=rival)
    page.get_by_text("Start from a position").click()
    page.get_by_label("Start from a position").fill(position)
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    return visitor


def turn(visitor: Visitor) -> Locator:
    return visitor.page.locator(".bar .turn:enabled")


def turn_card(visitor: Visitor) -> None:
    """Press until the card is turned: a card has to lie for a moment before the next, and the table's clock counts."""
    turn(visitor).wait_for()
    while turn(visitor).count():
        hit(turn(visitor))
        visitor.wait_until_drawn()


def slap(visitor: Visitor) -> Locator:
    return visitor.page.locator(".bar .slap")


def pile(visitor: Visitor) -> list[str]:
    """The ranks of the cards that are fanned, the top one last."""
    cards = visitor.page.locator(".pile [role=img]").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    return [card.split(" of ")[0] for card in cards]


def is_slappable(ranks: list[str]) -> bool:
    return any(ranks[-1:] == ranks[-below : 1 - below] for below in (2, 3) if len(ranks) >= below)


def cards_of(visitor: Visitor) -> str:
    return visitor.page.locator(".bar .count").inner_text().split()[0]


def play_on(visitor: Visitor, *, by_keys: bool) -> None:
    """Turn when it is time to, slap when there is something to slap, to the end."""
    for _ in range(MOST_FRAMES):
        if visitor.result.count():
            return
        if is_slappable(pile(visitor)) and visitor.page.locator(".bar .slap:enabled:not(.down)").count():
            visitor.wait_until_seen()
            press(visitor, "Space") if by_keys else hit(slap(visitor))
        elif turn(visitor).count():
            press(visitor, "Enter") if by_keys else hit(turn(visitor))
        visitor.wait_until_drawn()
    raise AssertionError("it does not end")


def press(visitor: Visitor, key: str) -> None:
    visitor.page.keyboard.press(key)


def test_a_whole_game_by_mouse_until_the_limit(come: Any) -> None:
    visitor = open_position(come, NEARLY_OVER)
    play_on(visitor, by_keys=False)
    expect(visitor.result).to_have_text(ENDS)


def test_a_whole_game_by_keyboard_until_somebody_has_all_cards(come: Any) -> None:
    visitor = open_position(come, NEARLY_WON)
    play_on(visitor, by_keys=True)
    expect(visitor.result).to_have_text(ENDS)
    expect(visitor.page.locator(".seat.winner .count")).to_contain_text("52")
    expect(visitor.page.get_by_role("listitem").filter(has_text="52 cards · winner")).to_be_visible()


@pytest.mark.skipif(not os.environ.get("PYRAMIDION_SOAK"), reason="minutes of real time: PYRAMIDION_SOAK=1")
def test_a_whole_war_from_the_deal_on(come: Any) -> None:
    visitor = come("/new/egyptian_war")
    page = visitor.page
    page.locator("label", has_text="Isis").locator("select").select_option(label="Farmer")
    for choice in ("250 cards", "0.2 seconds", "0.5 seconds"):
        page.get_by_label(choice, exact=True).check()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/t/*")
    play_on(visitor, by_keys=True)
    expect(visitor.result).to_have_text(ENDS)


def test_a_slap_duel_between_two_browsers(come: Any) -> None:
    first = open_position(come, A_DOUBLE, rival="Anyone with the link", reduced_motion="no-preference")
    second = come(first.page.url, reduced_motion="no-preference")
    second.page.get_by_role("button", name="Join the game").click()
    turn_card(first)
    turn_card(second)
    for visitor in (first, second):
        expect(visitor.page.locator(".pile [role=img]")).to_have_count(2)
    for visitor in (first, second):
        visitor.wait_until_seen()
    press(first, "Space")
    slap(second).click()
    for visitor in (first, second):
        expect(visitor.page.get_by_role("region", name="Photo finish").get_by_role("listitem")).to_have_count(2)
        visitor.expect_told(re.compile("slaps a double and takes the pile of 2 cards|Tie: nobody"))
    finishes = [visitor.page.get_by_role("region", name="Photo finish").inner_text() for visitor in (first, second)]
    assert finishes[0] == finishes[1]
    assert sorted([cards_of(first), cards_of(second)]) in (["25", "27"], ["25", "25"])


def test_a_false_slap_is_shown_and_costs_a_card(come: Any) -> None:
    visitor = open_position(come, A_DOUBLE, rival="Anyone with the link")
    other = come(visitor.page.url)
    other.page.get_by_role("button", name="Join the game").click()
    turn_card(visitor)
    expect(other.page.locator(".pile [role=img]")).to_have_count(1)
    other.wait_until_seen()
    hit(other.page.get_by_role("button", name="Slap the pile"))
    expect(visitor.page.get_by_role("region", name="Photo finish")).to_contain_text("false slap")
    expect(other.page.locator(".bar .count")).to_contain_text("25")
    expect(slap(other)).to_be_disabled()


def test_letters_that_are_written_do_not_slap(come: Any) -> None:
    visitor = open_position(come, A_DOUBLE, rival="Anyone with the link")
    other = come(visitor.page.url)
    other.page.get_by_role("button", name="Join the game").click()
    turn_card(visitor)
    expect(visitor.page.locator(".pile [role=img]")).to_have_count(1)
    visitor.page.get_by_placeholder("Type a message").press_sequentially("a b")
    expect(visitor.page.locator(".bar .slap.down")).to_have_count(0)
    expect(visitor.page.locator(".bar .count")).to_contain_text("25")


def hit(target: Locator) -> None:
    """Press the mouse there at once, whether it still may be pressed or not: time does not stand still here."""
    for x, y in target.evaluate_all(MIDDLES):
        target.page.mouse.click(x, y)


def test_a_countdown_is_seen_before_the_server_turns_over_a_card_for_somebody(come: Any) -> None:
    visitor = open_position(come, A_DOUBLE)
    expect(visitor.page.get_by_text("After a jack, queen, king or ace, the next player must")).to_be_visible()
    expect(turn(visitor)).to_contain_text(re.compile(r"automatically in \d s"))
    visitor.expect_told(f"{visitor.name} turns over")
