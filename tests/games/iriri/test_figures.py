"""The designer's five figures, and what is known of many games."""

import numpy as np
import pytest

import pyramidion
from pyramidion import Play
from pyramidion.engine.memory import copy
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import generator
from pyramidion.games import find
from pyramidion.games.iriri import rules
from pyramidion.games.iriri.placements import COUNT, parts
from pyramidion.games.iriri.policy import policy_step

FIGURE_1 = "SY-LY-SY-SB-LB-MB-SY-SB-LY-MY-MB-MY-SB-MY-SB-LB-MB-MY-SY-MB-LB-LY-LY-LB - SML/SML 0/0 Y place 0"
FIGURE_3 = "SY-SY-SB-LB-MB-SB-LY-MY-MB-MY-SB-MY-SB-LB-MB-MY-SY-MB-LB-LY-LY-LB 0,0:SY/LY SML/SML 6.5/0 B place 0"
# The figure's (1, 0) is our (0, 0): there must be a piece on it.
FIGURE_4 = "LB-SY-SB-LB-SB-MY-MB-MY-LB-MY-LY-LY -1,0:1SYSB/LYLYLBSYSY/MY1MBSB/1MBSB SML/MML 20.5/15 B place 0"


def at(position: str) -> Play:
    return pyramidion.load("iriri", position, dice=None)


def test_figure_1_is_a_dictionary_of_24_pieces_4_of_each_kind() -> None:
    view = at(FIGURE_1).view()
    assert len(view.dictionary) == 24
    assert {piece: view.dictionary.count(piece) for piece in view.dictionary} == dict.fromkeys(view.dictionary, 4)
    assert len(set(view.dictionary)) == 6


def test_figure_1_has_these_openings_and_no_other() -> None:
    """I-03: S-M, S-L and M-L in both orders, no triple, in both directions."""
    pairs = ["SM", "SL", "MS", "ML", "LS", "LM"]
    assert at(FIGURE_1).legal() == [f"0,0 {way} {pair}" for way in ">v" for pair in pairs]


def test_figures_2_and_3_the_first_move_scores_six_and_a_half() -> None:
    """I-02: the word SY-LY stands on places 1 and 2; taken are places 2 and 7, of which the second has become 6."""
    play = at(FIGURE_1)
    opening = next(placement for placement in play.view().placements if placement.text == "0,0 v SL")
    assert opening.points == 6.5
    assert [word.pieces for word in opening.words] == [["SY", "LY"]]
    assert [1, 2] in opening.words[0].matches
    for action in ("0,0 v SL", "take 2 LY", "take 6 SY"):
        play.act(action)
    assert play.dump() == FIGURE_3


def test_figure_4_the_large_piece_counts_in_both_words() -> None:
    """I-09, I-11, I-13: the row is read onward, the column too, from the same places of the dictionary."""
    play = at(FIGURE_4)
    placement = next(placement for placement in play.view().placements if placement.text == "2,0 L")
    assert placement.points == 6
    assert [(word.down, word.pieces, word.matches) for word in placement.words] == [
        (False, ["SY", "SB", "LB"], [[2, 3, 4]]),
        (True, ["LB", "SY", "SB"], [[1, 2, 3]]),
    ]
    play.act("2,0 L")
    assert play.view().points == [20.5, 21]
    assert play.view().hands[1] == ["MB", "MB"]


def test_figure_5_all_pieces_are_on_the_board_and_blue_wins_by_half_a_point() -> None:
    """I-18, I-21, I-22: one piece of every kind is left in the dictionary, the hands are empty, and both have passed."""
    rows = ["SYSYSYSYMYMYMYMY", "LYLYLYLYSBSBSBSB", "MBMBMBMBLBLBLBLB"]
    play = at(f"SY-LB-SB-MY-MB-LY 0,0:{'/'.join(rows)} -/- 35.5/36 Y place 0")
    assert play.legal() == ["pass"]
    play.act("pass")
    play.act("pass")
    assert play.is_over
    assert play.scores() == [35.5, 36]
    assert len(play.view().board) == 24
    assert play.text().endswith("Blue won with 36 points to 35½.")


class Many:
    """Many games that the first seat starts, played by compiled steps."""

    def __init__(self, seats: int, seed: int) -> None:
        self.game = find("iriri")
        self.start = rules.State.of(self.game.start(seats, self.game.choose({"starter": "first_seat"})))
        self.s = rules.State.new()
        self.random = generator(seed)
        self.out = np.zeros(self.game.widest, dtype=np.int64)
        self.deal()

    def deal(self) -> None:
        copy(self.s, self.start)
        while self.s.phase == rules.TO_DEAL:
            uniform_step(self.s, self.random, self.out)

    def longest_opening(self) -> int:
        """How many pieces can be laid at most."""
        number = self.game.rules.legal(self.s, 0, self.out)
        return max((COUNT[parts(int(action))[2]] for action in self.out[:number]), default=0)

    def play_greedily(self) -> list[int]:
        """To the end, and the phases on the way."""
        phases = []
        while self.s.phase != rules.OVER:
            phases.append(int(self.s.phase))
            policy_step(self.s, self.random, self.out)
        return phases


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize(("seats", "none", "three"), [(2, 0.002, 0.53), (3, 0.029, 0.27), (4, 0.087, 0.16)])
def test_openings_are_as_frequent_as_they_should_be(seats: int, none: float, three: float) -> None:
    """I-03, I-04: no opening in 0.2, 2.9 and 8.7 % of deals, for two seats one of three pieces in 53 %."""
    many = Many(seats, seed=seats)
    longest = []
    for _ in range(10_000):
        many.deal()
        longest.append(many.longest_opening())
    assert longest.count(0) / 10_000 == pytest.approx(none, abs=max(0.0015, none / 8))
    assert longest.count(3) / 10_000 == pytest.approx(three, abs=0.015)


@pytest.mark.slow
@pytest.mark.statistics
def test_greedy_games_of_two_are_as_long_and_as_even_as_they_should_be() -> None:
    """I-21: 15 to 16 turns, 12.4 of them placements, 22 to 23 of 24 pieces placed, 34.9 : 34.0, the first seat wins 57 %."""
    many = Many(2, seed=7)
    turns, placements, placed = list[int](), list[int](), list[int]()
    points = []
    for _ in range(3000):
        many.deal()
        phases = many.play_greedily()
        placements.append(phases.count(rules.TO_PLACE))
        turns.append(placements[-1] + phases.count(rules.TO_PASS))
        placed.append(int((many.s.board >= 0).sum()))
        points.append(many.s.points[:2] / 2)
    assert 15 < np.mean(turns) < 16
    assert np.mean(placements) == pytest.approx(12.4, abs=0.3)
    assert 22 < np.mean(placed) < 23.5
    assert np.mean(points, axis=0) == pytest.approx([34.9, 34.0], abs=0.8)
    assert np.mean([first > second for first, second in points]) == pytest.approx(0.57, abs=0.03)
