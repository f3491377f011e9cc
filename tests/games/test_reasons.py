"""What is said for an action, in hints, puzzles, second attempts and at turning points: one source for all of them."""

import pytest

from pyramidion.bots.search import Choice, Opinion
from pyramidion.play import Play, load, new
from pyramidion.review.judge import Judge
from pyramidion.server.protocol.puzzles import Attempt
from pyramidion.server.thinking.attempts import try_again
from pyramidion.server.thinking.hints import hint


def reason(play: Play, text: str) -> str:
    seat = play.actors()[0]
    return play.display.reason(play.observe(1 << seat), seat, play.parse(text, seat))


@pytest.mark.parametrize(
    ("position", "action", "words"),
    [
        ("10/10/8rc c 1 - 1", "30-off", "Bears the last piece off and wins"),
        ("10/10/7rcc c 2 - 1", "29-off", "Bears a piece off: 1 to go"),
        ("5c2r1/10/10 c 3 - 1", "6-9", "Sends a Reel back 3 squares"),
        ("10/10/4cr4 c 2 - 1", "25-27", "Falls into the water, back to 15"),
        ("rcr1c5/10/10 c 1 - 1", "5-6", ""),
        ("rr1c1cc3/10/10 c 1 - 1", "4-5", "Makes a block in front of 2 pieces of theirs"),
    ],
)
def test_senet_says_what_a_move_does_to_both_sides(position: str, action: str, words: str) -> None:
    assert reason(load("senet", position, dice=None), action) == words


def test_river_says_what_is_made_and_what_is_won() -> None:
    play = new("river", seed=3)
    made = {reason(play, text) for text in play.legal()}
    assert made == {""}  # nobody has anything beside which it could lie
    said = set()
    while not play.is_over:
        said |= {reason(play, text) for text in play.legal()}
        play.act(play.legal()[0])
    assert any(words.startswith("Makes ") for words in said)
    assert any(words.startswith("Wins segment ") for words in said)


def test_a_hint_and_a_second_attempt_give_the_same_reason() -> None:
    play = load("senet", "5c2r1/10/10 c 3 - 1", dice=None)
    action = play.parse("6-9", 0)
    hinted = hint(play, 0, 0, play.observe(1), Opinion([Choice(action, 1, 0.5)], [action], 1, 0.0))
    tried = try_again(Judge(play.game, 2), play, 0, Attempt(action="6-9"))
    assert hinted.choices[0].reason == tried.reason == "Sends a Reel back 3 squares"
