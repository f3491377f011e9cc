"""The page's types are made from the server's, and are never behind."""

from pathlib import Path

from tools.typescript import typescript

PAGE = Path(__file__).parents[2] / "web" / "src" / "types.ts"


def test_the_pages_types_are_those_of_the_messages() -> None:
    assert PAGE.read_text() == typescript(), "they are stale: run make types"
