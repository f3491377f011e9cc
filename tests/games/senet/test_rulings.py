"""Every ruling of Senet's rules page, by a position and what comes of it. A test names its rulings in its docstring."""

import pytest

import pyramidion
from pyramidion import Illegal, Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.senet import GAME


def at(position: str) -> Play:
    """A position, with chance waiting for its script."""
    return pyramidion.load("senet", position, dice=None)


def after(position: str, *actions: str) -> str:
    """The position after these actions."""
    play = at(position)
    for action in actions:
        play.act(action)
    return play.dump()


def refused(position: str, action: str) -> str:
    """Why this action is refused; and it changes nothing."""
    play = at(position)
    before = play.dump()
    with pytest.raises(Illegal) as refusal:
        play.act(action)
    assert play.dump() == before
    return str(refusal.value)


def test_five_pieces_each_stand_on_the_first_ten_squares() -> None:
    """S-01, S-02"""
    assert pyramidion.new("senet", dice=None).dump() == "rcrcrcrcrc/10/10 c - - 0"


def test_seven_pieces_each_stand_on_the_first_fourteen_squares() -> None:
    """S-01"""
    assert pyramidion.new("senet", dice=None, pieces=7).dump() == "rcrcrcrcrc/rcrc6/10 c - - 0 pieces=7"


def test_the_side_on_the_even_squares_starts() -> None:
    """S-03"""
    play = pyramidion.new("senet", dice=None)
    play.act("throw 2")
    assert play.actors() == (0,)
    assert play.view().squares[9] == 0


def test_in_the_throw_off_the_only_one_to_throw_a_1_starts() -> None:
    """S-03"""
    start = "rcrcrcrcrc/10/10 c off - 0 throw_off=yes"
    assert after(start, "throw 1", "throw 2") == "rcrcrcrcrc/10/10 c - - 2 throw_off=yes"
    assert after(start, "throw 6", "throw 1") == "rcrcrcrcrc/10/10 r - - 2 throw_off=yes"


@pytest.mark.parametrize("throws", [("throw 1", "throw 1"), ("throw 2", "throw 3")])
def test_the_throw_off_goes_on_until_exactly_one_throws_a_1(throws: tuple[str, str]) -> None:
    """S-03"""
    assert after("rcrcrcrcrc/10/10 c off - 0 throw_off=yes", *throws) == "rcrcrcrcrc/10/10 c off - 2 throw_off=yes"


def test_the_first_move_is_free() -> None:
    """S-04: 10-11 is not forbidden; a throw of 1 may also swap."""
    assert at("rcrcrcrcrc/10/10 c 1 - 1").legal() == ["2-3", "4-5", "6-7", "8-9", "10-11"]


def test_a_throw_of_1_may_swap_with_a_neighbour() -> None:
    """S-15"""
    assert after("rcrcrcrcrc/10/10 c 1 - 1", "4-5") == "rcrrccrcrc/10/10 c - - 1"


def test_a_throw_of_2_leaves_the_starting_side_one_move() -> None:
    """S-10: the other pieces would land on their own."""
    assert at("rcrcrcrcrc/10/10 c 2 - 1").legal() == ["10-12"]
    assert refused("rcrcrcrcrc/10/10 c 2 - 1", "8-10") == "your own piece is on 10 (S-10)"


def test_four_fair_sticks_decide_the_throw() -> None:
    """S-05"""
    play = pyramidion.new("senet", dice=None)
    assert [(play.encode(action), weight) for action, weight in play.odds()] == [
        ("throw 1", 4),
        ("throw 2", 6),
        ("throw 3", 4),
        ("throw 4", 1),
        ("throw 6", 1),
    ]


@pytest.mark.parametrize(("throw", "next_side"), [(1, "c"), (2, "r"), (3, "r"), (4, "c"), (6, "c")])
def test_a_played_1_4_or_6_throws_again_after_the_move(throw: int, next_side: str) -> None:
    """S-06"""
    assert after(f"10/c9/r9 c {throw} - 1", f"11-{11 + throw}").split()[1] == next_side


def test_a_1_that_cannot_be_played_gives_no_other_turn() -> None:
    """S-07, S-18: neither forward (a block) nor back (square 1)."""
    play = at("crrr6/10/10 c 1 - 5")
    assert play.actors() == (CHANCE,)
    assert play.legal(CHANCE) == ["pass"]
    event = play.act("pass")
    assert play.tell(event) == "Cones can't move, so their turn ends."
    assert play.dump() == "crrr6/10/10 r - - 5"


def test_a_backward_move_with_a_1_throws_again() -> None:
    """S-08, S-17"""
    assert at("4crrr2/10/10 c 1 - 5").legal() == ["5-4"]
    assert after("4crrr2/10/10 c 1 - 5", "5-4") == "3c1rrr2/10/10 c - - 5"


def test_a_drowned_1_throws_again_too() -> None:
    """S-08"""
    assert after("r9/10/5c4 c 1 - 5", "26-27") == "r9/4c5/10 c - - 5"


def test_a_throw_must_be_played_if_it_can_be() -> None:
    """S-09"""
    assert "stop" not in at("rcrcrcrcrc/10/10 c 2 - 1").legal()
    assert "(S-09)" in refused("rcrcrcrcrc/10/10 c 2 - 1", "stop")


def test_a_pair_protects_itself() -> None:
    """S-11"""
    assert refused("9c/1rr7/c8r c 2 - 1", "10-12") == "the piece on 12 is protected by the one beside it (S-11)"
    assert refused("9c/1rr7/c8r c 3 - 1", "10-13") == "the piece on 13 is protected by the one beside it (S-11)"


def test_a_pair_round_the_corner_protects_itself_along_the_track_only() -> None:
    """S-11"""
    assert at("10/7c1r/r9 c 2 - 1").legal() == ["18-16"]
    assert at("10/7c1r/r9 c 2 - 1 same_row=yes").legal() == ["18-20"]


def test_a_block_round_the_corner_bars_the_track_only_without_same_row() -> None:
    """S-11, S-12"""
    assert at("7c1r/rr8/10 c 4 - 1").legal() == ["8-4"]
    assert "block on 10, 11, 12" in refused("7c1r/rr8/c9 c 4 - 1", "8")
    assert at("7crr/r9/10 c 4 - 1 same_row=yes").legal() == ["8-12"]


def test_a_block_on_9_10_11_stops_8_to_12() -> None:
    """S-12"""
    assert at("7crr/r9/10 c 4 - 1").legal() == ["8-4"]


def test_a_block_can_be_neither_passed_nor_landed_on() -> None:
    """S-12: also by four in a row."""
    assert at("10/crrrr5/9c c 4 - 1").legal() == ["30-off"]
    assert at("10/crrrr5/9c c 3 - 1").legal() == ["30-off"]


def test_bearing_off_past_a_block_is_passing_it() -> None:
    """S-12"""
    refusal = refused("10/c9/5c1rrr c 6 - 1", "26")
    assert refusal == "your opponent's block on 28, 29, 30 is in the way from 26 off the board (S-12)"


def test_a_block_on_safe_squares_is_no_place_to_bounce_from() -> None:
    """S-12 wins over S-21: enemies on 28-29-30, 24 + 4 is no move."""
    assert "24-28" not in at("10/10/3c3rrr c 4 - 1").legal()
    assert "(S-12)" in refused("10/c9/3c3rrr c 4 - 1", "24")


def test_a_pair_can_be_jumped() -> None:
    """S-13"""
    assert "10-14" in at("9c/1rr7/9r c 4 - 1").legal()


def test_own_pieces_never_obstruct() -> None:
    """S-13"""
    assert "10-14" in at("9c/ccc7/9r c 4 - 1").legal()


def test_blocks_and_pairs_hold_against_backward_moves() -> None:
    """S-14"""
    assert at("10/rrrc1rrr2/10 c 3 - 1 pieces=7").legal(CHANCE) == ["pass"]
    assert at("10/rr1crrr3/10 c 2 - 1").legal(CHANCE) == ["pass"]
    assert at("10/1r1crrr3/10 c 2 - 1").legal() == ["14-12"]


def test_a_block_is_not_looked_for_along_a_bounce() -> None:
    """S-14: 23 + 3 meets no block; sent back from 26 it stops before its start."""
    assert at("10/10/2c2r4 c 3 - 1").legal() == ["23-26"]


def test_a_swapped_piece_is_simply_put_on_the_start_square() -> None:
    """S-15: also on a safe one."""
    assert after("10/10/5c3r c 4 - 1", "26-30") == "10/10/5r3c c - - 1"


def test_a_backward_move_goes_exactly_the_throw() -> None:
    """S-16"""
    assert at("10/4crrr2/10 c 3 - 1").legal() == ["15-12"]


def test_nobody_goes_back_while_somebody_can_go_forward() -> None:
    """S-17"""
    assert at("10/4crrr2/c9 c 3 - 1").legal() == ["21-24"]


def test_a_remainder_never_forces_a_piece_back() -> None:
    """S-17, S-26: 26 is taken, the piece stops on 25; nobody can use the 1, which lapses."""
    assert after("10/5crrr1/1c3r4 c 4 - 1", "22-26") == "10/5crrr1/4cr4 c - - 1"


def test_no_piece_goes_back_behind_square_1() -> None:
    """S-18"""
    play = at("2crrr4/10/10 c 3 - 1")
    assert play.legal(CHANCE) == ["pass"]
    assert at("1c1crrr3/10/10 c 3 - 1").legal() == ["4-1"]
    assert "(S-18)" in refused("1c1crrr3/10/10 c 3 - 1", "2")


def test_a_backward_move_onto_an_enemy_sends_it_forward() -> None:
    """S-19"""
    assert after("1r2crrr2/10/10 c 3 - 1", "5-2") == "1c2rrrr2/10/10 r - - 1"


@pytest.mark.parametrize(
    ("position", "action"),
    [("10/10/1c3r4 c 4 - 1", "22-26"), ("10/10/1c5r2 c 6 - 1", "22-28"), ("10/10/2c5r1 c 6 - 1", "23-29")],
)
def test_a_piece_on_a_safe_square_is_not_attacked(position: str, action: str) -> None:
    """S-20: who lands there bounces."""
    play = at(position)
    enemy = play.view().squares.index(1)
    play.act(action)
    assert play.view().squares[enemy] == 1


def test_a_piece_on_30_is_attacked_like_any_other() -> None:
    """S-20"""
    assert after("10/10/3c5r c 6 - 1", "24-30") == "10/10/3r5c c - - 1"


def test_an_own_piece_on_a_safe_square_sends_back_as_well() -> None:
    """S-21"""
    assert after("r9/10/1c3c4 c 4 - 1", "22-26", "stop") == "r9/10/4cc4 c - - 1"


def test_a_bounce_goes_back_to_the_first_open_square() -> None:
    """S-22: 26, 25 and 24 are taken; the piece stops on 23."""
    assert after("r9/10/1c1crc4 c 4 - 1", "22", "stop").startswith("r9/10/2ccrc4")


def test_24_plus_4_drowns_when_28_is_taken() -> None:
    """S-23, S-25: it is sent to 27, comes ashore on 15, and 1 is left."""
    play = at("10/10/3c3r1c c 4 - 1")
    play.act("24-28")
    assert play.dump() == "10/4c5/7r1c c 4+1 15 1"
    assert play.tell(play.events[-1]) == (
        "Cones 24 → 28, taken, bouncing back to 27, into the water and back to 15, with 1 left for another piece."
    )


def test_a_bounce_off_29_drowns_if_28_is_taken_too() -> None:
    """S-23, S-25"""
    assert after("10/10/2c4rc1 c 6 - 1", "23-29").split()[2] == "6+2"


def test_a_bounce_may_skip_the_water() -> None:
    """S-23, S-25: 28 to 26 leaves 2."""
    assert after("10/10/3c3r1c c 4 - 1 bounce_skips_water=yes", "24-28") == (
        "10/10/5c1r1c c 4+2 26 1 bounce_skips_water=yes"
    )


def test_a_bounce_onto_the_start_square_is_no_move() -> None:
    """S-24: 25 + 1 with 26 taken; 28 + 1 with 29 taken."""
    assert "25-26" not in at("10/10/c3cr4 c 1 - 1").legal()
    assert "28-29" not in at("10/10/c6cr1 c 1 - 1").legal()
    assert refused("10/10/c3cr4 c 1 - 1", "25") == (
        "26 is taken, and bouncing back would leave the piece on 25, where it started (S-24)"
    )


def test_a_bounce_onto_the_start_square_over_the_water_is_no_move() -> None:
    """S-24: with the water skipped, 26 + 2 comes back to 26."""
    assert "26-28" not in at("10/10/c4c1r2 c 2 - 1 bounce_skips_water=yes").legal()


@pytest.mark.parametrize("option", ["", " null_bounce=yes"])
def test_drowning_is_always_a_move(option: str) -> None:
    """S-24: 26 + 2 with 28 taken drowns."""
    assert "26-28" in at("10/10/c4c1r2 c 2 - 1" + option).legal()
    assert after("10/10/c4c1r2 c 2 - 1" + option, "26-28", "stop") == "10/4c5/c6r2 r - - 1" + option


# S-24 by the letter: the option null_bounce


def test_by_the_letter_a_bounce_onto_the_start_square_is_a_move() -> None:
    """S-24: the piece stays, and all of the throw is left for another piece."""
    assert at("10/10/c6cr1 c 1 - 1 null_bounce=yes").legal() == ["21-22", "28-29"]
    assert after("10/10/c6cr1 c 1 - 1 null_bounce=yes", "28-29") == "10/10/c6cr1 c 1+1 28 1 null_bounce=yes"
    assert after("10/10/c6cr1 c 1 - 1 null_bounce=yes", "28-29", "21-22") == "10/10/1c5cr1 c - - 1 null_bounce=yes"


def test_a_piece_that_bounced_back_to_its_square_has_moved_in_this_throw() -> None:
    """S-24, S-26: the whole throw is for another piece."""
    assert at("10/10/c6cr1 c 1+1 28 1 null_bounce=yes").legal() == ["stop", "21-22"]
    assert "has already moved" in refused("10/10/c6cr1 c 1+1 28 1 null_bounce=yes", "28-29")


def test_a_whole_throw_that_is_left_may_be_declined() -> None:
    """S-24, S-26, S-08: the 1 was used by the bounce, so there is another throw; a 2 gives none."""
    assert after("10/10/c6cr1 c 1 - 1 null_bounce=yes", "28", "stop") == "10/10/c6cr1 c - - 1 null_bounce=yes"
    assert after("10/10/c2crr4 c 2 - 1 null_bounce=yes", "24", "stop") == "10/10/c2crr4 r - - 1 null_bounce=yes"


def test_the_next_piece_may_bounce_back_to_its_square_too() -> None:
    """S-24, S-26: every piece once; then nobody is left to use the throw."""
    start = "r9/10/4cr1cr1 c 1 - 1 null_bounce=yes"
    assert after(start, "28-29") == "r9/10/4cr1cr1 c 1+1 28 1 null_bounce=yes"
    assert after(start, "28-29", "25-26") == "r9/10/4cr1cr1 c - - 1 null_bounce=yes"
    both = after(start.replace("r9", "rc8"), "28-29", "25-26")
    assert both == "rc8/10/4cr1cr1 c 1+1 25,28 1 null_bounce=yes"
    assert at(both).legal() == ["stop", "2-3"]


def test_leftover_steps_may_bounce_back_too_and_are_left_again() -> None:
    """S-24, S-26: 29 leaves 1 of a 3; the piece on 25 can't get onto 26 with it, and the one on 21 uses it."""
    play = at("r9/10/c3cr2c1 c 3 - 1 null_bounce=yes")
    play.act("29-off")
    event = play.act("25-26")
    assert play.dump() == "r9/10/c3cr4 c 3+1 25 1 null_bounce=yes"
    assert play.tell(event) == "Cones 25 → 26, taken, so it stays on 25, with 1 left for another piece."
    play.act("21-22")
    assert play.dump() == "r9/10/1c2cr4 r - - 1 null_bounce=yes"


def test_what_a_bounce_back_left_may_bear_off() -> None:
    """S-24, S-26"""
    assert after("r9/10/7crc c 1 - 1 null_bounce=yes", "28-29", "30-off") == "r9/10/7cr1 c - - 1 null_bounce=yes"


def test_a_bounce_back_to_the_start_is_a_forward_move_so_nobody_goes_back() -> None:
    """S-24, S-17, S-09: without the option there is no forward move; with it the bounce must be played."""
    assert at("10/4crrr2/4cr4 c 1 - 1").legal() == ["15-14", "25-24"]
    assert at("10/4crrr2/4cr4 c 1 - 1 null_bounce=yes").legal() == ["25-26"]
    assert after("10/4crrr2/4cr4 c 1 - 1 null_bounce=yes", "25-26") == "10/4crrr2/4cr4 c - - 1 null_bounce=yes"


def test_nobody_bounces_off_a_block_with_null_bounce_either() -> None:
    """S-24, S-12: 23 + 3 with enemies on 24, 25 and 26."""
    assert at("c9/10/2crrr4 c 3 - 1 null_bounce=yes").legal() == ["1-4"]


def test_a_bounce_back_over_the_water_is_a_move_by_the_letter_if_the_water_is_skipped() -> None:
    """S-24, S-23"""
    options = "bounce_skips_water=yes null_bounce=yes"
    assert after(f"10/10/c4c1r2 c 2 - 1 {options}", "26-28") == f"10/10/c4c1r2 c 2+2 26 1 {options}"


def test_the_preset_by_the_letter_takes_the_original_text_at_its_word() -> None:
    """S-24, S-28, S-01: the bounce is a move, too high a throw bears off, five pieces each."""
    presets = {preset.title: preset.options for preset in GAME.presets}
    letter = GAME.choose(presets["By the letter"])
    assert letter == GAME.choose({}) | {"null_bounce": True}
    assert (letter["pieces"], letter["exact_bear_off"]) == (5, False)
    assert presets["Exact finish"] == {"exact_bear_off": True}


def test_a_bounce_back_to_the_start_is_told_and_can_be_undone() -> None:
    """S-24"""
    play = at("10/10/c6cr1 c 1 - 1 null_bounce=yes")
    before = play.dump()
    event = play.act("28-29")
    assert play.tell(event) == ("Cones 28 → 29, taken, so it stays on 28, and another piece may use the whole throw.")
    assert play.text().endswith("Cones threw 1: another piece may use the whole throw.")
    play.undo()
    assert play.dump() == before
    assert play.legal() == ["21-22", "28-29"]


def test_the_remainder_is_for_another_piece() -> None:
    """S-25"""
    assert "has already moved" in refused("10/4c5/7r1c c 4+1 15 1", "15-16")


def test_a_remainder_goes_on_if_the_next_piece_leaves_some_again() -> None:
    """S-26: 6 bears off from 29 and leaves 4, which bears off from 28 and leaves 1, for 21."""
    play = at("r9/10/c6cc1 c 6 - 1")
    play.act("29-off")
    assert play.legal() == ["stop", "21-25", "28-off"]
    play.act("28-off")
    assert play.dump() == "r9/10/c9 c 6+1 - 1"
    play.act("21-22")
    assert play.dump() == "r9/10/1c8 c - - 1"


def test_a_remainder_may_be_declined() -> None:
    """S-26"""
    play = at("r9/10/c7c1 c 6 - 1")
    play.act("29-off")
    event = play.act("stop")
    assert play.tell(event) == "Cones leave 4 unused."
    assert play.dump() == "r9/10/c9 c - - 1"


def test_a_remainder_that_nobody_can_use_lapses() -> None:
    """S-26: the last but one leaves; the other piece is barred."""
    assert after("10/crrr6/8c1 c 3 - 1", "29-off") == "10/crrr6/10 r - - 1"


def test_29_plus_6_bears_off_leaves_4_and_keeps_the_extra_turn() -> None:
    """S-27"""
    assert after("r9/10/c7c1 c 6 - 1", "29-off") == "r9/10/c9 c 6+4 - 1"
    assert after("r9/10/c7c1 c 6 - 1", "29-off", "21-25") == "r9/10/4c5 c - - 1"


def test_a_remainder_of_1_gives_no_extra_turn() -> None:
    """S-27: the throw was a 3."""
    assert after("r9/10/c7c1 c 3 - 1", "29-off", "21-22") == "r9/10/1c8 r - - 1"


def test_only_an_exact_throw_bears_off_if_so_chosen() -> None:
    """S-28: also a remainder must be exact."""
    assert at("r9/10/c7c1 c 3 - 1 exact_bear_off=yes").legal() == ["21-24"]
    assert at("r9/10/c7c1 c 2 - 1 exact_bear_off=yes").legal() == ["21-23", "29-off"]
    assert refused("r9/10/c7c1 c 3 - 1 exact_bear_off=yes", "29") == "the piece on 29 needs exactly 2 to bear off (S-28)"
    assert at("r9/10/c3cc2cc c 4+2 25 1 exact_bear_off=yes").legal() == [
        "stop",
        "21-23",
        "26-28",
        "29-off",
    ]


def test_nobody_leaves_while_one_of_the_side_is_in_the_first_row() -> None:
    """S-29"""
    assert "30-off" not in at("9c/10/r8c c 1 - 1").legal()
    assert "in the first row, on 10 (S-29)" in refused("9c/10/r8c c 1 - 1", "30")
    assert "30-off" in at("10/c9/r8c c 1 - 1").legal()


def test_a_piece_thrown_back_closes_the_gate_again() -> None:
    """S-29: 26 drowns, and comes ashore on 1 because 15 is taken."""
    play = at("10/4r5/5c3c c 1 - 1")
    play.act("26-27")
    play.act("throw 1")
    assert play.legal() == ["1-2"]


@pytest.mark.parametrize(
    ("taken", "shore"), [("10/10", "10/4c5"), ("10/4r5", "c9/4r5"), ("r9/4r5", "rc8/4r5"), ("rrr7/4r5", "rrrc6/4r5")]
)
def test_a_drowned_piece_comes_ashore_on_15_or_the_lowest_free_square(taken: str, shore: str) -> None:
    """S-30"""
    assert after(f"{taken}/5c3r c 1 - 1", "26-27") == f"{shore}/9r c - - 1"


def test_drowning_is_compulsory_if_it_is_the_only_move() -> None:
    """S-31"""
    assert at("r9/10/5c4 c 1 - 1").legal() == ["26-27"]


def test_a_backward_move_drowns_on_27() -> None:
    """S-31: 29 can't leave, because of the piece on 1, and goes back 2."""
    assert after("crrr6/10/8c1 c 2 - 1", "29-27") == "crrr6/4c5/10 r - - 1"


def test_backward_onto_a_taken_safe_square_bounces_further_back() -> None:
    """S-32: 30 back by 4 meets 26 and stops on 25; nothing is left over."""
    play = at("crrr6/10/5r3c c 4 - 1")
    assert play.legal() == ["30-26"]
    play.act("30-26")
    assert play.dump() == "crrr6/10/4cr4 c - - 1"


def test_15_is_an_ordinary_square() -> None:
    """S-33"""
    assert after("10/2c1r5/10 c 2 - 1", "13-15") == "10/2r1c5/10 r - - 1"


def test_the_game_ends_at_once_when_the_last_piece_leaves() -> None:
    """S-34: the 6 gives no other turn any more."""
    play = at("r9/10/9c c 6 - 1")
    play.act("30-off")
    assert play.is_over
    assert play.scores() == [1, 0]
    assert "Cones won" in play.text()


def test_after_2000_throws_the_game_is_drawn() -> None:
    """S-34"""
    play = at("r9/10/c9 c - - 1999")
    play.act("throw 2")
    play.act("21-23")
    assert play.is_over
    assert play.scores() == [0.5, 0.5]
    assert "Draw." in play.text()


def test_a_throw_off_that_never_ends_is_drawn_too() -> None:
    """S-34"""
    play = at("rcrcrcrcrc/10/10 c off - 1998 throw_off=yes")
    play.act("throw 2")
    play.act("throw 2")
    assert play.is_over
    assert play.scores() == [0.5, 0.5]
