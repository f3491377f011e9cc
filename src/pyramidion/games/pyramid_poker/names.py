"""What people call cards, hands and seats."""

from pyramidion.engine.record import UNKNOWN
from pyramidion.games.pyramid_poker import hands
from pyramidion.games.pyramid_poker.cards import JOKER
from pyramidion.games.pyramid_poker.hands import KINDS

SEATS = ("Lotus", "Papyrus")
_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SIGNS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS = "♣♦♥♠"
_HANDS = {
    hands.HIGH_CARD: "{one} high",
    hands.PAIR: "pair of {ones}",
    hands.TWO_PAIR: "two pair, {ones} and {others}",
    hands.TRIPS: "three of a kind, {ones}",
    hands.STRAIGHT: "straight, {one} high",
    hands.FLUSH: "flush, {one} high",
    hands.FULL_HOUSE: "full house, {ones} over {others}",
    hands.QUADS: "four of a kind, {ones}",
    hands.STRAIGHT_FLUSH: "straight flush, {one} high",
    hands.ROYAL_FLUSH: "royal flush",
}


def card(block: int) -> str:
    """A block as it is shown: K♥, 10♦, Jok; a back is a question mark."""
    if block in (UNKNOWN, JOKER):
        return "?" if block == UNKNOWN else "Jok"
    return _SIGNS[block % 13] + _SUITS[block // 13]


def spoken(block: int) -> str:
    """A block inside a sentence."""
    return "a joker" if block == JOKER else "a block" if block == UNKNOWN else card(block)


def hand(strength: int) -> str:
    """A hand by its strength: Full house, kings over fours."""
    category, ranks = KINDS[strength]
    one, other = list(dict.fromkeys(ranks))[:2]
    name = _HANDS[category].format(one=_RANKS[one], ones=_many(one), others=_many(other))
    return name[0].upper() + name[1:]


def deciding_card(strength: int, weaker: int) -> str:
    """The rank that makes the stronger of two hands of the same name win; nothing if their names differ, or nobody wins."""
    if strength <= weaker or hand(strength) != hand(weaker):
        return ""
    pairs = zip(KINDS[strength].ranks, KINDS[weaker].ranks, strict=True)
    return _RANKS[next(own for own, other in pairs if own != other)]


def _many(rank: int) -> str:
    return _RANKS[rank] + ("es" if _RANKS[rank] == "six" else "s")
