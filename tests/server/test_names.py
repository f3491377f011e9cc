"""Names that nobody can mistake, and remarks that stay in their line."""

import pytest

from pyramidion.game import Illegal
from pyramidion.server.people.names import checked_name, clean


@pytest.mark.parametrize("name", ["Ada", "Zoë", "Фараон", "村上", "Anna Bot", "Ibis 42", "O'Neill-Smith", "7 of 9"])
def test_ordinary_names_are_kept(name: str) -> None:
    assert checked_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "Pharaoh",
        "pharaoh",
        "PHARA0H",
        "Scr1be",
        "Scribe 2",
        "V i z i e r",
        "Pharaoh bot",
        "Ph\u200baraoh",
        "Fa\u00adrmer",
        "\uff36izier",
        "\U0001d4dfharaoh",
        "Phárãoh",
        "Ph\u0430raoh",
        "\u0405cribe",
        "Farm\u03b5r",
        "Moderator",
        "Somebody",
    ],
)
def test_nobody_is_called_what_a_bot_is_called_nor_nearly_so(name: str) -> None:
    with pytest.raises(Illegal):
        checked_name(name)


@pytest.mark.parametrize("name", ["", "  ", "\u202e", "\u200b\u200b", "...", "\u0301"])
def test_a_name_has_something_to_see(name: str) -> None:
    with pytest.raises(Illegal, match="enter a name"):
        checked_name(name)


def test_a_remark_cannot_turn_the_line_around_or_cover_others() -> None:
    assert clean("abc\u202egnp.exe\u2066 x\ny\x00") == "abcgnp.exe x y"
    assert clean("a" + "\u0301" * 50) == "á\u0301\u0301"
