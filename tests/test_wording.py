"""Parts of sentences that many texts share."""

import pytest

from pyramidion.wording import counted, halves, listed, points, possessive, sentence


def test_names_are_listed() -> None:
    assert [listed(["Ibis", "Cat", "Lynx"][:n]) for n in range(4)] == ["", "Ibis", "Ibis and Cat", "Ibis, Cat and Lynx"]


def test_numbers_and_nouns_agree() -> None:
    assert [counted(n, "card") for n in range(3)] == ["0 cards", "1 card", "2 cards"]
    assert [points(n / 2) for n in range(5)] == ["0 points", "½ point", "1 point", "1½ points", "2 points"]
    assert halves(10.5) == "10½"


def test_whose_something_is() -> None:
    assert possessive("Horus") == "Horus's"


@pytest.mark.parametrize("text", ["the game is over", "The game is over."])
def test_a_refusal_becomes_a_sentence(text: str) -> None:
    assert sentence(text) == "The game is over."


def test_what_ends_with_a_sign_gets_no_second_one() -> None:
    assert sentence("did you mean 'pieces'?") == "Did you mean 'pieces'?"
    assert sentence("") == "."
