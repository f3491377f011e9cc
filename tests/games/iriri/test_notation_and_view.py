import pytest

from pyramidion import BadPosition, Illegal, NotAnAction
from pyramidion.games.iriri import GAME, rules
from pyramidion.games.iriri.view import Placement, Take
from pyramidion.games.iriri.words import Piece, Word
from tests.games.iriri.test_figures import FIGURE_1, FIGURE_3, FIGURE_4
from tests.games.iriri.test_rulings import ROUND, STUCK, at

TAKING = "LY-MB-LY-MY-LB-MB-LY-LB-LY-LB-SB-SB-MB-SB-SY-SY-SY-SB-SY-LB-MB-MY-MY-MY 0,0:MYLY S/SML 6.5/0 Y take 0"


def test_the_facts_are_those_of_the_rules() -> None:
    assert GAME.actions == rules.ACTIONS
    assert GAME.widest == 5796


@pytest.mark.parametrize(
    "position",
    [
        FIGURE_1,
        FIGURE_3,
        FIGURE_4,
        ROUND,
        "- - SML/SML 0/0 Y deal 0",
        "SY-MR - SML/SML/SML 0/0/0 Y deal:20 0 seats=3 no_opening=reshuffle",
        "- - SML/SML 0/0 Y deal 0 - starter=random",
        f"{FIGURE_1.replace('place', 'start')} - starter=random",
        f"{FIGURE_1.replace('Y place', 'B place')} B starter=random",
        f"{FIGURE_4} Y starter=random",
        "SY-MR - SML/SML/SML 0/0/0 R deal:1 0 R seats=3 no_opening=reshuffle starter=random",
        f"{FIGURE_4} rematch=loser",
        f"{ROUND} loop=once",
    ],
)
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    assert at(position).dump() == position


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (" B place 0", " B place", "seven fields"),
        ("LB-SY", "LB-SX", "'SX' is no piece"),
        ("LB-SY", "LB-SR", "its colour one of YB"),
        ("LB-SY", "LB-SY-SY-SY-SY-SY", "at most 4 pieces of a kind"),
        ("LB-SY", "-".join(["LB"] * 14 + ["SY"]), "at most 24 pieces, not 25"),
        ("LB-SY-", "LB-", "the last SY can't have left"),
        ("LB-SY-", "LB-SY-SY-", "5 SY in dictionary, board and hands, not 6"),
        ("-1,0:", "hello:", "a board is like"),
        ("-1,0:", "0,0:", "a piece on 0,0"),
        ("1SYSB/", "1SYS1/", "'S' is no piece"),
        ("MY1MBSB", "MY1MBSB2LB", "isn't connected to the one on 0,0"),
        ("-1,0:1SYSB/LYLYLBSYSY/MY1MBSB/1MBSB", "0,0:SY", "no piece or 2 to 24, not 1"),
        ("SML/MML", "SML", "2 hands"),
        ("SML/MML", "LMS/MML", "2 hands"),
        ("SML/MML", "SSML/MML", "at most 3 pieces"),
        ("SML/MML", "SML/", "an empty one is -"),
        ("SML/MML", "SML/ML", "5 MB in dictionary, board and hands, not 4"),
        ("20.5/15", "20.5", "2 numbers of points"),
        ("20.5/15", "20.3/15", "2 numbers of points"),
        ("20.5/15", "20/15", "only the player who placed the first word has a half point"),
        ("20.5/15", "20.5/15.5", "has a half point"),
        ("20.5/15", "20.5/999", "more than"),
        (" B place", " R place", "the turn is one of Y, B"),
        (" B place", " YB place", "the turn is one of Y, B"),
        (" B place", " B wait", "deal, start, place or take, not 'wait'"),
        (" B place", " B take", "can't have anything to take"),
        (" B place", " B deal", "during setup every hand is SML"),
        (" B place", " Y deal:1", "with no_opening=reshuffle"),
        (" B place 0", " B place 3", "0 to 2 players in a row have passed"),
        (" B place 0", " B place ²", "0 to 2 players in a row have passed"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(old: str, new: str, sentence: str) -> None:
    assert old in FIGURE_4
    with pytest.raises(BadPosition, match=sentence):
        at(FIGURE_4.replace(old, new))


def test_a_hand_that_was_not_filled_is_refused() -> None:
    with pytest.raises(BadPosition, match=r"hand of Y must have been filled.*I-17"):
        at(FIGURE_4.replace("SML/", "SM/").replace("/1MBSB", "/1MBSBLY"))


def test_who_can_place_cannot_have_passed() -> None:
    with pytest.raises(BadPosition, match=r"Y can place something.*I-15"):
        at(ROUND.replace("Y place 0", "B place 1"))


def test_a_dictionary_that_is_laid_out_is_not_being_dealt() -> None:
    with pytest.raises(BadPosition, match="the dictionary is complete, so the step is place"):
        at(FIGURE_1.replace("Y place", "Y deal"))


DRAWN = f"{FIGURE_1} Y starter=random"
DEALING = "SY-MB - SML/SML 0/0 Y deal 0 - starter=random no_opening=reshuffle"


@pytest.mark.parametrize(
    ("position", "old", "new", "sentence"),
    [
        (DRAWN, " Y starter", " starter", "with starter=random, an eighth"),
        (DRAWN, "=random", "=first_seat", "seven fields"),
        (DRAWN, " Y starter", " R starter", "the player who started is one of Y, B, not 'R'"),
        (DRAWN, " Y starter", " YB starter", "the player who started is one of Y, B, not 'YB'"),
        (DRAWN, " Y starter", " - starter", "a player has started"),
        (DRAWN, " Y starter", " B starter", "0 passes from B on it can't be Y's turn"),
        (DRAWN, "Y place 0 Y", "Y start 0 Y", "who starts is drawn once"),
        (DRAWN, "Y place 0 Y", "B start 0 -", "it is Y's turn"),
        (DEALING, "Y deal 0 -", "Y start 0 -", "when the dictionary is complete"),
        (DEALING, "Y deal 0 -", "Y deal 0 Y", "the eighth field is - until the dictionary is first complete"),
        (DEALING, "Y deal 0 -", "Y deal:1 0 -", "the eighth field is - until the dictionary is first complete"),
        (DEALING, "Y deal 0 -", "Y deal:1 0 B", "it is B's turn"),
        (DEALING, "Y deal 0 - starter=random", "Y start 0", "with starter=random"),
    ],
)
def test_a_text_that_contradicts_who_started_is_refused(position: str, old: str, new: str, sentence: str) -> None:
    """I-05"""
    assert at(position)
    assert old in position
    with pytest.raises(BadPosition, match=sentence):
        at(position.replace(old, new))


@pytest.mark.parametrize("text", ["1,0 > SL", "1,0>sl", " 1 , 0  right SL "])
def test_a_placement_can_be_written_in_several_ways(text: str) -> None:
    play = at(FIGURE_3)
    assert play.encode(play.parse(text)) == "1,0 > SL"


@pytest.mark.parametrize("text", ["-1,0 L", "−1,0 l", "-1,0 v L", "-1,0 > L"])
def test_one_piece_is_the_same_placement_whichever_way_it_goes(text: str) -> None:
    play = at(FIGURE_3)
    assert play.encode(play.parse(text)) == "-1,0 L"


def test_a_single_piece_that_goes_down_is_no_action_of_its_own() -> None:
    play = at(FIGURE_3)
    down = play.parse("1,0 S") + 39
    assert play.encode(down) == "1,0 v S"
    assert play.why_not(down) == "a single piece needs no direction: write 1,0 S"


@pytest.mark.parametrize("text", ["take 7 LY", "take 7", "7", "take 7 ly"])
def test_a_take_can_be_written_in_several_ways(text: str) -> None:
    assert at(FIGURE_3).parse(text) == rules.TAKE + 6


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("1,0 SL", NotAnAction, r"which way does SL go from 1,0\? Write 1,0 > SL or 1,0 v SL"),
        ("1,0 > SLMS", NotAnAction, "isn't a move in Iriri: write 3,0 L"),
        ("1,0 > X", NotAnAction, "isn't a move in Iriri"),
        ("start X", NotAnAction, "isn't a move in Iriri"),
        ("take 49", NotAnAction, "dictionary places are 1 to 48"),
        ("take 7 SB", Illegal, "place 7 of the dictionary has LY, not SB"),
        ("0,0 S", Illegal, "there is already a piece on 0,0"),
        ("1,0 > SS", Illegal, "your hand is SB MB LB: not enough SB"),
        ("deal SY", Illegal, "happen automatically"),
        ("start Y", Illegal, "happen automatically"),
    ],
)
def test_what_is_no_action_or_not_allowed_is_refused_with_the_reason(text: str, error: type, sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        at(FIGURE_3).act(text)


def test_every_number_of_an_action_has_a_text_and_a_reason_against_it() -> None:
    play = at(FIGURE_3)
    for action in range(0, GAME.actions, 997):
        assert play.encode(action)
        why_not = play.why_not(action)
        assert why_not is None or len(why_not) > 20


def test_the_view_shows_what_a_placement_makes() -> None:
    play = at(FIGURE_4)
    assert play.view().placements[0] == Placement(
        action=play.parse("2,0 L"),
        text="2,0 L",
        pieces=[Piece(2, 0, "LB")],
        words=[
            Word(x=0, y=0, down=False, pieces=["SY", "SB", "LB"], matches=[[2, 3, 4]]),
            Word(x=2, y=0, down=True, pieces=["LB", "SY", "SB"], matches=[[1, 2, 3]]),
        ],
        points=6.0,
    )


def test_the_view_shows_what_may_be_taken() -> None:
    play = at(FIGURE_4)
    play.act("2,0 L")
    assert play.view().takes == [
        Take(rules.TAKE + place - 1, f"take {place} {piece}", place, piece)
        for place, piece in [(1, "LB"), (3, "SB"), (4, "LB"), (5, "SB"), (9, "LB")]
    ]


def test_the_board_as_text() -> None:
    assert at(FIGURE_4).text().splitlines() == [
        "Dictionary, a circle of 12 pieces:",
        "   1 LB   2 SY   3 SB   4 LB   5 SB   6 MY   7 MB   8 MY   9 LB  10 MY  11 LY  12 LY",
        "",
        "y\\x  -1  0  1  2  3",
        "  0   · SY SB  ·  ·",
        "  1  LY LY LB SY SY",
        "  2  MY  · MB SB  ·",
        "  3   · MB SB  ·  ·",
        "",
        "  Yellow  hand SY MY LY     20½ points",
        "→ Blue    hand MB MB LB      15 points",
        "Blue: place a word (4 ways).",
    ]


def test_the_widest_board_fits_into_100_columns() -> None:
    row = "".join(size + colour for colour in "YBRG" for size in "SML" for _ in range(4))
    kinds = "-".join(size + colour for size in "SML" for colour in "YBRG")
    play = at(f"{kinds} -46,0:{row} -/-/-/- 9/9/9/9.5 Y place 4 seats=4")
    lines = play.text().splitlines()
    assert max(map(len, lines)) == 100
    assert any(row in line for line in lines)


@pytest.mark.parametrize(
    ("position", "action", "told"),
    [
        (FIGURE_4, "2,0 L", "Blue places LB on 2,0: row SY-SB-LB, column LB-SY-SB, 6 points."),
        (FIGURE_1, "0,0 v SL", "Yellow places SY on 0,0, LY on 0,1: column SY-LY, 6½ points."),
        (f"{FIGURE_1.replace('place', 'start')} - starter=random", "start B", "Blue goes first."),
        (TAKING, "take 15", "Yellow takes a small yellow piece from the dictionary (place 15)."),
        ("- - SML/SML 0/0 Y deal 0", "deal LB", "Dictionary, place 1: a large blue piece."),
    ],
)
def test_what_happened_is_told_in_words(position: str, action: str, told: str) -> None:
    play = at(position)
    assert play.tell(play.act(action)) == told


def test_every_word_on_the_board_is_shown_when_the_game_is_over() -> None:
    play = at(STUCK)
    assert play.view().words == []
    play.act("pass")
    play.act("pass")
    view = play.view()
    there = {(piece.x, piece.y) for piece in view.board}
    assert len(view.words) == len({(word.x, word.y, word.down) for word in view.words}) > 0
    for word in view.words:
        cells = [(word.x, word.y + i) if word.down else (word.x + i, word.y) for i in range(-1, len(word.pieces) + 1)]
        assert [cell in there for cell in cells] == [False, *[True] * len(word.pieces), False]


def test_the_last_pass_says_that_the_game_is_over() -> None:
    play = at(STUCK)
    assert play.tell(play.act("pass")) == "Yellow can't place anything and passes."
    assert play.tell(play.act("pass")) == "Blue can't place anything and passes. Everyone has passed: the game is over."
