"""What every game must be, by being listed."""

import random
import re
from pathlib import Path

import pytest

import pyramidion
from pyramidion import testing
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import GAMES, find
from tests.soak import more

# A game with long games is looked at after every so many events.
EVERY = {"egyptian_war": 40}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_is_what_every_game_must_be(name: str) -> None:
    testing.check(name, games=more(8), every=EVERY.get(name, 3))


@pytest.mark.parametrize("name", GAMES)
def test_its_facts_are_complete(name: str) -> None:
    game = find(name)
    assert game.name == name
    assert game.title
    assert game.sentence.endswith(".")
    assert game.credit
    assert len(game.seat_names) >= max(game.seats)
    for option in game.options:
        assert option.check(option.default) == option.default
        assert option.explanation.endswith((".", "?"))
        assert option.ruling


@pytest.mark.parametrize("name", GAMES)
def test_its_rules_page_tells_every_option_and_ruling(name: str) -> None:
    game = find(name)
    page = game.rules_text
    for option in game.options:
        assert f"`{option.name}`" in page
    for ruling in re.findall(r"[A-Z]-\d\d", " ".join(option.ruling for option in game.options)):
        assert ruling in page


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_of_its_page_is_named_by_a_test(name: str) -> None:
    rulings = set(re.findall(r"^\| ([A-Z]-\d\d) ", find(name).rules_text, flags=re.MULTILINE))
    assert len(rulings) > 20
    tests = "".join(path.read_text() for path in (Path(__file__).parent / name).glob("*.py"))
    assert sorted(rulings - set(re.findall(r"[A-Z]-\d\d", tests))) == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("garbage", ["", "hello", "-1", "999", "1-", "½", "0" * 400, "\x00", "10-12-14", "=", "🂡"])
def test_garbage_is_refused_with_a_sentence(name: str, garbage: str) -> None:
    play = pyramidion.new(name, seed=1)
    before = play.dump()
    with pytest.raises(ValueError, match=r"\w+ \w+ \w+"):
        play.act(garbage, play.actors()[0])
    with pytest.raises(ValueError, match=r"\w+ \w+ \w+"):
        pyramidion.load(name, garbage)
    assert play.dump() == before


@pytest.mark.parametrize("name", GAMES)
def test_a_game_from_a_seed_is_the_same_every_time(name: str) -> None:
    def play(seed: int) -> list[pyramidion.Event]:
        game = pyramidion.new(name, seed=seed)
        for _ in range(20):
            if game.is_over:
                break
            seat = game.actors()[0]
            game.act(game.legal_actions(seat)[-1], seat)
        return game.events

    assert play(5) == play(5)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_how_it_ended_is_a_sentence_with_the_names_of_those_who_played(name: str, seed: int) -> None:
    play, choices = pyramidion.new(name, seed=seed), random.Random(seed)
    with pytest.raises(pyramidion.Illegal, match="isn't over yet"):
        play.ending()
    while not play.is_over:
        seat = choices.choice(play.actors())
        if seat != CHANCE:
            play.act(choices.choice(play.legal_actions(seat)), seat)
        elif play.is_timed:  # what only a judge calls is not called here
            play.tick()
    scores, names = play.scores(), ["Anna", "Ben"]
    assert re.fullmatch(r"[A-Z].*\.", play.ending(names))
    assert play.seat_name(0) not in play.ending(names)
    if scores[0] != scores[1]:
        assert play.ending(names).startswith(names[scores.index(max(scores))])
        assert play.ending().startswith(play.seat_name(int(scores[1] > scores[0])))


@pytest.mark.parametrize("name", GAMES)
def test_presets_can_be_played(name: str) -> None:
    game = find(name)
    assert game.presets[0].seats == game.seats[0]
    for preset in game.presets:
        game.choose(preset.options)
        assert game.choose_seats(preset.seats) == preset.seats
