"""All five games on a phone, upright and on its side: everything fits, is in view, and a finger can hit it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from pyramidion.games import GAMES, find
from tests.e2e import test_egyptian_war, test_iriri, test_pyramid_poker, test_river, test_senet
from tests.e2e.visitor import Visitor, box_of

PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
ON_ITS_SIDE = {**PHONE, "width": 740, "height": 360}
TWICE_AS_LARGE = {"width": 720, "height": 450, "has_touch": True, "device_scale_factor": 2}  # 1440 × 900 at 200 %
TURNS = 4
PAGES = {"/": "article", "/new/river": "fieldset", "/rules/senet": "h2"}
# What a finger can't hit well: less than 44 px across. A link inside a sentence is as high as its line. Where something
# looks smaller but takes taps around it, what lies under the finger counts.
SMALL = """() => {
    const LEAST = 43.5;
    const before = scrollY;
    const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button]';
    const isIn = (control, hit) => hit && (control.contains(hit) || hit.closest('label')?.contains(control));
    const isSmall = (control) => {
        const box = (control.closest('label') ?? control).getBoundingClientRect();
        if (!box.width || control.disabled || control.closest('[inert]')) return false;
        if (box.width >= LEAST && box.height >= LEAST) return false;
        if (getComputedStyle(control).display === 'inline') return false;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        control.scrollIntoView({ block: 'center' });
        const now = (control.closest('label') ?? control).getBoundingClientRect();
        const down = now.y + now.height / 2;
        const points = [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => [x + dx * LEAST / 2, down + dy * LEAST / 2]);
        return !points.every(([x, y]) => isIn(control, document.elementFromPoint(x, y)));
    };
    const found = [...document.querySelectorAll(CONTROLS)].filter((one) => one.checkVisibility() && isSmall(one));
    scrollTo(0, before);
    return found.map((one) => {
        const box = one.getBoundingClientRect();
        return `${Math.round(box.width)} x ${Math.round(box.height)}: ${one.outerHTML.slice(0, 160)}`;
    });
}"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

Turn = Callable[[Visitor], None]


def tap(goal: Locator) -> None:
    """Nobody scrolls between two taps: what is to be tapped is in view."""
    goal.wait_for()
    expect(goal).to_be_in_viewport(ratio=0.99)
    goal.tap()


def play_senet(visitor: Visitor) -> None:
    piece = test_senet.movable(visitor).last
    tap(piece)
    tap(piece)


def play_river(visitor: Visitor) -> None:
    test_river.something_to_do(visitor).first.wait_for()
    if test_river.held(visitor).count():
        tap(test_river.held(visitor).first)
        tap(test_river.lit(visitor).last)
    else:
        tap(test_river.claims(visitor).or_(test_river.no_claim(visitor)).first)


def play_iriri(visitor: Visitor) -> None:
    test_iriri.something_to_do(visitor).first.wait_for()
    if not test_iriri.layable(visitor).count():
        tap(test_iriri.takable(visitor).last)
    while test_iriri.send(visitor).is_disabled():
        tap(test_iriri.layable(visitor).first)
        tap(visitor.page.locator(".cell").first)
    tap(test_iriri.send(visitor))


def play_pyramid_poker(visitor: Visitor) -> None:
    tap(test_pyramid_poker.doable(visitor).first)


def play_egyptian_war(visitor: Visitor) -> None:
    expect(test_egyptian_war.slap(visitor)).to_be_in_viewport(ratio=1)
    tap(test_egyptian_war.turn(visitor))


PLAY: dict[str, Turn] = {
    "river": play_river,
    "senet": play_senet,
    "egyptian_war": play_egyptian_war,
    "iriri": play_iriri,
    "pyramid_poker": play_pyramid_poker,
}


def expect_to_fit(visitor: Visitor) -> None:
    assert visitor.page.evaluate(WIDER) <= 0
    assert visitor.page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_on_a_phone(come: Any, game: str) -> None:
    visitor = come(**PHONE)
    visitor.play_bot(find(game).title)
    for turn in range(TURNS):
        if visitor.is_over(visitor.page.get_by_text("Your turn")):
            break  # Iriri may be: when nobody can lay a word, which happens after a few turns now and then
        if turn in (0, TURNS - 1):
            expect_to_fit(visitor)
        before = visitor.moves()
        PLAY[game](visitor)
        visitor.expect_more_than(before)
    expect_to_fit(visitor)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_on_its_side_the_board_and_what_to_do_now_are_seen_together(come: Any, game: str) -> None:
    visitor = come(**ON_ITS_SIDE)
    visitor.play_bot(find(game).title)
    for _ in range(2):
        if visitor.is_over(visitor.page.get_by_text("Your turn")):
            break
        before = visitor.moves()
        PLAY[game](visitor)
        visitor.expect_more_than(before)
    assert visitor.page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("size", [PHONE, ON_ITS_SIDE, TWICE_AS_LARGE], ids=["upright", "on its side", "200 %"])
def test_three_rivers_and_what_to_do_now_are_seen_together(come: Any, size: dict[str, Any]) -> None:
    visitor = come("/new/river", **size)
    visitor.page.get_by_label("Number of players").select_option("3")
    visitor.page.get_by_role("button", name="Start game").tap()
    for _ in range(2):
        test_river.something_to_do(visitor).first.wait_for()
        for segment in (1, 5, 9):
            board = visitor.page.get_by_role("button", name=re.compile(f"^Segment {segment},"))
            expect(board).to_be_in_viewport(ratio=0.9)
        before = visitor.moves()
        play_river(visitor)
        visitor.expect_more_than(before)
    assert visitor.page.evaluate(WIDER) <= 0


@pytest.mark.parametrize("path", PAGES)
def test_a_page_fits_a_phone(come: Any, path: str) -> None:
    visitor = come(path, **PHONE)
    visitor.page.locator(PAGES[path]).first.wait_for()
    expect_to_fit(visitor)


def test_a_hint_comes_into_view(come: Any) -> None:
    visitor = come(**PHONE)
    visitor.play_bot("Senet")
    test_senet.movable(visitor).first.wait_for()
    visitor.page.get_by_role("button", name="Hint").tap()
    expect(visitor.page.get_by_title("winning chances").first).to_be_in_viewport(ratio=1)


def test_iriris_board_is_zoomed_by_two_fingers(come: Any) -> None:
    visitor = test_iriri.open_position(come, test_iriri.WRAPS, **PHONE)
    test_iriri.layable(visitor).first.wait_for()
    board = visitor.page.get_by_role("group", name=re.compile("^Board"))
    box = box_of(board)
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    before = scale(visitor)
    pinch(visitor, middle, apart=(40, 100))
    nearer = scale(visitor)
    assert nearer > 1.2 * before
    pinch(visitor, middle, apart=(100, 40))
    assert scale(visitor) < nearer
    visitor.page.get_by_role("button", name="Show the whole board").tap()
    expect(visitor.page.get_by_role("button", name="Show the whole board")).to_have_count(0)
    assert scale(visitor) == before
    assert visitor.page.evaluate("visualViewport.scale") == 1  # the page itself stays as it was


def scale(visitor: Visitor) -> float:
    style = visitor.page.locator(".world").get_attribute("style") or ""
    return float(style.split("scale(")[1].split(")")[0])


def pinch(visitor: Visitor, middle: tuple[float, float], apart: tuple[int, int], steps: int = 6) -> None:
    """Two fingers go from so far apart to so far apart."""
    session = visitor.page.context.new_cdp_session(visitor.page)
    x, y = middle
    for step in range(steps + 1):
        half = (apart[0] + (apart[1] - apart[0]) * step / steps) / 2
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()
