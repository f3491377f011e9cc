"""What the rules page and the lesson say is so: every figure, every step and every number is replayed."""

import re
from math import comb
from statistics import mean

import pytest

import pyramidion
from pyramidion import Play
from pyramidion.bots.levels import make
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.games.pyramid_poker import hands, names, scoring
from pyramidion.games.pyramid_poker.cards import set_of
from pyramidion.games.pyramid_poker.position import parse_block
from pyramidion.games.pyramid_poker.view import Place, View
from pyramidion.server.protocol.rest import Step
from pyramidion.server.thinking.lessons import lesson_of
from tests.games.pyramid_poker.test_rulings import shapes
from tests.games.test_rules_pages import Figure, figures
from tests.soak import more

GAME = find("pyramid_poker")
PAGE = GAME.rules_text
LESSON = lesson_of(GAME)
LOTUS, PAPYRUS = 0, 1
LEFT, CENTRE, RIGHT = 0, 1, 2


def figure(words: str) -> Figure:
    """The figure whose caption has these words."""
    (found,) = [one for one in figures("pyramid_poker") if words in one.caption]
    return found


def section(title: str) -> str:
    """What the page says under a heading, up to the next one."""
    (found,) = re.findall(rf"^##+ {title}\n(.*?)(?=^##|\Z)", PAGE, flags=re.MULTILINE | re.DOTALL)
    return str(found)


def rows(title: str) -> list[list[str]]:
    """The rows of the table under a heading, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def strength(cards: str, wheel: int = 1) -> int:
    blocks = [block for card in cards.split() if (block := parse_block(card)) is not None]
    assert len(blocks) == 5
    return int(hands.strength(set_of(blocks), wheel))


def kind(strength: int) -> str:
    """Pair, of a pair of eights; high card, of king high."""
    return {hands.HIGH_CARD: "High card", hands.PAIR: "Pair"}.get(
        hands.KINDS[strength].category, names.hand(strength).split(",")[0]
    )


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def place(view: View, name: str) -> Place:
    return next(place for place in view.places if place.name == name)


def free(view: View) -> list[str]:
    return [place.name for place in view.places if place.is_free]


def known(view: View) -> list[str]:
    return [place.name for place in view.places if place.face]


def made(play: Play, hand: int, seat: int = LOTUS) -> str:
    """What a hand is by now."""
    shown = play.view().hands[seat][hand]
    return str(shown.name or shown.so_far)


def done(play: Play, *actions: str) -> Play:
    """The same game after these actions; the game itself stays where it is."""
    again = pyramidion.load("pyramid_poker", play.dump(), dice=None)
    for action in actions:
        again.act(action)
    return again


# The figures


def test_every_figure_is_spoken_of_here() -> None:
    spoken_of = ["Building, seen by", "All thirty", "queen of spades", "took a joker", "same example"]
    assert [words in one.caption for words, one in zip(spoken_of, figures("pyramid_poker"), strict=True)] == [True] * 5


def test_the_queen_of_clubs_can_go_to_four_places_and_lotus_sees_only_backs_of_papyrus() -> None:
    play = figure("Building, seen by Lotus").play()
    view = play.view(LOTUS)
    assert view.block == "Q♣"
    assert play.legal() == ["place c1", "place h1", "place a2", "place f2"]
    assert [place.name for place in view.places if place.is_open] == ["c1", "h1", "a2", "f2"]
    assert {place.face for place in view.places if place.faces == PAPYRUS} == {None}
    assert all(place.face for place in view.places if place.faces == LOTUS)


def test_three_blocks_are_free_and_papyrus_knows_the_two_aces() -> None:
    play = figure("All thirty blocks are placed").play()
    view = play.view(PAPYRUS)
    assert sum(place.faces is not None for place in view.places) == 30
    assert (play.actors(), view.starter) == ((PAPYRUS,), PAPYRUS)
    assert {name: place(view, name).face for name in free(view)} == {"a5": None, "e4": "A♣", "b6": "A♦"}


def test_the_queen_of_spades_makes_three_queens_on_the_left_and_changes_nothing_in_the_centre() -> None:
    play = figure("queen of spades").play()
    assert play.view(LOTUS).block == "Q♠"
    assert play.legal() == ["put left", "put centre"]
    assert made(done(play, "put left"), LEFT) == "Three of a kind, queens"
    assert made(play, LEFT, PAPYRUS) == "Pair of aces"
    assert strength("Q♣ Q♦ 7♥ 3♠ Q♠") > strength("A♣ A♦ 9♥ 8♣ 4♦")
    assert made(play, CENTRE) == made(done(play, "put centre"), CENTRE) == "Three of a kind, sixes"
    assert len(play.view().hands[LOTUS][RIGHT].cards) == 5


def test_lotus_took_a_joker_and_has_three_to_choose_from() -> None:
    play = figure("Lotus took a joker").play()
    assert play.legal(LOTUS) == ["choose Kc", "choose Jd", "choose 8h"]
    assert play.view().gone == ["Jok"]
    assert play.view().unused == 24 - 3
    assert done(play, "choose Jd").legal() == ["put left", "put centre", "put right"]


def test_the_worked_example_is_as_its_table_says() -> None:
    play = figure("The same example").play()
    sheet = play.view().sheet
    told = rows("Worked example")
    for seat, (name, *cells, bonus, total) in enumerate(told):
        assert name == GAME.seat_names[seat]
        for hand, cell in enumerate(cells):
            called, points = cell.rsplit(" ", 1)
            assert made(play, hand, seat).lower().startswith(called.lower())
            assert sum(line.points for line in sheet.lines if line.seat == seat and _of(hand) in line.what) == number(points)
        assert scoring.bonus(sheet.won[seat]) == number(bonus)
        assert sheet.totals[seat] == number(total)
    assert [meeting.winner for meeting in sheet.meetings] == [PAPYRUS, LOTUS, PAPYRUS]
    assert sheet.earned == [0, 4]
    assert play.record()["events"][-1][1] == "put right"
    assert made(play, RIGHT, PAPYRUS) == "Full house, queens over nines"


def _of(hand: int) -> str:
    return ("left: ", "centre: ", "right: ")[hand]


def in_the_order_of_the_original(position: str) -> str:
    """Full house, three of a kind, ace high: the second player's hands as the original rules list them."""
    words = position.split()
    left, centre, right = words[6].split("/")
    full_house, (ace_high, last) = f"{right},{words[7]}", centre.rsplit(",", 1)
    words[6:8] = [f"{full_house}/{left}/{ace_high}", last]
    return " ".join(words)


@pytest.mark.parametrize(("options", "won", "earned"), [("", [2, 1], [2, 0]), (" comparison=sorted", [0, 3], [0, 5])])
def test_the_worked_example_in_the_order_of_the_original(options: str, won: list[int], earned: list[int]) -> None:
    """P-11: Lotus would win the centre and the right and earn 2; sorted, Papyrus would win all three and earn 5."""
    position = figure("The same example").facts["position"]
    play = pyramidion.load("pyramid_poker", in_the_order_of_the_original(position) + options, dice=None)
    play.act("put right")
    assert [made(play, hand, PAPYRUS).split(",")[0] for hand in range(3)] == ["Full house", "Three of a kind", "Ace high"]
    sheet = play.view().sheet
    assert (sheet.won, sheet.earned) == (won, earned)
    if not options:
        assert [meeting.winner for meeting in sheet.meetings] == [PAPYRUS, LOTUS, LOTUS]


# The numbers of the page


def test_the_pyramid_has_eleven_shapes_and_36_places() -> None:
    assert "there are eleven possible shapes" in PAGE
    assert len(shapes()) == 11
    assert sum(range(1, 9)) == 36


def test_there_is_a_joker_in_four_rounds_out_of_five() -> None:
    none = comb(52, 30) / comb(54, 30)
    assert "In four rounds out of five" in section("Jokers")
    assert 1 - none == pytest.approx(4 / 5, abs=0.01)


def test_the_table_of_hands_goes_from_the_best_to_the_lowest() -> None:
    """P-16"""
    strengths = [strength(example) for _, _, example, _ in rows("Poker hands")]
    assert strengths == sorted(strengths, reverse=True)
    assert len({hands.KINDS[one].category for one in strengths}) == 10


@pytest.mark.parametrize("row", rows("Poker hands"), ids=lambda row: row[0])
def test_every_example_in_the_table_of_hands_is_one_and_scores_its_points(row: list[str]) -> None:
    """P-16, P-20, P-22"""
    name, _, example, points = row
    assert kind(strength(example)) == name
    assert hands.POINTS[strength(example)] == number(points)


@pytest.mark.parametrize(
    ("better", "lower"),
    [
        ("3♣ 3♦ 3♥ 2♠ 2♣", "2♦ 2♥ 2♠ A♠ A♣"),  # full house: the three before the pair
        ("3♣ 3♦ 3♥ 5♠ 5♣", "3♣ 3♦ 3♥ 4♠ 4♣"),
        ("A♠ A♦ 3♣ 3♦ 2♥", "K♠ K♦ Q♣ Q♦ A♥"),  # two pair: the higher pair first,
        ("A♠ A♦ 4♣ 4♦ 2♥", "A♥ A♣ 3♣ 3♦ K♥"),  # then the lower,
        ("A♠ A♦ 4♣ 4♦ 3♥", "A♥ A♣ 4♥ 4♠ 2♥"),  # then the other card
        ("8♠ 8♦ K♥ 10♣ 2♦", "8♣ 8♥ K♦ 9♣ 7♦"),  # pair: the other cards from the highest down
        ("K♣ J♣ 9♣ 4♣ 3♣", "K♦ J♦ 9♦ 4♦ 2♦"),  # flush
        ("2♠ 3♦ 4♦ 5♦ 6♥", "A♠ 2♦ 3♦ 4♦ 5♥"),  # A-2-3-4-5 is the lowest straight,
        ("A♠ 2♦ 3♦ 4♦ 5♥", "A♠ A♦ A♥ K♦ Q♥"),  # but a straight
        ("A♠ K♦ 4♦ 3♦ 2♥", "K♠ Q♦ J♦ 10♦ 8♥"),  # the ace is the highest card
    ],
)
def test_hands_of_the_same_kind_compare_as_the_page_says(better: str, lower: str) -> None:
    """P-16"""
    assert strength(better) > strength(lower)


def test_no_straight_wraps_around_the_ace_and_suits_never_matter() -> None:
    """P-16, P-17"""
    assert "Q-K-A-2-3 isn't one" in PAGE
    assert kind(strength("Q♠ K♦ A♦ 2♦ 3♥")) == "High card"
    assert strength("A♣ K♣ 9♣ 5♣ 2♣") == strength("A♠ K♠ 9♠ 5♠ 2♠")


def test_the_bonus_is_as_its_table_says() -> None:
    """P-21"""
    told = {name: number(points) for name, points in rows("Advanced scoring")}
    assert told == {"all three": 4, "two": 3, "one or none": 0}
    assert [scoring.bonus(won) for won in range(4)] == [0, 0, 3, 4]


def test_a_hand_scores_from_minus_1_to_5() -> None:
    assert "from −1 to 5" in section("Advanced scoring")
    assert (hands.POINTS.min(), hands.POINTS.max()) == (-1, 5)


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(("match", "least", "most"), [(7, 2, 3), (11, 3.5, 4.9)])
def test_a_match_takes_as_many_rounds_as_the_page_says(match: int, least: float, most: float) -> None:
    """P-24: two or three rounds to 7, about four to 11, between players who think a little."""
    assert "A match to 7 takes two or three rounds, a match to 11 about four." in " ".join(PAGE.split())
    assert least <= mean(rounds_of_a_match(match, seed) for seed in range(more(40))) <= most


def rounds_of_a_match(match: int, seed: int) -> int:
    play = pyramidion.new("pyramid_poker", seed=seed, scoring="advanced", match=match)
    bots = [make("greedy", GAME, 2, seat, seed) for seat in (0, 1)]
    while not play.is_over:
        (seat,) = play.actors()
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)
    return int(play.view().round)


@pytest.mark.parametrize("text", re.findall(r"^    ((?:place|put) \d .+)$", section("Notation"), flags=re.MULTILINE))
def test_the_positions_of_the_notation_are_positions(text: str) -> None:
    assert len(text.split()) == 10
    assert pyramidion.load("pyramid_poker", text, dice=None).dump() == text


# The lesson


def step(title: str) -> Step:
    assert LESSON is not None
    (found,) = [one for one in LESSON.steps if one.title == title]
    return found


def asked(title: str) -> Play:
    """The game where the learner is asked."""
    play = pyramidion.load("pyramid_poker", step(title).position, dice=None)
    for seat, action in step(title).before:
        play.act(action, CHANCE if seat == "chance" else seat)
    return play


def answered(title: str, action: str | None = None) -> Play:
    """The game after an answer, the first right one if none is named, and after the replies to that."""
    play = asked(title)
    play.act(action or step(title).right[0], LOTUS)
    for seat, reply in step(title).replies if action is None else []:
        play.act(reply, CHANCE if seat == "chance" else seat)
    return play


def wrong_answers(title: str) -> list[str]:
    return [action for action in asked(title).legal(LOTUS) if action not in step(title).right]


def test_the_lesson_has_nine_steps_and_begins_with_the_object_of_the_game() -> None:
    assert LESSON is not None
    assert "nine short steps" in LESSON.sentence
    assert len(LESSON.steps) == 9
    assert "Win two of the three hands to win." in LESSON.steps[0].words


def test_step_1_the_queen_goes_on_two_blocks_and_whatever_is_wrong_is_the_foundation() -> None:
    assert asked("Building").view(LOTUS).block == "Q♣"
    assert step("Building").right == ["place a2", "place f2"]
    assert wrong_answers("Building") == ["place c1", "place h1"]
    neighbours = [place(asked("Building").view(), name).faces for name in ("a1", "b1")]
    assert neighbours == [PAPYRUS, LOTUS]  # whoever's they are
    assert "a1" in free(asked("Building").view())
    assert "a1" not in free(answered("Building", "place a2").view())


def test_step_2_papyrus_has_placed_a_block_that_faces_papyrus_and_you_have_a_joker() -> None:
    view = asked("You know half of it").view(LOTUS)
    assert (place(view, "c2").faces, place(view, "c2").face) == (PAPYRUS, None)
    assert view.block == "Jok"
    for action in step("You know half of it").right:
        after = answered("You know half of it", action)
        assert "c2" not in free(after.view())
        assert place(after.view(LOTUS), action[-2:]).face == "Jok"
        assert place(after.view(PAPYRUS), action[-2:]).face is None
    for action in wrong_answers("You know half of it"):
        assert "c2" in free(answered("You know half of it", action).view())


def test_step_3_four_blocks_are_free_and_you_know_one() -> None:
    view = asked("Free blocks").view(LOTUS)
    assert sorted(free(view)) == ["a5", "b5", "c5", "e4"]
    assert [name for name in free(view) if name in known(view)] == ["a5"]
    assert step("Free blocks").right == ["take a5"]
    after = answered("Free blocks")
    assert after.view(PAPYRUS).block == after.view(LOTUS).block == "3♥"
    assert set(free(after.view())) - set(free(view)) == {"a4"}


def test_step_4_the_three_backs_are_not_bad_and_only_papyrus_knew_them() -> None:
    before = asked("Taking blind")
    assert wrong_answers("Taking blind") == ["take a5"]
    assert place(before.view(LOTUS), "a5").face == "3♥"
    for action in step("Taking blind").right:
        assert place(before.view(LOTUS), action[-2:]).face is None
        assert place(before.view(PAPYRUS), action[-2:]).face
        assert answered("Taking blind", action).view(LOTUS).block in ("9♦", "9♣", "A♣")


def test_step_5_the_kinds_of_hands_are_told_from_low_to_high() -> None:
    """P-16: as the table on the page has them; a royal flush is the best straight flush."""
    (told,) = re.findall(r"From low to high: (.+?)\.", step("Which hand?").words)
    table = [name.lower() for name, *_ in reversed(rows("Poker hands"))]
    assert told.split(", ") == [name for name in table if name != "royal flush"]
    assert '"Poker hands"' in step("Which hand?").words


def test_step_5_the_king_makes_a_full_house_on_the_left_and_ace_high_in_the_centre() -> None:
    assert asked("Which hand?").view(LOTUS).block == "K♠"
    assert made(asked("Which hand?"), LEFT) == "Two pair, kings and sevens"
    assert made(asked("Which hand?"), RIGHT).startswith("Flush")
    assert made(answered("Which hand?"), LEFT) == "Full house, kings over sevens"
    assert wrong_answers("Which hand?") == ["put centre"]
    assert made(answered("Which hand?", "put centre"), CENTRE) == "Ace high"


def test_step_6_the_eight_wins_the_centre_and_with_it_the_round() -> None:
    before = asked("Left meets left")
    assert before.view(LOTUS).block == "8♠"
    assert made(before, LEFT, PAPYRUS) == "Full house, aces over sixes"
    assert made(before, CENTRE, PAPYRUS) == "Pair of queens"
    assert wrong_answers("Left meets left") == ["put left"]
    assert made(answered("Left meets left", "put left"), LEFT) == "Three of a kind, eights"
    assert made(answered("Left meets left"), CENTRE) == "Two pair, jacks and eights"
    assert made(before, RIGHT) == "Three of a kind, kings"
    for card in (rank + suit for suit in "cdhs" for rank in "23456789TJQKA"):
        if card not in ("Td", "9d", "7h", "4s"):
            assert strength(f"Td 9d 7h 4s {card}") < strength("Kc Kd Kh 9s 2s")
    assert {tuple(play.scores()) for play in endings(answered("Left meets left"))} == {(1, 0)}


def test_step_6_with_three_eights_on_the_left_the_centre_is_not_won_yet() -> None:
    assert strength("8c 8d 8s 5s 3h") < strength("Ac Ad As 6c 6d")
    assert strength("Jc Jd 8h 8s 4c") > strength("Qs Qh 7c 5d 2h") > strength("Jc Jd 8h Ah 4c")


def endings(play: Play) -> list[Play]:
    """All ways in which a game can end."""
    if play.is_over:
        return [play]
    return [ending for action in play.legal() for ending in endings(done(play, action))]


def test_step_7_the_joker_on_g2_faces_you_and_the_other_one_is_among_the_three() -> None:
    joker = place(asked("Jokers").view(LOTUS), "g2")
    assert (joker.face, joker.faces, joker.is_free, joker.row) == ("Jok", LOTUS, True, 1)
    assert joker.name == max(place.name for place in asked("Jokers").view().places if place.row == 1)
    after = answered("Jokers")
    assert after.view().gone == ["Jok"]
    assert after.view().turned == ["K♣", "8♥", "Jok"]
    assert after.legal(LOTUS) == ["choose Kc", "choose 8h"]


def test_step_8_the_king_is_the_third_and_the_others_are_out() -> None:
    before = asked("Choose one")
    assert made(before, LEFT) == "Pair of kings"
    assert wrong_answers("Choose one") == ["choose 8h"]
    assert {"6♣", "9♣"} == set(before.view().hands[LOTUS][RIGHT].cards)  # a six, an eight, a nine: part of a straight
    after = answered("Choose one")
    assert made(after, LEFT) == "Three of a kind, kings"
    assert after.view().gone == ["8♥", "Jok", "Jok"]
    assert after.actors() == (PAPYRUS,)


def test_step_9_the_score_sheet_says_what_the_lesson_says() -> None:
    assert asked("The score sheet").view(LOTUS).block == "9♦"
    assert asked("The score sheet").legal() == ["put right"]
    sheet = answered("The score sheet").view().sheet
    assert sheet.totals == [4, 0]
    assert sheet.earned == [4, 0]
    assert [(line.what.split(",")[0], line.points) for line in sheet.lines if line.seat == LOTUS] == [
        ("centre: Ace high", -1),
        ("right: Full house", 2),
        ("two hands won", 3),
    ]
    assert made(answered("The score sheet"), LEFT) == "Three of a kind, fives"
