"""What people call cards, hands and seats."""

from collections import Counter

from pyramidion.engine.record import UNKNOWN
from pyramidion.games.pyramid_poker import hands
from pyramidion.games.pyramid_poker.cards import JOKER
from pyramidion.games.pyramid_poker.hands import KINDS

SEATS = ("Lotus", "Papyrus")
_RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SIGNS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS = "♣♦♥♠"
_SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_GROWING = {(2,): hands.PAIR, (2, 2): hands.TWO_PAIR, (3,): hands.TRIPS, (4,): hands.QUADS}  # ranks held more than once
_TELLING = 3  # so many cards of one suit are worth a word
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


def growing(cards: list[int]) -> str:
    """What one to four cards are so far: Pair of kings; King high, all hearts."""
    times = Counter(card % 13 for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = tuple(times[rank] for rank in ranks if times[rank] > 1)
    name = _HANDS[_GROWING.get(shape, hands.HIGH_CARD)].format(
        one=_RANKS[ranks[0]], ones=_many(ranks[0]), others=_many(ranks[-1])
    )
    suits = {card // 13 for card in cards}
    suited = f", all {_SUIT_NAMES[suits.pop()]}" if len(suits) == 1 and len(cards) >= _TELLING else ""
    return name[0].upper() + name[1:] + suited


def deciding_card(strength: int, weaker: int) -> str:
    """The rank that makes the stronger of two hands of the same name win; nothing if their names differ, or nobody wins."""
    if strength <= weaker or hand(strength) != hand(weaker):
        return ""
    pairs = zip(KINDS[strength].ranks, KINDS[weaker].ranks, strict=True)
    return _RANKS[next(own for own, other in pairs if own != other)]


def _many(rank: int) -> str:
    return _RANKS[rank] + ("es" if _RANKS[rank] == "six" else "s")
