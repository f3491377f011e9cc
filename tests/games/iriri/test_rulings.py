"""Every ruling of Iriri's rules page, by a position and what comes of it. A test names its rulings in its docstring."""

from itertools import product
from typing import Any

import pytest

import pyramidion
from pyramidion import Illegal, Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import equal
from pyramidion.games.iriri import board, rules
from pyramidion.games.iriri.rules import State
from pyramidion.games.iriri.words import Reader
from tests.games.iriri.test_figures import FIGURE_1, FIGURE_3, FIGURE_4

YELLOW_IN_FIGURE_4 = FIGURE_4.replace(" B place", " Y place")
TRIPLE = "SY-MY-LY-SB-SY-SB-LY-MB-SY-SB-LY-MY-MB-MY-SB-MY-LB-MB-LB-SY-MB-LB-LY-LB - SML/SML 0/0 Y place 0"
NO_YELLOW_PAIR = "SY SY SY SY SB MB LB SB MY MY MY MY LB MB SB MB LY LY LY LY LB LB MB SB"
OF_FIGURE_1 = FIGURE_1.split()[0].replace("-", " ")
NO_PAIR = "SY SY SY SY SB SB SB SB MY MY MY MY MB MB MB MB LY LY LY LY LB LB LB LB"
# A dictionary that reads LB-SY-LY-MB, and a board with SY-LY
BETWEEN = "LB-SY-LY-MB-MY-SB-SY-MY-SB-MY-SB-LB-MY-SB-LB-MB-SY-MB-LB-LY-LY-MB 0,0:SY/LY SML/SML 6.5/0 B place 0"
# The row is the whole dictionary; yellow has one piece left
ROUND = "SY-LB-SB-MY-MB-LY 0,0:SYLBSBMYMBLY/SYSYMYMYMYLY/LYLYSBSBSBMB/MBMBLBLBLB S/- 30.5/31 Y place 0"
# Both are stuck, and both have a piece left
STUCK = "LY-LB-SY-SB-MY-MB -2,-7:3SB/3MYSY/4SB/1LYMB1SYMY/LBLBLYSBMYMB/1SY1LYMB/1SBLBMB/2MYSY L/L 31.5/27 Y place 0"


def at(position: str) -> Play:
    """A position, with chance waiting for its script."""
    return pyramidion.load("iriri", position, dice=None)


def after(position: str, *actions: str) -> Play:
    play = at(position)
    for action in actions:
        play.act(action)
    return play


def refused(position: str, action: str) -> str:
    """Why this action is refused; and it changes nothing."""
    play = at(position)
    before = play.dump()
    with pytest.raises(Illegal) as refusal:
        play.act(action)
    assert play.dump() == before
    return str(refusal.value)


def words(position: str, action: str) -> list[tuple[str, list[list[int]]]]:
    """The words of a legal placement and where they match."""
    placements = {placement.text: placement for placement in at(position).view().placements}
    return [("-".join(word.pieces), word.matches) for word in placements[action].words]


def points(position: str, action: str) -> float:
    return next(float(placement.points) for placement in at(position).view().placements if placement.text == action)


def dealt(pieces: str, seats: int = 2, **options: str) -> Play:
    """A game whose dictionary has been laid out like this. The first seat starts, unless an option says otherwise."""
    chosen: dict[str, Any] = {"starter": "first_seat"} | options
    play = pyramidion.new("iriri", seats=seats, dice=None, **chosen)
    for piece in pieces.split():
        play.act(f"deal {piece}")
    return play


@pytest.mark.parametrize(("seats", "pieces"), [(2, 24), (3, 36), (4, 48)])
def test_two_to_four_play_each_with_a_colour_of_their_own(seats: int, pieces: int) -> None:
    """I-01"""
    view = pyramidion.new("iriri", seats=seats, seed=1).view()
    assert len(view.dictionary) == view.full == pieces
    assert view.hands == [[size + colour for size in "SML"] for colour in "YBRG"[:seats]]
    assert all(view.dictionary.count(piece) == 4 for piece in view.dictionary)


@pytest.mark.parametrize(("opening", "score"), [("0,0 v SM", 6.5), ("0,0 > LMS", 9.5)])
def test_the_opening_scores_three_a_piece_and_a_half(opening: str, score: float) -> None:
    """I-02"""
    assert after(TRIPLE, opening).view().points == [score, 0]


def test_the_opening_is_two_or_three_pieces_of_the_own_hand() -> None:
    """I-03, I-16"""
    assert {len(text.split()[-1]) for text in at(TRIPLE).legal()} == {2, 3}
    assert "the first word has two or three pieces" in refused(TRIPLE, "0,0 L")
    assert "not enough SY" in refused(TRIPLE, "0,0 > SS")


def test_who_cannot_open_passes_and_the_next_to_open_scores_it_as_the_opening() -> None:
    """I-04"""
    play = dealt(NO_YELLOW_PAIR)
    assert (play.actors(), play.legal()) == ((CHANCE,), ["pass"])
    play.act("pass")
    play.act("0,0 > SM")
    assert play.view().points == [0, 6.5]


def test_if_nobody_can_open_the_game_is_a_draw_without_points() -> None:
    """I-04, I-21"""
    play = dealt(NO_PAIR)
    play.act("pass")
    play.act("pass")
    assert play.is_over
    assert play.scores() == [0, 0]
    assert play.view().winners == [0, 1]
    assert play.text().endswith("Nobody could place a first word.")


def test_with_the_option_the_dictionary_is_laid_out_anew_until_the_first_can_open() -> None:
    """I-04"""
    play = dealt(NO_YELLOW_PAIR, no_opening="reshuffle")
    assert play.legal() == ["reshuffle"]
    play.act("reshuffle")
    assert play.view().dictionary == []
    assert play.view().hands == [["SY", "MY", "LY"], ["SB", "MB", "LB"]]
    for piece in OF_FIGURE_1.split():
        play.act(f"deal {piece}")
    assert play.actors() == (0,)
    assert play.dump() == f"{FIGURE_1} no_opening=reshuffle"


def test_after_twenty_reshuffles_it_is_passed_after_all() -> None:
    """I-04"""
    play = at(f"{NO_YELLOW_PAIR.replace(' ', '-')[:-3]} - SML/SML 0/0 Y deal:19 0 no_opening=reshuffle")
    play.act("deal SB")
    play.act("reshuffle")
    for piece in NO_YELLOW_PAIR.split():
        play.act(f"deal {piece}")
    assert play.legal() == ["pass"]
    assert at(play.dump()).legal() == ["pass"]


@pytest.mark.parametrize(("seats", "draws"), [(2, "YB"), (3, "YBR"), (4, "YBRG")])
def test_by_default_each_player_is_as_likely_as_the_others_to_start(seats: int, draws: str) -> None:
    """I-05"""
    play = pyramidion.new("iriri", seats=seats, dice=None)
    while play.view().phase == "deal":
        play.act(play.legal()[0])
    assert (play.actors(), play.legal()) == ((CHANCE,), [f"start {letter}" for letter in draws])
    assert [weight for _, weight in play.odds()] == [1] * seats
    assert play.view().starter is None
    assert "→" not in play.text()
    assert play.text().endswith("Choosing who goes first.")


def test_a_dictionary_is_laid_out_before_it_is_said_who_starts() -> None:
    """I-05"""
    play = dealt(OF_FIGURE_1, starter="random")
    assert play.tell(play.act("start B")) == "Blue goes first."
    assert play.actors() == (1,)
    assert (play.view().starter, play.view().seat) == (1, 1)
    assert play.text().endswith("Blue: place the first word (12 ways).")
    play.act("0,0 > SL")
    assert play.view().points == [0, 6.5]


def test_turns_go_round_from_the_player_who_starts() -> None:
    """I-05"""
    kinds = "SY MY LY SB MB LB SR MR LR"
    play = dealt(" ".join([kinds] * 4), seats=3, starter="random")
    play.act("start R")
    turns: list[int] = []
    while len(turns) < 6:
        if play.view().phase in ("place", "pass"):
            turns.append(play.view().seat)
        play.act(play.legal()[0])
    assert turns == [2, 0, 1, 2, 0, 1]


def test_with_the_option_the_first_seat_starts_and_nobody_is_drawn() -> None:
    """I-05"""
    play = dealt(OF_FIGURE_1, starter="first_seat")
    assert (play.actors(), play.view().starter) == ((0,), 0)


def test_a_text_that_does_not_say_who_starts_means_the_first_seat() -> None:
    """I-05"""
    assert at("- - SML/SML 0/0 Y deal 0").options["starter"] == "first_seat"
    assert at(FIGURE_1).view().starter == 0


@pytest.mark.parametrize("no_opening", ["pass", "reshuffle"])
def test_only_the_opening_of_the_player_who_starts_matters(no_opening: str) -> None:
    """I-04, I-05: Yellow could not open; but Blue starts, and can."""
    play = dealt(NO_YELLOW_PAIR, starter="random", no_opening=no_opening)
    play.act("start B")
    assert play.actors() == (1,)
    assert "0,0 > SM" in play.legal()


def test_a_player_who_starts_and_cannot_open_passes() -> None:
    """I-04, I-05"""
    play = dealt(NO_YELLOW_PAIR, starter="random")
    play.act("start Y")
    assert play.legal() == ["pass"]
    play.act("pass")
    play.act("0,0 > SM")
    assert play.view().points == [0, 6.5]


def test_who_starts_is_drawn_once_however_often_the_dictionary_is_laid_out() -> None:
    """I-04, I-05"""
    play = dealt(NO_YELLOW_PAIR, starter="random", no_opening="reshuffle")
    play.act("start Y")
    assert play.text().endswith("Yellow has no first word: the dictionary is reshuffled.")
    assert at(play.dump()).legal() == ["reshuffle"]
    assert play.tell(play.act("reshuffle")) == "Yellow has no first word: the dictionary is reshuffled."
    for piece in OF_FIGURE_1.split():
        play.act(f"deal {piece}")
    assert play.actors() == (0,)
    assert play.dump() == f"{FIGURE_1} Y no_opening=reshuffle starter=random"


def test_who_begins_a_rematch_is_for_the_table_to_know_and_not_for_the_rules() -> None:
    """I-05"""
    game = pyramidion.new("iriri", dice=None).game
    random, loser = (game.start(2, game.choose({"rematch": value})) for value in ("random", "loser"))
    assert equal(random, loser)
    assert game.choose({})["rematch"] == "random"


def test_pieces_may_go_to_both_sides_of_those_that_lie_there() -> None:
    """I-06"""
    assert words(BETWEEN, "0,-1 v LM") == [("LB-SY-LY-MB", [[1, 2, 3, 4]])]
    play = after(BETWEEN, "0,-1 v LM")
    assert [(piece.y, piece.piece) for piece in play.view().board] == [(-1, "LB"), (0, "SY"), (1, "LY"), (2, "MB")]


def test_touching_a_corner_is_not_enough() -> None:
    """I-07"""
    assert "must touch a piece on the board" in refused(FIGURE_3, "1,2 S")
    assert "must touch a piece on the board" in refused(FIGURE_3, "1,2 > SL")


def test_cells_far_away_are_refused() -> None:
    """I-07"""
    assert "too far" in refused(FIGURE_3, "40,0 S")
    assert "too far" in refused(FIGURE_3, "63,-1 S")


def test_every_word_must_be_in_the_dictionary_of_now_but_old_words_need_not() -> None:
    """I-08"""
    play = at(FIGURE_4)
    assert Reader(State.of(play.state)).matches(["LY", "LY", "LB", "SY", "SY"]) == []
    assert "2,0 L" in play.legal()
    assert refused(FIGURE_4, "3,2 L") == "row MB-SB-LB is not in the dictionary (I-08)"
    assert refused(FIGURE_4, "2,0 M") == "row SY-SB-MB and column MB-SY-SB are not in the dictionary (I-08)"


def test_a_piece_that_touches_nothing_in_one_direction_makes_no_word_there() -> None:
    """I-09"""
    assert words(FIGURE_4, "3,0 L") == [("LB-SY", [[1, 2]])]


def test_a_longer_word_scores_all_its_pieces_of_all_colours() -> None:
    """I-10"""
    assert words(FIGURE_3, "1,0 > SLM") == [("SY-SB-LB-MB", [[2, 3, 4, 5]])]
    assert points(FIGURE_3, "1,0 > SLM") == 4


def test_words_may_be_read_backward_each_for_itself() -> None:
    """I-11"""
    assert words(FIGURE_3, "1,-1 v LMS") == [("LB-MB-SB", [[4, 5, 6]]), ("SY-MB", [[17, 18]]), ("LY-SB", [[7, 6]])]


def test_a_word_may_run_past_the_end_of_the_dictionary() -> None:
    """I-12"""
    assert words(FIGURE_3, "1,0 L") == [("SY-LB", [[1, 22]])]
    assert at(f"{FIGURE_3} loop=once").legal() == at(FIGURE_3).legal()


def test_a_word_may_be_longer_than_the_dictionary() -> None:
    """I-12"""
    assert words(ROUND, "6,0 S") == [("SY-LB-SB-MY-MB-LY-SY", [[1, 2, 3, 4, 5, 6, 1]])]
    assert points(ROUND, "6,0 S") == 7


def test_with_the_option_a_word_uses_each_piece_of_the_dictionary_once() -> None:
    """I-12"""
    assert "7 pieces, more than the dictionary's 6" in refused(f"{ROUND} loop=once", "6,0 S")


def test_two_words_may_use_the_same_places() -> None:
    """I-13"""
    (row, in_row), (column, in_column) = words(FIGURE_4, "2,0 L")
    assert (row, column) == ("SY-SB-LB", "LB-SY-SB")
    assert set(in_row[0]) & set(in_column[0]) == {2, 3}


def test_the_same_word_may_be_made_twice() -> None:
    """I-14"""
    assert words(YELLOW_IN_FIGURE_4, "-2,2 v LM") == [("LY-MY", [[11, 10]])] * 2
    assert points(YELLOW_IN_FIGURE_4, "-2,2 v LM") == 4


def test_nobody_may_pass_who_can_place() -> None:
    """I-15"""
    assert "happen automatically" in refused(FIGURE_3, "pass")


def test_who_can_place_nothing_passes_by_itself_also_with_an_empty_hand() -> None:
    """I-15"""
    play = after(ROUND, "6,0 S", "skip")
    assert (play.view().hands[1], play.actors(), play.legal()) == ([], (CHANCE,), ["pass"])
    event = play.act("pass")
    assert play.tell(event) == "Blue can't place anything and passes."


def test_one_two_or_three_pieces_may_be_placed() -> None:
    """I-16"""
    assert {len(text.split()[-1]) for text in at(FIGURE_3).legal()} == {1, 2, 3}


def test_the_hand_is_filled_to_three_and_no_further() -> None:
    """I-17"""
    play = after(FIGURE_3, "1,0 > SL")
    assert play.text().endswith("Blue: take 2.")
    assert all(text.startswith("take") for text in play.legal())
    assert play.why_not("1,1 M") == "you have placed: now take 2 from the dictionary (I-17)"
    play.act("take 3 SB")
    assert play.actors() == (1,)
    play.act("take 3 LB")
    assert play.actors() == (0,)


def test_nobody_takes_before_placing() -> None:
    """I-15, I-17"""
    assert "place a word before you take pieces" in refused(FIGURE_3, "take 3")


def test_who_finds_too_little_takes_what_there_is_and_skips_the_rest() -> None:
    """I-17"""
    play = at("SY-LB-SB-MY-MB-LY-MB 0,0:SYLBSBMYMBLY/SYSYMYMYMYLY/LYLYSBSBSBMB/SYMBLBLBLB -/- 30.5/31 B take 0")
    assert play.legal() == ["take 5 MB", "take 7 MB"]
    play.act("take 5")
    assert (play.actors(), play.legal()) == ((CHANCE,), ["skip"])
    assert play.tell(play.act("skip")) == "Blue can't take more, because the last of each kind stays. The hand has 1 piece."
    assert play.view().seat == 0


def test_the_last_piece_of_a_kind_stays_in_the_dictionary() -> None:
    """I-18"""
    position = (
        FIGURE_4.replace(" 20.5/15 B place 0", " 20.5/15 Y take 0").replace("SML/", "SM/").replace("/1MBSB", "/1MBSBLY")
    )
    assert at(position).legal() == ["take 6 MY", "take 8 MY", "take 10 MY", "take 11 LY", "take 12 LY"]
    assert "is the last of its kind and must stay (I-18)" in refused(position, "take 2 SY")
    assert "isn't yellow" in refused(position, "take 3 SB")
    assert "has 12 places" in refused(position, "take 13")


def test_the_order_of_taking_does_not_matter_and_gaps_close() -> None:
    """I-19"""
    one = after(FIGURE_1, "0,0 v SL", "take 2 LY", "take 6 SY")
    other = after(FIGURE_1, "0,0 v SL", "take 7 SY", "take 2 LY")
    assert one.dump() == other.dump() == FIGURE_3


def test_nothing_is_taken_after_a_pass() -> None:
    """I-20"""
    play = after(STUCK, "pass")
    assert (play.view().seat, play.legal()) == (1, ["pass"])


def test_the_game_ends_when_all_have_passed_in_direct_succession() -> None:
    """I-21"""
    play = after(ROUND.replace(" Y place 0", " B place 0"), "pass", "6,0 S", "skip", "pass")
    assert not play.is_over
    assert play.view().passes == 1
    play.act("pass")
    assert play.is_over
    assert play.scores() == [37.5, 31]


def test_two_cannot_tie_once_there_is_a_word_but_three_can() -> None:
    """I-22"""
    with pytest.raises(ValueError, match="half point"):
        at(STUCK.replace("31.5/27", "31/31"))
    rows = ["SY" * 4 + "MY" * 4 + "LY" * 4, "SB" * 4 + "MB" * 4 + "LB" * 4, "SR" * 4 + "MR" * 4 + "LR" * 4]
    play = at(f"SY-MB-LR-SB-MR-LY-SR-MY-LB 0,0:{'/'.join(rows)} -/-/- 30/20.5/30 Y place 3 seats=3")
    assert play.is_over
    assert play.view().winners == [0, 2]
    assert play.text().endswith("Yellow and Red share the win with 30 points each.")


def test_pieces_left_in_the_hand_cost_nothing() -> None:
    """I-23"""
    play = after(STUCK, "pass", "pass")
    assert play.view().hands == [["LY"], ["LB"]]
    assert play.scores() == [31.5, 27]


def test_the_first_word_starts_at_the_origin_and_the_board_has_no_borders() -> None:
    """I-24"""
    assert "too far" in refused(FIGURE_1, "9,9 > SL")
    assert "starts at 0,0" in refused(FIGURE_1, "1,0 > SL")
    assert "-3,1 > LMS" in at(FIGURE_3).legal()


def test_cells_of_one_number_are_at_least_64_steps_apart() -> None:
    """I-24: all cells that matter together lie within 49 steps of each other."""
    around = [(x, y) for x, y in product(range(-64, 65), repeat=2) if 0 < abs(x) + abs(y) < 64]
    assert all(board.cell_at(x, y) for x, y in around)
    assert board.cell_at(63, -1) == board.cell_at(32, 32) == 0


def test_everybody_sees_everything() -> None:
    """I-25"""
    play = at(FIGURE_4)
    assert play.view(seat=0) == play.view(seat=1) == play.view(eyes=0) == play.view()
    assert play.game.rules.audience(play.state, 1, play.parse("2,0 L")) == -1


def test_points_are_kept_in_halves_and_told_in_points() -> None:
    """I-26"""
    play = after(FIGURE_1, "0,0 v SL")
    assert rules.score(State.of(play.state), 0) == 13
    assert play.view().points[0] == 6.5
    assert "6½ points" in play.tell(play.events[0])
