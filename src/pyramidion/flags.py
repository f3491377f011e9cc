"""What the commands of several packages share: `pyramidion … --help`."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from rich.console import Console

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
LEVELS = ("goatherd", "farmer", "potter", "scribe", "merchant", "priestess", "vizier", "pharaoh")
BOTS = (*LEVELS, "greedy", "uniform")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="set a game option; can be repeated"
    )


def options(words: list[str]) -> Mapping[str, str]:
    """Options as people write them."""
    for word in words:
        if "=" not in word:
            raise Refusal(f"write an option as NAME=VALUE, not {word!r}")
    return dict(word.split("=", 1) for word in words)


def error_console() -> "Console":
    """Progress is shown here, so that results alone are piped."""
    from rich.console import Console

    return Console(stderr=True)
