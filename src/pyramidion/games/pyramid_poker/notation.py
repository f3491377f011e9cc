"""Pyramid Poker as text: actions such as `place c2`, `take a7`, `put left`, `draw Kh`. Positions are in position.py.

A place is a column and a row: a1 … h1 are the foundation, a block on c2 stands on c1 and d1, and a8 is the top. A card is
its rank (2 … 9 T J Q K A) and its suit (c d h s); the two jokers are `joker`.
"""

from pyramidion.game import NotAnAction
from pyramidion.games.pyramid_poker import rules
from pyramidion.games.pyramid_poker.cards import JOKER
from pyramidion.games.pyramid_poker.position import PHASES, block_text, dump, load, parse_block, parse_place, place_text
from pyramidion.games.pyramid_poker.rules import BLOCK, CHOOSE, NEXT, PLACE, PUT, START, TAKE, TUT_TUT, State

__all__ = ["HANDS", "dump", "encode", "load", "parse"]

HANDS = ("left", "centre", "right")
_HAND_WORDS = {"left": 0, "1": 0, "centre": 1, "center": 1, "middle": 1, "2": 1, "right": 2, "3": 2}
_EXAMPLES = "write place c2, take a7, add left, choose Kh or tut tut"


def encode(s: State, action: int) -> str:
    """The text of an action in this position."""
    if action >= BLOCK:
        return f"{'turn' if s.phase == rules.TO_TURN else 'draw'} {block_text(action - BLOCK)}"
    if action >= START:
        return "next round" if action == NEXT else f"start {action - START}"
    if action >= CHOOSE:
        return f"choose {block_text(action - CHOOSE)}"
    if action >= PUT:
        return f"put {HANDS[action - PUT]}"
    if action >= TAKE:
        return f"take {place_text(action - TAKE)}"
    if action >= PLACE:
        return f"place {place_text(action - PLACE)}"
    return "tut tut"


def parse(s: State, text: str) -> int:
    """The action of a text in this position; the verb may be left out where the position has only one."""
    words = " ".join(text.lower().split())
    if words in ("tut tut", "tut-tut", "next round"):
        return NEXT if words == "next round" else TUT_TUT
    if words in ("start 0", "start 1"):
        return START + int(words[-1])
    verb, _, noun = words.rpartition(" ")
    action = _parse_noun(verb or PHASES[int(s.phase)], noun)
    if action is None:
        raise NotAnAction(f"{text!r} isn't a move in Pyramid Poker: {_EXAMPLES}")
    return action


def _parse_noun(verb: str, noun: str) -> int | None:
    if verb in ("place", "take"):
        place = parse_place(noun)
        return None if place is None else (PLACE if verb == "place" else TAKE) + place
    if verb in ("put", "add", "hand"):
        return PUT + _HAND_WORDS[noun] if noun in _HAND_WORDS else None
    if verb in ("draw", "turn", "choose"):
        block = parse_block(noun)
        if block is None or (block == JOKER and verb == "choose"):
            return None
        return (CHOOSE if verb == "choose" else BLOCK) + block
    return None
