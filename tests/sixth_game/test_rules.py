"""The rules of Seega, ruling by ruling; that it is what every game must be; and that the search plays it."""

import pytest

import pyramidion
from pyramidion import Play, testing
from pyramidion.bots.levels import make
from pyramidion.game import BadPosition, Illegal, NotAnAction
from pyramidion.games import find

pytestmark = pytest.mark.usefixtures("seega")


def at(position: str) -> Play:
    return pyramidion.load("seega", position)


def test_it_is_what_every_game_must_be() -> None:
    testing.check("seega", games=10)


def test_each_player_places_two_stones_in_turn_and_none_on_the_centre() -> None:
    """G-02"""
    play = pyramidion.new("seega")
    assert len(play.legal()) == 24
    with pytest.raises(Illegal, match="the centre stays empty at first"):
        play.act("c3")
    assert [play.act(square).seat for square in ("a1", "b1", "c1", "d1", "e1")] == [0, 0, 1, 1, 0]
    with pytest.raises(Illegal, match="a1 is taken"):
        play.act("a1")


def test_a_stone_between_two_is_captured() -> None:
    """G-05"""
    play = at("sc.../..s../...../...../cc.c. s 24 3 -")
    event = play.act("c4-c5")
    assert play.tell(event) == "Sand c4 → c5 and captures 1 stone."
    assert play.dump().startswith("s.s../")
    assert play.actors() == (1,)


def test_a_stone_that_moves_between_two_of_the_opponent_is_safe() -> None:
    """G-05"""
    play = at("c.c../.s.../...../...../ss... s 24 0 -")
    play.act("b4-b5")
    assert play.view().stones == [3, 2]


@pytest.mark.parametrize(("then", "left"), [("c5-d5", 3), ("stop", 4)])
def test_a_stone_may_capture_again_or_stop(then: str, left: int) -> None:
    """G-05"""
    play = at("sc.../..sc./...s./...../..ccc s 24 0 -")
    play.act("c4-c5")
    assert (play.actors(), play.legal()) == ((0,), ["c5-d5", "stop"])
    with pytest.raises(Illegal, match="only the stone on c5 may move"):
        play.act("d3-d2")
    play.act(then)
    assert (play.actors(), play.view().stones[1]) == ((1,), left)


@pytest.mark.parametrize(("option", "left"), [("", 3), (" refuge=no", 2)])
def test_the_centre_is_safe_unless_the_option_says_otherwise(option: str, left: int) -> None:
    """G-06"""
    play = at(f"...s./...../.sc../...s./cc... s 24 0 -{option}")
    play.act("d2-d3")
    assert play.view().stones[1] == left


def test_who_can_not_move_is_passed_over() -> None:
    """G-07"""
    play = at("sc.../sc.../...../c..../..... c 24 0 -")
    play.act("a2-a3")
    assert play.actors() == (1,)


def test_one_stone_alone_has_lost() -> None:
    """G-08"""
    play = at("sc.../..s../...../...../c.... s 24 0 -")
    play.act("c4-c5")
    assert play.is_over
    assert play.scores() == [1, 0]
    assert play.ending() == "Sand has 2 stones left, Coal 1."


def test_forty_moves_without_a_capture_end_the_game() -> None:
    """G-09"""
    play = at("s.s../...../...../...../c.c.. s 24 39 -")
    play.act("a5-a4")
    assert play.ending() == "No stone was captured in 40 moves: 2 stones each."
    assert play.scores() == [0.5, 0.5]


@pytest.mark.parametrize(
    "text", ["nonsense", "s..../...../...../...../..... c 0 0 -", "sssss/sssss/sssss/...../....c s 24 0 -"]
)
def test_a_bad_position_gets_a_sentence(text: str) -> None:
    with pytest.raises(BadPosition):
        at(text)


@pytest.mark.parametrize("text", ["", "z9", "a1-c1", "a1-b2", "jump"])
def test_what_is_no_move_is_told_so(text: str) -> None:
    with pytest.raises(NotAnAction):
        pyramidion.new("seega").act(text)


@pytest.mark.parametrize("rival", ["uniform", "camel_driver"])
def test_the_search_wins_against_bots_that_do_not_look_ahead(rival: str) -> None:
    game = find("seega")
    won = 0.0
    for seed in range(2):
        play = pyramidion.new("seega", seed=seed)
        bots = [make(("search:300", rival)[seat ^ seed], game, 2, seat, seed) for seat in (0, 1)]
        while not play.is_over:
            seat = play.actors()[0]
            play.act(bots[seat].choose(play.observe(1 << seat)), seat)
        won += play.scores()[seed]
    assert won > 1
