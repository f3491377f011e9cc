"""The reflex bot: what it does in a moment, and how its levels fare."""

import statistics
from collections import Counter

import pytest

import pyramidion
from pyramidion.bots.race import Race
from pyramidion.bots.reflex import FASTEST, LEVELS, Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.egyptian_war.rules import SLAP, TURN

GAME = pyramidion.new("egyptian_war").game
PAIR = "20?/30? 7d7s 1 - 0 - - {} -"
NO_PAIR = "20?/30? 7d8s 1 - 0 - - {} -"


def plans(text: str, seat: int, level: str) -> list:  # type: ignore[type-arg]
    """What it does in a thousand moments like this."""
    bot = Reflex(GAME, seat, level, seed=1)
    positions = (pyramidion.load("egyptian_war", text.format(played), dice=None) for played in range(10, 1010))
    return [bot.plan(play.observe(1 << seat)) for play in positions]


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_it_slaps_what_it_notices_as_fast_as_its_level_says(level: str) -> None:
    found = [plan.after for plan in plans(PAIR, 0, level) if plan]
    facts = LEVELS[level]
    assert len(found) / 1000 == pytest.approx(facts.attention, abs=0.04)
    assert statistics.mean(found) == pytest.approx(facts.mean + facts.tail, rel=0.05)
    assert statistics.median(found) < statistics.mean(found), "the tail is of late ones"
    assert min(found) >= FASTEST


@pytest.mark.slow
def test_it_slaps_in_vain_now_and_then() -> None:
    found = [plan for plan in plans(NO_PAIR, 0, "farmer") if plan]
    assert all(plan.action == SLAP for plan in found)
    assert 3 <= len(found) <= 40


def test_in_its_turn_it_turns_a_card_in_its_own_time() -> None:
    play = pyramidion.load("egyptian_war", NO_PAIR.format(9), dice=None)
    plan = Reflex(GAME, 1, "scribe", seed=1).plan(play.observe(2))
    assert plan
    assert plan.action == TURN
    assert 500 < plan.after < 1100


def test_asked_again_in_the_same_moment_it_says_the_same() -> None:
    play = pyramidion.load("egyptian_war", PAIR.format(9), dice=None)
    bot = Reflex(GAME, 0, "pharaoh", seed=5)
    before = bot.plan(play.observe(1))
    play.act("guess 1", CHANCE)
    assert bot.plan(play.observe(1)) == before


def test_it_does_nothing_where_it_may_do_nothing() -> None:
    play = pyramidion.load("egyptian_war", PAIR.format(9).replace(" - - 9", " 0/-/- - 9"), dice=None)
    assert Reflex(GAME, 0, "pharaoh", seed=5).plan(play.observe(1)) is None


def test_what_it_plans_depends_on_the_table_and_not_on_decks_that_were_seen() -> None:
    """E-04"""
    for seed in range(20):
        bot = Reflex(GAME, 0, "scribe", seed=seed)
        seen, unseen = "7hAsKs17?/30? 7d8s 0 - 1 - - 9 -", "20?/30? 7d8s 0 - 1 - - 9 -"
        plans = {bot.plan(pyramidion.load("egyptian_war", text, dice=None).observe(1)) for text in (seen, unseen)}
        assert len(plans) == 1


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="choose farmer, scribe, vizier, pharaoh"):
        Reflex(GAME, 0, "divine")


def race(seed: int, *levels: str, **options: pyramidion.play.Value) -> Race:
    play = pyramidion.new("egyptian_war", seats=len(levels), seed=seed, **options)
    return Race(play, {seat: Reflex(play.game, seat, level, seed) for seat, level in enumerate(levels)})


@pytest.mark.slow
def test_a_better_level_wins_more_games() -> None:
    wins: Counter[str] = Counter()
    for seed in range(12):
        levels = ("pharaoh", "farmer") if seed % 2 else ("farmer", "pharaoh")
        game = race(seed, *levels)
        game.run()
        wins[levels[game.play.scores().index(1)]] += 1
    assert wins["pharaoh"] >= 10


@pytest.mark.slow
def test_a_game_of_bots_keeps_the_pace_and_takes_minutes_not_hours() -> None:
    """E-11"""
    game = race(3, "scribe", "scribe", "scribe")
    took = game.run()
    played = int(game.play.state.played)
    assert played * game.pace < took < played * 2500


@pytest.mark.slow
def test_a_limit_by_time_is_called_when_a_pile_has_been_taken() -> None:
    """E-26"""
    game = race(3, "farmer", "farmer", "farmer", "farmer", time_limit=3)
    took = game.run()
    assert 180_000 <= took < 260_000
    assert game.play.encode(game.play.events[-1].action) == "time"


def test_a_pile_that_is_won_lies_for_the_whole_window_before_it_is_taken() -> None:
    """E-10"""
    play = pyramidion.load("egyptian_war", "20?/2d28? KsJs 1 0:1 0 - - 9 -".replace("28?", "29?"), seed=1)
    game = Race(play, {})
    game.act(1000, 1, TURN)
    due = game.due()
    assert (due.at, due.seat, due.action) == (2500, CHANCE, None)
    game.act(due.at, due.seat, due.action)
    assert play.view().seats[0].cards == 23


def test_nobody_turns_a_card_before_the_last_was_seen() -> None:
    """E-11"""
    game = Race(pyramidion.new("egyptian_war", seed=1), {})
    game.act(400, 0, TURN)
    with pytest.raises(pyramidion.Illegal, match="not so fast"):
        game.act(799, 1, TURN)
    game.act(800, 1, TURN)


def test_the_card_of_somebody_who_sleeps_is_played_for_them() -> None:
    """E-11"""
    game = Race(pyramidion.new("egyptian_war", seed=1), {})
    assert game.due() == (10_000, 0, TURN)
