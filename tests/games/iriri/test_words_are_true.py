"""What the rules page and the lesson say of their positions is true: every statement is replayed."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

import pyramidion
from pyramidion import Illegal, Play
from pyramidion.games import find
from pyramidion.games.iriri import rules
from pyramidion.games.iriri.rules import State
from pyramidion.games.iriri.view import Placement, View, spell
from pyramidion.games.iriri.words import Reader
from pyramidion.server.protocol.rest import Step
from pyramidion.server.thinking.lessons import lesson_of
from tests.games.iriri.test_rulings import BETWEEN, NO_YELLOW_PAIR, at, dealt
from tests.games.test_rules_pages import Figure, figures

GAME = find("iriri")
PAGE = GAME.rules_text
FIGURES = figures("iriri")
LESSON = lesson_of(GAME)
assert LESSON
STEPS = {step.title: step for step in LESSON.steps}
SECTIONS = Path(__file__).parents[3] / "web" / "src" / "games" / "iriri" / "rules.ts"


def figure(words: str) -> Figure:
    """The figure whose caption says this."""
    (found,) = [one for one in FIGURES if words in one.caption]
    return found


def before(one: Figure) -> View:
    view: View = at(one.facts["position"]).view()
    return view


def after(one: Figure) -> View:
    view: View = one.play().view()
    return view


def placement_of(one: Figure) -> Placement:
    """What is placed in a figure."""
    return by_text(before(one))[one.facts["actions"].split(" ", 1)[1]]


def by_text(view: View) -> dict[str, Placement]:
    return {placement.text: placement for placement in view.placements}


def made(placement: Placement) -> dict[str, list[list[int]]]:
    """The words of a placement, and where the dictionary has each of them."""
    return {spell(word): word.matches for word in placement.words}


def points(step: Step, action: str) -> float:
    return by_text(seen(step))[action].points


def seen(step: Step) -> View:
    view: View = at(step.position).view()
    return view


def is_word(play: Play, *pieces: str) -> bool:
    return bool(Reader(State.of(play.state)).matches(list(pieces)))


def wraps(places: list[int]) -> bool:
    return any(abs(one - other) > 1 for one, other in pairwise(places))


# The rules page


def test_every_page_has_the_same_sections() -> None:
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == [
        "Object of the game",
        "What you need",
        "Setup",
        "Your turn",
        "The first word",
        "Passing",
        "End of the game",
        "Options",
        "Rulings",
        "Notation",
        "Credits",
    ]


def test_the_drawer_at_the_table_opens_at_headings_that_there_are() -> None:
    titles = re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
    headings = {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title).lower()) for title in titles}
    sections = set(re.findall(r'"([a-z0-9]+(?:-[a-z]+)+|setup|passing)"', SECTIONS.read_text()))
    assert len(sections) == 6
    assert sections <= headings


PLACING = [one for one in FIGURES if re.match(r"[01] -?\d", one.facts.get("actions", ""))]


@pytest.mark.parametrize("one", PLACING, ids=lambda one: one.caption[:40])
def test_the_words_of_a_caption_are_those_that_its_placement_makes(one: Figure) -> None:
    told = {word for word in re.findall(r"`([^`]+)`", one.caption) if "-" in word}
    assert told == {spelt.split(" ")[1] for spelt in made(placement_of(one))}


@pytest.mark.parametrize("one", PLACING, ids=lambda one: one.caption[:40])
def test_the_points_of_a_caption_are_those_that_its_placement_scores(one: Figure) -> None:
    for number in re.findall(r"([\d.]*\d) points|scores (\d)", one.caption):
        assert float("".join(number)) == placement_of(one).points


@pytest.mark.parametrize("one", [one for one in PLACING if "on places" in one.caption], ids=lambda one: one.caption[:40])
def test_the_places_of_a_caption_are_where_the_dictionary_has_the_word(one: Figure) -> None:
    told = re.search(r"on places ([\d, and]+)", one.caption)
    assert told
    assert [int(place) for place in re.findall(r"\d+", told[1])] in placement_of(one).words[0].matches


def test_a_game_for_two_is_ready() -> None:
    view = before(figure("A game for two is ready"))
    assert len(view.dictionary) == 24
    assert [len(hand) for hand in view.hands] == [3, 3]
    assert not view.board
    assert view.seat == 0


@pytest.mark.parametrize(("seats", "pieces"), [(2, "24 pieces for two"), (3, "36 for three"), (4, "48 for\n   four")])
def test_the_dictionary_has_as_many_pieces_as_the_page_says(seats: int, pieces: str) -> None:
    assert pieces in PAGE
    assert rules.full_length(State.of(pyramidion.new("iriri", seats=seats, seed=1).state)) == int(pieces[:2])


def test_one_word_is_read_anticlockwise() -> None:
    (places,) = made(placement_of(figure("Read anticlockwise")))["row SB-MB-LB-SB"]
    assert places == [3, 2, 1, 16]


def test_one_piece_added_to_a_row_of_three_scores_four() -> None:
    """I-10"""
    assert "add one piece to a row of three and you score 4 points" in PAGE
    placement = placement_of(figure("Read anticlockwise"))
    assert (len(placement.pieces), placement.points) == (1, 4)


def test_one_word_wraps_and_the_words_without_the_new_piece_do_not_count() -> None:
    """I-08, I-12"""
    shown = figure("A word that wraps")
    assert made(placement_of(shown)) == {"row MY-MY-LY": [[15, 16, 1]]}
    reader = Reader(State.of(at(shown.facts["position"]).state))
    assert not reader.matches(["MB", "LB", "SY", "SB"])  # an old row, which nobody checks


def test_one_word_is_longer_than_the_dictionary_and_ends_where_it_began() -> None:
    """I-12"""
    shown = figure("Seven pieces from a dictionary of six")
    assert len(before(shown).dictionary) == 6
    assert made(placement_of(shown)) == {"column SY-LY-MY-MB-SB-LB-SY": [[5, 4, 3, 2, 1, 6, 5]]}
    with pytest.raises(Illegal, match="I-12"):
        at(f"{shown.facts['position']} loop=once").act("4,0 v SS")


def test_two_pieces_go_to_both_sides_of_an_old_one() -> None:
    """I-06"""
    shown = figure("above `LY` and a small one below it")
    (above, below), old = placement_of(shown).pieces, before(shown).board
    assert [(one.piece, one.y) for one in (above, below)] == [("LY", -1), ("SY", 1)]
    assert [(one.piece, one.y) for one in old if one.x == above.x == below.x] == [("LY", 0)]


def test_two_new_pieces_stand_in_two_words_each() -> None:
    """I-09"""
    placement = placement_of(figure("makes three words at once"))
    assert set(made(placement)) == {"row MB-LB", "column MY-MB", "column LY-LB"}
    assert len(placement.pieces) == 2
    assert placement.points == 6 == sum(len(word.pieces) for word in placement.words)


def test_a_take_closes_the_gap_and_makes_neighbours_of_strangers() -> None:
    """I-19"""
    shown = figure("Blue takes the large piece from place 18")
    assert before(shown).dictionary[17] == "LB"
    assert after(shown).dictionary[16:18] == ["SY", "MB"]
    assert not is_word(at(shown.facts["position"]), "SY", "MB")
    assert is_word(shown.play(), "SY", "MB")


def test_the_position_of_the_take_is_the_one_after_the_figure_before_it() -> None:
    assert at(figure("Blue takes").facts["position"]).dump() == figure("makes three words at once").play().dump()


def test_late_in_the_game_only_a_medium_piece_can_be_taken() -> None:
    """I-18"""
    view = before(figure("Late in the game"))
    assert {take.piece for take in view.takes} == {"MY"}
    assert view.dictionary.count("SY") == view.dictionary.count("LY") == 1


def test_the_opening_stands_on_places_4_and_3_and_scores_six_and_a_half() -> None:
    """I-02"""
    shown = figure("`MY-LY` is valid")
    assert [4, 3] in made(placement_of(shown))["row MY-LY"]
    assert after(shown).points == [6.5, 0]


def test_who_cannot_open_passes_and_the_next_player_gets_that_score() -> None:
    """I-04"""
    assert "they pass, and the next player who can opens instead and gets that score" in PAGE
    play = dealt(NO_YELLOW_PAIR)
    play.act("pass")
    play.act("0,0 > SM")
    assert play.view().points == [0, 6.5]


def test_the_dictionary_is_reshuffled_as_often_as_the_page_says() -> None:
    """I-04"""
    assert f"at most {rules.MOST_RESHUFFLES} times" in PAGE


def test_a_player_who_passes_can_place_again_when_the_dictionary_has_changed() -> None:
    """I-15"""
    shown = figure("Blue can't place anything and passes")
    play = at(shown.facts["position"])
    assert (play.view().seat, play.legal()) == (1, ["pass"])
    for action in ("pass", "2,-1 S"):
        play.act(action)
    assert not is_word(play, "SB", "LY", "MB", "LB")
    play.act("take 7 LY")
    placement = by_text(play.view())["-1,1 S"]
    assert made(placement) == {"row SB-LY-MB-LB": [[6, 7, 8, 9]]}
    assert placement.points == 4 == shown.play().view().points[1] - 3


def test_the_half_point_of_the_first_word_decides() -> None:
    """I-22"""
    shown = figure("Both hands are empty")
    view = after(shown)
    assert before(shown).hands == [[], []]
    assert view.phase == "over"
    assert (view.points, view.winners) == ([38.5, 38], [0])
    assert shown.play().text().endswith("Yellow won with 38½ points to 38.")


def test_the_examples_of_the_notation_can_be_read() -> None:
    line = re.search(r"^    (\S+ \S+:\S+ .+)$", PAGE, re.MULTILINE)
    assert line
    assert len(line[1].split()) == 7
    assert at(line[1]).dump() == line[1]
    assert "`0,-1 v LM`: down from 0,−1. If there are already pieces on 0,0 and 0,1, the medium piece goes to 0,2." in PAGE
    assert [(one.x, one.y, one.piece) for one in by_text(at(BETWEEN).view())["0,-1 v LM"].pieces] == [
        (0, -1, "LB"),
        (0, 2, "MB"),
    ]
    assert [at(BETWEEN).encode(at(BETWEEN).parse(text)) for text in ("3,0 L", "0,-2 > SM")] == ["3,0 L", "0,-2 > SM"]


def test_a_position_names_a_random_starter_and_without_it_the_first_seat_goes_first() -> None:
    """I-05"""
    assert "an eighth field names them: `Y`, or `-` before the choice" in PAGE
    fresh = pyramidion.new("iriri", dice=None).dump()
    assert fresh == "- - SML/SML 0/0 Y deal 0 - starter=random"
    assert pyramidion.new("iriri", dice=None, starter="first_seat").dump() == fresh.removesuffix(" - starter=random")


# The lesson


def test_a_lesson_has_as_many_steps_as_it_says() -> None:
    assert LESSON
    assert LESSON.sentence.endswith("in nine short steps.")
    assert len(STEPS) == 9


def test_no_praise_is_used_twice() -> None:
    praise = [re.split(r"[.:]", step.well)[0] for step in STEPS.values() if step.well]
    assert len(set(praise)) == len(praise) == 8


REMARKS = [(step, action) for step in STEPS.values() for action in step.remarks]


@pytest.mark.parametrize(("step", "action"), REMARKS, ids=[f"{step.title}: {action}" for step, action in REMARKS])
def test_a_remark_tells_the_points_that_its_action_scores(step: Step, action: str) -> None:
    told = step.remarks[action].replace("Six pieces", "6 points").split(" points")[0]
    assert points(step, action) == float(told)


@pytest.mark.parametrize("step", [step for step in STEPS.values() if "place" in step.position], ids=lambda step: step.title)
def test_an_action_that_scores_more_than_the_right_one_has_a_remark_of_its_own(step: Step) -> None:
    scores = {placement.text: placement.points for placement in seen(step).placements}
    wanted = min((scores[action] for action in step.right), default=0)
    assert {action for action, score in scores.items() if score > wanted} <= set(step.remarks)


def test_step_1_the_large_and_the_medium_piece_are_the_only_opening() -> None:
    step = STEPS["The circle is the dictionary"]
    assert step.words.strip().startswith("Score the most points")
    assert sorted(step.right) == sorted(by_text(seen(step)))
    assert {points(step, action) for action in step.right} == {6.5}
    assert seen(step).hands[0] == ["SY", "MY", "LY"]


def test_step_2_a_take_makes_one_word_and_unmakes_another() -> None:
    step = STEPS["Take, and the gap closes"]
    play = at(step.position)
    assert 3 - len(seen(step).hands[0]) == 2
    assert [place for place, piece in enumerate(seen(step).dictionary, 1) if is_between_large_blues(seen(step), place)] == [
        9
    ]
    assert not is_word(play, "LB", "LB")
    assert is_word(play, "LB", "LY", "LB")
    play.act("take 9 LY")
    assert is_word(play, "LB", "LB")
    assert not is_word(play, "LB", "LY", "LB")


def is_between_large_blues(view: View, place: int) -> bool:
    circle = view.dictionary
    around = [circle[(place - 2) % len(circle)], circle[place % len(circle)]]
    return circle[place - 1] == "LY" and around == ["LB", "LB"]


def test_step_3_only_one_cell_makes_two_words() -> None:
    step = STEPS["Words that cross"]
    placements = by_text(seen(step))
    assert {"".join(piece.piece for piece in one.pieces) for one in placements.values()} == {"LY"}
    assert {text: len(one.words) for text, one in placements.items() if text != "2,1 L"} == dict.fromkeys(
        ["0,-1 L", "1,-1 L", "2,-1 L"], 1
    )
    right = placements["2,1 L"]
    assert [(word.down, len(word.pieces)) for word in right.words] == [(False, 3), (True, 2)]
    assert right.points == 5
    assert right.words[0].matches == [[16, 15, 14]]  # anticlockwise
    there = {(piece.x, piece.y): piece.piece for piece in seen(step).board}
    assert (there[1, 1], there[2, 0]) == ("LB", "LY")


def test_step_4_only_the_right_word_wraps() -> None:
    step = STEPS["Words that wrap"]
    placements = by_text(seen(step))
    wrapping = {text for text, one in placements.items() if any(wraps(way) for word in one.words for way in word.matches)}
    assert wrapping == {"-1,0 M"}
    assert made(placements["-1,0 M"]) == {"row MY-MY-LY": [[15, 16, 1]]}
    assert placements["-1,0 M"].points == 3


def test_step_5_both_pieces_score_six_which_is_the_best() -> None:
    step = STEPS["Two at once, on both sides"]
    placements = by_text(seen(step))
    right = placements["2,-1 v LS"]
    assert [(word.down, len(word.pieces)) for word in right.words] == [(True, 3), (False, 3)]
    assert right.points == 6
    assert max(one.points for text, one in placements.items() if text != right.text) == 5


def test_step_6_two_pieces_score_nine_and_nothing_else_does() -> None:
    step = STEPS["Count before you place"]
    placements = by_text(seen(step))
    right = placements["4,0 v MS"]
    assert [(word.down, len(word.pieces)) for word in right.words] == [(True, 2), (False, 5), (False, 2)]
    assert right.points == 5 + 2 + 2
    assert max(one.points for text, one in placements.items() if text != right.text) < 9
    assert any(piece.endswith("B") for piece in right.words[1].pieces)


def test_step_7_the_small_and_the_large_piece_stay_and_then_one_more_medium_can_go() -> None:
    """I-18"""
    step = STEPS["The last of a kind stays"]
    assert sorted(step.right) == [take.text for take in seen(step).takes]
    for action in ("take 1 LY", "take 3 SY"):
        with pytest.raises(Illegal, match="I-18"):
            at(step.position).act(action)
    for action in step.right:
        play = at(step.position)
        play.act(action)
        assert play.view().dictionary.count("MY") == 2
    assert len({piece[0] + colour for piece in seen(step).dictionary for colour in "YB"}) == 6


def test_step_8_one_column_goes_round_the_whole_circle() -> None:
    """I-12"""
    step = STEPS["Round and round"]
    assert len(seen(step).dictionary) == 6
    right = by_text(seen(step))["4,0 v SS"]
    assert [piece.piece for piece in right.pieces] == ["SY", "SY"]
    assert [(word.down, word.matches) for word in right.words] == [(True, [[5, 4, 3, 2, 1, 6, 5]])]
    assert right.points == 7
    for action in ("4,0 S", "4,6 S"):
        assert [len(word.pieces) for word in by_text(seen(step))[action].words] == [6]
    assert [len(word.pieces) for word in by_text(seen(step))["2,-2 v SM"].words] == [3, 3]


def test_step_9_both_pass_and_half_a_point_decides() -> None:
    """I-15, I-21, I-22"""
    step = STEPS["Passing, and the end"]
    play = at(step.position)
    turns = []
    for _, action in step.before:
        turns.append(play.view().seat)
        play.act(action)
    assert turns == [0, 1]
    assert play.is_over
    assert play.view().winners == [step.seat]
    first, second = play.scores()
    assert first - second == 0.5
