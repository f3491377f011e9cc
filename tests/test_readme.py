"""What the README shows is what happens."""

import doctest
from pathlib import Path

import pyramidion


def test_the_examples_of_the_readme_are_true() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_examples_of_the_package_are_true() -> None:
    result = doctest.testmod(pyramidion)
    assert result.attempted > 2
    assert result.failed == 0
