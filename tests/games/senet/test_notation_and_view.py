import pytest

import pyramidion
from pyramidion import BadPosition
from pyramidion.games.senet.view import Move


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rcrcrcrcrc/10/10 c -", "five fields"),
        ("rcrcrcrcrc/10/9 c - - 0", "three rows of ten"),
        ("rcrcrcrcrx/10/10 c - - 0", "three rows of ten"),
        ("10/10/6c2r c - - 0", "no piece can be on 27"),
        ("rcrcrcrcrc/r9/10 c - - 0", "there are 6 pieces r, but each side has only 5"),
        ("10/10/10 c - - 0", "both sides have no pieces left"),
        ("rcrcrcrcrc/10/10 x - - 0", "c or r, not 'x'"),
        ("rcrcrcrcrc/10/10 c 5 - 1", "the throw is - or 1, 2, 3, 4, 6"),
        ("rcrcrcrcrc/10/10 c 2+2 - 1", "the throw is - or 1, 2, 3, 4, 6"),
        ("rcrcrcrcrc/10/10 c 2 - 0", "hasn't started"),
        ("rcrcrcrcrc/10/10 c 2 4 1", "only with part of a throw left"),
        ("rcrcrcrcrc/10/10 c 4+1 3 1", "squares of the side to move"),
        ("rcrcrcrcrc/10/10 c - - 2001", "0 to 2000"),
        ("rcrcrcrcrc/10/10 c - - x", "0 to 2000"),
        ("rcrcrcrcrc/10/10 c off - 0", "only for games with the option throw_off"),
        ("rcrcrcrcrc/10/10 r off - 0 throw_off=yes", "before the cones throw"),
        ("10/crrr6/10 c 6+2 - 9", "the turn would be over"),
        ("10/2c7/7cr1 c 1+1 28 9", "the throw is - or 1, 2, 3, 4, 6"),
        ("10/2c7/7cr1 c 1+1 - 9 null_bounce=yes", "pieces bounced back to where they stand"),
        ("10/2c7/7cr1 c 1+1 13 9 null_bounce=yes", "pieces bounced back to where they stand"),
        ("10/2c7/7cr1 c 1+2 28 9 null_bounce=yes", "the throw is - or 1, 2, 3, 4, 6"),
        ("10/10/7cr1 c 1+1 28 9 null_bounce=yes", "the turn would be over"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        pyramidion.load("senet", text)


@pytest.mark.parametrize("text", ["10-12", "10", " 10 - 12 ", "10–12", "10−12"])
def test_a_move_can_be_written_in_several_ways(text: str) -> None:
    play = pyramidion.load("senet", "rcrcrcrcrc/10/10 c 2 - 1", dice=None)
    assert play.parse(text) == 10


def test_the_view_shows_where_a_move_would_lead() -> None:
    view = pyramidion.load("senet", "10/10/3c3r1c c 4 - 1", dice=None).view()
    assert view.moves == [
        Move(action=24, text="24-28", start=24, target=28, reached=27, end=15, swaps=False, left=1),
        Move(action=30, text="30-off", start=30, target=34, reached=0, end=0, swaps=False, left=3),
    ]


def test_the_view_shows_a_bounce_back_to_the_start_and_that_it_leaves_the_whole_throw() -> None:
    play = pyramidion.load("senet", "10/2c7/7cr1 c 1 - 9 null_bounce=yes", dice=None)
    _, bounce = play.view().moves
    assert bounce == Move(action=28, text="28-29", start=28, target=29, reached=28, end=28, swaps=False, left=1)
    assert not play.view().may_stop
    play.act("28-29")
    assert play.view().may_stop
    assert play.view().moved == [28]
    assert play.view().left == play.view().throw == 1


@pytest.mark.parametrize(
    "text",
    [
        "10/2c7/7cr1 c 1+1 28 9 null_bounce=yes",
        "10/2c7/4cr1cr1 c 1+1 25,28 9 null_bounce=yes",
        "10/9c/crcrcr4 c 6+6 20 9 null_bounce=yes",
    ],
)
def test_a_position_in_which_a_whole_throw_is_left_is_written_as_it_is_read(text: str) -> None:
    play = pyramidion.load("senet", text, dice=None)
    assert play.dump() == text
    assert play.legal()[0] == "stop"


def test_the_view_says_whether_a_move_swaps() -> None:
    view = pyramidion.load("senet", "rcrcrcrcrc/10/10 c 1 - 1", dice=None).view()
    assert [move.swaps for move in view.moves] == [True, True, True, True, False]


def test_the_board_as_text() -> None:
    text = pyramidion.load("senet", "r9/4c5/4cr3c c 4 - 31", dice=None).text()
    assert text.splitlines() == [
        "▲ Cones: 2 of 5 off     ● Reels: 3 of 5 off",
        "┌─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┐",
        "│  1  │  2  │  3  │  4  │  5  │  6  │  7  │  8  │  9  │ 10  │",
        "│  ●  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │  ·  │ →",
        "├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤",
        "│ 20  │ 19  │ 18  │ 17  │ 16  │ 15^ │ 14  │ 13  │ 12  │ 11  │",
        "│  ·  │  ·  │  ·  │  ·  │  ·  │  ▲  │  ·  │  ·  │  ·  │  ·  │ ←",
        "├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤",
        "│ 21  │ 22  │ 23  │ 24  │ 25  │ 26* │ 27~ │ 28* │ 29* │ 30  │",
        "│  ·  │  ·  │  ·  │  ·  │  ▲  │  ●  │  ≈  │  ·  │  ·  │  ▲  │ → off",
        "└─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┴─────┘",
        "* safe square   ~ water   ^ where a drowned piece returns",
        "Cones threw 4.",
    ]
