"""What the rules page and the lesson say of their positions is so: every figure and every step is replayed."""

import re
from collections.abc import Callable

import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.games.river.palette import RAINBOW, XENO, letters_of
from pyramidion.games.river.proofs import Whereabouts
from pyramidion.games.river.rules import CLAIM, TO_CLAIM, State
from pyramidion.play import Play
from pyramidion.server.protocol.rest import Step
from pyramidion.server.thinking.lessons import lesson_of
from tests.games.river.twin import strength
from tests.games.test_rules_pages import Figure, figures

GAME = find("river")
PAGE = GAME.rules_text
FIGURES = figures("river")
LESSON = lesson_of(GAME)
assert LESSON is not None
STEPS = LESSON.steps

Check = Callable[[], None]
FIGURE_CHECKS: dict[str, Check] = {}
STEP_CHECKS: dict[str, Check] = {}


def of_figure(words: str) -> Callable[[Callable[[Figure], None]], None]:
    """A check of the one figure whose caption has these words."""

    def keep(check: Callable[[Figure], None]) -> None:
        (figure,) = (one for one in FIGURES if words in one.caption)
        FIGURE_CHECKS[figure.caption] = lambda: check(figure)

    return keep


def of_step(title: str) -> Callable[[Callable[[Step], None]], None]:
    """A check of one step of the lesson."""

    def keep(check: Callable[[Step], None]) -> None:
        (step,) = (one for one in STEPS if one.title == title)
        STEP_CHECKS[step.title] = lambda: check(step)

    return keep


def at(step: Step, *actions: str) -> Play:
    """The step's position after these actions of the learner."""
    play = pyramidion.load("river", step.position, dice=None)
    for action in actions:
        play.act(action)
    return play


def says(text: str, *phrases: str) -> None:
    """What is checked is still what is said."""
    for phrase in phrases:
        assert phrase in text


def made(play: Play, segment: int, seat: int = 0) -> str:
    """What a full side is called."""
    makes = next(side.makes for side in play.view().segments[segment - 1].sides if side.seat == seat)
    assert makes is not None
    return str(makes.name)


def would_make(play: Play) -> dict[str, str]:
    """What each legal play would complete."""
    return {placing.text: placing.makes.name for placing in play.view().placings if placing.makes}


def goes_on(play: Play) -> Play:
    """The turn of the player whose claims are over ends; chance draws anything, and the next player plays anything."""
    while play.actors() == (CHANCE,):
        play.act(play.legal()[0])
    play.act(play.legal()[0])
    return play


# Figures


@of_figure("Memphis goes first")
def setup(figure: Figure) -> None:
    view = figure.play().view()
    assert sorted(segment.river[1] for segment in view.segments if segment.river) == list("111222333")
    assert [[piece[1] for piece in hand if piece] for hand in view.hands] == [list("321")] * 2
    assert (view.phase, view.seat, view.starter) == ("play", 1, 1)


@of_figure("any segment except two: segment 2 is claimed, and at segment 5 Thebes's side is full")
def playing(figure: Figure) -> None:
    play = figure.play()
    assert play.legal() == [f"{piece}-{segment}" for piece in ("K3", "B2", "Y1") for segment in (1, 3, 4, 6, 7, 8, 9)]
    assert play.why_not("K3-2") == "Thebes has claimed segment 2 (R-27)"
    assert play.why_not("K3-5") == "you already have two pieces at segment 5 (R-21)"


@of_figure("from a monochrome triplet at segment 1 down to no set at segment 7")
def all_sets(figure: Figure) -> None:
    play = figure.play()
    names = [made(play, segment) for segment in range(1, 8)]
    kinds = ["Monochrome triplet", "Monochrome run", "Monochrome pair", "Triplet", "Run", "Pair", "No set"]
    assert [re.sub(r" (of \w+|[KRYGB]\d?)$", "", name) for name in names] == kinds
    strengths = [segment.sides[0].makes.strength for segment in play.view().segments[:7]]
    assert strengths == sorted(strengths, reverse=True)
    assert all(side.pieces == [] for segment in play.view().segments for side in segment.sides if side.seat == 1)


@of_figure("a monochrome pair beats Memphis's triplet, so Thebes may claim")
def comparing(figure: Figure) -> None:
    play = figure.play()
    says(figure.caption, "Both sides of segment 3 are full", "Thebes plays G2")
    assert figure.facts["actions"] == "0 G2-3"
    assert (made(play, 3), made(play, 3, seat=1)) == ("Monochrome pair G2", "Triplet of medium")
    assert play.legal() == ["claim 3", "no claim"]


@of_figure("An early claim")
def early_claim(figure: Figure) -> None:
    play = figure.play()
    says(figure.caption, "Memphis has nothing at segment 2 yet", "only K1 K1 would beat Thebes's monochrome run")
    says(figure.caption, "one K1 is in the river and one is at segment 8", "Thebes may claim")
    (claim,) = play.view(0).claims
    assert (claim.segment, claim.makes.name, claim.early) == (2, "Monochrome run K", True)
    assert play.view().segments[1].sides[1].pieces == []
    assert [missed.pieces for missed in claim.missed] == [["K1", "K1"]]
    assert claim.whereabouts == {"K1": [Whereabouts("river", segment=2), Whereabouts("side", segment=8, seat=1)]}


@of_figure("The same run without the K1 at segment 8")
def refused_claim(figure: Figure) -> None:
    play = figure.play()
    says(figure.caption, "Memphis could still draw two of them", "the claim is refused")
    assert made(play, 2) == "Monochrome run K"
    assert play.legal() == ["no claim"]
    assert str(play.why_not("claim 2")).startswith("Memphis could still play K1 K1 to segment 2")
    assert "K1" not in play.view().hands[1]


@of_figure("Three players, three rivers. Giza goes first")
def confluence(figure: Figure) -> None:
    view = figure.play().view()
    assert (view.seats, view.seat, view.starter) == (3, 2, 2)
    between = [sorted(side.seat for side in segment.sides) for segment in view.segments]
    assert between == [[0, 1]] * 3 + [[1, 2]] * 3 + [[0, 2]] * 3


@of_figure("Three in a row")
def three_in_a_row(figure: Figure) -> None:
    play = figure.play()
    says(figure.caption, "completes segment 4 with a monochrome triplet, claims it next to 2 and 3, and wins")
    assert made(play, 4).startswith("Monochrome triplet")
    assert play.view().claimed[0] == [2, 3, 4]
    assert play.is_over
    assert play.scores() == [1, 0]
    assert play.view().hands[0][0] is None  # nothing was drawn


@of_figure("A 4–4–1 ending")
def four_four_one(figure: Figure) -> None:
    play = figure.play()
    says(figure.caption, "Thebes and Memphis have four segments each, and Giza has one")
    says(figure.caption, "Of the river between the leaders Thebes won two segments and Memphis one, so Thebes wins")
    claimed = play.view().claimed
    assert [len(segments) for segments in claimed] == [4, 4, 1]
    assert [len({1, 2, 3} & set(segments)) for segments in claimed] == [2, 1, 0]
    assert play.scores() == [1, 0, 0]


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.caption[:40])
def test_what_a_figure_says_is_so(figure: Figure) -> None:
    FIGURE_CHECKS[figure.caption]()


# The rest of the page


def test_the_examples_of_the_table_of_sets_are_in_order_and_what_they_are_called() -> None:
    rows = re.findall(r"^\| ([A-Z][a-z ]+) \| [^|]+ \| ((?:[KRYGB]\d ?){3}) \| [^|]+ \|$", PAGE, re.MULTILINE)
    assert len(rows) == 7
    values = [strength(pieces.split()) for _, pieces in rows]
    assert values == sorted(values, reverse=True)
    words = ("no set", "pair", "run", "triplet", "mono pair", "mono run", "mono triplet")
    assert [words[value[0]] for value in values] == [name.lower().replace("monochrome", "mono") for name, _ in rows]


def test_the_colours_are_in_order_of_rank() -> None:
    letters = re.search(r"^\| letter \|(.+)\|$", PAGE, re.MULTILINE)
    names = re.search(r"^\| colour \|(.+)\|$", PAGE, re.MULTILINE)
    assert letters
    assert names
    assert letters[1].replace(" ", "").split("|") == list(RAINBOW.letters)
    assert names[1].replace(" ", "").split("|") == [name.lower() for name in RAINBOW.colours]


def test_the_letters_of_other_palettes_are_those_that_the_page_says() -> None:
    """R-07."""
    says(PAGE, "orange, cyan, purple, white, clear", "Xeno's are O, C, P, W and L (clear)")
    assert letters_of(XENO) == "OCPWL"
    says(PAGE, "With *Gold, Green, Red, Blue, Black* these are G, E, R, B and L.")
    assert letters_of(("Gold", "Green", "Red", "Blue", "Black")) == "GERBL"


def test_the_position_under_notation_is_one() -> None:
    example = next(line.strip() for line in PAGE.splitlines() if line.startswith("    -K3-/"))
    assert pyramidion.load("river", example, dice=None).dump() == example
    says(PAGE, "Thebes has claimed `K3K2K1-Y3`")
    assert pyramidion.load("river", example, dice=None).view().claimed == [[3], []]


def test_the_page_has_the_headings_that_every_page_has_in_this_order() -> None:
    shared = ["Object of the game", "What you need", "Setup", "Your turn", "End of the game", "Options", "Rulings"]
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert [heading for heading in headings if heading in [*shared, "Notation", "Credits"]] == [
        *shared,
        "Notation",
        "Credits",
    ]
    own = [heading for heading in headings if heading not in [*shared, "Notation", "Credits"]]
    assert headings[headings.index("Your turn") + 1 : headings.index("End of the game")] == own


# The lesson


@of_step("Play, then draw")
def first_step(step: Step) -> None:
    says(step.words, "three segments of the Nile in a row, or any five", "segment 1, where the river piece matches it")
    assert at(step).view().segments[0].river == "K3"
    play = at(step, *step.right)
    says(step.well, "There's nothing to claim yet", "you draw a piece of the size you played", "Then it's Memphis's turn")
    assert play.legal() == ["no claim"]
    play.act("no claim")
    assert {text[-1] for text in play.legal()} == {"3"}
    assert step.replies[1] == ("chance", "draw Y3")
    assert [seat for seat, _ in step.replies] == [0, "chance", 1, 1, "chance"]


@of_step("Three pieces make a set")
def a_set(step: Step) -> None:
    says(step.words, "In segment 2 you have a large red piece next to a medium red river piece")
    segment = at(step).view().segments[1]
    assert (segment.sides[0].pieces, segment.river) == (["R3"], "R2")
    made_by = would_make(at(step))
    assert made_by["R1-2"] == "Monochrome run R"
    says(step.remarks["K3-2"], "only a pair of large pieces")
    says(step.remarks["G2-2"], "only a pair of medium pieces")
    assert (made_by["K3-2"], made_by["G2-2"]) == ("Pair of large", "Pair of medium")
    says(step.well, "the second-best set", "Three sizes in only two colours would be no set at all")
    assert strength(["R3", "R2", "G1"]) == strength(["B3", "Y2", "B1"]) < strength(["K1", "R1", "G2"])


@of_step("Which set is best?")
def the_best_set(step: Step) -> None:
    says(step.words, "You can complete a set in four segments")
    made_by = would_make(at(step))
    assert {text[-1] for text in made_by} == set("1357")
    strengths = {placing.text: placing.makes.strength for placing in at(step).view().placings if placing.makes}
    assert step.right == [max(strengths, key=lambda text: strengths[text])]
    assert made_by["G1-5"] == "Monochrome run G"
    assert {text: made_by[text] for text in step.remarks} == {
        "G1-3": "Triplet of small",
        "K3-1": "Monochrome pair K3",
        "K3-7": "Pair of large",
        "G1-7": "Run",
    }
    says(step.remarks["G1-3"], "A triplet", "two ranks higher")
    says(step.remarks["K3-1"], "A monochrome pair")
    says(step.remarks["K3-7"], "Only a pair of large pieces")
    says(step.remarks["G1-7"], "A run, three sizes in three colours")


@of_step("Ties go to the first claim")
def a_tie(step: Step) -> None:
    play = at(step)
    says(step.words, "In segment 8 both sides are full and both have a run")
    assert made(play, 8) == made(play, 8, seat=1) == "Run"
    assert play.legal() == ["claim 8", "no claim"]
    assert at(step, "claim 8").view().segments[7].owner == 0
    says(step.wrong, "Then Memphis can claim it next turn")
    assert "claim 8" in goes_on(at(step, "no claim")).legal()


@of_step("Claiming early")
def proven(step: Step) -> None:
    play = at(step)
    says(step.words, "In segment 3 you have a blue run", "Only three small blue pieces would beat it")
    (claim,) = play.view(0).claims
    assert (claim.segment, claim.makes.name) == (3, "Monochrome run B")
    assert [missed.pieces for missed in claim.missed] == [["B1", "B1"]]  # beside the river's
    says(step.words, "one is in the river and you played one to segment 6")
    assert claim.whereabouts == {"B1": [Whereabouts("river", segment=3), Whereabouts("side", segment=6, seat=0)]}
    says(step.well, "before Memphis played a single piece there")
    assert play.view().segments[2].sides[1].pieces == []
    says(step.wrong, "the claim is already proven")
    assert play.legal() == ["claim 3", "no claim"]


@of_step("However unlikely")
def worst_case(step: Step) -> None:
    play = at(step)
    says(step.words, "a red run in segment 2 and a black one in 9", "Only one is proven")
    assert (made(play, 2), made(play, 9)) == ("Monochrome run R", "Monochrome run K")
    assert play.legal() == ["claim 9", "no claim"]
    says(step.well, "In 9 Memphis's green piece rules out anything better")
    assert play.view().segments[8].sides[1].pieces == ["G1"]
    (claim,) = play.view(0).claims
    assert claim.missed == []  # no piece of the whole game would beat it
    says(step.well, "In 2 their side is empty, and two more medium red pieces would beat you")
    assert play.view().segments[1].sides[1].pieces == []
    assert str(play.why_not("claim 2")).startswith("Memphis could still play R2 R2 to segment 2")


@of_step("One claim per turn")
def one_claim(step: Step) -> None:
    play = at(step)
    says(
        step.words, "Two claims are proven here", "In segment 2 you have the stronger set; in segment 8 both sets are equal"
    )
    assert play.legal() == ["claim 2", "claim 8", "no claim"]
    one, other = (claim for claim in play.view(0).claims)
    assert one.at_best is not None
    assert one.at_best.strength < one.makes.strength
    assert other.at_best == other.makes
    assert at(step, "claim 8").actors() == (CHANCE,)  # the second claim has to wait
    says(step.well, "Segment 2 is safe: Memphis's side is full and weaker, so you can claim it later")
    theirs = goes_on(at(step, "claim 8"))
    assert "claim 2" not in theirs.legal()
    theirs.act("no claim")
    assert "claim 2" in goes_on(theirs).legal()
    says(step.remarks["claim 2"], "Memphis can't claim it", "Memphis can claim segment 8 next turn")
    says(step.wrong, "Memphis can claim segment 8 next turn")
    for wrong in ("claim 2", "no claim"):
        assert "claim 8" in goes_on(at(step, wrong)).legal()


@of_step("Size, then colour")
def size_then_colour(step: Step) -> None:
    play = at(step)
    says(step.words, "Both sides are full in segments 1 and 7", "black, red, yellow, green, blue")
    assert (made(play, 1), made(play, 1, seat=1)) == ("Monochrome pair G2", "Monochrome pair B2")
    assert (made(play, 7), made(play, 7, seat=1)) == ("Monochrome pair Y1", "Monochrome pair R1")
    says(step.well, "Green beats blue. In segment 7, red beats your yellow.")
    assert play.legal() == ["claim 1", "no claim"]
    assert play.why_not("claim 7") == "Memphis's Monochrome pair R1 at segment 7 beats your Monochrome pair Y1 (R-13)"
    assert strength(["B3", "B3", "K1"]) > strength(["K2", "K2", "K3"])  # the larger size wins, whatever the colour
    assert strength(["R2", "R2", "K3"]) == strength(["R2", "R2", "B1"])  # the third piece never counts


@of_step("Winning")
def winning(step: Step) -> None:
    says(step.words, "You hold 4 and 5")
    assert at(step).view().claimed[0] == [4, 5]
    play = at(step, *step.right)
    says(step.well, "4, 5 and 6: you win immediately, before drawing")
    assert play.view().claimed[0] == [4, 5, 6]
    assert play.is_over
    assert play.scores() == [1, 0]
    assert play.events[-1].seat == 0


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_what_a_step_of_the_lesson_says_is_so(step: Step) -> None:
    STEP_CHECKS[step.title]()


def test_the_lesson_has_as_many_steps_as_it_says_and_begins_with_the_object() -> None:
    assert LESSON
    says(LESSON.sentence, "in nine short steps")
    assert len(STEPS) == 9
    says(STEPS[0].words.strip().split("\n")[0], "to win")


# Positions that could have come about


def played(play: Play) -> list[int]:
    """How many pieces each seat has played."""
    return [int((side != 15).sum()) for side in State.of(play.state).side[: play.seats]]


def start_of(position: str) -> Play:
    return pyramidion.load("river", position, dice=None)


POSITIONS = [one.facts["position"] for one in FIGURES if "left empty" not in one.caption] + [step.position for step in STEPS]


@pytest.mark.parametrize("position", [position for position in POSITIONS if "seats=3" not in position])
def test_both_have_played_as_often_as_their_turns_came(position: str) -> None:
    play = start_of(position)
    view = play.view()
    first, second = played(play)[view.starter], played(play)[1 - view.starter]
    has_played = view.phase == "claim"
    assert first - second == ((view.seat == view.starter) == has_played)


@pytest.mark.parametrize("position", POSITIONS)
def test_every_claim_that_was_made_can_still_be_proven(position: str) -> None:
    """What was proven once stays so: later there is only less that could still come."""
    for owner, segments in enumerate(start_of(position).view().claimed):
        for number in segments:
            assert stands(start_of(position), owner, number)


def stands(play: Play, owner: int, number: int) -> bool:
    """Whether a claim would be accepted if it had not been made yet."""
    state = State.of(play.state)
    bit = 1 << number - 1
    state.claimed[owner] &= ~bit
    state.full[owner] |= bit
    state.phase, state.seat, state.idle = TO_CLAIM, owner, 0
    buffer = play._buffer()
    count = play.game.rules.legal(state, owner, buffer)
    return CLAIM + number - 1 in buffer[:count]
