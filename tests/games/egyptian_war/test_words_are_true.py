"""What the rules page and the lesson say of a position is true: every figure and every step is replayed."""

import re
from pathlib import Path

import pytest

import pyramidion
from pyramidion import Illegal, Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.games.egyptian_war.cards import CHANCES
from pyramidion.games.egyptian_war.notation import RANKS
from pyramidion.games.egyptian_war.rules import LIMITS
from pyramidion.games.egyptian_war.timing import timing
from pyramidion.server.fairness import slap_judge as judge
from pyramidion.server.protocol.rest import Step
from pyramidion.server.thinking.lessons import lesson_of
from tests.games.egyptian_war import test_lengths
from tests.games.test_rules_pages import Figure, figures

GAME = find("egyptian_war")
PAGE = " ".join(GAME.rules_text.split())
HEADINGS = re.findall(r"^## (.+)$", GAME.rules_text, re.MULTILINE)
DEFAULTS = {option.name: option.default for option in GAME.options}
RA, ISIS = 0, 1


def figure(words: str) -> Figure:
    """The figure whose caption begins with these words."""
    (found,) = [one for one in figures(GAME.name) if one.caption.startswith(words)]
    return found


def at(position: str) -> Play:
    return pyramidion.load(GAME.name, position, dice=None)


def step(title: str) -> Step:
    """The step of the lesson with this title."""
    lesson = lesson_of(GAME)
    assert lesson
    (found,) = [one for one in lesson.steps if one.title == title]
    return found


def asked(one: Step) -> Play:
    """The moment when the learner is asked."""
    return do(at(one.position), one.before)


def done(one: Step) -> Play:
    """After the right action, and what follows it."""
    return do(asked(one), [(one.seat, one.right[0]), *one.replies])


def do(play: Play, actions: object) -> Play:
    for who, action in actions:  # type: ignore[attr-defined]
        play.act(action, CHANCE if who == "chance" else who)
    return play


def cards(play: Play) -> list[int]:
    return [seat.cards for seat in play.view().seats]


def is_slappable(play: Play) -> bool:
    return bool(GAME.real_time_rules.cue(play.state))


def bottom(play: Play, seat: int, number: int) -> str:
    """The lowest cards of a deck, in the order in which they will come up."""
    return play.dump().split()[0].split("/")[seat][-2 * number :]


# The figures


def test_figure_king() -> None:
    """E-27"""
    shown = figure("Ra played a king, so Isis has three chances.")
    before, play = at(shown.facts["position"]), shown.play()
    assert (before.view().pile[-1], before.view().challenger, before.view().chances) == ("K♥", RA, 3)
    assert (play.view().pile[-1], play.view().turn, play.view().chances) == ("7♦", ISIS, 2)


def test_figure_queen() -> None:
    """E-27: it need not be higher, and begins a count of its own"""
    shown = figure("A jack gives only one chance, but Isis turns over a queen.")
    before, play = at(shown.facts["position"]), shown.play()
    assert (before.view().pile[-1][0], before.view().chances) == ("J", 1)
    assert (play.view().pile[-1][0], play.view().turn, play.view().chances) == ("Q", RA, 2)


@pytest.mark.parametrize("slapper", [RA, ISIS])
def test_figure_double(slapper: int) -> None:
    """E-06"""
    play = figure("A double: a six on a six.").play()
    assert [card[0] for card in play.view().pile[-2:]] == ["6", "6"]
    had = cards(play)[slapper]
    play.act("slap", slapper)
    assert cards(play)[slapper] == had + 4


def test_figure_sandwich() -> None:
    """E-06"""
    play = figure("A sandwich: six, four, six.").play()
    assert [card[0] for card in play.view().pile] == ["9", "6", "4", "6"]
    play.act("slap", ISIS)
    assert bottom(play, ISIS, 4)[:2] == "9c"


@pytest.mark.parametrize("slapper", [RA, ISIS])
def test_figure_last_chance(slapper: int) -> None:
    """E-09, E-10, E-12: the first to slap takes the pile instead, and leads"""
    play = figure("Isis's only chance was a four").play()
    assert (play.view().owed, play.view().chances) == (RA, 0)
    assert [card[0] for card in play.view().pile[-3:]] == ["4", "J", "4"]
    play.act("slap", slapper)
    assert cards(play)[slapper] > 26
    assert (play.view().challenger, play.view().turn) == (None, slapper)


def test_figure_tie() -> None:
    """E-13"""
    shown = figure("Ra and Isis slapped the double of sevens equally fast.")
    assert is_slappable(at(shown.facts["position"]))
    play = shown.play()
    assert play.view().pile == ["7♣", "7♠"]
    assert (play.legal(RA), play.legal(ISIS)) == (["turn"], [])


def test_figure_false_slap() -> None:
    """E-14, E-16"""
    shown = figure("A false slap: a six on a four is nothing.")
    before, play = at(shown.facts["position"]), shown.play()
    assert [card[0] for card in before.view().pile[-2:]] == ["4", "6"]
    assert not is_slappable(before)
    assert (play.view().burned, cards(play)[ISIS]) == (1, cards(before)[ISIS] - 1)
    assert "slap" not in play.legal(ISIS)


def test_figure_back_in_the_game() -> None:
    """E-18"""
    play = figure("Ra's last card was a jack").play()
    assert (cards(play)[RA], play.view().pile, play.view().owed) == (0, ["J♠", "2♥"], RA)
    play.act("take", CHANCE)
    assert cards(play)[RA] == 2
    assert "turn" in play.legal(RA)


def test_figure_card_limit() -> None:
    """E-26"""
    shown = figure("A card limit of 250")
    play = shown.play()
    assert at(shown.facts["position"]).view().played == 249
    assert (cards(play), play.is_over, play.scores()) == ([27, 25], True, [1, 0])


# The lesson


def test_step_turn_a_card() -> None:
    """E-15"""
    first = step("Turn over a card")
    play = do(asked(first), [(RA, "turn")])
    assert play.view().turn == ISIS
    assert done(first).view().pile == ["7♥", "4♣"]
    slapped = do(asked(first), [(RA, "slap")])
    assert (slapped.view().pile, slapped.view().burned, cards(slapped)) == ([], 1, [25, 26])


def test_step_challenges() -> None:
    """E-12, E-27"""
    second = step("Challenges")
    assert (asked(second).view().pile[-1][0], asked(second).view().chances) == ("Q", 2)
    assert not is_slappable(asked(second))
    play = done(second)
    assert bottom(play, ISIS, 4) == "9sQd5d8c"
    assert (play.view().turn, play.view().pile) == (ISIS, [])
    told = re.findall(r"(\d) (?:chance )?after an? (\w+)", second.words)
    assert told == [("1", "jack"), ("2", "queen"), ("3", "king"), ("4", "ace")]


def test_step_answering_a_challenge() -> None:
    """E-05, E-27"""
    third = step("Answering a challenge")
    assert (asked(third).view().pile[-1][0], asked(third).view().chances) == ("K", 3)
    answered = do(asked(third), [(RA, "turn")])
    assert (answered.view().challenger, answered.view().turn, answered.view().chances) == (RA, ISIS, 1)
    assert bottom(done(third), RA, 4) == "3cKhJd2h"
    assert not is_slappable(asked(third))


def test_step_slap_a_double() -> None:
    """E-06, E-07"""
    fourth = step("Slap a double")
    assert [card[0] for card in asked(fourth).view().pile[-2:]] == ["9", "9"]
    assert (cards(done(fourth))[RA], done(fourth).view().turn) == (cards(asked(fourth))[RA] + 3, RA)
    covered = do(asked(fourth), [(RA, "turn")])
    assert not is_slappable(covered)


def test_step_slap_a_sandwich() -> None:
    """E-06"""
    fifth = step("Slap a sandwich")
    play = asked(fifth)
    assert [card[0] for card in play.view().pile[-3:]] == ["5", "2", "5"]
    assert (play.legal(RA), play.legal(ISIS)) == (["slap"], ["turn", "slap"])
    assert cards(done(fifth))[RA] == cards(play)[RA] + 4
    assert not is_slappable(do(asked(fifth), [(ISIS, "turn"), ("chance", "3h")])), "further down it doesn't count"


def test_step_a_false_slap() -> None:
    """E-14, E-16"""
    sixth = step("A false slap")
    before, play = at(sixth.position), asked(sixth)
    assert [card[0] for card in before.view().pile] == ["8", "3", "4", "8"]
    assert not is_slappable(before)
    assert (cards(play)[ISIS], play.view().burned) == (cards(before)[ISIS] - 1, 1)
    assert play.view().seats[ISIS].lock == "card"
    also = do(asked(sixth), [(RA, "slap")])
    assert (cards(also)[RA], also.view().burned) == (cards(play)[RA] - 1, 2)


def test_step_slapping_during_a_challenge() -> None:
    """E-09"""
    seventh = step("Slapping during a challenge")
    play = asked(seventh)
    assert [card[0] for card in play.view().pile[-3:]] == ["K", "6", "6"]
    assert (play.view().challenger, play.view().chances) == (ISIS, 1)
    won = done(seventh)
    assert (won.view().challenger, won.view().turn, won.view().pile) == (None, RA, [])
    turned = do(asked(seventh), [(RA, "turn")])
    assert (turned.view().pile[-1], turned.view().owed) == ("10♠", ISIS)


def test_step_even_after_the_last_chance() -> None:
    """E-10"""
    eighth = step("Even after the last chance")
    play = asked(eighth)
    assert [card[0] for card in play.view().pile] == ["4", "J", "4"]
    assert (play.view().owed, play.view().phase) == (ISIS, "window")
    assert (cards(done(eighth))[RA], done(eighth).view().turn) == (cards(play)[RA] + 3, RA)


def test_step_photo_finish() -> None:
    """E-13, E-29"""
    ninth = step("Photo finish")
    assert ninth.finish
    slaps = [judge.Slap(place.seat, place.claim, place.claim, exact=True) for place in ninth.finish.places]
    assert judge.judge(slaps, timing(DEFAULTS), is_right=True, precedence=[RA, ISIS]) == ninth.finish
    assert "7 milliseconds apart, and up to 12 counts" in ninth.words
    assert [place.behind for place in ninth.finish.places] == [0, 7]
    assert [card[0] for card in at(ninth.position).view().pile] == ["7", "7"]
    with pytest.raises(Illegal, match="E-13"):
        asked(ninth).act("slap", RA)
    assert len(done(ninth).view().pile) == 3


@pytest.mark.parametrize(("pattern", "verdict"), [(True, "guess"), (False, "false")])
def test_a_slap_in_under_120_milliseconds_is_a_guess(pattern: bool, verdict: str) -> None:
    """E-29, as the photo finish step and the page say"""
    assert "under 120 milliseconds is a guess" in step("Photo finish").well
    assert "Under 120 ms is a guess" in PAGE
    finish, in_time = (
        judge.judge([judge.Slap(RA, ms, ms, exact=True)], timing(DEFAULTS), is_right=pattern, precedence=[RA, ISIS])
        for ms in (119, 120)
    )
    assert (finish.places[0].verdict, finish.winner) == (verdict, None)
    assert in_time.winner == (RA if pattern else None)


def test_step_out_of_cards_and_back_in() -> None:
    """E-22, E-23"""
    tenth = step("Out of cards, and back in")
    play = asked(tenth)
    assert (cards(play)[RA], play.legal(RA)) == (0, ["slap"])
    assert ([card[0] for card in play.view().pile], play.view().last) == (["3", "3"], ISIS)
    assert (cards(done(tenth))[RA], done(tenth).legal(RA)) == (2, ["turn", "slap"])


# The page


def test_the_page_has_the_common_outline() -> None:
    common = ["Object of the game", "What you need", "Setup", "Your turn", "End of the game"]
    assert [heading for heading in HEADINGS if heading in common] == common
    assert HEADINGS[-4:] == ["Options", "Rulings", "Notation", "Credits"]
    assert HEADINGS[: len(common) - 1] == common[:-1]


def test_the_sections_that_the_board_opens_are_on_the_page() -> None:
    rules = Path(__file__).parents[3] / "web" / "src" / "games" / "egyptian_war" / "rules.ts"
    opened = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', rules.read_text())) - {"over", "start"}
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^##+ (.+)$", GAME.rules_text, re.MULTILINE)}
    assert opened
    assert opened <= headings


def test_the_table_of_chances_is_that_of_the_rules() -> None:
    """E-27"""
    row = re.search(r"\| chances \| (\d) \| (\d) \| (\d) \| (\d) \|", PAGE)
    assert row
    assert [int(number) for number in row.groups()] == [int(CHANCES[RANKS.index(rank)]) for rank in "JQKA"]
    assert [rank for rank in RANKS if CHANCES[RANKS.index(rank)]] == list("AJQK"), "tens are number cards"


def test_the_times_on_the_page_are_the_defaults() -> None:
    """E-10, E-13"""
    assert f"a pause of {float(DEFAULTS['take_window']) / 1000:g} seconds, the **take window**" in PAGE
    assert f"within {DEFAULTS['tie_window']} milliseconds of each other are a tie" in PAGE
    assert f"Within {DEFAULTS['tie_window']} ms it is a tie" in PAGE


def test_the_lengths_on_the_page_are_those_that_were_measured() -> None:
    """E-26"""
    (lengths,) = [mark for mark in test_lengths.test_games_are_about_as_long_as_they_should_be.pytestmark if mark.args[1:]]  # type: ignore[attr-defined]
    measured = dict(lengths.args[1])
    assert f"With two players that takes about {measured[2]} cards" in PAGE
    assert f"with three about {measured[3]}, with four {measured[4]:,}, and with six {measured[6]:,}." in PAGE
    assert f"after {LIMITS[0]:,} cards ({2 * LIMITS[0]:,} with six or more players)" in PAGE


def test_the_usual_game_is_the_first_way_to_play_and_goes_to_the_last_card() -> None:
    titles = [preset.title for preset in GAME.presets]
    assert titles == ["To the last card", "A five-minute war", "By the text", "Four players", "Everything slaps"]
    assert GAME.choose(GAME.presets[0].options) == GAME.choose({})
    assert DEFAULTS["time_limit"] == "none"


def test_the_way_to_play_by_the_text_has_no_penalty_and_says_what_comes_of_it() -> None:
    """E-14"""
    preset = next(preset for preset in GAME.presets if preset.title == "By the text")
    assert (preset.seats, preset.options) == (2, {"burn": "none"})
    assert "blind slapping pays" in preset.sentence
    assert "**This penalty is our addition.** The traditional rules name none." in PAGE
    assert "*By the text*" in PAGE


def test_the_positions_under_notation_are_positions() -> None:
    """E-03"""
    notation = GAME.rules_text.split("\n## Notation\n")[1]
    lines = re.findall(r"^    (.+)$", notation, re.MULTILINE)
    assert len(lines) == 4
    assert [at(line).dump() for line in lines] == lines


def test_every_figure_and_every_step_is_replayed_here() -> None:
    here = Path(__file__).read_text()
    lesson = lesson_of(GAME)
    assert lesson
    assert [one.title for one in lesson.steps if f'step("{one.title}")' not in here] == []
    starts = re.findall(r'figure\("([^"]+)"\)', here)
    assert [one.caption for one in figures(GAME.name) if not any(map(one.caption.startswith, starts))] == []
