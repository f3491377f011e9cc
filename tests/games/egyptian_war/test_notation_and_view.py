"""Egyptian War as text, both ways, and in words."""

import random

import pytest

import pyramidion
from pyramidion import BadOption, BadPosition, NotAnAction
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.egyptian_war.rules import FACE, GUESS, SLAP, START, TAKE, TIE, TIME, TURN

FIRST = "26?/26? - 0 - - - - 0 -"
NOT_STARTED = "-/- - - - - - - 0 - - starter=random"


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("turn", TURN),
        (" SLAP ", SLAP),
        ("take", TAKE),
        ("tie", TIE),
        ("time", TIME),
        ("guess 7", GUESS + 7),
        ("start 7", START + 7),
        ("As", FACE),
        ("10h", FACE + 37),
        ("T♥", FACE + 37),
        ("kc", FACE + 51),
    ],
)
def test_actions_are_read_as_people_write_them(text: str, action: int) -> None:
    assert pyramidion.new("egyptian_war").parse(text) == action


@pytest.mark.parametrize("text", ["1s", "guess 8", "start 8", "start", "Ax", "slap 1", "11h", "A", "guess"])
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotAnAction, match="write turn or slap"):
        pyramidion.new("egyptian_war").parse(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("26?/26? - 0 - - - - 0", "nine fields"),
        ("26?/26?/0? - 0 - - - - 0 -", "3 decks for 2 seats"),
        ("26?/27? - 0 - - - - 0 -", "more than 52"),
        ("26?/25? - 0 - - - - 0 -", "51 cards, not 52"),
        ("AsAs24?/26? - 0 - - - - 0 -", "too many As"),
        ("26?/25?xx - 0 - - - - 0 -", "cards are written"),
        ("26?/25? 1? 0 - 1 - - 1 -", "only burned cards"),
        ("26?/25? ()2h 0 - 1 - - 1 -", "the pile is"),
        ("26?/25? 2h 0 - - - - 1 -", "do not fit"),
        ("26?/25? 2h 0 - 1 - - 0 -", "do not fit"),
        ("26?/26? - 2 - - - - 0 -", "seats are 0 to 1"),
        ("26?/26? - 0! - - - - 0 -", "the turn is written"),
        ("-/51? 2h 0 - 0 - - 1 -", "can't be seat 0's turn with 0"),
        ("26?/25? 2h 0 1:1 1 - - 1 -", "no face card"),
        ("26?/25? Kh 0 1:0 1 - - 1 -", "have chances left"),
        ("26?/25? Kh 0!0 1:0 1 - - 1 -", "owed to the challenger"),
        ("26?/25? Kh 0 x 1 - - 1 -", "a challenge is written"),
        ("26?/26? - 0 - - 0/1 - 0 -", "locks are written"),
        ("26?/26? - 0 - - - 1/0 0 -", "0 to 0"),
        ("26?/26? - 0 - - - 1/0 0 - slap_in=2", "0 for those with cards"),
        ("26?/26? - 0 - - - - 10000 -", "over after 10000"),
        ("26?/26? - 0 - - - - x -", "cards turned is"),
        ("26?/26? - 0 - - - - 5 9", "a state is remembered"),
        ("26?/26? - 0 - - - - 5 7:1", "a state is remembered"),
        ("26?/26? - 0 - - - - 5 6", "can't have been taken"),
        ("26?/26? - 0# - - - - 0 -", "has just been taken"),
        ("26?/26? - - - - - - 0 -", "the turn is written"),
        ("-/- - - - - - - 0 - -", "nine fields"),
        ("26?/26? - 0 - - - - 0 - starter=random", "a tenth field"),
        ("26?/26? - 0 - - - - 0 - 2 starter=random", "seats are 0 to 1"),
        ("26?/26? - - - - - - 0 - - starter=random", "no card is dealt"),
        ("-/-/- - - - - - - 0 - - starter=random", "no card is dealt"),
        ("-/- - - - - - - 5 - - starter=random", "no card is dealt"),
        ("26?/26? - - - - - - 0 - 1 starter=random", "the turn is written"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        pyramidion.load("egyptian_war", text)


def test_any_change_of_a_position_is_read_or_refused() -> None:
    """Never another error, and what is read can be played and written."""
    dice = random.Random(1)
    texts = [
        FIRST,
        NOT_STARTED,
        "25?/26? 7h 0 - 1 - - 1 - 1 starter=random",
        "2hKs21?/24?/- (1?)9cQh 1 0:2 0 1/-/0 - 5 - seats=3",
        "26?/23? Ks2d2h 1!0 0:0 1 - - 99 9:4611",
    ]
    for _ in range(1500):
        text = list(dice.choice(texts))
        for _ in range(dice.randint(1, 3)):
            place = dice.randrange(len(text))
            text[place : place + dice.randint(0, 1)] = dice.choice("0123456789?/-:#!() AKhs")
        try:
            play = pyramidion.load("egyptian_war", "".join(text), dice=None)
        except (BadPosition, BadOption):
            continue
        again = pyramidion.load("egyptian_war", play.dump(), dice=None)
        assert again.state.tobytes() == play.state.tobytes()
        for _ in range(20):
            if play.is_over:
                break
            seat = dice.choice(play.actors())
            play.act(dice.choice(play.legal_actions(seat)), seat)
        assert play.text()


def test_what_happens_is_told_in_words() -> None:
    play = pyramidion.load("egyptian_war", "As7h26?/2h3h4d20?5c - 0 - - - - 0 -", dice=None)
    for seat, action in [(0, "turn"), (1, "turn"), (0, "slap"), (1, "turn"), (1, "turn"), (1, "turn"), (CHANCE, "4s")]:
        play.act(action, seat)
    play.act("slap", 1)
    assert [play.tell(event) for event in play.events] == [
        "Ra turns over A♠: 4 chances to beat it.",
        "Isis turns over 2♥.",
        "False slap: Ra burns 1 card.",
        "Isis turns over 3♥.",
        "Isis turns over 4♦.",
        "Isis turns over a card.",
        "Isis turns over 4♠.",
        "Isis slaps a double and takes the pile of 6 cards.",
    ]


@pytest.mark.parametrize(
    ("position", "seat", "action", "words"),
    [
        (NOT_STARTED, CHANCE, "start 1", "Isis goes first."),
        ("20?/30? 3d4d 0 - 1 - - 9 - burn=none", 1, "slap", "False slap: no penalty for Isis."),
        ("20?/30? 3d4d 0 - 1 - - 9 - burn=0", 1, "slap", "False slap: Isis can't slap this card or the next."),
        ("50?/- 3d4d 0 - 0 - - 9 -", 1, "slap", "False slap: Isis can't slap until the pile is taken."),
        ("24?/25? Ks2h3d 1!0 0:0 1 - - 9 - burn=2", 0, "slap", "False slap: Ra burns 2 cards, which go to Isis."),
        ("20?/30? 3d3h 0 - 1 - - 9 -", CHANCE, "tie", "Tie: nobody takes the pile, and play continues."),
        (
            "20?/30? 3d3h 0 - 1 - - 9 -",
            CHANCE,
            "guess 1",
            "Isis slapped too early to have seen the card. It doesn't count, and Isis can't slap this card again.",
        ),
        (
            "20?/30? 3d3h 0 - 1 - - 9 - burn=none",
            CHANCE,
            "guess 1",
            "Isis slapped too early to have seen the card. It doesn't count.",
        ),
    ],
)
def test_slaps_and_starts_are_told_in_words(position: str, seat: int, action: str, words: str) -> None:
    """E-03, E-13, E-14, E-29"""
    play = pyramidion.load("egyptian_war", position, dice=None)
    assert play.tell(play.act(action, seat)) == words


def test_a_position_before_anybody_has_started_is_a_text_too() -> None:
    """E-03"""
    play = pyramidion.new("egyptian_war", dice=None)
    assert play.dump() == NOT_STARTED
    assert pyramidion.load("egyptian_war", NOT_STARTED, dice=None).state.tobytes() == play.state.tobytes()
    assert play.text().endswith("Choosing who goes first.")
    play.act("start 1", CHANCE)
    assert play.dump() == "26?/26? - 1 - - - - 0 - 1 starter=random"
    assert pyramidion.load("egyptian_war", play.dump(), dice=None).state.tobytes() == play.state.tobytes()


def test_the_table_as_text() -> None:
    play = pyramidion.load(
        "egyptian_war", "20?/25?/- (2?)3dKsQh4h 2!1 1:1 2 0/-/2 - 9 - seats=3".replace("25?", "26?"), dice=None
    )
    assert play.text().splitlines() == [
        "  Ra        20 cards  ▮▮▮▮▮▮▮▮▮▮  can't slap this card",
        "  Isis      26 cards  ▮▮▮▮▮▮▮▮▮▮▮▮▮",
        "  Horus      0 cards    can't slap until the pile is taken",
        "",
        "Pile of 6 cards, 2 of them burned: 3♦ K♠ Q♥ [4♥]",
        "Isis is about to take the pile.",
    ]


def test_no_line_of_the_table_is_wider_than_100_columns() -> None:
    play = pyramidion.load("egyptian_war", "104?/-/-/-/-/-/-/- - 0# - - - - 9 - seats=8 second_pack=yes", dice=None)
    assert max(map(len, play.text().splitlines())) <= 100
    assert play.text().endswith("Ra won all 104 cards.")


def test_the_view_does_not_tell_what_is_to_be_slapped() -> None:
    """E-04 is about decks; this is about the pile: to see a pair is the game."""
    pair = pyramidion.load("egyptian_war", "26?/24? 7h7s 0 - 1 - - 9 -", dice=None).view(0)
    no_pair = pyramidion.load("egyptian_war", "26?/24? 7h8s 0 - 1 - - 9 -", dice=None).view(0)
    assert repr(pair).replace("7♠", "8♠") == repr(no_pair)
