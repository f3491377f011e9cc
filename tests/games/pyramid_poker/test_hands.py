"""Hand ranking against two evaluators that others wrote, and the names and scores that come from the same list."""

from itertools import combinations

import numpy as np
import phevaluator
import pytest
import treys

from pyramidion.games.pyramid_poker import hands, names
from pyramidion.games.pyramid_poker.cards import set_of
from pyramidion.games.pyramid_poker.position import parse_block
from tests.games.pyramid_poker import twin

NUMBER_OF_HANDS = 2_598_960
FREQUENCIES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]


def strength(text: str, wheel: int = 1) -> int:
    return int(hands.strength(set_of([block for card in text.split() if (block := parse_block(card)) is not None]), wheel))


def name(text: str, wheel: int = 1) -> str:
    return names.hand(strength(text, wheel))


@pytest.fixture(scope="module")
def every_hand() -> np.ndarray:
    flat = (card for hand in combinations(range(52), 5) for card in hand)
    return np.fromiter(flat, dtype=np.int8, count=5 * NUMBER_OF_HANDS).reshape(-1, 5)


@pytest.fixture(scope="module")
def strengths(every_hand: np.ndarray) -> np.ndarray:
    out = np.zeros(len(every_hand), dtype=np.int16)
    hands.strengths(every_hand, out, 1)
    return out


def compare_with(ranks: np.ndarray, strengths: np.ndarray) -> None:
    """Their ranks go from 1, a royal flush, to 7462; ours have two gaps, for A-5-4-3-2 where it is no straight."""
    ours = np.unique(strengths, return_inverse=True)[1]
    assert np.array_equal(7462 - ranks, ours)


@pytest.mark.slow
@pytest.mark.statistics
def test_all_hands_compare_as_treys_says(every_hand: np.ndarray, strengths: np.ndarray) -> None:
    """P-16"""
    cards = [treys.Card.new(rank + suit) for suit in "cdhs" for rank in "23456789TJQKA"]
    five = treys.Evaluator()._five
    theirs = (five([cards[card] for card in hand]) for hand in every_hand.tolist())
    compare_with(np.fromiter(theirs, dtype=np.int64, count=NUMBER_OF_HANDS), strengths)


@pytest.mark.slow
@pytest.mark.statistics
def test_all_hands_compare_as_phevaluator_says(every_hand: np.ndarray, strengths: np.ndarray) -> None:
    """P-16"""
    cards = [4 * (card % 13) + card // 13 for card in range(52)]
    theirs = (phevaluator.evaluate_cards(*[cards[card] for card in hand]) for hand in every_hand.tolist())
    compare_with(np.fromiter(theirs, dtype=np.int64, count=NUMBER_OF_HANDS), strengths)


@pytest.mark.slow
@pytest.mark.statistics
def test_every_category_is_as_frequent_as_the_books_say(strengths: np.ndarray) -> None:
    categories = np.array([kind.category for kind in hands.KINDS])[strengths]
    assert np.bincount(categories).tolist() == FREQUENCIES


@pytest.mark.slow
@pytest.mark.statistics
def test_without_the_wheel_only_hands_of_a_5_4_3_2_change(every_hand: np.ndarray, strengths: np.ndarray) -> None:
    """P-16"""
    without = np.zeros_like(strengths)
    hands.strengths(every_hand, without, 0)
    changed = every_hand[strengths != without]
    assert len(changed) == 4**5
    assert {tuple(sorted(hand % 13)) for hand in changed} == {(0, 1, 2, 3, 12)}
    assert set(without[strengths != without].tolist()) == {hands.ACE_FIVE_HIGH, hands.ACE_FIVE_FLUSH}


def test_some_hands_compare_as_counting_says() -> None:
    dice = np.random.default_rng(7)
    drawn = [dice.choice(52, 5, replace=False) for _ in range(300)]
    texts = [[twin.DECK[card] for card in hand] for hand in drawn]
    for wheel in (0, 1):
        out = np.zeros(len(drawn), dtype=np.int16)
        hands.strengths(np.array(drawn, dtype=np.int8), out, wheel)
        slow = [twin.strength(hand, bool(wheel)) for hand in texts]
        assert sorted(range(300), key=lambda i: (out[i], i)) == sorted(range(300), key=lambda i: (slow[i], i))


def test_one_hand_and_many_have_the_same_strength() -> None:
    dice = np.random.default_rng(8)
    drawn = np.array([dice.choice(52, 5, replace=False) for _ in range(300)], dtype=np.int8)
    out = np.zeros(len(drawn), dtype=np.int16)
    hands.strengths(drawn, out, 1)
    assert out.tolist() == [hands.strength(set_of([int(card) for card in hand]), 1) for hand in drawn]


def test_no_two_hands_of_different_ranks_have_the_same_sum() -> None:
    ranks = {tuple(sorted(kind.ranks)) for kind in hands.KINDS}
    assert len(ranks) == len({sum(hands.WEIGHTS[rank] for rank in five) for five in ranks}) == 6175


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("Ah Kh Qh Jh Th", "Royal flush"),
        ("9c 8c 7c 6c 5c", "Straight flush, nine high"),
        ("Ad 2d 3d 4d 5d", "Straight flush, five high"),
        ("7c 7d 7h 7s 2c", "Four of a kind, sevens"),
        ("Kc 4d Kh 4s Ks", "Full house, kings over fours"),
        ("6c 6d 6h Ts Tc", "Full house, sixes over tens"),
        ("Kc 4c Jc 9c 2c", "Flush, king high"),
        ("As 2d 3d 4d 5d", "Straight, five high"),
        ("As Kd Qd Jd Td", "Straight, ace high"),
        ("Qs Qd Qh 2d 9d", "Three of a kind, queens"),
        ("As Td 3h Tc Ad", "Two pair, aces and tens"),
        ("8s 8d 3h Tc Ad", "Pair of eights"),
        ("8s Jd 3h Tc 2d", "Jack high"),
    ],
)
def test_hands_have_names(cards: str, called: str) -> None:
    assert name(cards) == called


def test_without_the_wheel_it_is_the_lowest_ace_high() -> None:
    """P-16: and no straight goes round the corner."""
    assert name("As 2d 3d 4d 5d", wheel=0) == "Ace high"
    assert name("Ad 2d 3d 4d 5d", wheel=0) == "Flush, ace high"
    assert strength("Kc Qd Jh Ts 8c", 0) < strength("As 2d 3d 4d 5d", 0) < strength("As 6d 4h 3c 2d", 0)
    assert name("Ks As 2d 3d 4d") == "Ace high"


def test_the_wheel_is_the_lowest_straight() -> None:
    """P-16"""
    assert strength("As Ad Ah Kc Qd") < strength("As 2d 3d 4d 5d") < strength("2s 3d 4d 5d 6h")


def test_suits_never_break_ties() -> None:
    """P-16, P-17"""
    assert strength("Ac Kc 9c 5c 2c") == strength("As Ks 9s 5s 2s")


@pytest.mark.parametrize(
    ("cards", "score"),
    [
        ("Ah Kh Qh Jh Th", 5),
        ("9c 8c 7c 6c 5c", 4),
        ("Ad 2d 3d 4d 5d", 4),
        ("7c 7d 7h 7s 2c", 3),
        ("Kc 4d Kh 4s Ks", 2),
        ("Kc 4c Jc 9c 2c", 1),
        ("As 2d 3d 4d 5d", 1),
        ("Qs Qd Qh 2d 9d", 0),
        ("As Td 3h Tc Ad", 0),
        ("8s 8d 3h Tc Ad", 0),
        ("8s Jd 3h Tc 2d", -1),
    ],
)
def test_a_hand_scores_its_best_line_only(cards: str, score: int) -> None:
    """P-20, P-22: royal 5, wheel straight 1; a straight flush is not a straight and a flush as well."""
    assert hands.POINTS[strength(cards)] == score


def test_the_deciding_card_is_named() -> None:
    assert names.deciding_card(strength("8s 8d Kh Tc 2d"), strength("8c 8h Kd 9c 5d")) == "ten"
    assert names.deciding_card(strength("8s 8d Kh Tc 2d"), strength("7c 7h Kd 9c 5d")) == ""
