"""What the page on research shows is what happens."""

import doctest
from pathlib import Path

from pyramidion import research


def test_the_examples_of_the_page_are_true() -> None:
    page = Path(__file__).parents[2] / "docs/research.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_examples_of_the_package_are_true() -> None:
    result = doctest.testmod(research)
    assert result.attempted > 2
    assert result.failed == 0
