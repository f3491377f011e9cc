import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pyramidion
from pyramidion import BadOption, BadPosition, Illegal, NotAnAction
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.pyramid_poker.names import growing
from pyramidion.games.pyramid_poker.position import parse_block
from pyramidion.games.pyramid_poker.view import Move

START = "place 0 1/0 0:0 Kh,7c',-,-,-,-,-,- -/-/- -/-/- As - -"
FULL = "2c,3d,5h,7s,9c/4c,4d,6h,8s,Tc/Ah,Kh,Qh,Jh,9h 2d,3c,5s,7h,9d/4h,4s,6c,8d,Td/Kc,Kd,Ks,Ad,Ac"
EMPTY = "-,-,-,-,-,-,-,-"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("place 0 1/0 0:0", "ten fields"),
        (START.replace("place", "build"), "begins with one of"),
        (START.replace("1/0", "0/0"), "as in 1/0"),
        (START.replace("1/0", "2/0"), "only for the option match"),
        (START.replace("0:0", "0:1"), "can't be 0:1 points"),
        (START.replace("0:0", "x"), "as in 3:0"),
        (START.replace("Kh", "Kx"), "'Kx' isn't a block"),
        (START.replace("As", "Kh"), "Kh appears 2 times"),
        (START.replace("Kh,7c',-", "Kh,7c'"), "8 places in the lowest row"),
        (START.replace(",-,- ", ",-,-/-,2c,-,-,-,-,- "), "b2 does not stand on two others"),
        (START.replace("As", "As,Ac"), "the block in play is one block"),
        (START.replace("7c'", "7c"), "the blocks don't match"),
        (START.replace("place 0", "place 1"), "the blocks don't match"),
        (START.replace("place 0 1/0", "take 0 1/0").replace("As", "-"), "the blocks don't match"),
        (START.replace("As - -", "As 2c -"), "gone are the jokers"),
        (START.replace("-/-/- -/-/-", "-/- -/-/-"), "three hands of up to five"),
        (START.replace("-/-/- -/-/-", "joker/-/- -/-/-"), "three hands of up to five"),
        (START[:-1] + "2c/-/-|-/-/-", "six full ones"),
        (f"say 0 1/0 0:0 {EMPTY} -/-/- -/-/- - - -", "n't how round 1 starts"),
        (f"start 0 1/0 0:0 {EMPTY} -/-/- -/-/- - - - starter=tut_tut", "n't how round 1 starts"),
        (f"over 0 1/0 1:0 {EMPTY} {FULL} - - -", "can't be 1:0 points"),
        (f"scored 0 1/0 0:0 {EMPTY} {FULL} - - -", "can't be 0:0 points"),
        (f"over 0 1/0 0:0 {EMPTY} {FULL} - - - match=7", "can't be 0:0 points"),
        (f"over 0 1/0 0:0 {EMPTY} {FULL} - joker - match=round", "gone are the jokers"),
        (f"put 1 1/0 0:0 {EMPTY} {FULL.removesuffix(',Ac')} joker - -", "can't be added to a hand"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        pyramidion.load("pyramid_poker", text)


WORDS = [
    "place",
    "take",
    "over",
    "put",
    "0",
    "1",
    "1/0",
    "9/1",
    "0:0",
    "7:3",
    EMPTY,
    "-/-/-",
    "-",
    "As",
    "joker,joker",
    "Kh,Kh",
]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(WORDS) | st.text(min_size=1, max_size=6), min_size=9, max_size=11))
def test_garbage_is_no_position(words: list[str]) -> None:
    with suppress(BadPosition, BadOption):
        play = pyramidion.load("pyramid_poker", " ".join(words), dice=None)
        assert pyramidion.load("pyramid_poker", play.dump(), dice=None).dump() == play.dump()


@settings(max_examples=200)
@given(
    st.text(max_size=12)
    | st.builds("{} {}".format, st.sampled_from(["place", "take", "put", "choose", "draw"]), st.text(max_size=3))
)
def test_garbage_is_no_action(text: str) -> None:
    play = pyramidion.load("pyramid_poker", START, dice=None)
    with suppress(NotAnAction):
        assert 0 <= play.parse(text) < play.game.actions


@pytest.mark.parametrize("text", ["place c1", "c1", " PLACE  C1 "])
def test_a_place_can_be_written_in_several_ways(text: str) -> None:
    play = pyramidion.load("pyramid_poker", START, dice=None)
    assert play.encode(play.parse(text)) == "place c1"


@pytest.mark.parametrize("text", ["draw Td", "Td", "draw 10d", "draw T♦", "draw 10♦", "td"])
def test_a_card_can_be_written_in_several_ways(text: str) -> None:
    play = pyramidion.load("pyramid_poker", f"draw 0 1/0 0:0 {EMPTY} -/-/- -/-/- - - -", dice=None)
    assert play.encode(play.parse(text)) == "draw Td"


@pytest.mark.parametrize("text", ["put centre", "put center", "put middle", "put 2", "add centre", "hand 2", "2", "centre"])
def test_a_hand_can_be_written_in_several_ways(text: str) -> None:
    hands, _, card = FULL.rpartition(",")
    play = pyramidion.load("pyramid_poker", f"put 1 1/0 0:0 {EMPTY} {hands} {card} - -", dice=None)
    assert play.encode(play.parse(text)) == "put centre"


def test_every_integer_is_refused_with_a_sentence_or_done() -> None:
    dice = random.Random(3)
    play = pyramidion.new("pyramid_poker", dice=None, starter="tut_tut")
    while not play.is_over:
        seat = play.actors()[0]
        legal = play.legal_actions(seat)
        if len(play.events) % 7 == 0:
            for action in set(range(play.game.actions)) - set(legal):
                assert len((play.why_not(action, seat) or "").split()) > 3
        play.act(dice.choice(legal), seat)
    assert play.why_not("tut tut", 0) == "the game is over"


def test_a_place_outside_the_pyramid_is_no_action() -> None:
    play = pyramidion.load("pyramid_poker", START, dice=None)
    with pytest.raises(NotAnAction):
        play.act("place h2")
    with pytest.raises(Illegal, match="h2 isn't a place in the pyramid"):
        play.act(play.parse("place h1") + 8)


def test_the_view_says_what_each_move_does() -> None:
    play = pyramidion.load("pyramid_poker", START, dice=None)
    assert play.view(0).moves[-1] == Move(
        action=play.parse("place a2"),
        text="place a2",
        place="a2",
        hand=None,
        card=None,
        makes=None,
        does="Lotus places A♠ on a2.",
    )
    assert play.view(1).moves[-1].does == "Lotus places a block on a2."


def test_a_move_that_completes_a_hand_says_which() -> None:
    hands, _, card = FULL.rpartition(",")
    play = pyramidion.load("pyramid_poker", f"put 1 1/0 0:0 {EMPTY} {hands} {card} - -", dice=None)
    assert [move.does for move in play.view().moves] == [
        "Papyrus adds A♣ to the right hand: Full house, kings over aces.",
    ]
    assert [move.makes for move in play.view().moves] == ["Full house, kings over aces"]


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Kh", "King high"),
        ("2c,Kh,Ts", "King high"),
        ("2h,Kh,Th", "King high, all hearts"),
        ("6c,6h", "Pair of sixes"),
        ("2c,2h,Ts,Td", "Two pair, tens and twos"),
        ("7c,7h,7s,Td", "Three of a kind, sevens"),
        ("Ac,Ah,As,Ad", "Four of a kind, aces"),
    ],
)
def test_a_hand_is_named_while_it_grows(cards: str, name: str) -> None:
    blocks = [block for card in cards.split(",") if (block := parse_block(card)) is not None]
    assert growing(blocks) == name


def test_the_view_names_growing_hands_and_full_ones() -> None:
    hands, _, card = FULL.rpartition(",")
    play = pyramidion.load("pyramid_poker", f"put 1 1/0 0:0 {EMPTY} {hands} {card} - -", dice=None)
    assert [(hand.name, hand.so_far) for hand in play.view().hands[1][1:]] == [
        ("Pair of fours", ""),
        ("", "Three of a kind, kings"),
    ]


def test_the_table_as_text_while_building() -> None:
    text = pyramidion.load("pyramid_poker", START, dice=None).text(0)
    assert text.splitlines() == [
        "One round, basic scoring",
        "    a2  ·",
        "a1[K♥ ] b1( ? ) c1  ·   d1  ·   e1  ·   f1  ·   g1  ·   h1  ·",
        "[ ] faces Lotus   ( ) faces Papyrus   ? a back   * free to take",
        "Lotus has 13 blocks to draw, Papyrus 14; 24 blocks set aside.",
        "",
        "Lotus places A♠.",
    ]


def test_the_table_as_text_at_the_end() -> None:
    play = pyramidion.load("pyramid_poker", f"over 0 1/0 0:1 {EMPTY} {FULL} - - - scoring=advanced")
    assert play.text().splitlines() == [
        "One round, advanced scoring",
        "24 blocks set aside.",
        "         left                          centre                        right",
        "Lotus    9♣ 7♠ 5♥ 3♦ 2♣                4♦ 4♣ 10♣ 8♠ 6♥               A♥ K♥ Q♥ J♥ 9♥",
        "         Nine high                     Pair of fours                 Flush, ace high",
        "Papyrus  9♦ 7♥ 5♠ 3♣ 2♦                4♠ 4♥ 10♦ 8♦ 6♣               K♠ K♦ K♣ A♦ A♣",
        "         Nine high                     Pair of fours                 Full house, kings over aces",
        "",
        "   left: tie, Nine high against Nine high",
        " centre: tie, Pair of fours against Pair of fours",
        "  right: Papyrus wins, Full house, kings over aces against Flush, ace high",
        "     −1  Lotus, left: Nine high",
        "     +1  Lotus, right: Flush, ace high",
        "     −1  Papyrus, left: Nine high",
        "     +2  Papyrus, right: Full house, kings over aces",
        "Papyrus won the round 1 to 0 and scored 1 point.",
        "",
        "Papyrus won the game.",
    ]


def test_no_line_of_the_table_is_wider_than_a_hundred() -> None:
    dice = random.Random(9)
    play = pyramidion.new("pyramid_poker", seed=9, scoring="advanced", match=7)
    while not play.is_over:
        assert max(map(len, play.text().splitlines())) <= 100
        play.act(dice.choice(play.legal()))


def test_chance_is_written_too() -> None:
    play = pyramidion.new("pyramid_poker", dice=None)
    assert play.legal(CHANCE) == ["start 0", "start 1"]
    play.act("start 1")
    assert play.legal(CHANCE)[:2] == ["draw 2c", "draw 3c"]
    assert play.legal(CHANCE)[-1] == "draw joker"
