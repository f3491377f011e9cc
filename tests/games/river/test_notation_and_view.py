"""Texts that round-trip, texts that are refused with a sentence, and what people are shown."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyramidion
from pyramidion import testing
from pyramidion.engine.random import generator
from pyramidion.game import BadOption, BadPosition, NotAnAction
from pyramidion.games.river.rules import ACTIONS, State

RIVER = "-K3-/-R3-/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1-"
START = f"{RIVER} K3B2B1/R3R2R1 t play t 0 -"
GAME = pyramidion.new("river").game


def test_every_action_has_a_text_that_means_it() -> None:
    state = GAME.start(2, GAME.choose({}))
    texts = [GAME.notation.encode(state, action) for action in range(ACTIONS)]
    assert [GAME.notation.parse(state, text) for text in texts] == list(range(GAME.actions))
    assert len(set(texts)) == GAME.actions == ACTIONS


@pytest.mark.parametrize("text", ["k3 4", "K3-4", " K3 - 4 ", "K3–4"])
def test_a_play_may_be_written_loosely(text: str) -> None:
    assert pyramidion.load("river", START).parse(text) == 3


@pytest.mark.parametrize("text", ["K4-1", "K3-0", "K3", "claim", "claim 10", "P3-1", "start x", "draw K0"])
def test_what_is_no_action_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(NotAnAction, match="write K3-4"):
        pyramidion.load("river", START).parse(text)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (START.replace(" -", ""), "seven fields"),
        (START.replace("-K3-/", ""), "nine segments"),
        (START.replace("-K3-", "-K9-"), "pieces such as K3"),
        (START.replace("-K3-", "K3"), "a segment is written"),
        (START.replace("-K3-", "K3R2-G1"), "two pieces and the river's"),
        (START.replace("-K3-", "Y3Y2Y1-K3-"), "at most 2 pieces"),
        (START.replace("-K3-", "K3K3-K3-"), "4 of K3, but only 3"),
        (START.replace("-K3-", "-K2-").replace("K3B2B1", "B3B2B1"), "three pieces of each size"),
        (START.replace("/R3R2R1", ""), "2 hands"),
        (START.replace("R3R2R1", "R3R2R2"), "one piece of each size"),
        (START.replace("R3R2R1", "R3R2"), "missing size 1, which is still in the bag"),
        (START.replace(" t play", " g play"), "one of t, m"),
        (START.replace("play", "dance"), "isn't a phase"),
        (START.replace("play", "play:3"), "isn't a phase"),
        (START.replace("play", "draw"), "needs the size"),
        (START.replace("play", "claim:3"), "the hand can't have one"),
        (START.replace("play", "stuck"), "doesn't match t's pieces"),
        (START.replace("play", "dead"), "doesn't match t's pieces"),
        (START.replace("play", "over"), "not over"),
        (START.replace("play", "deal"), "no deal"),
        (START.replace("play", "lay"), "no lay"),
        (START.replace("t play t", "t play -"), "a starting seat"),
        (START.replace("0 -", "7 -"), "idle turns in a row are 0 to 3"),
        (START.replace("0 -", "2 -"), "doesn't match t's pieces"),
        (START.replace("0 -", "0 K3/-"), "dealt pieces are kept"),
        (f"{START} river=in_turn", "segment 2 must have size 2"),
        (f"{START} hands=hidden starter=weaker_hand".replace("t play t", "t play m"), "weakest of the dealt hands"),
        (f"{START} hands=hidden starter=weaker_hand".replace("0 -", "0 K3/-"), "lie on the sides of t"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(wrong: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        pyramidion.load("river", wrong)


@given(st.text(alphabet="KRYGB321-/ tmgplaycimdrw:0=", max_size=80))
def test_only_a_sentence_comes_of_garbage(text: str) -> None:
    for garbage in (text, START.replace("K3B2B1", text), START.replace("-K3-", text), START.replace("play", text)):
        with suppress(BadPosition, BadOption):
            pyramidion.load("river", garbage)


@pytest.mark.slow
def test_nothing_leaks_out_of_hidden_hands() -> None:
    """R-11, R-19: what every game must be, with hidden hands and a weaker hand to start most of the time."""
    unusual = {"hands": "hidden", "starter": "weaker_hand", "claims": "unlimited"}
    options = tuple(replace(option, default=unusual.get(option.name, option.default)) for option in GAME.options)
    testing.check(replace(GAME, options=options), games=4, every=3)


@pytest.mark.slow
def test_a_sampled_deal_explains_who_had_to_start() -> None:
    """R-10: Thebes began, so its hidden hand, of which K3 has been played, was no better than Memphis's of no set."""
    play = pyramidion.load("river", f"K3-K3-/{RIVER[5:]} R3K2R1/B3B2Y1 m play t 0 K3/- hands=hidden starter=weaker_hand")
    random = generator(3)
    for _ in range(200):
        state = State.of(play.observe(2))
        GAME.rules.sample(state, random)
        medium, small = (int(kind) % 5 for kind in state.hand[0, 1:])
        assert len({0, medium, small}) == 2  # K3 and two more in exactly two colours


def test_the_board_of_two_is_drawn_with_the_claimed_piece_behind_the_winners() -> None:
    text = f"B3B3K3-R3/K1-R3-G2B1/{RIVER[10:]} K3Y2G1/Y3B2B1 m play t 0 -"
    assert pyramidion.load("river", text).text().splitlines() == [
        "         1         2         3         4         5         6         7         8         9",
        "Memphis  R3 ··     G2 B1     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··",
        "  river  ~~        R3        Y3        K2        R2        G2        K1        R1        Y1",
        "Thebes   B3 B3+K3  K1 ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··",
        "",
        "Thebes's hand: K3 Y2 G1   claimed: 1",
        "Memphis's hand: Y3 B2 B1",
        "In the bag: 7 large, 9 medium, 8 small.",
        "Colours, best first: K black, R red, Y yellow, G green, B blue.",
        "Memphis: play a piece.",
    ]


def test_a_view_says_what_a_piece_would_make() -> None:
    play = pyramidion.load("river", f"K3-K3-/{RIVER[5:]} K3Y2G1/Y3B2B1 t play t 0 -")
    made = {placing.text: placing.makes.name for placing in play.view(seat=0).placings if placing.makes}
    assert made == {"K3-1": "Monochrome triplet K3", "Y2-1": "Monochrome pair K3", "G1-1": "Monochrome pair K3"}
    assert "K3" not in play.view().unseen
    assert play.view().unseen["R3"] == 2


@pytest.mark.parametrize("seats", [2, 3])
def test_no_line_of_the_board_is_wider_than_100_columns(seats: int) -> None:
    play = pyramidion.new("river", seats=seats, seed=3)
    while not play.is_over:
        assert max(map(len, play.text().splitlines())) <= 100
        play.act(play.legal()[0])
