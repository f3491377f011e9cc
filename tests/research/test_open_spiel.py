"""OpenSpiel's own suites on every game."""

import unittest

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough

from pyramidion import research
from pyramidion.games import GAMES, find
from pyramidion.research.spiel import PREFIX, SearchBot
from tests.research.sittings import every_sitting
from tests.soak import more

research.register_open_spiel()


def loaded(name: str, seats: int, options: str = "") -> pyspiel.Game:
    return pyspiel.load_game(f"{PREFIX}{name}(players={seats}{options})")


def test_registering_twice_does_nothing() -> None:
    research.register_open_spiel()
    assert {PREFIX + name for name in GAMES} <= set(pyspiel.registered_names())


@every_sitting
def test_random_simulations_pass(name: str, seats: int) -> None:
    pyspiel.random_sim_test(loaded(name, seats, short(name)), num_sims=more(1), serialize=False, verbose=False)


def short(name: str) -> str:
    """Options with which a random game is not too long to be replayed again and again."""
    return ",card_limit=n250" if "card_limit" in {option.name for option in find(name).options} else ""


@every_sitting
def test_the_api_test_passes(name: str, seats: int) -> None:
    text = f"{PREFIX}{name}(players={seats}{short(name)})"
    partial = type(
        "OnThisGame", (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(text), "game_name": text}
    )
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(partial).run(result)
    assert result.testsRun > 3
    assert not result.failures + result.errors, [trace for _, trace in result.failures + result.errors]


@pytest.mark.parametrize("name", [name for name in GAMES if not find(name).real_time])
def test_our_search_is_a_bot(name: str) -> None:
    game = loaded(name, find(name).seats[0])
    bots = [SearchBot(game, player, "search:5", seed=player) for player in range(game.num_players())]
    state = game.new_initial_state()
    for _ in range(120):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.apply_action(bots[state.current_player()].step(state))


def test_a_hidden_hand_makes_it_a_game_of_imperfect_information() -> None:
    kinds = pyspiel.GameType.Information
    assert loaded("river", 2).get_type().information == kinds.PERFECT_INFORMATION
    assert loaded("river", 2, ",hands=hidden").get_type().information == kinds.IMPERFECT_INFORMATION


def test_a_playthrough_can_be_read() -> None:
    text = generate_playthrough.playthrough(f"{PREFIX}senet", action_sequence=None, seed=1)
    assert "pyramidion_senet" in text
    assert "LegalActions()" in text


def test_ties_come_as_often_as_they_are_said_to() -> None:
    """The chance that OpenSpiel is given, against reaction times drawn by compiled code."""
    from pyramidion.engine.random import generator
    from pyramidion.games.egyptian_war.moments import reaction, tie_chance

    random = generator(3)
    for slapping in (2, 4, 8):
        trials = 4000
        times = [sorted(reaction(random) for _ in range(slapping))[:2] for _ in range(trials)]
        ties = sum(second - first <= 12 for first, second in times) / trials
        assert ties == pytest.approx(tie_chance(slapping, 12), abs=0.025)
