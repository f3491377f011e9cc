"""How the weaker levels choose: small mistakes are common, big ones rare, and a win is never missed."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import pyramidion
from pyramidion.bots.levels import LEVELS, level_of, make
from pyramidion.bots.mistakes import chosen, likelihoods, win_at_once
from pyramidion.bots.search import Choice
from pyramidion.engine.record import Record
from pyramidion.games import GAMES, find

IN_TURNS = [name for name in GAMES if not find(name).real_time]
GOOD, FAIR, BAD = Choice(7, 90, 0.6), Choice(3, 20, 0.5), Choice(5, 4, 0.1)


def test_an_action_is_the_less_likely_the_worse_it_looks() -> None:
    best, fair, bad = likelihoods([GOOD, FAIR, BAD], temperature=0.1)
    assert best == 1.0
    assert fair == pytest.approx(1 / 2.718, rel=0.001)
    assert bad == pytest.approx(fair**5)


def test_without_a_temperature_the_first_is_chosen() -> None:
    assert chosen([FAIR, GOOD], 0.0, random.Random(1)) == FAIR.action


def test_small_mistakes_are_common_and_big_ones_rare() -> None:
    found = Counter(chosen([GOOD, FAIR, BAD], 0.1, random.Random(seed)) for seed in range(2000))
    assert found[GOOD.action] / 2000 == pytest.approx(0.73, abs=0.04)
    assert found[FAIR.action] / 2000 == pytest.approx(0.27, abs=0.04)
    assert found[BAD.action] / 2000 < 0.02


def test_a_temperature_of_ones_own_stands_behind_the_budget() -> None:
    assert level_of("policy:300~0.25").temperature == 0.25
    assert level_of("policy:300~.1").budget.iterations == 300
    assert level_of("policy:300").temperature == 0.0
    with pytest.raises(ValueError, match="there is no bot 'policy:300~2'"):
        level_of("policy:300~2")


@pytest.mark.parametrize("name", IN_TURNS)
def test_mistakes_get_smaller_from_level_to_level_until_there_are_none(name: str) -> None:
    temperatures = [level.temperature_in(find(name)) for level in LEVELS.values()]
    assert temperatures == sorted(temperatures, reverse=True)
    assert temperatures[0] > temperatures[1] > 0
    assert temperatures[-1] == 0


def wins_at_hand(games: int) -> Iterator[tuple[Record, int, set[int]]]:
    """Positions of random games of River with an action that wins at once: what the seat sees, and all such actions."""
    for seed in range(games):
        play, dice = pyramidion.new("river", seed=seed), random.Random(seed)
        while not play.is_over:
            seat = play.actors()[0]
            winning = set[int]()
            for action in play.legal_actions(seat):
                play.act(action, seat)
                if play.is_over and play.scores()[seat] == max(play.scores()) > min(play.scores()):
                    winning.add(action)
                play.undo()
            if winning and len(play.legal_actions(seat)) > 1:
                yield play.observe(1 << seat), seat, winning
            play.act(dice.choice(play.legal_actions(seat)), seat)


@pytest.mark.slow
def test_nobody_misses_an_action_that_wins_at_once() -> None:
    game, seen = find("river"), 0
    for observation, seat, winning in wins_at_hand(games=12):
        seen += 1
        assert win_at_once(game, observation, 2, seat, seed=seen) in winning
        for name in LEVELS:
            if level_of(name).temperature_in(game):
                assert make(name, game, 2, seat, seed=seen).choose(observation) in winning
    assert seen >= 5


def test_where_nothing_wins_at_once_that_is_said() -> None:
    play = pyramidion.new("iriri", seed=1)
    (seat,) = play.actors()
    assert win_at_once(play.game, play.observe(1 << seat), play.seats, seat, seed=1) is None
