"""What every table offers, whatever is played there. Senet stands for all."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.test_everybody import both_looks
from tests.e2e.test_senet import movable, move
from tests.e2e.visitor import Visitor, box_of
from tests.server.conftest import Running

MOST_FRAMES = 5000  # in which somebody comes to move


def told(visitor: Visitor) -> list[str]:
    return visitor.page.locator(".told").all_inner_texts()


def whose_turn(*visitors: Visitor) -> Visitor:
    """Wait until one of them may move."""
    for _ in range(MOST_FRAMES):
        for visitor in visitors:
            if movable(visitor).count():
                return visitor
        visitors[0].wait_until_drawn()
    raise AssertionError("nobody may move")


def test_two_browsers_play_each_other_by_link(come: Any) -> None:
    first = come()
    link = first.invite("Senet")
    second = come(link)
    second.page.get_by_role("button", name="Join the game").click()
    for _ in range(12):
        mover = whose_turn(first, second)
        other = second if mover is first else first
        move(mover)
        expect(other.page.locator(".told")).to_have_count(len(told(mover)))
    assert told(first) == told(second)


def test_a_reload_in_mid_game_changes_nothing(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    for _ in range(3):
        movable(visitor).first.wait_for()
        move(visitor)
    movable(visitor).first.wait_for()
    before = told(visitor)
    visitor.page.reload()
    movable(visitor).first.wait_for()
    assert told(visitor) == before
    move(visitor)


def test_an_onlooker_sees_the_game_and_may_do_nothing(come: Any) -> None:
    player = come()
    player.play_bot("Senet")
    movable(player).first.wait_for()
    onlooker = come(player.page.url)
    expect(onlooker.page.get_by_text("You're watching.")).to_be_visible()
    move(player)
    expect(onlooker.page.locator(".told")).not_to_have_count(0)
    expect(movable(onlooker)).to_have_count(0)
    expect(onlooker.page.get_by_role("button", name="Resign")).to_have_count(0)


def test_a_click_in_the_move_list_looks_back(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    move(visitor)
    movable(visitor).first.wait_for()
    visitor.page.locator(".told").first.click()
    expect(
        visitor.page.get_by_text(re.compile(r"^Viewing move \d+ of"))
    ).to_be_visible()  # a throw and its move are one line
    expect(movable(visitor)).to_have_count(0)
    visitor.page.get_by_role("button", name="Latest move").first.click()
    expect(movable(visitor)).not_to_have_count(0)


def test_a_move_is_taken_back_when_the_other_agrees(come: Any) -> None:
    mover = come("/new/senet")
    mover.page.get_by_text("Start from a position").click()
    mover.page.get_by_label("Start from a position").fill("rcrcrcrcrc/10/10 c 3 - 1")  # with a choice: what is forced stays
    mover.page.get_by_label("Reels").select_option("anybody")  # a position has its sides: none are drawn
    mover.page.get_by_role("button", name="Start game").click()
    mover.page.wait_for_url("**/t/*")
    other = come(mover.page.url)
    other.page.get_by_role("button", name="Join the game").click()
    board = mover.page.get_by_role("group", name="Senet board")
    movable(mover).first.wait_for()
    before = pieces(board.aria_snapshot())
    move(mover)
    mover.page.get_by_role("button", name="Ask for an undo").click()
    other.page.get_by_role("button", name="Accept").click()
    expect(mover.page.locator(".undone")).not_to_have_count(0)
    movable(mover).first.wait_for()
    assert pieces(board.aria_snapshot()) == before


def pieces(snapshot: str) -> list[str]:
    return sorted(re.findall(r"(?:Cone|Reel) on \d+", snapshot))


def test_who_waits_alone_can_leave(come: Any) -> None:
    visitor = come()
    visitor.invite("Senet")
    visitor.page.get_by_role("button", name="Leave the game").click()
    expect(visitor.card("Senet")).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="Your games")).to_have_count(0)


def test_a_hint_tells_the_chances_and_can_be_followed(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    visitor.page.get_by_role("button", name="Hint").click()
    best = visitor.page.locator("li", has=visitor.page.get_by_title("winning chances")).first
    expect(best).to_contain_text(re.compile(r"\d+%"))
    expect(visitor.page.locator("[data-hint].pointed")).to_have_count(1)
    before = len(told(visitor))
    best.get_by_role("button").click()
    expect(best.get_by_role("button", pressed=True)).to_contain_text("Click again to play it")
    assert len(told(visitor)) == before
    best.get_by_role("button").click()
    expect(visitor.page.locator(".told")).not_to_have_count(before)
    expect(visitor.page.locator("[data-hint]")).to_have_count(0)


@pytest.mark.parametrize("title", ["A River in Egypt", "Iriri", "Pyramid Poker"])
def test_a_hint_is_drawn_on_the_board_and_follows_the_row_that_is_pointed_at(come: Any, title: str) -> None:
    visitor = come()
    visitor.play_bot(title)
    visitor.page.locator("button:enabled", has_text="Hint").click()
    rows = visitor.page.locator("li", has=visitor.page.get_by_title("winning chances")).get_by_role("button")
    shown = visitor.page.locator("[data-hint].pointed")
    expect(shown).to_have_count(1)
    best = shown.get_attribute("data-hint")
    rows.nth(1).focus()
    expect(visitor.page.locator(f"[data-hint='{best}'].pointed")).to_have_count(0)
    expect(shown).to_have_count(1)
    rows.first.hover()
    expect(visitor.page.locator(f"[data-hint='{best}'].pointed")).to_have_count(1)


def test_a_move_is_asked_about_where_people_want_that(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    visitor.page.get_by_text("Settings").click()
    visitor.page.get_by_label("Confirm each move").check()
    before = len(told(visitor))
    movable(visitor).first.click()
    movable(visitor).first.click()
    question = visitor.page.get_by_role("alertdialog")
    expect(question).to_contain_text(re.compile(r"Confirm \d+-\d+\?"))
    assert len(told(visitor)) == before
    question.get_by_role("button", name="Confirm").click()
    expect(visitor.page.locator(".told")).not_to_have_count(before)


def test_the_legal_actions_are_a_list_of_buttons_too(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    visitor.page.get_by_text("Legal moves", exact=True).click()
    actions = visitor.page.locator(".actions button")
    expect(actions).to_have_count(movable(visitor).count())
    before = len(told(visitor))
    expect(actions.first).to_contain_text(re.compile(r"Cones \d+ → \d+|Cones bear"))
    actions.first.click()
    expect(visitor.page.locator(".told")).not_to_have_count(before)


def test_the_rules_open_where_they_apply(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    visitor.page.get_by_role("button", name="Rules").click()
    drawer = visitor.page.get_by_role("dialog", name="Rules")
    expect(drawer.get_by_role("heading", name="Safe squares and bounces")).to_be_attached()
    expect(drawer.locator("h2:focus, h3:focus")).to_have_count(1)


def test_resigning_ends_the_game_and_both_may_play_again(come: Any) -> None:
    first = come()
    second = come(first.invite("Senet"))
    second.page.get_by_role("button", name="Join the game").click()
    first.page.get_by_role("button", name="Resign").click()
    first.page.get_by_role("button", name="Resign").click()
    expect(first.result).to_have_text("You lost.")
    expect(second.result).to_have_text("You won!")
    expect(first.page.locator("section", has=first.result)).to_contain_text("You resigned.")
    expect(second.page.locator("section", has=second.result)).to_contain_text(re.compile(r"\w+ \d+ resigned\."))
    for name in ("Review the game", "New opponent"):
        expect(second.page.get_by_role("link", name=name)).to_be_visible()
    expect(second.page.get_by_role("button", name="Share")).to_be_visible()
    first.page.get_by_role("button", name="Rematch").click()
    old = first.page.url
    second.page.get_by_role("button", name="Accept").click()
    expect(first.page).not_to_have_url(old)
    expect(second.page).to_have_url(first.page.url)
    whose_turn(first, second)
    second.page.get_by_role("button", name="Resign").click()
    second.page.get_by_role("button", name="Resign").click()
    for visitor in (first, second):
        expect(visitor.page.get_by_text("Match score")).to_have_text(re.compile("You 1"))


def test_the_end_of_a_game_names_the_best_and_the_worst_moves(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    move(visitor)
    movable(visitor).first.wait_for()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_text("Best and worst moves").click()
    players = visitor.page.locator("details", has_text="Best and worst moves").get_by_role("listitem")
    expect(players).to_have_count(2)
    for player, name in zip(players.all(), (visitor.name, "Farmer"), strict=True):
        expect(player).to_contain_text(re.compile(rf"{name}\s*Best:.*Worst:", re.DOTALL))


def test_remarks_are_heard_until_somebody_is_muted(come: Any) -> None:
    first = come()
    second = come(first.invite("Senet"))
    second.page.get_by_role("button", name="Join the game").click()
    whose_turn(first, second)
    say(second, "Good luck")
    heard = first.page.get_by_role("log")
    expect(heard).to_contain_text("Good luck")
    first.page.get_by_role("button", name=re.compile("^Mute")).click()
    say(second, "And have fun")
    expect(second.page.get_by_role("log")).to_contain_text("And have fun")
    expect(heard).not_to_contain_text("Good luck")
    expect(first.page.get_by_role("button", name=re.compile("^Unmute"))).to_be_visible()


def say(visitor: Visitor, words: str) -> None:
    visitor.page.get_by_label("Type a message").fill(words)
    visitor.page.keyboard.press("Enter")


def test_a_broken_line_says_so_and_mends_itself(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    movable(visitor).first.wait_for()
    visitor.page.context.set_offline(True)
    expect(visitor.page.get_by_text("Connection lost.")).to_be_visible()
    visitor.page.context.set_offline(False)
    expect(visitor.page.get_by_text("Connection lost.")).to_have_count(0)
    move(visitor)


def test_a_table_that_is_none_says_so_and_leads_on(come: Any) -> None:
    visitor = come("/t/nothing", bypass_csp=True)
    expect(visitor.page.get_by_role("heading", name="There is no game here")).to_be_visible()
    assert both_looks(visitor) == []
    visitor.page.get_by_role("link", name="Choose a game").click()
    expect(visitor.card("Senet")).to_be_visible()


def test_a_server_that_closes_its_door_says_so_and_can_be_tried_again(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    address = visitor.page.url
    visitor.page.goto("/learn")
    visitor.page.route_web_socket("**/socket*", lambda socket: socket.close(code=4403))
    visitor.page.goto(address)
    expect(visitor.page.get_by_role("heading", name="This server is closed to you right now")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_server_that_is_away_says_so_until_it_is_back(come: Any) -> None:
    visitor = come()
    visitor.play_bot("Senet")
    address, is_away = visitor.page.url, [True]
    visitor.page.goto("/learn")
    visitor.page.route_web_socket(
        "**/socket*", lambda socket: socket.close(code=1013) if is_away[0] else socket.connect_to_server() and None
    )
    visitor.page.goto(address)
    expect(visitor.page.get_by_role("heading", name="Can't reach the server")).to_be_visible()
    panel = visitor.page.locator("section.panel")
    assert box_of(panel)["height"] > box_of(panel.get_by_role("heading"))["height"] * 3  # the words are inside
    is_away[0] = False
    movable(visitor).first.wait_for()


def test_eight_seats_do_not_push_the_board_down(come: Any, server: Running) -> None:
    visitor = come(width=1440)
    visitor.card("Egyptian War").wait_for()
    tops = []
    for rivals in (1, 7):
        seats = [{"who": "me"}, *[{"who": "bot", "level": "farmer"}] * rivals]
        wish = {"game": "egyptian_war", "seats": seats}
        made = visitor.page.request.post("/api/tables", data=wish, headers={"Origin": server.address})
        visitor.page.goto(f"/t/{made.json()['id']}")
        slap = visitor.page.locator("button.slap")
        slap.wait_for()
        expect(slap).to_be_in_viewport(ratio=1)
        tops.append(box_of(visitor.page.locator(".drawn"))["y"])
    assert tops[0] == tops[1]
