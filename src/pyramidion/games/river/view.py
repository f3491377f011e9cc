"""A River in Egypt for people: the view that pages draw. Its text and the words are in the siblings `board` and `words`.

All of it speaks in the names and letters of a palette, which `present` takes from the options (R-07).
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import msgspec
import numpy as np

from pyramidion.engine.record import UNKNOWN
from pyramidion.game import Display, Hidden, Value
from pyramidion.games.river import proofs, rules
from pyramidion.games.river.board import text
from pyramidion.games.river.claims import strength
from pyramidion.games.river.notation import encode, parse
from pyramidion.games.river.palette import RAINBOW, Palette, palette_of
from pyramidion.games.river.positions import PHASES, banks, owners
from pyramidion.games.river.results import ENOUGH
from pyramidion.games.river.rivers import NOBODY, SEAT_NAMES, SEGMENTS
from pyramidion.games.river.rules import CLAIM, NO_CLAIM, State
from pyramidion.games.river.sets import COLOURS, NAMES, NONE, SIZE_NAMES, SIZES, STRENGTH
from pyramidion.games.river.words import ending, tell, why_not

__all__ = ["View", "display", "ending", "hidden", "tell", "text", "view", "why_not"]


class Set(msgspec.Struct, frozen=True):
    """Three pieces together."""

    name: str  # for people: Monochrome pair K3
    strength: int  # 0 … 42


class Side(msgspec.Struct, frozen=True):
    """One bank of a segment."""

    seat: int
    pieces: list[str]
    makes: Set | None  # when both pieces are there


class Segment(msgspec.Struct, frozen=True):
    """One of the nine."""

    number: int  # 1 … 9
    river: str | None  # None before it is laid
    sides: list[Side]
    owner: int | None  # who has claimed it: then the river piece lies on that side


class Placing(msgspec.Struct, frozen=True):
    """A piece that may be played, and where."""

    action: int
    text: str
    piece: str
    segment: int
    makes: Set | None  # if it is the second piece there


class Missed(msgspec.Struct, frozen=True):
    """Pieces with which the rival would have beaten a claim."""

    pieces: list[str]
    makes: Set
    lacking: list[str]  # those of them that the rival can't get


class Claim(msgspec.Struct, frozen=True):
    """A claim that may be made, with its proof."""

    action: int
    text: str
    segment: int
    makes: Set
    rival: int
    at_best: Set | None  # the strongest set the rival has or could still make; None if it can't be completed at all
    early: bool  # whether the rival's side is not full yet
    missed: list[Missed]  # what would have been needed, if the claim is early
    whereabouts: dict[str, list[proofs.Whereabouts]]  # and where the lacking pieces are


class View(msgspec.Struct, frozen=True):
    """A position of A River in Egypt, as some eyes see it. Pieces are in notation: K3, whatever people call it."""

    seats: int
    phase: str  # lay, deal, start, play, stuck, claim, draw, idle, dead, over
    seat: int  # whose turn it is
    starter: int | None
    segments: list[Segment]
    hands: list[
        list[str | None]
    ]  # of each seat the large, medium and small piece: K3, ?3 if it isn't seen, None if there is none
    bag: list[int]  # how many large, medium and small pieces are left to draw
    unseen: dict[str, int]  # how many of each piece these eyes can't see
    claimed: list[list[int]]  # the segments of each seat
    deciding: list[int]  # when it is over: the segments by which it was won
    placings: list[Placing]  # what may be played, where the hand is seen
    claims: list[Claim]
    may_pass: bool  # whether "no claim" may be said
    must_claim: bool  # whether everybody has been idle, so that a claim that can be made must be made
    hidden: bool
    loose: bool
    unlimited: bool
    palette: str  # rainbow, xeno or own
    colours: list[str]  # best first: what people call K, R, Y, G and B
    letters: list[str]  # and how they write them
    scores: list[int] | None  # in sixths, after the end
    ending: str  # how it ended


def view(o: State, palette: Palette = RAINBOW) -> View:
    """What these eyes see."""
    return msgspec.structs.replace(brief(o, palette), **for_actors(o, palette))


def for_actors(o: State, palette: Palette = RAINBOW) -> dict[str, Any]:
    """What may be done, but for passing."""
    legal = _legal(o)
    return {
        "placings": _placings(o, [action for action in legal if action < CLAIM], palette),
        "claims": [_claim(o, action, palette) for action in legal if CLAIM <= action < NO_CLAIM],
    }


def brief(o: State, palette: Palette = RAINBOW) -> View:
    """What these eyes see but for what may be done."""
    seats, unseen = int(o.seats), proofs.unseen(o)
    over = o.phase == rules.OVER
    return View(
        seats=seats,
        phase=PHASES[int(o.phase)],
        seat=int(o.seat),
        starter=None if o.starter == UNKNOWN else int(o.starter),
        segments=_segments(o, palette),
        hands=[_hand(o, seat) for seat in range(seats)],
        bag=_bag(o, unseen),
        unseen={NAMES[kind]: number for kind, number in enumerate(unseen) if number},
        claimed=[_numbers(claimed) for claimed in o.claimed[:seats].tolist()],
        deciding=_deciding(o) if over else [],
        placings=[],
        claims=[],
        may_pass=_may_pass(o),
        must_claim=bool(o.idle > o.seats),
        hidden=bool(o.hidden),
        loose=bool(o.loose),
        unlimited=bool(o.unlimited),
        palette=palette.name,
        colours=list(palette.colours),
        letters=list(palette.letters),
        scores=[rules.score(o, seat) for seat in range(seats)] if over else None,
        ending=ending(o, SEAT_NAMES, palette) if over else "",
    )


def hidden(o: State, palette: Palette = RAINBOW) -> list[Hidden]:
    """The hands, where nobody sees another's."""
    if not o.hidden:
        return []
    return [
        Hidden(seat, f"{SIZE_NAMES[size]} piece", None if kind == UNKNOWN else palette.write(kind))
        for seat, hand in enumerate(o.hand[: int(o.seats)].tolist())
        for size, kind in enumerate(hand)
        if kind != NONE
    ]


def display(usual: Display, options: Mapping[str, Value]) -> Display:
    """How a game in these colours is shown and told."""
    palette = palette_of(options)
    return replace(
        usual,
        view=partial(view, palette=palette),
        brief=partial(brief, palette=palette),
        for_actors=partial(for_actors, palette=palette),
        hidden=partial(hidden, palette=palette),
        tell=partial(tell, palette=palette),
        why_not=partial(why_not, palette=palette),
        ending=partial(ending, palette=palette),
        reason=partial(reason, palette=palette),
        encode=partial(encode, palette=palette),
        parse=partial(parse, palette=palette),
    )


def reason(o: State, seat: int, action: int, palette: Palette = RAINBOW) -> str:
    """What is made, or won."""
    if action < CLAIM:
        makes = _placings(o, [action], palette)[0].makes
        return f"Makes {makes.name}" if makes else ""
    if not CLAIM <= action < NO_CLAIM:
        return ""
    claim = _claim(o, action, palette)
    wins = f"Wins segment {claim.segment} at once"
    return f"{wins}: the best they can have is {claim.at_best.name}" if claim.at_best else wins


def _legal(o: State) -> list[int]:
    """What the seat whose turn it is may do, if these eyes see its hand."""
    if UNKNOWN in o.hand[int(o.seat)].tolist():
        return []
    buffer = np.zeros(SIZES * SEGMENTS, dtype=np.int64)
    return list(buffer[: rules.legal(o, int(o.seat), buffer)].tolist())


def _may_pass(o: State) -> bool:
    return bool(o.phase == rules.TO_CLAIM) and NO_CLAIM in _legal(o)


def _numbers(segments: int) -> list[int]:
    return [i + 1 for i in range(SEGMENTS) if segments >> i & 1]


def _deciding(o: State) -> list[int]:
    """Three in a row, if that is how one of two has won; otherwise all segments of those who won."""
    won = sum(int(o.claimed[seat]) for seat in range(int(o.seats)) if rules.score(o, seat))
    if o.seats == 2 and won.bit_count() < ENOUGH:
        won = sum(1 << i for i in range(SEGMENTS) if any(won >> first & 7 == 7 for first in (i - 2, i - 1, i) if first >= 0))
    return _numbers(won)


def _bag(o: State, unseen: list[int]) -> list[int]:
    """How many pieces of each size are left to draw: all that these eyes don't see, but for those in hands."""
    hidden = [hand for hand in o.hand[: int(o.seats)].tolist() if UNKNOWN in hand]
    in_hands = [sum([hand[size] != NONE for hand in hidden]) for size in range(SIZES)]
    return [sum(unseen[size * COLOURS : (size + 1) * COLOURS]) - in_hands[size] for size in range(SIZES)]


def _segments(o: State, palette: Palette) -> list[Segment]:
    return _segments_of(int(o.seats), int(o.loose), o.river.tobytes(), o.side.tobytes(), tuple(o.claimed.tolist()), palette)


@lru_cache(maxsize=1024)
def _segments_of(
    seats: int, loose: int, rivers: bytes, played: bytes, claimed: tuple[int, ...], palette: Palette
) -> list[Segment]:
    """All segments. Everybody sees them alike: they are described when they change, once for all eyes."""
    river, owner = np.frombuffer(rivers, dtype=np.int8).tolist(), owners(claimed)
    sides = np.frombuffer(played, dtype=np.int8).reshape(-1, SEGMENTS, 2).tolist()
    found = []
    for segment in range(SEGMENTS):
        there = tuple([(seat, *sides[seat][segment]) for seat in banks(seats, segment)])
        found.append(_segment(segment, river[segment], owner[segment], loose, there, palette))
    return found


@lru_cache(maxsize=4096)
def _segment(
    segment: int, river: int, owner: int, loose: int, sides: tuple[tuple[int, ...], ...], palette: Palette
) -> Segment:
    """A segment with its sides: each a seat, and the kinds that it has there, or none."""
    return Segment(
        number=segment + 1,
        river=None if river == NONE else NAMES[river],
        sides=[_side(seat, river, loose, _filled(kinds), palette) for seat, *kinds in sides],
        owner=None if owner == NOBODY else owner,
    )


def _filled(side: list[int]) -> list[int]:
    return [kind for kind in side if kind != NONE]


def _side(seat: int, river: int, loose: int, kinds: list[int], palette: Palette) -> Side:
    makes = _made(loose, (river, *kinds), palette) if len(kinds) == 2 else None
    return Side(seat=seat, pieces=[NAMES[kind] for kind in kinds], makes=makes)


def _made(loose: int, kinds: tuple[int, ...], palette: Palette) -> Set:
    return _set(int(STRENGTH[(loose, *kinds)]), palette)


@lru_cache(maxsize=4096)
def _set(level: int, palette: Palette) -> Set:
    return Set(name=proofs.describe(level, palette), strength=level)


def _hand(o: State, seat: int) -> list[str | None]:
    return [_held(kind, size) for size, kind in enumerate(o.hand[seat].tolist())]


def _held(kind: int, size: int) -> str | None:
    if kind == UNKNOWN:
        return f"?{SIZES - size}"
    return None if kind == NONE else NAMES[kind]


def _placings(o: State, actions: list[int], palette: Palette) -> list[Placing]:
    loose, river, own = int(o.loose), o.river.tolist(), [_filled(side) for side in o.side[int(o.seat)].tolist()]
    return [_placing(loose, river[action % SEGMENTS], action, palette, *own[action % SEGMENTS]) for action in actions]


@lru_cache(maxsize=4096)
def _placing(loose: int, river: int, action: int, palette: Palette, there: int = NONE) -> Placing:
    """A piece that may be played, beside one that is there or alone."""
    kind, segment = divmod(action, SEGMENTS)
    makes = None if there == NONE else _made(loose, (river, there, kind), palette)
    return Placing(action=action, text=encode(None, action), piece=NAMES[kind], segment=segment + 1, makes=makes)


def _claim(o: State, action: int, palette: Palette) -> Claim:
    seat, segment = int(o.seat), action - CLAIM
    rival = proofs.rival_of(o, seat, segment)
    early = len(proofs.side(o, rival, segment)) < 2
    possible = proofs.completions(o, seat, segment)
    stronger = proofs.missed(o, seat, segment) if early else []
    missed = [_missed(o, seat, segment, completion, palette) for completion in stronger]
    lacking = sorted({piece for each in missed for piece in each.lacking}, key=NAMES.index)
    return Claim(
        action=action,
        text=encode(o, action),
        segment=segment + 1,
        makes=_set(strength(o, seat, segment), palette),
        rival=rival,
        at_best=_set(possible[0].strength, palette) if possible else None,
        early=early,
        missed=missed,
        whereabouts={piece: proofs.whereabouts(o, rival, NAMES.index(piece)) for piece in lacking},
    )


def _missed(o: State, seat: int, segment: int, completion: proofs.Completion, palette: Palette) -> Missed:
    lacking = proofs.out_of_reach(o, seat, segment, completion.kinds)
    return Missed(
        pieces=[NAMES[kind] for kind in completion.kinds],
        makes=_set(completion.strength, palette),
        lacking=[NAMES[kind] for kind in sorted(lacking)],
    )
