"""Egyptian War as text: actions such as `turn`, `slap`, `7h`, `guess 2`, `start 1`, and positions on one line.

A card is its rank (`A 2 … 9 T J Q K`) and its suit (`s h d c`); `5?` are five cards that nobody has seen. A position has
nine fields, and a tenth where chance says who starts:

    26?/26? - 0 - - - - 0 -                      two seats, and the first one starts
    7hKs22?/25? (1?)9cQh 1 0:2 0 1/-/- - 5 -      seat 0 played a queen: seat 1, which has burned a card, has two chances
    -/- - - - - - - 0 - - starter=random          before chance has said who starts
    26?/26? - 1 - - - - 0 - 1 starter=random      seat 1 does

- the decks of all seats, top card first (`-` is no card), and the pile, bottom card first, with burned cards in brackets
- the turn: `1` seat 1 plays; `1?` it is turning a card that nobody knows; `1!0` time to slap before seat 0 takes the pile;
  `0#` the game is over; `-` nobody has started
- the challenge, as challenger and chances left (`0:2`), and who played the last card of this pile
- the locks: seats that may not slap this card / the next one / until the pile is taken, as in `02/-/2`
- the tries of each seat, as in `0/2`: false slaps since it has no cards, where their number is limited
- the cards turned so far
- the memory for repetitions: piles taken since the last slap, as in `3`, with the state remembered, as in `9:4611686018427`
- where chance says who starts: the seat that did, or `-` before that
"""

import re
from collections.abc import Iterable

from pyramidion.engine.record import UNKNOWN
from pyramidion.game import BadPosition, NotAnAction
from pyramidion.games.egyptian_war import flow, rules
from pyramidion.games.egyptian_war.cards import CHANCES, KINDS, patterns
from pyramidion.games.egyptian_war.flow import NOBODY
from pyramidion.games.egyptian_war.repetition import EARLY, MOST_FINGERPRINT
from pyramidion.games.egyptian_war.rules import FACE, GUESS, SLAP, START, TAKE, TIE, TIME, TURN, State

RANKS = "A23456789TJQK"
SUITS = "shdc"
_WORDS = {TURN: "turn", SLAP: "slap", TAKE: "take", TIE: "tie", TIME: "time"}
_ACTIONS = {word: action for action, word in _WORDS.items()}
_SIGNS = str.maketrans("♠♥♦♣", SUITS)
_FIELDS = "decks, pile, turn, challenge, last, locks, tries, cards, memory"
_NOT_STARTED = ["-", "-", "-", "-", "-", "-", "0", "-", "-"]  # all fields but the decks, before chance says who starts


def encode(s: State, action: int) -> str:
    """The text of an action."""
    if action >= START:
        return f"start {action - START}"
    if action >= GUESS:
        return f"guess {action - GUESS}"
    return _WORDS.get(action) or card_text(action - FACE)


def card_text(card: int) -> str:
    return RANKS[card >> 2] + SUITS[card & 3]


def parse(s: State, text: str) -> int:
    """The action of a text."""
    words = text.strip().lower().translate(_SIGNS)
    if words in _ACTIONS:
        return _ACTIONS[words]
    if guess := re.fullmatch(r"guess ([0-7])", words):
        return GUESS + int(guess[1])
    if start := re.fullmatch(r"start ([0-7])", words):
        return START + int(start[1])
    card = re.fullmatch(r"(10|[a2-9tjqk])([shdc])", words)
    if not card:
        raise NotAnAction(f"{text!r} isn't a move in Egyptian War: write turn or slap")
    rank = "T" if card[1] == "10" else card[1].upper()
    return FACE + RANKS.index(rank) * 4 + SUITS.index(card[2])


def dump(s: State) -> str:
    """A position as one line of text."""
    seats, height, burned = int(s.seats), int(s.height), int(s.burned)
    decks = "/".join(_dump_cards(s.deck[seat][: s.held[seat]][::-1]) or "-" for seat in range(seats))
    beneath = f"({_dump_cards(s.pile[:burned])})" if burned else ""
    pile = beneath + _dump_cards(s.pile[burned:height]) or "-"
    turn = "-" if s.phase == flow.TO_START else f"{s.turn}{('#', '', '?', f'!{s.owed}')[int(s.phase)]}"
    challenge = "-" if s.challenger == NOBODY else f"{s.challenger}:{s.chances}"
    last = "-" if s.last == NOBODY else str(s.last)
    locks = "/".join(_dump_seats(int(lock)) for lock in (s.locked, s.locked_on, s.locked_out))
    tries = "/".join(str(n) for n in s.tries[:seats]) if s.tries.any() else "-"
    locks = "-" if locks == "-/-/-" else locks
    starter = "" if not s.by_lot else " -" if s.starter == UNKNOWN else f" {s.starter}"
    return f"{decks} {pile} {turn} {challenge} {last} {locks} {tries} {s.played} {_dump_memory(s)}{starter}"


def _dump_cards(cards: Iterable[int]) -> str:
    text = "".join("?" if card == UNKNOWN else card_text(int(card)) for card in cards)
    return re.sub(r"\?+", lambda run: f"{len(run[0])}?", text)


def _dump_seats(seats: int) -> str:
    return "".join(str(seat) for seat in range(8) if seats >> seat & 1) or "-"


def _dump_memory(s: State) -> str:
    if s.remembered == UNKNOWN:
        return str(s.quiet) if s.quiet else "-"
    return f"{s.quiet}:{s.remembered}"


def load(s: State, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = text.split()
    if s.by_lot:
        fields = _load_starter(s, fields)
        if s.starter == UNKNOWN:
            return
    if len(fields) != 9:
        raise BadPosition(f"a position of Egyptian War has nine fields ({_FIELDS}), not {len(fields)}")
    decks, pile, turn, challenge, last, locks, tries, played, memory = fields
    _load_decks(s, decks)
    _load_pile(s, pile)
    _count_unseen(s)
    s.played = _number(played, rules.MOST_PLAYED, "cards turned")
    s.last = NOBODY if last == "-" else _seat(s, last)
    _load_turn(s, turn)
    _load_challenge(s, challenge)
    _load_locks(s, locks)
    _load_tries(s, tries)
    _load_memory(s, memory)
    _refuse_what_cannot_be(s)
    s.pattern = patterns(s)


def _load_starter(s: State, fields: list[str]) -> list[str]:
    """The fields without the tenth, who started; before that is known there is nothing else to say."""
    if len(fields) != 10:
        raise BadPosition(f"with starter=random a position has a tenth field, who started, or -; not {len(fields)} fields")
    if fields[9] == "-":
        if fields[0] != "/".join("-" * int(s.seats)) or fields[1:] != _NOT_STARTED:
            raise BadPosition("before the game starts no card is dealt: -/- - - - - - - 0 - -")
    else:
        s.starter = _seat(s, fields[9])
    return fields[:9]


def _load_cards(text: str) -> list[int]:
    """The cards of a deck or of the pile."""
    if not re.fullmatch(r"(\d{1,3}\?|[A2-9TJQK][shdc])*", text):
        raise BadPosition(f"{text!r}: cards are written as in 7hKs20? (rank and suit; 20 cards that nobody has seen)")
    cards: list[int] = []
    for unseen, rank, suit in re.findall(r"(\d+)\?|(.)(.)", text):
        cards += [UNKNOWN] * int(unseen) if unseen else [RANKS.index(rank) * 4 + SUITS.index(suit)]
    if len(cards) > rules.MOST_CARDS:
        raise BadPosition(f"{text!r} has {len(cards)} cards, which is too many")
    return cards


def _load_decks(s: State, text: str) -> None:
    decks = [_load_cards("" if deck == "-" else deck) for deck in text.split("/")]
    if len(decks) != s.seats:
        raise BadPosition(f"there are {len(decks)} decks for {s.seats} seats")
    s.deck[:] = UNKNOWN
    for seat, deck in enumerate(decks):
        s.held[seat] = len(deck)
        s.deck[seat][: len(deck)] = deck[::-1]


def _load_pile(s: State, text: str) -> None:
    parts = re.fullmatch(r"-|(?:\(([^()]+)\))?([^()]*)", text)
    if not parts:
        raise BadPosition(f"{text!r}: the pile is its burned cards in brackets and its open cards, or -")
    beneath, on_top = _load_cards(parts[1] or ""), _load_cards(parts[2] or "")
    if UNKNOWN in on_top:
        raise BadPosition(f"{text!r}: only burned cards of the pile can be unknown")
    cards = beneath + on_top
    if int(s.held.astype(int).sum()) + len(cards) > s.pack:
        raise BadPosition(f"there are more than {s.pack} cards in the decks and the pile")
    s.pile[:] = UNKNOWN
    s.pile[: len(cards)] = cards
    s.height, s.burned = len(cards), len(beneath)


def _count_unseen(s: State) -> None:
    """Which faces are still to come."""
    packs = int(s.pack) // KINDS
    known = [int(card) for card in (*s.deck.ravel(), *s.pile) if card != UNKNOWN]
    left = [packs - known.count(kind) for kind in range(KINDS)]
    if min(left) < 0:
        raise BadPosition(f"there are too many {card_text(left.index(min(left)))}")
    s.unseen = sum(1 << kind for kind in range(KINDS) if left[kind])
    s.twice = sum(1 << kind for kind in range(KINDS) if left[kind] == 2)


def _number(text: str, most: int, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) > most:
        raise BadPosition(f"{text!r}: the number of {what} is 0 to {most}")
    return int(text)


def _seat(s: State, text: str) -> int:
    if not re.fullmatch(r"[0-7]", text) or int(text) >= s.seats:
        raise BadPosition(f"{text!r} isn't a seat: seats are 0 to {s.seats - 1}")
    return int(text)


def _load_turn(s: State, text: str) -> None:
    parts = re.fullmatch(r"(\d)(?:(\?)|(#)|!(\d))?", text)
    if not parts:
        raise BadPosition(f"{text!r}: the turn is written 1, 1?, 1!0 or 0#")
    s.turn = _seat(s, parts[1])
    s.owed = _seat(s, parts[4]) if parts[4] else NOBODY
    s.phase = flow.DRAW if parts[2] else flow.OVER if parts[3] else flow.WINDOW if parts[4] else flow.PLAY


def _load_challenge(s: State, text: str) -> None:
    if text == "-":
        return
    parts = re.fullmatch(r"(\d):([0-4])", text)
    if not parts:
        raise BadPosition(f"{text!r}: a challenge is written 0:2 (challenger and chances left), or -")
    s.challenger, s.chances = _seat(s, parts[1]), int(parts[2])


def _load_locks(s: State, text: str) -> None:
    locks = ["-"] * 3 if text == "-" else text.split("/")
    if len(locks) != 3:
        raise BadPosition(f"{text!r}: locks are written 02/-/2 (for this card / the next / until the pile is taken), or -")
    s.locked, s.locked_on, s.locked_out = (sum(1 << seat for seat in _seats(s, lock)) for lock in locks)


def _seats(s: State, text: str) -> set[int]:
    return set() if text == "-" else {_seat(s, digit) for digit in text}


def _load_tries(s: State, text: str) -> None:
    if text == "-":
        return
    most = max(int(s.slap_in) - 1, 0)
    tries = [_number(number, most, "tries") for number in text.split("/")]
    if len(tries) != s.seats or any(number and s.held[seat] for seat, number in enumerate(tries)):
        raise BadPosition(f"{text!r}: tries are a number for each of the {s.seats} seats, 0 for those with cards")
    s.tries[: len(tries)] = tries


def _load_memory(s: State, text: str) -> None:
    quiet, _, remembered = ("0" if text == "-" else text).partition(":")
    s.quiet = _number(quiet, rules.MOST_PLAYED, "piles taken since the last slap")
    if bool(remembered) != (s.quiet >= EARLY) or (":" in text and not remembered):
        raise BadPosition(f"{text!r}: a state is remembered only from {EARLY} piles without a slap, as in 9:4611686")
    if remembered:
        s.remembered = _number(remembered, MOST_FINGERPRINT, "a remembered state")


def _refuse_what_cannot_be(s: State) -> None:
    turning = s.phase == flow.DRAW
    cards = int(s.held.astype(int).sum()) + int(s.height) + turning
    if cards != s.pack:
        raise BadPosition(f"there are {cards} cards, not {s.pack}")
    open_cards = int(s.height) - int(s.burned)
    if open_cards > s.played or (s.last == NOBODY) != (open_cards == 0):
        raise BadPosition("the last seat to play and the cards turned do not fit the open cards of the pile")
    if s.phase == flow.OVER:
        _refuse_end(s)
    elif s.phase == flow.PLAY and (s.held[s.turn] == 0 or s.held[s.turn] == s.pack):
        raise BadPosition(f"it can't be seat {s.turn}'s turn with {s.held[s.turn]} cards")
    _refuse_challenge(s)
    before = int(s.played) - open_cards
    if s.phase != flow.OVER and before >= s.limit:
        raise BadPosition(f"the game was over after {s.limit} cards")
    if s.quiet > before:
        raise BadPosition(f"{s.quiet} piles can't have been taken with {before} cards")


def _refuse_end(s: State) -> None:
    if s.height or s.played == 0:
        raise BadPosition("a game ends only when a pile has just been taken")


def _refuse_challenge(s: State) -> None:
    if s.challenger == NOBODY:
        return
    if s.height == s.burned or not any(CHANCES[int(card) >> 2] for card in s.pile[s.burned : s.height]):
        raise BadPosition("there is no face card in the pile that could be a challenge")
    if s.phase in (flow.PLAY, flow.DRAW) and (s.chances == 0 or s.turn == s.challenger):
        raise BadPosition("the challenged seat must differ from the challenger and have chances left")
    if s.phase == flow.WINDOW and s.owed != s.challenger:
        raise BadPosition("after a challenge the pile is owed to the challenger")
