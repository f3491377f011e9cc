"""How a sensible player plays out a round: cards go where they make pairs, or keep a suit together."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below
from pyramidion.games.pyramid_poker.hands import strength
from pyramidion.games.pyramid_poker.rules import HAND, TO_PUT, TO_TURN, put, roomy

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.pyramid_poker.rules import State

RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four cards of one rank
SUIT = (1 << 13) - 1
FLUSHES = 350  # about where they begin among the strengths of hands
JOKER_WORTH = 60  # the best of three cards


@compiled
def policy_step(s: "State", random: "Random", out: "Numbers") -> int:
    """One action of a sensible game; 0 and no action when it is over."""
    if s.phase != TO_PUT:
        return uniform_step(s, random, out)
    put(s, fitting_hand(s, random))
    return 1


@compiled
def fitting_hand(s: "State", random: "Random") -> int:
    """The hand that the card makes most of; of equal ones any."""
    best, most, ties = 0, -1, 0
    room = roomy(s)
    for hand in range(3):
        if room >> hand & 1:
            fit = fit_of(int(s.hands[int(s.seat), hand]), int(s.block))
            if fit > most:
                best, most, ties = hand, fit, 1
            elif fit == most:
                ties += 1
                if below(random, ties) == 0:
                    best = hand
    return best


@compiled
def fit_of(cards: int, card: int) -> int:
    """Pairs count most; then a hand all of one suit; then an empty hand."""
    twins = bits.count(cards & RANK << card % 13)
    suited = bits.count(cards & SUIT << card // 13 * 13)
    held = bits.count(cards)
    if twins:
        return 20 + 10 * twins
    if held and suited == held:
        return 5 + 5 * held
    return 8 if held == 0 else 0


@compiled
def evaluate(s: "State", seat: int) -> int:
    """What one's three hands are worth now, with the block that is about to be put into the best of them."""
    total = 0
    for hand in range(3):
        total += worth_of_hand(s, int(s.hands[seat, hand]))
    if s.seat != seat:
        return total
    if s.phase == TO_TURN:
        return total + JOKER_WORTH
    return total + best_gain(s) if s.phase == TO_PUT else total


@compiled
def best_gain(s: "State") -> int:
    """What the block in hand adds, in the hand where it adds most."""
    seat, card = int(s.seat), 1 << int(s.block)
    room, most = roomy(s), -FLUSHES
    for hand in range(3):
        if room >> hand & 1:
            cards = int(s.hands[seat, hand])
            most = max(most, worth_of_hand(s, cards | card) - worth_of_hand(s, cards))
    return most


@compiled
def worth_of_hand(s: "State", cards: int) -> int:
    """Five cards count by their strength, fewer by the pairs in them or as part of a flush, on about the same scale."""
    held = bits.count(cards)
    if held == HAND:
        return strength(cards, int(s.wheel)) // 20
    pairs, suited = 0, False
    for rank in range(13):
        alike = bits.count(cards & RANK << rank)
        pairs += alike * (alike - 1) // 2
    for suit in range(4):
        suited |= held > 1 and bits.count(cards & SUIT << 13 * suit) == held
    return max(80 * pairs, FLUSHES * held // HAND // 2 if suited else 0)
