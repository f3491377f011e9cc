"""Who wants less motion sees none, who needs strong colours sees everything, and every language has its side to begin on."""

from typing import Any

import pytest

from pyramidion.games import GAMES, find
from tests.e2e.test_phone import PLAY
from tests.e2e.visitor import Visitor, box_of

TURNS = 3
LONGEST = 20  # milliseconds: nobody sees a movement as short as that
# What moves for longer, but for clocks that have to run: these show time itself.
MOVING = """(longest) => {
    window.moved = new Set();
    const look = () => {
        for (const animation of document.getAnimations()) {
            const { duration, delay } = animation.effect.getTiming();
            const target = animation.effect.target;
            if (duration + delay > longest && !target?.closest('.clock')) window.moved.add(target?.outerHTML.slice(0, 120));
        }
        requestAnimationFrame(look);
    };
    look();
}"""


def play_some(visitor: Visitor, game: str) -> None:
    for _ in range(TURNS):
        if visitor.is_over(visitor.page.get_by_text("Your turn")):
            return  # Iriri may be, now and then
        before = visitor.moves()
        PLAY[game](visitor)
        visitor.expect_more_than(before)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_for_who_wants_less_motion(come: Any, game: str) -> None:
    visitor = come(height=1100, reduced_motion="reduce", has_touch=True)
    visitor.page.evaluate(MOVING, LONGEST)
    visitor.play_bot(find(game).title)
    play_some(visitor, game)
    assert visitor.page.evaluate("[...window.moved]") == []


def test_where_a_system_has_its_own_colours_what_matters_is_still_told_apart(come: Any) -> None:
    visitor = come(forced_colors="active")
    borders = visitor.page.locator("label:has([name=level])")
    borders.first.wait_for()
    styles = borders.evaluate_all("labels => labels.map(label => getComputedStyle(label).borderBlockStartStyle)")
    assert sorted(styles) == ["double", *["solid"] * 7]
    visitor.play_bot("Senet")
    visitor.page.locator(".man.may").first.wait_for()
    assert visitor.page.locator(".drawn").evaluate("board => getComputedStyle(board).forcedColorAdjust") == "none"


def test_a_language_read_from_the_right_begins_there_and_no_board_is_mirrored(come: Any) -> None:
    visitor = come()
    visitor.page.evaluate("document.documentElement.dir = 'rtl'")
    visitor.play_bot("Senet")
    visitor.page.locator(".man.may").first.wait_for()
    first, last = (box_of(visitor.page.locator(f"text.number:text-is('{number}')")) for number in (1, 10))
    board = box_of(visitor.page.locator(".drawn"))
    side = box_of(visitor.page.get_by_role("region", name="Moves"))
    assert side["x"] + side["width"] <= board["x"]
    assert first["x"] < last["x"]
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pieces_move_for_everybody_else(come: Any) -> None:
    visitor = come(height=1100, reduced_motion="no-preference", has_touch=True)
    visitor.page.evaluate(MOVING, LONGEST)
    visitor.play_bot("Senet")
    play_some(visitor, "senet")
    assert visitor.page.evaluate("window.moved.size") > 0
