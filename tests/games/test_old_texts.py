"""Position texts that were written by earlier versions mean the same games for ever.

Every line of `old_texts.json` is a text with what it meant when it was written. Lines may be added, never changed.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import pyramidion
from pyramidion.games import GAMES, find

OLD = json.loads((Path(__file__).parent / "old_texts.json").read_text())


@pytest.mark.parametrize("old", OLD, ids=lambda old: f"{old['game']}: {old['text'][:40]}")
def test_an_old_text_means_the_game_that_it_meant(old: dict[str, Any]) -> None:
    play = pyramidion.load(old["game"], old["text"], dice=None)
    assert play.seats == old["seats"]
    assert play.options.items() >= old["options"].items()
    assert list(play.actors()) == old["actors"]
    assert {str(seat): play.legal(seat) for seat in play.actors()} == old["legal"]
    assert play.dump() == old["text"]


def test_every_game_has_old_texts() -> None:
    assert {old["game"] for old in OLD} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_what_an_option_means_unsaid_is_written_down_here(name: str) -> None:
    """A game's default may change, but not what texts without the option mean: that is `implied` then."""
    old = next(old["options"] for old in OLD if old["game"] == name and "=" not in old["text"])
    unsaid = {option.name: option.unsaid for option in find(name).options}
    assert unsaid.items() >= old.items()


@pytest.mark.parametrize("name", GAMES)
def test_a_text_names_every_option_that_it_would_not_mean_unsaid(name: str) -> None:
    game = find(name)
    play = pyramidion.new(name, seed=3)
    assert pyramidion.load(name, play.dump()).options == play.options == game.choose({})
