"""The reflex bot: what it does in a moment, and how its levels fare."""

import statistics
from collections import Counter
from typing import Any

import pytest

import pyramidion
from pyramidion.bots.race import Race
from pyramidion.bots.reflex import FASTEST, LEVELS, Plan, Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.egyptian_war.rules import SLAP, TURN, State

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
    with pytest.raises(
        ValueError, match="choose one of goatherd, farmer, potter, scribe, merchant, priestess, vizier, pharaoh"
    ):
        Reflex(GAME, 0, "divine")


def race(seed: int, *levels: str, **options: Any) -> Race:
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
    played = State.of(game.play.state).played
    assert played * game.timing.pace < took < played * 2500


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
    game = Race(pyramidion.new("egyptian_war", seed=1, starter="first_seat"), {})
    game.act(400, 0, TURN)
    with pytest.raises(pyramidion.Illegal, match="not so fast"):
        game.act(799, 1, TURN)
    game.act(800, 1, TURN)


def test_the_card_of_somebody_who_sleeps_is_played_for_them() -> None:
    """E-11"""
    game = Race(pyramidion.new("egyptian_war", seed=1, starter="first_seat"), {})
    assert game.due() == (10_000, 0, TURN)


# Ties


class Scripted(Reflex):
    """A bot that slaps whenever it may, always as fast."""

    def __init__(self, seat: int, after: float) -> None:
        super().__init__(GAME, seat)
        self.after = after

    def plan(self, observation: Any) -> Plan | None:
        return Plan(SLAP, self.after) if SLAP in self._legal(observation) else None


def duel(text: str, *bots: Scripted, **wishes: Any) -> Race:
    """A position in which these bots slap; the other seats are for the test to play."""
    return Race(pyramidion.load("egyptian_war", text, seed=1), {bot._seat: bot for bot in bots}, **wishes)


def told(game: Race) -> list[str]:
    return [game.play.encode(event.action) for event in game.play.events]


@pytest.mark.parametrize("at", [288, 295, 300, 305, 312])
def test_a_person_and_a_bot_within_the_tie_window_are_equally_fast(at: float) -> None:
    """E-13: before the bot or after it"""
    game = duel(PAIR.format(9), Scripted(1, 300))
    assert game.due().at > at, "it is not clear yet that the bot is first"
    game.act(at, 0, SLAP)
    assert told(game) == ["tie"]
    assert game.play.legal(0) == []
    assert game.play.legal(1) == ["turn"], "nobody takes the pile, and play continues"


@pytest.mark.parametrize(("at", "taken_by"), [(287, 0), (313, 1)])
def test_outside_the_tie_window_the_faster_one_takes_the_pile(at: float, taken_by: int) -> None:
    """E-13"""
    game = duel(PAIR.format(9), Scripted(1, 300))
    game.act(at, 0, SLAP)
    assert [event.seat for event in game.play.events] == [taken_by]
    assert State.of(game.play.state).turn == taken_by


def test_a_bot_that_nobody_ties_with_takes_the_pile_when_the_window_is_over() -> None:
    """E-13"""
    game = duel(PAIR.format(9), Scripted(1, 300))
    due = game.due()
    assert (due.seat, due.action) == (1, SLAP)
    assert due.at == pytest.approx(312)
    game.act(due.at, due.seat, due.action)
    assert State.of(game.play.state).turn == 1
    assert told(game) == ["slap"]


def test_two_bots_tie_as_people_do() -> None:
    """E-13"""
    text = "20?/20?/10? 7d7s 1 - 0 - - 9 - seats=3"
    game = duel(text, Scripted(1, 300), Scripted(2, 311))
    game.act(game.due().at, 1, SLAP)
    assert told(game) == ["tie"]
    game = duel(text, Scripted(1, 300), Scripted(2, 313))
    game.act(game.due().at, 1, SLAP)
    assert State.of(game.play.state).turn == 1


def test_the_tie_window_is_the_tables_or_none_where_a_keyboard_is_shared() -> None:
    """E-13"""
    for game in (
        duel(f"{PAIR.format(9)} tie_window=0", Scripted(1, 300)),
        duel(PAIR.format(9), Scripted(1, 300), tie=0),
    ):
        game.act(301, 0, SLAP)
        assert State.of(game.play.state).turn == 1
    wide = duel(f"{PAIR.format(9)} tie_window=50", Scripted(1, 300))
    wide.act(349, 0, SLAP)
    assert told(wide) == ["tie"]


def test_false_slaps_never_tie() -> None:
    """E-13"""
    game = duel(NO_PAIR.format(9), Scripted(1, 300))
    assert game.due().at == 300
    game.act(300, 0, SLAP)
    game.act(300, 1, SLAP)
    assert told(game) == ["slap", "slap"]
    assert game.play.view().burned == 2


def test_no_card_is_turned_while_a_bots_slap_is_judged() -> None:
    """E-29"""
    game = duel("20?/30? 7d7s 0 - 1 - - 9 - pace=200", Scripted(1, 300))
    with pytest.raises(pyramidion.Illegal, match="being judged"):
        game.act(305, 0, TURN)


def test_a_slap_at_the_end_of_the_take_window_goes_before_the_take() -> None:
    """E-10"""
    text = "20?/29? KsJs2h2d 1!0 0:0 1 - - 9 -".replace("29?", "28?")
    due = duel(text, Scripted(1, 1495)).due()
    assert (due.seat, due.action) == (1, SLAP)
    assert due.at > 1500
    assert duel(text, Scripted(1, 1501)).due() == (1500, CHANCE, None)
