"""How a sensible player plays out a round: cards go where they make pairs, or keep a suit together."""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.playout import uniform_step
from pyramidion.engine.random import below
from pyramidion.games.pyramid_poker.rules import TO_PUT, put, roomy

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.random import Random
    from pyramidion.games.pyramid_poker.rules import State

RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four cards of one rank
SUIT = (1 << 13) - 1


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
