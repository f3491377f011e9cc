"""Nothing keeps anybody out: axe finds nothing serious on any page, light or dark, and the focus is always seen.

A new kind of page adds a line to PAGES; a game is found by itself.
"""

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator

from pyramidion.games import GAMES, find
from tests.e2e.visitor import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
# An address, and what is there when it has come.
PAGES = {"/": "article", "/t/nothing": "main a", "/learn": "main li", "/verify": "main h1", "/lab": "fieldset"}
PAGES |= {"/lab?game=senet&games=1000&a=&b=pieces:7": "tbody th"}
PAGES |= {"/puzzles": "main h2", "/puzzles/river/1": "main h1"}
PAGES |= {f"/new/{game}": "fieldset" for game in GAMES}
PAGES |= {f"/rules/{game}": "h2" for game in GAMES}
PAGES |= {f"/learn/{game}": "main h1" for game in GAMES}
# Colours that are still changing would be taken for faint ones; what never rests is not waited for.
AT_REST = """() => document.getAnimations().every((one) =>
    one.playState === 'finished' || one.effect.getComputedTiming().activeDuration === Infinity)"""
# Whatever stops a reader or hides what has the focus.
WITHOUT_OUTLINE = """() => {
    const focused = document.activeElement;
    const drawn = (node) => {
        const style = getComputedStyle(node);
        return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none';
    };
    const near = [focused, focused.closest('label'), ...focused.querySelectorAll('*')].filter(Boolean);
    const stroked = [...focused.querySelectorAll('*')].some((node) => parseFloat(getComputedStyle(node).strokeWidth) >= 2);
    return near.some(drawn) || stroked ? '' : focused.outerHTML.slice(0, 200);
}"""


def findings(visitor: Visitor, options: dict[str, Any] | None = None) -> list[str]:
    """What axe calls serious, or worse, when all colours have become what they will be."""
    visitor.page.wait_for_function(AT_REST)
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(AXE.read_text())
    found = visitor.page.evaluate("(options) => axe.run(options)", options or {})["violations"]
    return [
        f"{one['id']}: {node['html']}" for one in found if one["impact"] in ("serious", "critical") for node in one["nodes"]
    ]


def turn(visitor: Visitor) -> Locator:
    return visitor.page.get_by_text("Your turn").first


def both_looks(visitor: Visitor) -> list[str]:
    """In the second look only the colours are others."""
    found = []
    for look, options in zip(LOOKS, ({}, COLOURS), strict=True):
        visitor.page.emulate_media(color_scheme=look)
        found += [f"{look}: {finding}" for finding in findings(visitor, options)]
    return found


@pytest.mark.parametrize("path", PAGES)
def test_nothing_keeps_anybody_out_of_a_page(come: Any, path: str) -> None:
    visitor = come(path, bypass_csp=True)
    visitor.page.locator(PAGES[path]).first.wait_for()
    assert both_looks(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_keeps_anybody_out_of_a_table(come: Any, game: str) -> None:
    visitor = come(bypass_csp=True)
    visitor.play_bot(find(game).title)
    turn(visitor).wait_for()
    live = both_looks(visitor)
    visitor.page.keyboard.press("F2")
    visitor.page.get_by_role("dialog", name="Board as text").wait_for()
    live += findings(visitor)
    visitor.page.keyboard.press("F2")
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.result.wait_for()
    assert live + both_looks(visitor) == []


@pytest.mark.parametrize("path", ["/", "/new/iriri", "/lab"])
def test_the_focus_is_seen_wherever_it_goes(come: Any, path: str) -> None:
    visitor = come(path)
    visitor.page.locator(PAGES[path]).first.wait_for()
    assert unseen_focus(visitor) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_is_seen_at_a_table(come: Any, game: str) -> None:
    visitor = come()
    visitor.play_bot(find(game).title)
    turn(visitor).wait_for()
    assert unseen_focus(visitor) == []


def unseen_focus(visitor: Visitor) -> list[str]:
    """Walk through everything with the Tab key."""
    unseen: list[str] = []
    visitor.page.evaluate("document.activeElement.blur()")
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate("document.activeElement === document.body"):
            break
        unseen.append(visitor.page.evaluate(WITHOUT_OUTLINE))
    assert len(unseen) > 5
    return [one for one in unseen if one]
