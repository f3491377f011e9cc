"""Xeno and colours of one's own: their names and letters wherever people read or type, and nowhere else (R-07)."""

import random
import re

import msgspec
import pytest

import pyramidion
from pyramidion.game import NotAnAction
from pyramidion.games.river.palette import letters_of
from pyramidion.games.river.proofs import Whereabouts
from pyramidion.play import Play

RIVER = "-K3-/-R3-/-Y3-/-K2-/-R2-/-G2-/-K1-/-R1-/-Y1-"
# Thebes has a monochrome pair of small pieces of the best colour at segment 1: only a G2 would beat it.
ONLY_G2 = "B3K1-K1-G2/-R1-/-Y1-/-K3-/-R3-/-Y3-/-G2-/-R2-/-Y2-"
XENO = {"palette": "xeno"}
OWN = {"palette": "own", "colours": "Émeraude,Ébène,金,Gold,Green"}  # two pairs with one initial, and other alphabets
TWINS = {"palette": "own", "colours": "Blue,Black,Red,Brown,Beige"}  # letters of the notation that mean something else
PALETTES = [
    pytest.param(XENO, "OCPWL", id="Xeno"),
    pytest.param(OWN, "ÉB金GR", id="own"),
    pytest.param(TWINS, "BLROE", id="twins"),
]
HANDS = pytest.mark.parametrize("hands", ["open", "hidden"])


def at(text: str, options: dict[str, str], hands: str = "open") -> Play:
    words = [f"{name}={value}" for name, value in {**options, "hands": hands}.items()]
    return pyramidion.load("river", " ".join([text, *words]), dice=None)


def in_letters(text: str, letters: str) -> str:
    """What was said of the rainbow, with other letters in all its pieces and runs."""
    pieces = re.sub(r"\b[KRYGB](?=[123]\b)", lambda piece: letters["KRYGB".index(piece[0])], text)
    return re.sub(r"(?<=Monochrome run )[KRYGB]", lambda piece: letters["KRYGB".index(piece[0])], pieces)


# Letters


@pytest.mark.parametrize(
    ("colours", "letters"),
    [
        ("Orange Cyan Purple White Clear", "OCPWL"),
        ("Gold Silver Copper Tin Lead", "GSCTL"),
        ("Gold Green Red Blue Black", "GERBL"),  # Red keeps its R, though Green comes first and has one too
        ("Amber Azure Aqua Apricot Ash", "AZQPS"),
        ("gold GREEN grey Grape gravel", "GREAV"),
        ("Émeraude Ébène 金 Gold Green", "ÉB金GR"),
        ("E\u0301meraude Ébène Eau Or Noir", "ÉBAON"),  # however its accent is written, É is taken then, and so is E
        ("Émeraude Ébène Or Blanc Noir", "ÉAOBN"),
        ("금 검 은 동 철", "금검은동철"),
        ("оранжевый белый бурый синий алый", "ОБУСА"),
        ("ß straße ﬁn Öl ÿ", "ASNÖŸ"),
        ("a aa aaa A A1", "ABCDE"),  # not enough letters of their own
        ("1 22 ! 🟥 -", "ABCDE"),
    ],
)
def test_every_colour_has_a_letter_of_its_own_name_as_far_as_there_is_one(colours: str, letters: str) -> None:
    """R-07: the initial, unless a better colour has it; then the first of its letters that no colour has."""
    assert letters_of(tuple(colours.split())) == letters


# Everything that people read is the rainbow's with other letters; everything that programs read is the rainbow's.


@pytest.mark.slow
@HANDS
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("options", "letters"), PALETTES)
def test_a_whole_game_is_told_with_the_palettes_letters_and_kept_in_notation(
    options: dict[str, str], letters: str, seats: int, hands: str
) -> None:
    """R-07."""
    dice = random.Random(f"{letters} {seats} {hands}")
    plain = pyramidion.new("river", seats=seats, seed=5, hands=hands)
    other = pyramidion.new("river", seats=seats, seed=5, hands=hands, **options)
    while not plain.is_over:
        if len(plain.events) % 4 == 0:
            compare_position(plain, other, letters)
        action = dice.choice(plain.legal())
        plain.act(action)
        other.act(action)
    compare_position(plain, other, letters)
    compare_events(plain, other, letters)


def compare_position(plain: Play, other: Play, letters: str) -> None:
    assert other.dump().startswith(plain.game.notation.dump(plain.state))
    assert other.legal() == plain.legal()
    for eyes in range(1 << plain.seats):
        assert board_lines(other, eyes) == [in_letters(line, letters) for line in board_lines(plain, eyes)]
        compare_views(plain, other, eyes, letters)
    for seat in plain.actors():
        compare_refusals(plain, other, seat, letters)


def board_lines(play: Play, eyes: int) -> list[str]:
    """The text board without the names of the colours; where letters are two columns wide there are fewer blanks."""
    lines = [line for line in play.text(eyes=eyes).splitlines() if not line.startswith("Colours")]
    return [re.sub(r"\s+", " ", line).strip() for line in lines]


def compare_views(plain: Play, other: Play, eyes: int, letters: str) -> None:
    """Names of sets are for people, pieces are in notation."""
    one, same = (msgspec.to_builtins(play.view(eyes=eyes)) for play in (plain, other))
    assert "".join(same.pop("letters")) == letters
    assert one.pop("letters") == list("KRYGB")
    for name in ("palette", "colours"):
        one.pop(name)
        same.pop(name)
    assert same == with_sets_renamed(one, letters)


def with_sets_renamed(thing: object, letters: str) -> object:
    """The names of sets, and the sentence about the end, are all that a palette changes in a view."""
    if isinstance(thing, dict):
        if thing.keys() == {"name", "strength"}:
            return {**thing, "name": in_letters(thing["name"], letters)}
        renamed = {key: with_sets_renamed(value, letters) for key, value in thing.items()}
        return renamed | ({"ending": in_letters(thing["ending"], letters)} if "ending" in thing else {})
    return [with_sets_renamed(one, letters) for one in thing] if isinstance(thing, list) else thing


def compare_refusals(plain: Play, other: Play, seat: int, letters: str) -> None:
    for action in range(0, plain.game.actions, 7):
        why = plain.why_not(action, seat)
        assert other.why_not(action, seat) == (why and in_letters(why, letters))


def compare_events(plain: Play, other: Play, letters: str) -> None:
    assert other.record()["events"] == plain.record()["events"]
    for event in plain.events:
        for eyes in range(1 << plain.seats):
            assert other.tell(event, eyes=eyes) == in_letters(plain.tell(event, eyes=eyes), letters)
            assert other.written(event, eyes) == plain.written(event, eyes)


# Place by place, to be read


def test_the_board_has_the_letters_and_names_of_xeno() -> None:
    """R-07."""
    play = at(f"B3B3K3-R3/K1-R3-G2B1/{RIVER[10:]} K3Y2G1/Y3B2B1 m play t 0 -", XENO, "hidden")
    assert play.text(seat=1).splitlines() == [
        "         1         2         3         4         5         6         7         8         9",
        "Memphis  C3 ··     W2 L1     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··",
        "  river  ~~        C3        P3        O2        C2        W2        O1        C1        P1",
        "Thebes   L3 L3+O3  O1 ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··",
        "",
        "Thebes's hand: ?3 ?2 ?1   claimed: 1",
        "Memphis's hand: P3 L2 L1",
        "In the bag: 7 large, 9 medium, 8 small.",
        "Colours, best first: O orange, C cyan, P purple, W white, L clear.",
        "Memphis: play a piece.",
    ]


def test_columns_stay_in_line_where_letters_are_two_wide() -> None:
    """R-07."""
    play = at(f"Y3Y2-K3-/{RIVER[5:]} B3B2B1/R3R2R1 m play t 0 -", OWN)
    assert play.text().splitlines()[2:4] == [
        "  river  É3        B3        金3       É2        B2        G2        É1        B1        金1",
        "Thebes   金3 金2   ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··     ·· ··",
    ]


def test_long_names_are_wrapped() -> None:
    """R-07."""
    names = ",".join(sign * 20 for sign in "VWXYZ")
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", {"palette": "own", "colours": names})
    assert max(map(len, play.text().splitlines())) <= 100
    assert all(name in play.text() for name in names.lower().split(","))


@HANDS
def test_a_refused_claim_names_its_counter_example_in_the_palette(hands: str) -> None:
    """R-07, R-13."""
    text = f"{ONLY_G2} G3K2/K3Y2R1 t claim:1 t 0 -"
    assert at(text, XENO, hands).why_not("claim 1") == (
        "Memphis could still play W2 to segment 1 and make Monochrome pair W2, which beats your Monochrome pair O1 (R-13)"
    )
    assert at(text, OWN, hands).why_not("claim 1") == (
        "Memphis could still play G2 to segment 1 and make Monochrome pair G2, which beats your Monochrome pair É1 (R-13)"
    )


def test_other_refusals_name_pieces_in_the_palette_too() -> None:
    """R-07."""
    play = at(f"K2B2-K3-R3G1/{RIVER[5:]} K3B2B1/R3R2R1 t play t 0 -", TWINS)
    assert play.why_not("R3-2") == "L3 isn't in your hand: you have B3, E2, E1"
    claim = at(f"K2B1-K3-R3R3/{RIVER[5:]} B3B2/K3R2R1 t claim:1 t 0 -", TWINS)
    assert claim.why_not("claim 1") == "Memphis's Monochrome pair L3 at segment 1 beats your No set (R-13)"


@HANDS
def test_the_proof_of_a_claim_names_its_pieces_in_the_palette(hands: str) -> None:
    """R-07, R-12: the view keeps them in notation, for the page to draw."""
    play = at(f"{ONLY_G2} G3G2/K3K2R1 t claim:1 t 0 -", XENO, hands)
    assert play.text(seat=0).splitlines()[-2:] == [
        "  claim 1: Monochrome pair O1; the best Memphis can make is Monochrome pair O1. Out of reach:",
        "    W2: in the river at 7, on Memphis's side of 1, in Thebes's hand",
    ]
    assert play.view(seat=0).claims[0].whereabouts == {
        "G2": [Whereabouts("river", segment=7), Whereabouts("side", segment=1, seat=1), Whereabouts("hand", seat=0)]
    }


@HANDS
def test_what_happened_is_told_in_the_palette(hands: str) -> None:
    """R-07, R-11: a piece drawn in secret is still told by its size alone."""
    play = at("R3-R2-Y3Y1/-R3-/-Y3-/-K2-/-K3-/-G2-/-K1-/-R1-/-Y1- K3B2R1/Y3Y2Y1 t play t 0 -", OWN, hands)
    assert [play.tell(play.act(action), seat=0) for action in ("R1-1", "claim 1", "draw G1")] == [
        "Thebes plays B1 to segment 1 with B3: Monochrome run B.",
        "Thebes claims segment 1 with Monochrome run B against Memphis's No set.",
        "Thebes draws G1.",
    ]
    drawn = play.events[-1]
    assert play.tell(drawn, seat=1) == ("Thebes draws G1." if hands == "open" else "Thebes draws a small piece.")


def test_how_it_ended_is_told_in_the_palette() -> None:
    """R-07, R-34: three segments each, and the river pieces decide."""
    segments = "G2K1-R3G3B1/Y3G2K1-R2/K2R1-K2Y1R3/Y3-G3B3B3/Y2B2B2-/B3R1-G3G1R2/K3R2-K3B1Y2/Y2G1K3-Y1/K2R1-G2B2K1"
    play = at(f"{segments} Y3/R3G1/Y1 t over t 0 - seats=3", XENO)
    assert play.view().ending == "Thebes won, 3–3–3, decided by the river pieces: Monochrome pair O1 (R-34)."


# What people type


def typed(play: Play, text: str) -> str:
    """In notation, what somebody at this table has typed."""
    return play.encode(play.display.parse(play.state, text))


@pytest.mark.parametrize("text", ["O3-4", "o3 4", " o3 – 4 ", "K3-4", "k3-4"])
def test_letters_of_xeno_may_be_typed_and_those_of_the_notation_too(text: str) -> None:
    """R-07: they have none in common."""
    assert typed(at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", XENO), text) == "K3-4"


def test_a_letter_that_the_palette_has_is_the_palettes() -> None:
    """R-07: B is blue, the best of these, and not the notation's last; K and Y are the notation's."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", TWINS)
    texts = ["b3-4", "l3-4", "r3-4", "o3-4", "e3-4", "k3-4", "y3-4", "g3-4"]
    assert [typed(play, text)[0] for text in texts] == list("KRYGBKYG")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("é2-9", "K2-9"), ("e\u03012-9", "K2-9"), ("E2-9", "K2-9"), ("金1-1", "Y1-1"), ("draw g3", "draw G3")],
)
def test_letters_of_other_alphabets_may_be_typed(text: str, meaning: str) -> None:
    """R-07."""
    assert typed(at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", OWN), text) == meaning


@pytest.mark.parametrize("text", ["Q3-4", "W4-1", "ß3-1", "?3-1", "O3", "33-1"])
def test_what_nobody_can_have_meant_is_refused_with_an_example_in_the_palette(text: str) -> None:
    """R-07."""
    with pytest.raises(NotAnAction, match="write O3-4 to play O3"):
        typed(at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", XENO), text)


@pytest.mark.parametrize(("options", "letters"), PALETTES)
def test_every_move_that_people_read_can_be_typed(options: dict[str, str], letters: str) -> None:
    """R-07."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", options)
    for action in range(play.game.actions):
        assert play.display.parse(play.state, play.display.encode(play.state, action)) == action
        assert play.display.encode(play.state, action) == in_letters(play.encode(action), letters)


def test_notation_knows_no_palette() -> None:
    """R-07: what is sent, kept and given to Python's `act` is K, R, Y, G, B."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", XENO)
    with pytest.raises(NotAnAction, match="write K3-4"):
        play.act("O3-4")
    play.act("K3-4")
    assert play.record()["events"] == [[0, "K3-4"]]
    assert play.dump().startswith("-K3-/-R3-/-Y3-/K3-K2-/")
    assert play.dump().endswith(" palette=xeno")


def test_names_that_are_not_chosen_change_nothing() -> None:
    """R-07: `colours` counts with `palette=own` only."""
    play = at(f"{RIVER} K3B2B1/R3R2R1 t play t 0 -", {"colours": "Gold,Silver,Copper,Tin,Lead"})
    assert play.view().letters == list("KRYGB")
    assert play.view().colours[0] == "Black"
