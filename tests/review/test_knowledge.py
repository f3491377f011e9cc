"""What a seat could know of hidden pieces: odds from what it saw, never from what it did not."""

from typing import Any

import pytest

from pyramidion.bots.levels import make
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.play import Play, new, seeded
from pyramidion.review.knowledge import guesses


def some_game(name: str, seed: int, **options: Any) -> Play:
    play = new(name, dice=seeded(seed), **options)
    bots = [make("uniform", play.game, play.seats, seat, seed) for seat in range(play.seats)]
    for _ in range(20):
        seat = play.actors()[0]
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)
    return play


HIDDEN = [("river", {"hands": "hidden"}), ("pyramid_poker", {})]


@pytest.mark.parametrize(("name", "options"), HIDDEN)
@pytest.mark.parametrize("seat", [0, 1])
def test_odds_are_of_the_other_seats_pieces_and_add_up(name: str, options: dict[str, str], seat: int) -> None:
    play = some_game(name, 5, **options)
    found = guesses(play, play.state, seat)
    assert found
    for one in found:
        assert one.seat != seat
        assert sum(one.odds.values()) == pytest.approx(1)
        assert one.truth
        assert list(one.odds.values()) == sorted(one.odds.values(), reverse=True)


@pytest.mark.parametrize(("name", "options"), HIDDEN)
def test_what_cannot_be_seen_changes_no_odds(name: str, options: dict[str, str]) -> None:
    play = some_game(name, 5, **options)
    dealt_anew = _dealt_anew(play, seat=0)
    one, other = guesses(play, play.state, 0), guesses(play, dealt_anew, 0)
    assert [guess.odds for guess in one] == [guess.odds for guess in other]
    assert [guess.truth for guess in one] != [guess.truth for guess in other]


def _dealt_anew(play: Play, seat: int) -> Record:
    state = play.observe(1 << seat)
    play.game.rules.sample(state, generator(9))
    return state


@pytest.mark.parametrize("name", ["senet", "iriri", "river"])
def test_where_nothing_is_hidden_there_is_nothing_to_guess(name: str) -> None:
    play = some_game(name, 5)
    assert guesses(play, play.state, 0) == []


def test_the_truth_comes_as_often_as_the_odds_say() -> None:
    said, came = 0.0, 0
    for seed in range(30):
        play = some_game("river", seed, hands="hidden")
        for one in guesses(play, play.state, 0, deals=100):
            favourite, share = next(iter(one.odds.items()))
            said += share
            came += one.truth == favourite
    assert abs(said - came) < 4 * said**0.5  # four deviations
