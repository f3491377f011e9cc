"""Names that nobody can mistake, and remarks that stay in their line."""

import pytest

from pyramidion.game import Illegal
from pyramidion.server.people.look_alikes import name_key
from pyramidion.server.people.names import checked_account_name, checked_name, clean


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


@pytest.mark.parametrize(
    "name",
    ["V\u0131zier", "Pharao\u0127", "Ph\u0251raoh", "V\u0268zier", "\u1d20izier", "Pharaoh\u3164", "F\u0430\u0433m\u0435r"],
)
def test_nor_with_letters_that_no_normal_form_makes_plain(name: str) -> None:
    with pytest.raises(Illegal):
        checked_name(name)


@pytest.mark.parametrize("name", ["\u3164\u3164", "\u115f\u1160", "\uffa0"])
def test_letters_that_show_nothing_are_no_name(name: str) -> None:
    with pytest.raises(Illegal, match="enter a name"):
        checked_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Zoë 5",
        "Łukasz",
        "Søren",
        "Фараон",
        "Νεφερτίτη",
        "村上はるき",
        "안나",
        "आरती",
        "สมชาย",
        "دارا",
        "O’Neill-Smith",
    ],
)
def test_accounts_may_have_names_in_any_script_of_everyday_use(name: str) -> None:
    assert checked_account_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ann\u05d5",
        "Bi\u4e28l",
        "\ua4d0\ua4f2\ua4e1\ua4e1",
        "\u13aa\u13b7",
        "Ann\u0661",
        "An\u0e51",
        "A\ufe0fn",
        "x" * 24 + "\ufb01",
    ],
)
def test_accounts_may_not_mix_scripts_or_use_signs_that_look_like_letters(name: str) -> None:
    with pytest.raises(Illegal):
        checked_account_name(name)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Bill", "B\u0131ll"),
        ("Lukasz", "Łukasz"),
        ("Soren", "Søren"),
        ("Anna", "\u1d00nna"),
        ("ロ", "口"),
        ("Gala", "\u0261ala"),
    ],
)
def test_names_that_look_alike_have_one_key(first: str, second: str) -> None:
    assert name_key(first) == name_key(second)


@pytest.mark.parametrize(("first", "second"), [("किरण", "करण"), ("さだ", "さた"), ("Anna", "Hanna"), ("มา", "มี")])
def test_names_that_read_otherwise_have_other_keys(first: str, second: str) -> None:
    assert name_key(first) != name_key(second)


def test_a_remark_cannot_turn_the_line_around_or_cover_others() -> None:
    assert clean("abc\u202egnp.exe\u2066 x\ny\x00") == "abcgnp.exe x y"
    assert clean("a" + "\u0301" * 50) == "á\u0301\u0301"
