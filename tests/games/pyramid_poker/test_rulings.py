"""Every ruling of the rules page, by a position and what comes of it. A test names its rulings in its docstring."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest

import pyramidion
from pyramidion import Illegal, NotAnAction, Play
from pyramidion.engine import bits
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Value
from pyramidion.games import find
from pyramidion.games.pyramid_poker.pyramid import FOUNDATION, free_blocks, open_places
from pyramidion.games.pyramid_poker.rules import State
from tests.games.pyramid_poker.twin import DECK, PLACES

EMPTY = "-,-,-,-,-,-,-,-"
NOTHING = "-/-/-"
JENN = "Kc,9d,7h,4s,2c/Qh,Th,6h,3h,2h/8c,8d,Js,5c,3s"  # King high, a flush, a pair of 8s
FRANK = "9c,9h,9s,4d,6c/Ah,Jd,7s,5d,2d/Kd,Kh,Ks,4c,4h"  # three of a kind, Ace high, a full house
FRANK_AS_LISTED = "Kd,Kh,Ks,4c,4h/9c,9h,9s,4d,6c/Ah,Jd,7s,5d,2d"  # as the original text lists them


def at(position: str) -> Play:
    """A position, with chance waiting for its script."""
    return pyramidion.load("pyramid_poker", position, dice=None)


def refused(play: Play, action: str, seat: int | None = None) -> str:
    """Why this action is refused; and it changes nothing."""
    before = play.dump()
    with pytest.raises(Illegal) as refusal:
        play.act(action, seat)
    assert play.dump() == before
    return str(refusal.value)


def built(blocks: list[str], **options: Any) -> Play:
    """A pyramid of these thirty blocks, row by row from a1, begun by seat 0: rows of 8, 7, 6, 5 and 4."""
    play = pyramidion.new("pyramid_poker", dice=None, **options)
    play.act("start 0")
    for block, place in zip(blocks, PLACES, strict=False):
        play.act(f"draw {block}")
        play.act(f"place {place}")
    return play


def with_joker_on_top(**options: Any) -> Play:
    """A joker on d5, placed by seat 1, and the first taker is about to take."""
    return built([*DECK[:29], "joker"], **options)


def last_card(first: str, second: str, options: str = "", points: str = "0:0", rounds: str = "1/0") -> Play:
    """A round whose last card (the last of the second seat's right hand) is about to be put."""
    hands, _, card = second.rpartition(",")
    before = "-" if rounds.startswith("1/") else f"{JENN}|{FRANK}"
    play = at(f"put 1 {rounds} {points} {EMPTY} {first} {hands} {card} - {before} {options}")
    play.act("put right")
    return play


# The blocks and the pyramid


def test_there_are_52_cards_and_two_jokers() -> None:
    """P-01"""
    play = pyramidion.new("pyramid_poker", dice=None)
    play.act("start 0")
    odds = {play.encode(action): weight for action, weight in play.odds()}
    assert len(odds) == 53
    assert odds.pop("draw joker") == 2
    assert set(odds.values()) == {1}


def test_30_blocks_stand_and_24_are_unused() -> None:
    """P-01, P-26: only their number is shown."""
    play = built(DECK[:30])
    for seat in (0, 1):
        assert play.view(seat).unused == 24
        assert play.view(seat).gone == []
    assert "24 blocks set aside" in play.text(0)


def shapes() -> set[int]:
    """All sets of thirty places that can be built."""
    level = {0}
    for _ in range(30):
        level = {standing | 1 << place for standing in level for place in range(57) if open_places(standing) >> place & 1}
    return level


def mirrored(standing: int) -> int:
    return sum(
        1 << 8 * row + 7 - row - column for row in range(8) for column in range(8 - row) if standing >> 8 * row + column & 1
    )


def test_there_are_11_shapes_and_6_up_to_mirror_image() -> None:
    """P-04, P-08: rows 1 and 2 are complete in all of them, and 2 to 4 blocks are free."""
    found = shapes()
    assert len(found) == 11
    assert len({min(shape, mirrored(shape)) for shape in found}) == 6
    assert all(shape & 0x7FFF == 0x7FFF for shape in found)
    assert {bits.count(free_blocks(shape)) for shape in found} == {2, 3, 4}


def test_a_block_can_always_be_placed_and_taken() -> None:
    """P-04, P-08"""
    level = {0}
    for _ in range(36):
        assert all(open_places(standing) for standing in level)
        level = {standing | 1 << place for standing in level for place in range(57) if open_places(standing) >> place & 1}
        assert all(free_blocks(standing) for standing in level)
    assert len(level) == 1


def test_a_block_stands_in_the_foundation_or_on_two_neighbours() -> None:
    """P-04: the foundation may have gaps, and the two may face different ways."""
    play = at(f"place 0 1/0 0:0 2c,3c',-,-,-,4c,-,5c' {NOTHING} {NOTHING} 6c - -")
    assert play.legal() == ["place c1", "place d1", "place e1", "place g1", "place a2"]
    assert refused(play, "place e2") == "e2 needs blocks under it on e1 and f1 (P-04)"
    assert refused(play, "place a1") == "there is already a block on a1 (P-04)"


def test_neighbours_in_different_rows_carry_nothing() -> None:
    """P-04: h1 and a2 are no neighbours."""
    standing = FOUNDATION | 1 << 8
    assert not open_places(standing) >> 15 & 1
    assert free_blocks(1 << 7 | 1 << 0) == 1 << 7 | 1 << 0


def test_a_block_with_one_on_top_is_not_free() -> None:
    """P-08"""
    play = built(DECK[:30])
    assert play.legal() == ["take a5", "take b5", "take c5", "take d5"]
    assert refused(play, "take a4") == "you can't take a4: a5 is on top of it (P-08)"
    assert refused(play, "take b4") == "you can't take b4: a5 and b5 are on top of it (P-08)"
    assert refused(play, "take a6") == "there is no block on a6"


# Who begins


def test_tut_tut_is_the_start_between_people_and_chance_is_it_elsewhere() -> None:
    """P-02: only what a new table is opened with; who chooses gets what they chose."""
    game = find("pyramid_poker")
    assert game.choose({})["starter"] == "random"
    assert game.choose({}, between_people=True)["starter"] == "tut_tut"
    assert game.choose({"starter": "random"}, between_people=True)["starter"] == "random"
    assert game.recall({})["starter"] == "random"


def test_chance_decides_who_begins() -> None:
    """P-02"""
    play = pyramidion.new("pyramid_poker", dice=None)
    assert [(play.encode(outcome), weight) for outcome, weight in play.odds()] == [("start 0", 1), ("start 1", 1)]
    play.act("start 1")
    play.act("draw Kh")
    assert play.actors() == (1,)


def test_the_first_to_say_tut_tut_begins() -> None:
    """P-02: in order of arrival; both may, and chance is the clock."""
    play = pyramidion.new("pyramid_poker", seed=1, starter="tut_tut")
    assert play.actors() == (0, 1, CHANCE)
    assert play.legal(0) == play.legal(1) == ["tut tut"]
    event = play.act("tut tut", 1)
    assert play.tell(event) == 'Papyrus says "Tut Tut" first and goes first.'
    assert play.actors() == (1,)
    assert "(P-02)" in refused(play, "tut tut")


def test_chance_begins_if_nobody_says_tut_tut() -> None:
    """P-02"""
    play = pyramidion.new("pyramid_poker", seed=1, starter="tut_tut")
    event = play.tick()
    assert event.seat == CHANCE
    assert play.tell(event).startswith('Nobody said "Tut Tut": ')


@pytest.mark.parametrize(("taking", "seat"), [("first", 0), ("second", 1)])
def test_the_first_placer_takes_first_unless_the_second_is_to(taking: str, seat: int) -> None:
    """P-07"""
    assert built(DECK[:30], taking=taking).actors() == (seat,)


def test_the_second_placer_may_take_the_block_he_placed_last() -> None:
    """P-07"""
    play = built(DECK[:30], taking="second")
    play.act("take d5")
    assert play.view().block == "5♥"


def test_seats_alternate_through_building_and_taking() -> None:
    play = pyramidion.new("pyramid_poker", seed=6)
    dice = random.Random(6)
    while not play.is_over:
        play.act(dice.choice(play.legal()))
    acted = [event.seat for event in play.events if re.match("place|take", str(play.record()["events"][event.n][1]))]
    assert len(acted) == 60
    assert all(one != other for one, other in pairwise(acted))


# Building: what is drawn, and who sees it


def test_a_block_comes_blind_to_its_builder_alone() -> None:
    """P-03, P-05: the others learn that one was drawn, and where it stands."""
    play = pyramidion.new("pyramid_poker", dice=None)
    play.act("start 0")
    drawn = play.act("draw Kh")
    assert drawn.audience == 0b01
    assert play.tell(drawn, seat=0) == "Lotus draws K♥."
    assert play.tell(drawn, seat=1) == play.tell(drawn, eyes=0) == "Lotus draws a block."
    assert (play.view(0).block, play.view(1).block, play.view(eyes=0).block) == ("K♥", None, None)
    placed = play.act("place c1")
    assert play.tell(placed, seat=0) == "Lotus places K♥ on c1."
    assert play.tell(placed, seat=1) == "Lotus places a block on c1."


def test_jokers_are_drawn_and_placed_like_other_blocks() -> None:
    """P-03"""
    play = at(f"place 0 1/0 0:0 {EMPTY} {NOTHING} {NOTHING} joker - -")
    assert len(play.legal()) == 8
    assert play.act("place h1").audience == -1


def test_everybody_sees_which_way_a_block_faces_and_its_builder_the_face() -> None:
    """P-05, P-06: as long as it stands; an onlooker sees none."""
    play = built(DECK[:30])
    first, second, onlooker = play.view(0), play.view(1), play.view(eyes=0)
    assert [place.faces for place in first.places[:4]] == [0, 1, 0, 1]
    assert [place.face for place in first.places[:4]] == ["2♣", None, "4♣", None]
    assert [place.face for place in second.places[:4]] == [None, "3♣", None, "5♣"]
    assert all(place.face is None for place in onlooker.places)
    assert [place.faces for place in onlooker.places] == [place.faces for place in second.places]


def test_taken_blocks_lie_face_up() -> None:
    """P-06, P-09"""
    play = built(DECK[:30])
    play.act("take b5")  # it faces seat 1
    assert [play.view(eyes=eyes).block for eyes in (0, 1, 2)] == ["3♥"] * 3
    play.act("put right")
    assert [play.view(eyes=eyes).hands[0][2].cards for eyes in (0, 1, 2)] == [["3♥"]] * 3


def test_eyes_have_not_seen_the_unused_blocks_nor_backs() -> None:
    """P-05, P-26"""
    play = built(DECK[:30])
    assert [bits.count(State.of(play.observe(eyes)).unseen) for eyes in (0, 1, 2, 3)] == [54, 39, 39, 24]


def test_what_one_seat_may_not_know_is_not_in_the_view_of_a_seat_that_shares_its_screen() -> None:
    """P-27: a curtain is the table's; the views differ, so it has two to choose from."""
    play = built(DECK[:30])
    own, other = play.text(0), play.text(1)
    assert "[2♣ ]" in own
    assert "[2♣ ]" not in other
    assert "(3♣ )" in other
    assert "(3♣ )" not in own


# Taking


def test_a_block_once_taken_must_be_put_into_a_hand() -> None:
    """P-09, P-10"""
    play = built(DECK[:30])
    play.act("take a5")
    assert play.legal() == ["put left", "put centre", "put right"]
    assert "(P-09, P-10)" in refused(play, "take b5")


def test_a_hand_of_five_refuses_a_sixth() -> None:
    """P-10"""
    hands = "2c,3c,4c,5c,6c/7c/-"
    play = at(f"put 0 1/0 0:0 {seventeen()} {hands} 8c,9c,Tc/Jc,Qc,Kc/- Ac - -")
    assert play.legal() == ["put centre", "put right"]
    assert refused(play, "put left") == "your left hand already has five cards (P-10)"


def seventeen() -> str:
    """A pyramid of the last seventeen cards, all placed by turns."""
    blocks = [block + "'" * (i % 2) for i, block in enumerate(DECK[35:52])]
    return ",".join(blocks[:8]) + "/" + ",".join(blocks[8:15]) + "/" + ",".join(blocks[15:]) + ",-,-,-,-"


def test_cards_never_move_between_hands() -> None:
    """P-10: there is no such action."""
    play = built(DECK[:30])
    play.act("take a5")
    play.act("put left")
    with pytest.raises(NotAnAction):
        play.act("move 2♥ right")


# Jokers


def test_a_joker_opens_three_blocks_for_both_and_one_is_chosen_in_the_same_turn() -> None:
    """P-12, P-15"""
    play = with_joker_on_top()
    play.act("take d5")
    assert play.actors() == (CHANCE,)
    assert len(play.odds()) == 24  # 23 cards and the other joker
    for card in ("As", "Ks", "Qs"):
        assert play.act(f"turn {card}").audience == -1
    assert play.actors() == (0,)
    assert play.legal() == ["choose Qs", "choose Ks", "choose As"]
    assert [play.view(eyes=eyes).turned for eyes in (0, 1, 2)] == [["Q♠", "K♠", "A♠"]] * 3
    assert "(P-12)" in refused(play, "choose Js")
    event = play.act("choose Ks")
    assert play.tell(event) == "Lotus chooses K♠; Q♠ and A♠ are out of the game."
    play.act("put left")
    assert play.view().hands[0][0].cards == ["K♠"]
    assert play.view().gone == ["Q♠", "A♠", "Jok"]
    assert play.view().unused == 21
    assert play.actors() == (1,)


def test_a_joker_among_the_three_is_not_choosable() -> None:
    """P-13"""
    play = with_joker_on_top()
    play.act("take d5")
    play.act("turn As")
    event = play.act("turn joker")
    play.act("turn Ks")
    assert play.tell(event) == "Turned up, 2 of 3: the other joker, which can't be chosen."
    assert play.legal() == ["choose Ks", "choose As"]
    with pytest.raises(NotAnAction):
        play.act("choose joker")
    play.act("choose As")
    play.act("put left")
    assert play.view().gone == ["K♠", "Jok", "Jok"]


def test_a_second_joker_opens_three_of_the_21_that_remain() -> None:
    """P-14"""
    play = built([*DECK[:28], "joker", "joker"])
    actions = ["take d5", "turn As", "turn Ks", "turn Qs", "choose As", "put left", "take c5"]
    for action in actions:
        play.act(action)
    assert sum(weight for _, weight in play.odds()) == 21
    for action in ["turn Js", "turn Ts", "turn 9s", "choose 9s", "put left"]:
        play.act(action)
    assert play.view().unused == 18
    assert play.view().gone == ["10♠", "J♠", "Q♠", "K♠", "Jok", "Jok"]


# Scoring


def test_the_worked_example_gives_4_by_position() -> None:
    """P-11, P-20 … P-22"""
    play = last_card(JENN, FRANK, "scoring=advanced")
    sheet = play.view().sheet
    assert sheet.totals == [0, 4]
    assert sheet.earned == [0, 4]
    assert [meeting.winner for meeting in sheet.meetings] == [1, 0, 1]
    assert [(line.seat, line.what, line.points) for line in sheet.lines] == [
        (0, "left: King high", -1),
        (0, "centre: Flush, queen high", 1),
        (1, "centre: Ace high", -1),
        (1, "right: Full house, kings over fours", 2),
        (1, "two hands won", 3),
    ]
    assert play.scores() == [0, 1]
    assert "Papyrus won the round 4 to 0 and scored 4 points." in play.text()


def test_the_worked_example_in_the_order_of_the_text_gives_2_to_the_other_side() -> None:
    """P-11: by position the flush beats three of a kind, and the pair of 8s beats the Ace high."""
    play = last_card(JENN, FRANK_AS_LISTED, "scoring=advanced")
    sheet = play.view().sheet
    assert sheet.won == [2, 1]
    assert sheet.totals == [3, 1]
    assert sheet.earned == [2, 0]
    assert play.scores() == [1, 0]


@pytest.mark.parametrize("frank", [FRANK, FRANK_AS_LISTED])
def test_the_worked_example_gives_5_sorted(frank: str) -> None:
    """P-11, P-21: the full house meets the flush, and all three are won, in whatever order they lie."""
    sheet = last_card(JENN, frank, "scoring=advanced comparison=sorted").view().sheet
    assert sheet.earned == [0, 5]
    assert sheet.won == [0, 3]
    assert [meeting.which for meeting in sheet.meetings] == ["best", "second", "third"]


def test_the_worked_example_in_basic_scoring_is_a_round_for_two_hands() -> None:
    """P-18, P-19"""
    play = last_card(JENN, FRANK)
    assert play.scores() == [0, 1]
    assert "Papyrus won two of the three hands." in play.text()
    assert play.view().sheet.lines == []


def test_all_three_hands_are_a_skunk() -> None:
    """P-19: only a title."""
    play = last_card(JENN, FRANK, "comparison=sorted")
    assert play.view().sheet.skunk
    assert "a skunk" in play.text()
    assert play.view().points == [0, 1]


TIES = "2c,3d,5h,7s,9c/4c,4d,6h,8s,Tc/Ah,Kh,Qh,Jh,9h"
TIED = "2d,3c,5s,7h,9d/4h,4s,6c,8d,Td/Kc,Kd,Ks,Ad,Ac"


def test_nobody_wins_equal_hands() -> None:
    """P-17: left and centre are equal."""
    play = last_card(TIES, TIED)
    assert [meeting.winner for meeting in play.view().sheet.meetings] == [None, None, 1]
    assert "tie, Nine high against Nine high" in play.text()


def test_who_wins_only_one_hand_has_not_won_the_round() -> None:
    """P-18: one hand and two ties are a draw."""
    play = last_card(TIES, TIED)
    assert play.scores() == [0.5, 0.5]
    assert "The round is a draw." in play.text()


def test_one_hand_each_and_a_tie_is_drawn() -> None:
    """P-18"""
    play = last_card("2c,3d,5h,7s,9c/Ac,Ad,6h,8s,Tc/Qh,Jh,9h,4h,2h", "2d,3c,5s,7h,9d/4c,4s,6c,8d,Td/Kc,Kd,Ks,Qc,Qd")
    assert play.view().sheet.won == [1, 1]
    assert play.scores() == [0.5, 0.5]


ROYALS = "Ac,Kc,Qc,Jc,Tc/Ad,Kd,Qd,Jd,Td/Ah,Kh,Qh,Jh,Th"
HIGH_CARDS = "2c,3d,5h,7s,9c/2d,3h,5s,7c,9d/2h,3s,5c,7d,9s"


def test_three_high_cards_score_minus_3_and_three_royals_15_and_4() -> None:
    """P-20 … P-22: a win of all three is 4 instead of 3."""
    sheet = last_card(ROYALS, HIGH_CARDS, "scoring=advanced").view().sheet
    assert sheet.totals == [19, -3]
    assert sheet.earned == [22, 0]


def test_differences_of_negatives_are_as_usual() -> None:
    """P-22: one hand each and a tie; −3 against −2 is a point."""
    first = "Kc,9d,7h,4s,2c/Qh,Td,6h,3h,2h/8c,9s,Js,5c,3s"
    second = "Qc,9c,7d,4d,2d/Qd,Tc,6s,3d,2s/Th,Ts,5h,4h,3c"
    sheet = last_card(first, second, "scoring=advanced").view().sheet
    assert sheet.totals == [-3, -2]
    assert sheet.earned == [0, 1]


def test_equal_totals_earn_nothing_and_one_round_of_them_is_a_draw() -> None:
    """P-23, P-24: two ties, and three queens beat three jacks, which is worth nothing."""
    first = "2c,3d,5h,7s,9c/4c,4d,6h,8s,Tc/Js,Jd,Qh,Jh,3h"
    second = "2d,3c,5s,7h,9d/4h,4s,6c,8d,Td/Qc,Qd,Qs,Ad,Kc"
    play = last_card(first, second, "scoring=advanced")
    assert play.view().sheet.totals == [-1, -1]
    assert play.view().sheet.earned == [0, 0]
    assert play.scores() == [0.5, 0.5]


def test_the_wheel_decides_a_hand_only_where_it_is_a_straight() -> None:
    """P-16"""
    wheel = JENN.replace("8c,8d,Js,5c,3s", "Ac,2s,3s,4d,5c")
    trips = "Tc,9h,9s,4h,6c/Ah,Jd,7s,5d,2d/Kd,Kh,Ks,6d,Qd"
    assert last_card(wheel, trips, "scoring=advanced").view().sheet.meetings[2].winner == 0
    assert last_card(wheel, trips, "scoring=advanced wheel=no").view().sheet.meetings[2].winner == 1


# Matches


def test_the_usual_game_is_one_round_of_basic_scoring() -> None:
    """P-24"""
    play = pyramidion.new("pyramid_poker", dice=None)
    assert (play.options["scoring"], play.options["match"]) == ("basic", "round")


@pytest.mark.parametrize(
    ("chosen", "match"),
    [
        ({"scoring": "advanced"}, 7),
        ({"scoring": "advanced", "match": "round"}, "round"),
        ({"scoring": "advanced", "match": 11}, 11),
        ({"scoring": "basic"}, "round"),
        ({"scoring": "basic", "match": 7}, 7),
    ],
)
def test_advanced_scoring_is_a_match_to_7_unless_another_length_is_chosen(chosen: dict[str, Any], match: Value) -> None:
    """P-24"""
    play = pyramidion.new("pyramid_poker", dice=None, **chosen)
    assert play.options["match"] == match
    assert play.view().target == (0 if match == "round" else match)


def test_a_text_or_record_with_advanced_scoring_alone_is_still_one_round() -> None:
    """P-24: what was written before advanced scoring chose a match means what it meant."""
    position = f"draw 0 1/0 0:0 {EMPTY} {NOTHING} {NOTHING} - - - scoring=advanced"
    assert at(position).options["match"] == "round"
    assert at(position).dump() == position
    record = {"game": "pyramid_poker", "version": 1, "seats": 2, "options": {"scoring": "advanced"}, "events": []}
    assert pyramidion.replay(record).options["match"] == "round"


def test_a_new_game_with_advanced_scoring_says_its_length_in_its_text() -> None:
    """P-24"""
    play = pyramidion.new("pyramid_poker", dice=None, scoring="advanced")
    assert play.dump().endswith(" scoring=advanced match=7")


@pytest.mark.parametrize(
    ("match", "points", "over"), [(7, "0:2", False), (7, "0:3", True), (11, "0:6", False), (11, "0:8", True)]
)
def test_a_match_ends_when_somebody_reaches_or_passes_its_points(match: int, points: str, over: bool) -> None:
    """P-24"""
    play = last_card(JENN, FRANK, f"scoring=advanced match={match}", points, "2/0")
    assert play.is_over == over
    assert play.view().points[1] == int(points[2:]) + 4


def test_only_one_player_scores_in_a_round() -> None:
    """P-24: so both can't pass the mark together."""
    play = last_card(JENN, FRANK, "scoring=advanced match=7", "6:6", "2/0")
    assert play.view().points == [6, 10]
    assert play.scores() == [0, 1]


def test_a_match_in_basic_scoring_counts_rounds_won() -> None:
    """P-24"""
    play = last_card(JENN, FRANK, "match=7", "3:5", "9/0")
    assert play.view().points == [3, 6]
    assert not play.is_over


@pytest.mark.parametrize(("points", "scores"), [("3:2", [0, 1]), ("9:2", [1, 0]), ("6:2", [0.5, 0.5])])
def test_after_99_rounds_the_points_decide(points: str, scores: list[float]) -> None:
    """P-24: the rules set no end to drawn rounds; a match has one."""
    play = last_card(JENN, FRANK, "scoring=advanced match=11", points, "99/0")
    assert play.is_over
    assert play.scores() == scores


def after_the_round(play: Play) -> Play:
    event = play.act("next round")
    assert "starts" in play.tell(event)
    return play


@pytest.mark.parametrize(("began", "begins"), [("1/0", 1), ("2/0", 1)])
def test_the_start_alternates(began: str, begins: int) -> None:
    """P-25: all 54 blocks are mixed again, and the hands of the round before can be looked at."""
    play = after_the_round(last_card(JENN, FRANK, "scoring=advanced match=11", "0:0", began))
    assert play.view().starter == begins
    assert sum(weight for _, weight in play.odds()) == 54
    assert play.view().previous.earned == [0, 4]
    assert play.view().hands[0][0].cards == []
    play.act("draw As")
    assert play.actors() == (begins,)


@pytest.mark.parametrize(("first", "second", "loser"), [(JENN, FRANK, 0), (ROYALS, HIGH_CARDS, 1), (TIES, TIED, 1)])
def test_the_loser_begins_or_the_other_one_after_a_draw(first: str, second: str, loser: int) -> None:
    """P-25"""
    play = last_card(first, second, "match=11 next_starter=loser")
    assert after_the_round(play).view().starter == loser


def test_tut_tut_may_decide_every_round() -> None:
    """P-25, P-02"""
    play = after_the_round(last_card(JENN, FRANK, "match=11 next_starter=tut_tut"))
    assert play.actors() == (0, 1, CHANCE)
    play.act("tut tut", 0)
    assert play.view().starter == 0
