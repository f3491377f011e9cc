"""axe finds nothing serious on any page of the house, light or dark. Games add their tables to TABLES."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.visitor import Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
LOOKS = ("light", "dark")
PAGES = {"/": "article", "/new/senet": "fieldset", "/rules/senet": "table"}
TABLES = {"Senet": ".man.may"}  # a game, and what is there when it is one's turn


def findings(visitor: Visitor) -> list[str]:
    visitor.page.evaluate(AXE.read_text())
    found = visitor.page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_keeps_anybody_out_of_a_page(come: Any, path: str, look: str) -> None:
    visitor = come(path, color_scheme=look, bypass_csp=True)
    visitor.page.locator(PAGES[path]).first.wait_for()
    assert findings(visitor) == []


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", TABLES)
def test_nothing_keeps_anybody_out_of_a_table(come: Any, game: str, look: str) -> None:
    visitor = come(color_scheme=look, bypass_csp=True)
    visitor.play_bot(game)
    visitor.page.locator(TABLES[game]).first.wait_for()
    visitor.page.locator(TABLES[game]).first.click()
    assert findings(visitor) == []
