"""Every ruling of Egyptian War's rules page, by scripted decks. A test names its rulings in its docstring."""

from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion import Illegal, Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.random import generator
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.egyptian_war import rules
from pyramidion.games.egyptian_war.repetition import EARLY, comes_back, fingerprint
from pyramidion.games.egyptian_war.rules import State

NUMBER_CARDS = "2h2d2c3h3d3c4h4d4c5h5d5c6h6d6c7h7d7c8h8d8c9h9dThTdTc9c"


def at(text: str) -> Play:
    """A position, with chance, judge and clock waiting for their script."""
    return pyramidion.load("egyptian_war", text, dice=None)


def script(play: Play, *actions: str) -> Play:
    """Let happen what is written as `0 turn`, `1 slap`, or, for chance, judge and clock, `take`, `7h`, `tie`."""
    for action in actions:
        seat, _, what = action.partition(" ")
        if seat.isdecimal():
            play.act(what, int(seat))
        else:
            play.act(action, CHANCE)
    return play


def first_seat_starts(**wishes: Any) -> Play:
    """A new game in which nothing is drawn at the start."""
    return pyramidion.new("egyptian_war", starter="first_seat", **wishes)


def after(text: str, *actions: str) -> str:
    return script(at(text), *actions).dump()


def refused(text: str, *actions: str) -> str:
    """Why the last of these actions is refused; and it changes nothing."""
    play = script(at(text), *actions[:-1])
    before = play.dump()
    with pytest.raises(Illegal) as refusal:
        script(play, actions[-1])
    assert play.dump() == before
    return str(refusal.value)


# The deal


def test_all_cards_are_dealt_round_the_table_from_the_dealers_left() -> None:
    """E-01"""
    sizes = {seats: first_seat_starts(seats=seats).dump().split()[0] for seats in range(2, 9)}
    assert sizes[2] == "26?/26?"
    assert sizes[3] == "18?/17?/17?"
    assert sizes[4] == "13?/13?/13?/13?"
    assert sizes[5] == "11?/11?/10?/10?/10?"
    assert sizes[8] == "7?/7?/7?/7?/6?/6?/6?/6?"


@pytest.mark.parametrize(
    ("seats", "starter", "decks"),
    [(2, 1, "26?/26?"), (3, 1, "17?/18?/17?"), (3, 2, "17?/17?/18?"), (5, 4, "11?/10?/10?/10?/11?")],
)
def test_the_cards_that_are_over_go_to_who_starts_and_the_next(seats: int, starter: int, decks: str) -> None:
    """E-01, E-03"""
    play = script(pyramidion.new("egyptian_war", seats=seats, dice=None), f"start {starter}")
    assert play.dump().split()[0] == decks


def test_a_second_pack_is_for_six_and_more() -> None:
    """E-02"""
    six = first_seat_starts(seats=6, second_pack=True)
    assert six.dump().split()[0] == "18?/18?/17?/17?/17?/17?"
    five = first_seat_starts(seats=5, second_pack=True)
    assert five.dump().split()[0] == "11?/11?/10?/10?/10?"
    with pytest.raises(pyramidion.BadOption, match="not 9"):
        pyramidion.new("egyptian_war", seats=9)


def test_with_two_packs_every_card_comes_twice() -> None:
    """E-02"""
    play = script(first_seat_starts(seats=6, second_pack=True, dice=None), "0 turn")
    assert {weight for _, weight in play.odds()} == {2}
    script(play, "7h", "1 turn")
    assert [weight for action, weight in play.odds() if play.encode(action) == "7h"] == [1]
    script(play, "7h", "2 turn")
    assert "7h" not in play.legal(CHANCE)


def test_who_starts_is_chosen_at_random() -> None:
    """E-03"""
    play = pyramidion.new("egyptian_war", seats=4, dice=None)
    assert play.actors() == (CHANCE,)
    assert [(play.encode(action), weight) for action, weight in play.odds()] == [(f"start {n}", 1) for n in range(4)]
    assert State.of(play.state).starter == UNKNOWN
    script(play, "start 2")
    assert State.of(play.state).starter == 2
    assert [seat for seat in range(4) if "turn" in play.legal(seat)] == [2]
    assert CHANCE not in play.actors()


def test_anybody_may_be_drawn_to_start_and_is_the_first_event() -> None:
    """E-03"""
    plays = [pyramidion.new("egyptian_war", seats=3, seed=seed) for seed in range(40)]
    assert {State.of(play.state).starter for play in plays} == {0, 1, 2}
    assert all(play.record()["events"] == [["chance", f"start {State.of(play.state).turn}"]] for play in plays)


def test_playouts_draw_anybody_to_start_too() -> None:
    """E-03"""
    play = pyramidion.new("egyptian_war", seats=3, dice=None)
    s, random = State.of(play.state), generator(1)
    drawn = {int(rules.chance(s, random)) - rules.START for _ in range(40)}
    started = set()
    for _ in range(40):
        s = State.from_bytes(play.state.tobytes())
        assert rules.playout_step(s, random, np.zeros(play.game.widest, dtype=np.int64)) == 1
        started.add(s.starter)
    assert drawn == started == {0, 1, 2}


def test_nobody_turns_or_slaps_before_somebody_starts() -> None:
    """E-03"""
    play = pyramidion.new("egyptian_war", seats=2, dice=None, slap_in="never")
    assert play.legal(0) == play.legal(1) == []
    with pytest.raises(Illegal, match=r"chosen at random \(E-03\)"):
        play.act("slap", 1)
    assert {(seat.cards, seat.lock, seat.may_slap) for seat in play.view().seats} == {(0, "", False)}


def test_who_started_stays_known_to_the_end() -> None:
    """E-03: the next game's dealer depends on it."""
    play = pyramidion.new("egyptian_war", seed=3)
    starter = State.of(play.state).starter
    while not play.is_over:
        play.tick() if play.is_timed else play.act("turn", State.of(play.state).turn)
    assert State.of(play.state).starter == starter
    assert State.of(pyramidion.load("egyptian_war", play.dump()).state).starter == starter


def test_texts_that_do_not_say_who_starts_mean_the_first_seat() -> None:
    """E-03"""
    play = at("26?/26? - 0 - - - - 0 -")
    assert (play.options["starter"], State.of(play.state).starter) == ("first_seat", 0)
    assert play.state.tobytes() == first_seat_starts(dice=None).state.tobytes()
    assert [seat for seat in play.actors() if "turn" in play.legal(seat)] == [0]


def test_nobody_knows_a_card_before_it_is_turned_not_even_the_rules() -> None:
    """E-04"""
    play = first_seat_starts(seats=3, seed=3)
    for _ in range(4):
        play.act("turn", State.of(play.state).turn)
    for eyes in (0, 1, 2, 7):
        observation = State.of(play.observe(eyes))
        assert (observation.deck == UNKNOWN).all()
        assert (observation.pile[:4] != UNKNOWN).all()
    assert sum(seat.cards for seat in play.view(0).seats) == 48


def test_a_view_never_holds_the_cards_of_a_deck_even_if_they_were_seen() -> None:
    """E-04"""
    play = at("7h9c24?/26? - 0 - - - - 9 -")
    assert "7" not in play.text() + repr(play.view(0).pile)
    assert play.view(0) == at("26?/26? - 0 - - - - 9 -").view(0)


# Taking and order


def test_a_pile_goes_under_the_deck_so_that_its_first_card_comes_up_first() -> None:
    """E-05"""
    assert (
        after("As25?/2h3h4h5h22? - 0 - - - - 0 -", "0 turn", *["1 turn"] * 4, "take") == "25?As2h3h4h5h/22? - 0 - - - - 5 1"
    )


def test_an_ace_and_four_number_cards_go_to_the_challenger_who_leads() -> None:
    """E-12, E-27"""
    play = script(at("As25?/2h3h4h5h22? - 0 - - - - 0 -"), "0 turn", *["1 turn"] * 4)
    assert "turn" not in play.legal(0) + play.legal(1)
    script(play, "take")
    assert [seat.cards for seat in play.view().seats] == [30, 22]
    assert play.legal(0) == ["turn", "slap"]
    assert play.legal(1) == ["slap"]


@pytest.mark.parametrize(("card", "chances"), [("As", 4), ("Ks", 3), ("Qs", 2), ("Js", 1), ("Ts", 0)])
def test_an_ace_gives_four_chances_a_king_three_a_queen_two_a_jack_one(card: str, chances: int) -> None:
    """E-27"""
    challenge = after(f"{card}25?/26? - 0 - - - - 0 -", "0 turn").split()[3]
    assert challenge == (f"0:{chances}" if chances else "-")


def test_an_answer_challenges_the_next_player_with_a_count_of_its_own() -> None:
    """E-27"""
    assert after("Ks16?/2hAh16?/17?/- - 0 - - - - 0 - seats=4", "0 turn", "1 turn", "1 turn").split()[2:4] == ["2", "1:4"]


# What may be slapped


@pytest.mark.parametrize(
    ("pile", "taken"),
    [
        ("7d7s", True),
        ("7d4c7s", True),
        ("7d4c", False),
        ("7d7s4c", False),
        ("7d4c5c7s", False),
        ("7d", False),
        ("(7d)7s", False),
        ("(7d)4c7s", False),
        ("(3d)7d7s", True),
    ],
)
def test_doubles_and_sandwiches_count_with_the_top_card(pile: str, taken: bool) -> None:
    """E-06, E-15, E-16"""
    cards = len(pile.replace("(", "").replace(")", "")) // 2
    play = script(at(f"20?/{32 - cards}? {pile} 0 - 1 - - 9 -"), "0 slap")
    assert play.view().seats[0].cards == (20 + cards if taken else 19)


def test_a_slap_is_open_until_the_next_card() -> None:
    """E-07: afterwards the pattern is gone; a slap that was meant for it never reaches the rules."""
    text = "4h19?/30? 7d7s 0 - 1 - - 9 -"
    assert after(text, "1 slap").startswith("4h19?/30?7d7s - 1 ")
    assert after(text, "0 turn", "1 slap").split()[5] == "1/-/-"


def test_a_sandwich_does_not_reach_into_a_taken_pile() -> None:
    """E-08"""
    play = script(at("7h20?/27? 4sJs4c7s 1!0 0:0 1 - - 9 -"), "take", "0 turn")
    assert play.view().pile == ["7♥"]
    assert CHANCE not in play.actors()


def test_a_slap_in_a_challenge_beats_it() -> None:
    """E-09, E-12: K, 2, 2"""
    text = "Ks16?/2h2d16?/17? - 0 - - - - 0 - seats=3"
    assert after(text, "0 turn", "1 turn", "1 turn", "2 slap") == "16?/16?/17?Ks2h2d - 2 - - - - 3 - seats=3"


def test_before_a_pile_is_taken_it_may_still_be_slapped() -> None:
    """E-10"""
    play = script(at("25?/2d23? Ks5h2h 1 0:1 1 - - 9 -"), "1 turn")
    assert play.legal(0) == play.legal(1) == ["slap"]
    assert play.legal(CHANCE) == ["take", "tie", "guess 0", "guess 1"]
    assert script(play, "1 slap").dump() == "25?/23?Ks5h2h2d - 1 - - - - 10 -"


def test_nobody_can_take_the_pile_early() -> None:
    """E-10: only the clock takes."""
    refusal = refused("25?/24? Ks5h2h 1!0 0:0 1 - - 9 -", "0 take")
    assert refusal == "that happens automatically"
    assert "(E-10)" in refused("25?/24? Ks5h2h 1!0 0:0 1 - - 9 -", "0 turn")


def test_the_clock_takes_and_never_judges_by_itself() -> None:
    """E-10, E-13"""
    text = "25?/24? Ks2d2h 1!0 0:0 1 - - 9 -"
    play = pyramidion.load("egyptian_war", text, seed=1)
    assert play.is_timed
    play.tick()
    assert play.view().seats[0].cards == 28
    play = pyramidion.load("egyptian_war", "25?/25? 2d2h 1 - 0 - - 9 -", seed=1)
    assert not play.is_timed
    with pytest.raises(Illegal):
        play.tick()


def test_pace_windows_and_ties_are_options_of_the_table() -> None:
    """E-10, E-11, E-13: the rules know no time."""
    options = {option.name: option for option in pyramidion.new("egyptian_war").game.options}
    timing = {name: option.default for name, option in options.items() if option.scope == "table"}
    assert timing == {"take_window": 1500, "pace": 400, "auto_play": 10, "tie_window": 12}
    usual = pyramidion.new("egyptian_war", seed=1)
    assert pyramidion.new("egyptian_war", seed=1, pace=800, take_window=500).state.tobytes() == usual.state.tobytes()


def test_the_challenged_player_plays_one_card_at_a_time() -> None:
    """E-11"""
    assert after("As25?/2h3h24? - 0 - - - - 0 -", "0 turn", "1 turn").split()[2:4] == ["1", "0:3"]


# Ties and guesses


def test_a_tie_leaves_turn_count_and_pile_untouched() -> None:
    """E-13"""
    text = "25?/24? Ks2h2d 1 0:1 1 - - 9 -"
    before, tied = text.split(), after(text, "tie").split()
    assert [*tied[:5], *tied[6:]] == [*before[:5], *before[6:]]
    assert tied[5] == "01/-/-"
    assert "(E-13, E-15)" in refused(text, "tie", "0 slap")
    assert at(text).legal(CHANCE) == ["tie", "guess 0", "guess 1"]


def test_after_a_tie_the_next_card_may_be_slapped_again() -> None:
    """E-13"""
    text = "25?/2c23? Ks2h2d 1 0:1 1 - - 9 -"
    assert after(text, "tie", "1 turn", "0 slap").split()[0] == "25?Ks2h2d2c/23?"


def test_a_tie_needs_two_who_may_slap_and_something_to_slap() -> None:
    """E-13: false slaps never tie."""
    assert at("25?/24? Ks2h2d 1 0:1 1 0/-/- - 9 -").legal(CHANCE) == ["guess 1"]
    assert CHANCE not in at("25?/24? Ks2h3d 1 0:1 1 - - 9 -").actors()


def test_a_guess_that_met_a_pattern_is_void_and_locks() -> None:
    """E-29"""
    text = "25?/24? Ks2h2d 1 0:1 1 - - 9 -"
    assert after(text, "guess 1") == text.replace(" - - 9", " 1/-/- - 9")
    assert after(text, "guess 1", "0 slap").split()[0] == "25?Ks2h2d/24?"
    assert "slap" not in script(at(text), "guess 1").legal(1)


# False slaps


def test_a_false_slap_burns_the_bottom_card_beneath_the_pile_and_locks() -> None:
    """E-14, E-15, E-16"""
    text = "20?9h/29? 3d4d 0 - 1 - - 9 -"
    assert after(text, "0 slap") == "20?/29? (9h)3d4d 0 - 1 0/-/- - 9 -"
    assert "(E-13, E-15)" in refused(text, "0 slap", "0 slap")


def test_the_lock_ends_with_the_next_card() -> None:
    """E-14, E-15"""
    assert after("5h19?9h/29? 3d4d 0 - 1 - - 9 -", "0 slap", "0 turn").split()[5] == "-"


def test_burned_cards_are_one_below_the_other_and_come_up_before_the_pile() -> None:
    """E-05, E-16"""
    text = "19?8h9h/29? 3d4d 0 - 1 - - 9 - burn=2"
    assert after(text, "0 slap").split()[1] == "(8h9h)3d4d"
    text = "19?8h9h/28?6h Jd4d 1!0 0:0 1 - - 9 -"
    assert after(text, "1 slap", "take").split()[0] == "19?8h9h6hJd4d/28?"


@pytest.mark.parametrize("burn", [1, 2, 3])
def test_who_has_fewer_cards_than_the_burn_burns_what_he_has(burn: int) -> None:
    """E-16"""
    fields = after(f"50?/2? - 0 - - - - 9 - burn={burn}", "1 slap").split()
    assert fields[1] == f"({min(burn, 2)}?)"
    assert fields[5] == "1/-/-"


def test_without_a_card_to_burn_one_is_locked_out_until_the_pile_is_taken() -> None:
    """E-16"""
    text = "2d19?/-/2h28? 3d4d5d 0 - 2 - - 9 - seats=3"
    played = script(at(text), "1 slap", "0 turn")
    assert played.dump().split()[5] == "-/-/1"
    script(played, "2 turn")
    assert played.legal(1) == []
    script(played, "0 slap")
    assert played.legal(1) == ["slap"]


def test_burn_0_takes_no_card_and_locks_for_this_card_and_the_next() -> None:
    """E-14, E-16"""
    text = "2d5h18?/6h28?/- 3d4d5d 0 - 1 - - 9 - burn=0 seats=3"
    play = script(at(text), "0 slap", "2 slap")
    assert play.dump().split()[:2] == text.split()[:2]
    assert play.dump().split()[5] == "02/02/-"
    assert script(play, "0 turn").dump().split()[5] == "02/-/-"
    assert script(play, "1 turn").dump().split()[5] == "-"


def test_without_penalties_a_false_slap_burns_nothing_and_locks_only_this_card() -> None:
    """E-14, E-15, E-16: as in the original, which names no penalty"""
    text = "2d5h18?/6h28?/- 3d4d5d 0 - 1 - - 9 - burn=none seats=3"
    play = script(at(text), "0 slap", "2 slap")
    assert play.dump().split()[:5] == text.split()[:5]
    assert play.dump().split()[5] == "02/-/-"
    assert "(E-13, E-15)" in refused(text, "0 slap", "0 slap")
    assert script(play, "0 turn").dump().split()[5] == "-"
    assert play.legal(0) == play.legal(2) == ["slap"]


def test_without_penalties_who_is_owed_the_pile_slaps_blindly_for_nothing() -> None:
    """E-14"""
    text = "25?9h/23? Ks2h3d 1!0 0:0 1 - - 9 - burn=none"
    assert after(text, "0 slap") == text.replace(" - - 9", " 0/-/- - 9")


def test_without_penalties_a_guess_is_void_and_does_not_lock() -> None:
    """E-14, E-29"""
    text = "25?/24? Ks2h2d 1 0:1 1 - - 9 - burn=none"
    assert after(text, "guess 1") == text
    assert after(text, "guess 1", "1 slap").split()[0] == "25?/24?Ks2h2d"


def test_without_penalties_a_tie_still_spends_the_card_for_everybody() -> None:
    """E-13, E-14"""
    assert after("25?/24? Ks2h2d 1 0:1 1 - - 9 - burn=none", "tie").split()[5] == "01/-/-"


def test_without_penalties_false_slaps_of_a_player_without_cards_still_count() -> None:
    """E-14, E-23"""
    play = at("-/3d24?/4d24? 5h6d 1 - 0 - - 9 - seats=3 slap_in=2 burn=none")
    script(play, "0 slap", "1 turn")
    assert play.view().seats[0].tries == 1
    assert play.legal(0) == ["slap"]
    assert script(play, "0 slap").view().seats[0].lock == "out"


def wins_by_blind_slaps(burn: int | str, games: int = 20) -> float:
    """The share won by a player who slaps every card first, without looking, and so leaves the other nothing to slap."""
    won = 0.0
    for seed in range(games):
        play = pyramidion.new("egyptian_war", seed=seed, burn=burn, card_limit=500)
        while not play.is_over:
            if "slap" in play.legal(0) and State.of(play.state).height:
                play.act("slap", 0)
            else:
                play.tick() if play.is_timed else play.act("turn", State.of(play.state).turn)
        won += play.scores()[0]
    return won / games


def test_blind_slapping_pays_where_it_costs_nothing_and_only_there() -> None:
    """E-14: why the usual penalty is there"""
    assert wins_by_blind_slaps("none") > 0.9
    assert wins_by_blind_slaps(1) < 0.2


def test_an_empty_pile_and_a_single_card_are_false_slaps() -> None:
    """E-15"""
    assert after("26?/26? - 0 - - - - 0 -", "1 slap") == "26?/25? (1?) 0 - - 1/-/- - 0 -"
    assert after("25?/26? 7h 1 - 0 - - 1 -", "0 slap") == "24?/26? (1?)7h 1 - 0 0/-/- - 1 -"


def test_a_card_burned_by_the_seat_that_is_owed_the_pile_goes_to_the_challenged() -> None:
    """E-14"""
    assert after("25?9h/23? Ks2h3d 1!0 0:0 1 - - 9 -", "0 slap") == "25?/23?9h Ks2h3d 1!0 0:0 1 0/-/- - 9 -"
    assert after("25?/23?9h Ks2h3d 1!0 0:0 1 - - 9 -", "1 slap") == "25?/23? (9h)Ks2h3d 1!0 0:0 1 1/-/- - 9 -"


def test_a_challenged_player_who_has_run_out_comes_back_by_that_card() -> None:
    """E-14, E-20"""
    text = "45?9h/-/3? Ks2h3d 1!0 0:1 1 - - 9 - seats=3"
    assert after(text, "0 slap", "take").split()[:3] == ["45?Ks2h3d/9h/3?", "-", "0"]


def test_taking_the_pile_lifts_every_lock() -> None:
    """E-14"""
    text = "24?/24?/- Ks2h3d4d 1!0 0:0 1 012/1/2 - 9 - seats=3"
    assert after(text, "take").split()[5] == "-"


def test_who_burns_his_last_card_in_turn_loses_the_turn() -> None:
    """E-16, E-22"""
    assert after("9h/25?/23? 3d4d6d 0 - 2 - - 9 - seats=3", "0 slap").split()[:3] == ["-/25?/23?", "(9h)3d4d6d", "1"]


def test_who_burns_his_last_card_when_challenged_has_run_out() -> None:
    """E-16, E-20: even before his first card"""
    text = "25?/9h/22? 3d4d6dKs 1 0:3 0 - - 9 - seats=3"
    assert after(text, "1 slap").split()[2:4] == ["1!0", "0:3"]
    assert after(f"{text} run_out=next", "1 slap").split()[2:4] == ["2", "0:3"]


def test_a_challenger_who_burns_his_last_card_stays_the_challenger() -> None:
    """E-16, E-18"""
    text = "9h/25?/22? 3d4d6dKs 1 0:3 0 - - 9 - seats=3"
    assert after(text, "0 slap").split()[2:4] == ["1", "0:3"]


def test_the_challenged_seat_is_fixed_when_the_face_card_falls() -> None:
    """E-16, E-17"""
    text = "25?/22?/9h 3d4d6dKs 1 0:3 0 - - 9 - seats=3"
    assert after(text, "2 slap").split()[2:4] == ["1", "0:3"]


# Running out


def test_the_next_player_with_cards_is_challenged() -> None:
    """E-17"""
    assert after("Ks25?/-/26? - 0 - - - - 9 - seats=3", "0 turn").split()[2:4] == ["2", "0:3"]


def test_a_challenger_without_cards_stays_in_and_may_win_the_pile() -> None:
    """E-18"""
    text = "Js/2h50? - 0 - - - - 9 -"
    assert after(text, "0 turn", "1 turn", "take").split()[:3] == ["Js2h/50?", "-", "0"]


def test_a_face_card_that_nobody_can_answer_takes_the_pile_after_the_window() -> None:
    """E-19"""
    play = script(at("Js49?/- 2d3d 0 - 1 - - 9 -"), "0 turn")
    assert play.dump().split()[2] == "0!0"
    assert script(play, "take").is_over
    assert play.scores() == [1, 0]


def test_that_window_may_be_slapped_too() -> None:
    """E-10, E-19"""
    text = "Js48?/- 2dJd3d 0 - 1 - - 9 -"
    assert after(text, "0 turn", "1 slap").split()[:3] == ["48?/2dJd3dJs", "-", "1"]


def test_a_queen_and_then_the_last_card_a_seven_goes_to_the_challenger() -> None:
    """E-20"""
    text = "Qs33?/7h/17? - 0 - - - - 9 - seats=3"
    assert after(text, "0 turn", "1 turn", "take").split()[:3] == ["33?Qs7h/-/17?", "-", "0"]


def test_as_an_option_the_next_player_gets_the_chances_that_are_left() -> None:
    """E-20"""
    text = "Ks33?/7h/17? - 0 - - - - 9 - seats=3 run_out=next"
    assert after(text, "0 turn", "1 turn").split()[2:4] == ["2", "0:2"]


def test_the_challenger_never_gets_his_own_challenge_passed_on() -> None:
    """E-20"""
    text = "Ks50?/7h/- - 0 - - - - 9 - seats=3 run_out=next"
    assert after(text, "0 turn", "1 turn").split()[2:4] == ["1!0", "0:2"]


def test_a_last_card_that_is_a_face_card_is_an_answer() -> None:
    """E-18, E-21"""
    text = "Qs33?/Jh/17? - 0 - - - - 9 - seats=3"
    assert after(text, "0 turn", "1 turn").split()[:4] == ["33?/-/17?", "QsJh", "2", "1:1"]


def test_who_plays_the_last_card_in_ordinary_play_is_skipped_and_may_slap_back_in() -> None:
    """E-22, E-23"""
    play = script(at("7s/3d24?/3c24? 5h 0 - 2 - - 9 - seats=3"), "0 turn", "1 turn", "2 turn")
    assert play.dump().split()[2] == "1"
    assert script(play, "0 slap").view().seats[0].cards == 4
    assert play.legal(0) == ["turn", "slap"]


def test_slapping_in_can_be_forbidden_except_to_a_challenger() -> None:
    """E-23, E-18"""
    text = "-/25?/25? 5h5d 1 - 0 - - 9 - seats=3 slap_in=never"
    assert "(E-23)" in refused(text, "0 slap")
    assert at(text).view().seats[0].lock == "out"
    challenger = at("-/25?/25? 5hKs 1 0:3 0 - - 9 - seats=3 slap_in=never")
    assert challenger.legal(0) == ["slap"]


def test_slapping_in_can_be_limited_to_some_false_slaps() -> None:
    """E-23"""
    play = at("-/3d24?/4d24? 5h6d 1 - 0 - - 9 - seats=3 slap_in=2 burn=0")
    script(play, "0 slap", "1 turn", "2 turn")
    assert play.dump().split()[6] == "1/0/0"
    assert play.view().seats[0].tries == 1
    script(play, "0 slap")
    assert play.view().seats[0].lock == "out"
    assert script(play, "1 turn", "7s", "2 turn", "8s").legal(0) == []


def test_winning_a_pile_gives_all_tries_back_and_ties_are_free() -> None:
    """E-23"""
    text = "-/25?/25? 5h5d 2 - 1 - 1/0/0 9 - seats=3 slap_in=2"
    assert after(text, "tie").split()[6] == "1/0/0"
    assert after(text, "0 slap").split()[6] == "-"


def test_a_false_slap_that_costs_the_last_card_is_no_try() -> None:
    """E-23: the spell without cards begins after it."""
    assert after("9h/25?/25? 5h 1 - 0 - - 9 - seats=3 slap_in=1", "0 slap").split()[6] == "-"


def test_a_sole_holder_plays_on_until_a_jack_takes_all_and_wins() -> None:
    """E-19, E-24"""
    play = script(at("2s3sJs47?/- 2d3d 0 - 1 - - 9 -"), "0 turn", "0 turn")
    assert play.legal(0) == ["turn", "slap"]
    script(play, "0 turn", "take")
    assert play.is_over
    assert play.scores() == [1, 0]


def test_as_an_option_the_sole_holder_takes_the_pile_after_the_window() -> None:
    """E-24, E-10"""
    text = "2s48?/3h 2d4d 1 - 0 - - 9 - last_with_cards_wins=yes"
    play = script(at(text), "1 turn")
    assert play.dump().split()[2] == "0!0"
    assert play.legal(1) == ["slap"]
    assert script(play, "take").scores() == [1, 0]


def test_with_that_option_a_face_card_is_answered_first() -> None:
    """E-18, E-24"""
    text = "2s50?/Js - 1 - - - - 9 - last_with_cards_wins=yes"
    assert after(text, "1 turn").split()[2] == "0"
    assert after(text, "1 turn", "0 turn", "take").split()[0] == "50?/Js2s"


def test_with_that_option_burning_the_last_card_leaves_a_sole_holder() -> None:
    """E-16, E-24"""
    text = "49?/3h 2d4d 0 - 1 - - 9 - last_with_cards_wins=yes"
    assert after(text, "1 slap").split()[2] == "0!0"


def test_if_nobody_has_cards_the_last_who_played_takes_the_pile() -> None:
    """E-25, E-10"""
    text = f"2s/- (AsAhAdAcKsKhKdKcQsQhQdQcJsJhJdJc3s4s5s6s7s8s9sTs){NUMBER_CARDS} 0 - 1 - - 99 -"
    play = script(at(text), "0 turn")
    assert play.dump().split()[2] == "0!0"
    assert script(play, "take").scores() == [1, 0]
    burned = script(at(text), "0 slap")
    assert burned.dump().split()[2] == "0!1"


# Endless games


def test_most_cards_win_at_the_limit_once_a_pile_is_taken() -> None:
    """E-26"""
    text = "Js26?/2h23?/- 9d 0 - 1 - - 249 - card_limit=250 seats=3"
    play = script(at(text), "0 turn", "1 turn")
    assert not play.is_over
    assert script(play, "take").scores() == [1, 0, 0]


def test_equally_many_cards_at_the_limit_are_a_draw() -> None:
    """E-26"""
    text = "Js24?/2h26? - 0 - - - - 249 - card_limit=250"
    assert script(at(text), "0 turn", "1 turn", "take").scores() == [0.5, 0.5]


@pytest.mark.parametrize(("seats", "limit"), [(2, 10_000), (5, 10_000), (6, 20_000), (8, 20_000)])
def test_the_usual_limit_is_doubled_from_six_players_on(seats: int, limit: int) -> None:
    """E-26"""
    assert pyramidion.new("egyptian_war", seats=seats).view().limit == limit


def test_the_clock_may_call_time_only_when_a_pile_has_just_been_taken() -> None:
    """E-26"""
    text = "25?/27? - 0 - - - - 249 - time_limit=5"
    assert at(text).legal(CHANCE) == ["time"]
    assert script(at(text), "time").scores() == [0, 1]
    assert CHANCE not in at("25?/26? 2h 0 - 1 - - 249 - time_limit=5").actors()
    assert CHANCE not in at("25?/27? - 0 - - - - 249 -").actors()
    assert CHANCE not in first_seat_starts(time_limit=5, dice=None).actors()


def lay_out(*deals: str) -> Play:
    """Known decks: face cards as written, and number cards for the dashes."""
    suits = {rank: iter("shdc") for rank in "A23456789TJQK"}
    numbers = iter("23456789T" * 4)
    ranks = [[rank if rank != "-" else next(numbers) for rank in deal] for deal in deals]
    decks = ["".join(rank + next(suits[rank]) for rank in deck) for deck in ranks]
    return at(f"{'/'.join(decks)} - 0 - - - - 0 -")


@pytest.mark.slow
def test_a_game_that_would_never_end_without_slaps_ends_at_the_limit() -> None:
    """E-26: the deal of Casella et al. (arXiv 2403.13855). Its face cards come round every 474 cards, but whole decks, card
    by card, only after 33 034: the limit is first."""
    play = lay_out("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
    while not play.is_over:
        script(play, "take" if State.of(play.state).owed >= 0 else f"{State.of(play.state).turn} turn")
    assert 10_000 <= State.of(play.state).played < 10_052
    cards = [seat.cards for seat in play.view().seats]
    assert min(cards) > 0
    assert play.scores() == [cards[0] > cards[1], cards[1] > cards[0]]


def test_the_remembered_state_ends_the_game_when_it_comes_back() -> None:
    """E-26"""
    text = "20?/30? Jd4d 1!0 0:0 1 - - 99 {}"
    after_it = fingerprint(State.of(script(at(text.format("-")), "take").state))
    play = script(at(text.format(f"10:{after_it}")), "take")
    assert play.is_over
    assert play.scores() == [0, 1]
    assert not script(at(text.format(f"10:{after_it + 1}")), "take").is_over


@pytest.mark.parametrize("lead", [0, 1, 5, 20])
@pytest.mark.parametrize("period", [1, 2, 7, 30])
def test_whatever_comes_round_without_a_slap_is_found(lead: int, period: int) -> None:
    """E-26"""
    s = State.of(first_seat_starts(dice=None).state)
    takes = 0
    while True:
        takes += 1
        s.deck[0, 0] = min(takes, lead + (takes - lead) % period)  # stands for all cards in their order
        if comes_back(s):
            break
    assert lead + period < takes <= 3 * (lead + period) + 4 * EARLY


def test_nothing_is_found_where_nothing_comes_round() -> None:
    """E-26"""
    s = State.of(first_seat_starts(dice=None).state)
    for takes in range(2000):
        s.deck[0, takes % 26] = takes // 26 % 52
        s.deck[1, 0] = takes % 52
        assert not comes_back(s)


def test_any_slap_clears_the_memory() -> None:
    """E-26"""
    text = "20?/30? 3d4d 0 - 1 - - 99 9:4611"
    assert at(text).dump().split()[8] == "9:4611"
    for slap in ("0 slap", "1 slap"):
        assert after(text, slap).split()[8] == "-"
    tied = "20?/30? 4h4d 0 - 1 - - 99 9:4611"
    for slap in ("0 slap", "tie", "guess 1"):
        assert after(tied, slap).split()[8] == "-"


# More to slap


@pytest.mark.parametrize(
    ("option", "pile", "slappable"),
    [
        ("marriage", "3dKsQh", True),
        ("marriage", "3dQhKs", True),
        ("marriage", "QhKs3d", False),
        ("marriage", "QhJsKs", False),
        ("marriage", "JsAs", False),
        ("top_bottom", "3d5h6h7h3s", True),
        ("top_bottom", "(3c)5h3d6h7h3s", False),
        ("top_bottom", "(3c)5h3d6h7h5s", True),
        ("tens", "2d8s", True),
        ("tens", "As9s", True),
        ("tens", "9sAs", True),
        ("tens", "TsKs", False),
        ("tens", "2d3d8s", False),
        ("runs", "3d4d5h6s", True),
        ("runs", "9s8s7h6d", True),
        ("runs", "As2d3d4h", True),
        ("runs", "JhQhKhAs", True),
        ("runs", "QhKhAs2d", False),
        ("runs", "4d3d2hAs", True),
        ("runs", "3d4d5h", False),
        ("runs", "3d4d5h4s", True),
        ("runs", "3d5d4h6s", False),
    ],
)
def test_more_patterns_may_be_chosen_and_are_off_by_default(option: str, pile: str, slappable: bool) -> None:
    """E-28"""
    cards = len(pile.replace("(", "").replace(")", "")) // 2
    text = f"20?/{32 - cards}? {pile} 0 - 1 - - 99 -"
    by_itself = pile == "3d4d5h4s"  # a sandwich
    assert (CHANCE in at(text).actors()) == by_itself
    assert (CHANCE in at(f"{text} {option}=yes").actors()) == slappable


def test_cards_are_conserved_after_every_event() -> None:
    """The pack is whole, wherever its cards lie."""
    for seed, seats in enumerate((2, 3, 6)):
        play = pyramidion.new("egyptian_war", seats=seats, seed=seed, second_pack=True, burn=2)
        dice = np.random.default_rng(seed)
        for _ in range(300):
            if play.is_over:
                break
            seat = int(dice.choice([seat for seat in play.actors() if seat != CHANCE]))
            play.act(play.legal(seat)[0], seat)
            view = play.view()
            assert sum(each.cards for each in view.seats) + len(view.pile) + view.burned == (104 if seats == 6 else 52)
