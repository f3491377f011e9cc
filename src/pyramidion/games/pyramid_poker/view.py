"""Pyramid Poker for people: the view that pages draw, the table as text, what happened in words, and why not something."""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec
import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.record import UNKNOWN
from pyramidion.game import Hidden
from pyramidion.games.pyramid_poker import names, rules
from pyramidion.games.pyramid_poker import sheet as sheets
from pyramidion.games.pyramid_poker.cards import BLOCKS, JOKER, members
from pyramidion.games.pyramid_poker.hands import strength
from pyramidion.games.pyramid_poker.names import SEATS
from pyramidion.games.pyramid_poker.notation import HANDS, encode
from pyramidion.games.pyramid_poker.position import PHASES, gone, place_text
from pyramidion.games.pyramid_poker.pyramid import PLACES, PYRAMID, ROWS, free_blocks, open_places
from pyramidion.games.pyramid_poker.rules import BLOCK, BUILT, CHOOSE, HAND, NEXT, PLACE, PUT, START, TAKE, TUT_TUT, State
from pyramidion.games.pyramid_poker.sheet import Sheet
from pyramidion.wording import counted, listed

_NOW = {
    rules.TO_SAY: 'say "Tut Tut" first to go first (P-02)',
    rules.TO_PLACE: "place your block first (P-03)",
    rules.TO_TAKE: "take a block from the pyramid first",
    rules.TO_CHOOSE: "choose one of the three blocks first (P-12)",
    rules.TO_PUT: "add your block to a hand first (P-09, P-10)",
}


class Place(msgspec.Struct, frozen=True):
    """One of the 36 places of the pyramid."""

    name: str  # a1 … a8
    row: int  # 0 is the foundation
    column: int
    faces: int | None  # the seat that the block there faces; nobody if there is none
    face: str | None  # what is on it, if these eyes know
    is_open: bool  # whether a block can be placed here
    is_free: bool  # whether the block here has none on top


class Hand(msgspec.Struct, frozen=True):
    """A hand of up to five cards."""

    cards: list[str]
    name: str  # of a full hand
    so_far: str  # what a hand that is still growing is by now


class Move(msgspec.Struct, frozen=True):
    """A legal action."""

    action: int
    text: str
    place: str | None  # where it places or takes
    hand: int | None  # where it puts the card
    card: str | None  # what it chooses
    makes: str | None  # what the hand is then
    does: str  # in words


class View(msgspec.Struct, frozen=True):
    """A position of Pyramid Poker."""

    phase: str  # start, say (Tut Tut), draw, place, take, turn, choose, put, scored, over
    seat: int  # who acts
    starter: int  # who placed the first block of this round
    round: int
    points: list[int]
    target: int  # the points that end the match; 0 if it is one round
    advanced: bool  # the scoring
    places: list[Place]
    supply: list[int]  # blocks that each seat has still to draw and place
    block: str | None  # the block that is being placed or put; nothing if there is none, or these eyes don't see it
    turned: list[str]  # blocks turned up for a joker
    hands: list[list[Hand]]
    gone: list[str]  # blocks that have left the game
    unused: int  # blocks set aside, which nobody sees
    moves: list[Move]
    sheet: Sheet | None  # of this round, when it is over
    previous: Sheet | None  # of the round before
    winner: int | None  # of the match, when it is over


def view(o: State) -> View:
    """What these eyes see."""
    return msgspec.structs.replace(brief(o), moves=_moves(o))


def for_actors(o: State) -> dict[str, object]:
    """What may be done."""
    return {"moves": _moves(o)}


def brief(o: State) -> View:
    """What these eyes see but for what may be done."""
    over = o.phase == rules.OVER
    points: list[int] = o.points.tolist()
    supplies = [supply(o, seat) for seat in (0, 1)]
    return View(
        phase=PHASES[int(o.phase)],
        seat=int(o.seat),
        starter=int(o.starter),
        round=int(o.rounds),
        points=points,
        target=int(o.target),
        advanced=bool(o.advanced),
        places=_places(o),
        supply=supplies,
        block=_shown(int(o.block)),
        turned=[names.card(block) for block in members(int(o.turned))],
        hands=_all_hands(o),
        gone=[names.card(block) for block in members(gone(o))],
        unused=unused(o, sum(supplies)),
        moves=[],
        sheet=sheets.sheet(o, o.hands) if o.phase in (rules.OVER, rules.SCORED) else None,
        previous=sheets.sheet(o, o.previous) if o.rounds > 1 else None,
        winner=points.index(max(points)) if over and points[0] != points[1] else None,
    )


def _all_hands(o: State) -> list[list[Hand]]:
    return _hands_of(o.hands.tobytes(), int(o.wheel))


@lru_cache(maxsize=1024)
def _hands_of(hands: bytes, wheel: int) -> list[list[Hand]]:
    """All hands. Most moves leave them as they were: they are described when they change, once for all eyes."""
    sets = np.frombuffer(hands, dtype=np.int64).reshape(2, -1).tolist()
    return [[_hand(cards, wheel) for cards in hands_of_seat] for hands_of_seat in sets]


def hidden(o: State) -> list[Hidden]:
    """The blocks in the pyramid and the one that is being placed: only whoever they face sees them."""
    standing, facing, faces = int(o.standing), int(o.facing), o.face.tolist()
    blocks = [
        Hidden(facing >> place & 1, f"block at {place_text(place)}", _shown(faces[place]))
        for place in PLACES
        if standing >> place & 1
    ]
    if o.phase == rules.TO_PLACE:
        blocks.append(Hidden(int(o.seat), "block being placed", _shown(int(o.block))))
    return blocks


def _shown(block: int) -> str | None:
    return None if block == UNKNOWN else names.card(block)


def _places(o: State) -> list[Place]:
    is_built = o.phase in (rules.TO_DRAW, rules.TO_PLACE)
    return _places_of(int(o.standing), int(o.facing), o.face.tobytes(), is_built)


@lru_cache(maxsize=1024)
def _places_of(standing: int, facing: int, seen: bytes, is_built: bool) -> list[Place]:
    """All places, described when they change, as the hands are."""
    is_open = open_places(standing) if is_built else 0
    is_free, faces = free_blocks(standing), np.frombuffer(seen, dtype=np.int8).tolist()
    return [
        _place(place, facing >> place & 1, faces[place], is_free >> place & 1)
        if standing >> place & 1
        else _empty_place(place, is_open >> place & 1)
        for place in PLACES
    ]


@cache
def _place(place: int, faces: int, block: int, is_free: int) -> Place:
    """A place where a block stands."""
    row, column = divmod(place, ROWS)
    return Place(place_text(place), row, column, faces, _shown(block), is_open=False, is_free=bool(is_free))


@cache
def _empty_place(place: int, is_open: int) -> Place:
    row, column = divmod(place, ROWS)
    return Place(place_text(place), row, column, faces=None, face=None, is_open=bool(is_open), is_free=False)


@lru_cache(maxsize=4096)
def _hand(cards: int, wheel: int) -> Hand:
    times = Counter(card % 13 for card in members(cards))
    in_order = sorted(members(cards), key=lambda card: (times[card % 13], card % 13, card), reverse=True)
    full = len(in_order) == HAND
    return Hand(
        cards=[names.card(card) for card in in_order],
        name=names.hand(strength(cards, wheel)) if full else "",
        so_far=names.growing(in_order) if in_order and not full else "",
    )


def supply(o: State, seat: int) -> int:
    """The blocks that a seat has not yet drawn."""
    if o.phase in (rules.TO_START, rules.TO_SAY):
        return BUILT // 2
    if o.phase not in (rules.TO_DRAW, rules.TO_PLACE):
        return 0
    placed = bits.count(int(o.facing if seat else o.standing & ~o.facing))
    return BUILT // 2 - placed - int(o.phase == rules.TO_PLACE and o.seat == seat)


def unused(o: State, to_draw: int) -> int:
    """The number of the unused blocks: those unseen, but for backs in the pyramid, at hand or still to be drawn."""
    standing = int(o.standing)
    faces: list[int] = o.face.tolist()
    backs = sum([faces[place] == UNKNOWN for place in PLACES if standing >> place & 1])
    hidden = int(o.phase == rules.TO_PLACE and o.block == UNKNOWN)
    return int(o.unseen).bit_count() - backs - hidden - to_draw


def _moves(o: State) -> list[Move]:
    out = np.zeros(BLOCKS, dtype=np.int64)
    number = rules.legal(o, int(o.seat), out)
    return [_move(o, action) for action in out[:number].tolist()]


def _move(o: State, action: int) -> Move:
    place = action - (TAKE if action >= TAKE else PLACE)
    return Move(
        action=action,
        text=encode(o, action),
        place=place_text(place) if PLACE <= action < PUT else None,
        hand=action - PUT if PUT <= action < CHOOSE else None,
        card=names.card(action - CHOOSE) if action >= CHOOSE else None,
        makes=_made(o, action - PUT) if PUT <= action < CHOOSE else None,
        does=tell(o, int(o.seat), action) if action != TUT_TUT else 'say "Tut Tut" first to go first',
    )


def reason(o: State, seat: int, action: int) -> str:
    """What the hand is then to which a block is added."""
    return f"Makes {_made(o, action - PUT)}" if PUT <= action < CHOOSE else ""


def _made(o: State, hand: int) -> str:
    """What a hand is with the block at hand, which is no joker."""
    made = _hand(int(o.hands[int(o.seat), hand]) | 1 << int(o.block), int(o.wheel))
    return made.name or made.so_far


# The table as text


def text(view: View) -> str:
    """The table for a terminal and for a voice, with whose turn it is."""
    lines = [_heading(view), *_pyramid(view), *_hands(view)]
    if view.turned:
        lines.append(f"Turned up: {' '.join(view.turned)}")
    if view.gone:
        lines.append(f"Out of the game: {' '.join(view.gone)}")
    if view.sheet:
        lines += ["", *sheets.text(view.sheet)]
    elif view.previous and view.phase in ("say", "draw", "place"):
        lines += ["", "Last round:", *sheets.text(view.previous)]
    return "\n".join([*lines, "", _status(view)])


def _heading(view: View) -> str:
    scoring = "advanced scoring" if view.advanced else "basic scoring"
    if not view.target:
        return f"One round, {scoring}"
    points = f"{SEATS[0]} {view.points[0]}, {SEATS[1]} {view.points[1]}"
    return f"Round {view.round}, {scoring}, to {view.target} points: {points}"


def _pyramid(view: View) -> list[str]:
    rows = [" " * 4 * row for row in range(ROWS)]
    for place in view.places:
        rows[place.row] += _cell(place, view.phase)
    lines = [row.rstrip() for row in reversed(rows) if not row.isspace()]
    unused = f"{counted(view.unused, 'block')} set aside"
    if sum(view.supply):
        unused = f"{SEATS[0]} has {counted(view.supply[0], 'block')} to draw, {SEATS[1]} {view.supply[1]}; {unused}"
    legend = f"[ ] faces {SEATS[0]}   ( ) faces {SEATS[1]}   ? a back   * free to take"
    return [*lines, legend, unused + "."] if lines else [unused + "."]


def _cell(place: Place, phase: str) -> str:
    """Eight characters: a block with the name of its place, or the name of an empty place that is open."""
    if place.faces is None:
        return f"{place.name}  ·   " if place.is_open else " " * 8
    left, right = "()" if place.faces else "[]"
    free = "*" if place.is_free and phase == "take" else " "
    return f"{place.name}{left}{place.face or '?':^3}{right}{free}"


def _hands(view: View) -> list[str]:
    if not any(hand.cards for hands in view.hands for hand in hands):
        return []
    lines = [" " * 9 + "".join(f"{name:<30}" for name in HANDS)]
    for name, hands in zip(SEATS, view.hands, strict=True):
        lines.append(f"{name:<9}" + "".join(f"{' '.join(hand.cards) or '-':<30}" for hand in hands))
        if any(hand.name for hand in hands):
            lines.append(" " * 9 + "".join(f"{hand.name:<30}" for hand in hands))
    return [line.rstrip() for line in lines]


def _status(view: View) -> str:
    name = SEATS[view.seat]
    if view.phase == "over":
        return "Draw." if view.winner is None else f"{SEATS[view.winner]} won the {'match' if view.target else 'game'}."
    return {
        "start": "Choosing who goes first.",
        "say": 'Say "Tut Tut" first to go first.',
        "draw": f"{name} draws a block.",
        "place": f"{name} places {view.block or 'a block'}.",
        "take": f"{name} takes a block.",
        "turn": f"{name} took a joker: {3 - len(view.turned)} more to turn up.",
        "choose": f"{name} chooses one of the three.",
        "put": f"{name} adds {view.block} to a hand.",
        "scored": "The next round starts.",
    }[view.phase]


# What happened


def tell(o: State, seat: int, action: int) -> str:
    """What this action does in the position before it, in words, for these eyes."""
    if action == UNKNOWN or action >= BLOCK:
        return _tell_block(o, UNKNOWN if action == UNKNOWN else action - BLOCK)
    if action in (TUT_TUT, NEXT, START, START + 1):
        return _tell_start(o, seat, action)
    name, block = SEATS[seat], int(o.block)
    if action >= CHOOSE:
        others = [names.card(other) for other in members(int(o.turned)) if other != action - CHOOSE]
        return f"{name} chooses {names.card(action - CHOOSE)}; {listed(others)} are out of the game."
    if action >= PUT:
        return f"{name} adds {names.card(block)} to the {HANDS[action - PUT]} hand{_completed(o, seat, action - PUT)}."
    if action >= TAKE:
        return _tell_take(o, name, action - TAKE)
    return f"{name} places {names.spoken(block)} on {place_text(action - PLACE)}."


def _tell_block(o: State, block: int) -> str:
    if o.phase == rules.TO_DRAW:
        return f"{SEATS[int(o.seat)]} draws {names.spoken(block)}."
    number = bits.count(int(o.turned)) + 1
    joker = f"{SEATS[int(o.seat)]} took a joker. " if number == 1 else ""
    useless = ", which can't be chosen" if block == JOKER else ""
    return f"{joker}Turned up, {number} of 3: {'the other joker' if block == JOKER else names.card(block)}{useless}."


def _tell_start(o: State, seat: int, action: int) -> str:
    if action == TUT_TUT:
        return f'{SEATS[seat]} says "Tut Tut" first and goes first.'
    if action == NEXT:
        points = f"{SEATS[0]} {int(o.points[0])}, {SEATS[1]} {int(o.points[1])}"
        return f"{sheets.summary(sheets.sheet(o, o.hands))} {points}. Round {int(o.rounds) + 1} starts."
    nobody = 'Nobody said "Tut Tut": ' if o.phase == rules.TO_SAY else ""
    return f"{nobody}{SEATS[action - START]} goes first."


def _tell_take(o: State, name: str, place: int) -> str:
    face = int(o.face[place])
    known = "" if face == UNKNOWN else f": {names.spoken(face)}"
    return f"{name} takes {place_text(place)}, which faces {SEATS[int(o.facing) >> place & 1]}{known}."


def _completed(o: State, seat: int, hand: int) -> str:
    cards = int(o.hands[seat, hand]) | 1 << int(o.block)
    return f": {names.hand(strength(cards, int(o.wheel)))}" if bits.count(cards) == HAND else ""


def ending(o: State, seat_names: Sequence[str]) -> str:
    """How a game that is over ended, with these names of the seats."""
    first, second = int(o.points[0]), int(o.points[1])
    if not o.target:
        return sheets.summary(sheets.sheet(o, o.hands), seat_names)
    if first == second:
        return f"The match ended {first} to {second}."
    winner = int(second > first)
    return f"{seat_names[winner]} won the match {max(first, second)} to {min(first, second)}."


# Why not


def why_not(o: State, seat: int, action: int) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling where there is one."""
    if action >= BLOCK or action in (START, START + 1, NEXT):
        return "drawing, turning up and new rounds happen automatically"
    if action == TUT_TUT:
        return 'you can only say "Tut Tut" before the first block, when it decides who goes first (P-02)'
    if o.phase != _phase_of(action):
        return _NOW[int(o.phase)]
    if action >= CHOOSE:
        return f"{names.card(action - CHOOSE)} isn't one of the blocks turned up (P-12)"
    if action >= PUT:
        return f"your {HANDS[action - PUT]} hand already has five cards (P-10)"
    place = action - (TAKE if action >= TAKE else PLACE)
    if not PYRAMID >> place & 1:
        return f"{place_text(place)} isn't a place in the pyramid"
    return _why_not_taken(o, place) if action >= TAKE else _why_not_placed(o, place)


def _phase_of(action: int) -> int:
    if action >= CHOOSE:
        return rules.TO_CHOOSE
    if action >= PUT:
        return rules.TO_PUT
    return rules.TO_TAKE if action >= TAKE else rules.TO_PLACE


def _why_not_placed(o: State, place: int) -> str:
    if int(o.standing) >> place & 1:
        return f"there is already a block on {place_text(place)} (P-04)"
    carriers = [place_text(place - ROWS), place_text(place - ROWS + 1)]
    return f"{place_text(place)} needs blocks under it on {' and '.join(carriers)} (P-04)"


def _why_not_taken(o: State, place: int) -> str:
    if not int(o.standing) >> place & 1:
        return f"there is no block on {place_text(place)}"
    above = [place + ROWS - 1, place + ROWS] if place % ROWS else [place + ROWS]
    lying = [place_text(upper) for upper in above if int(o.standing) >> upper & 1]
    return f"you can't take {place_text(place)}: {listed(lying)} {'is' if len(lying) == 1 else 'are'} on top of it (P-08)"
