"""Positions of A River in Egypt as one line of text, in seven fields:

    -K3-/B1-G2-R2Y1/K1K2R2-Y3/…  K3R2B1/Y3G2K1  t  play  m  0  -

1. The segments 1 … 9: the first seat's pieces, the river's, the second seat's. A claimed river piece lies behind the
   winner's two, as on the table: `K1K2R2-Y3` is claimed by the first seat. In Confluence segments 1 … 3 are between t and
   m, 4 … 6 between m and g, 7 … 9 between g and t.
2. The hands, seat by seat; `-` is an empty one.
3. Whose turn it is: `t`, `m` or `g`.
4. What is next: `lay`, `deal`, `start`, `play`, `stuck`, `claim:3` (a large piece has been played), `claim` (none could be),
   `draw:3`, `idle`, `dead`, `over`.
5. Who began; `-` before that is known.
6. How many turns in a row, up to this one, were idle.
7. The dealt pieces that each seat has played, where hands are hidden and the weaker hand began; `-` for nobody's.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyramidion.engine.record import UNKNOWN
from pyramidion.game import BadPosition
from pyramidion.games.river import rules
from pyramidion.games.river.bag import in_bag
from pyramidion.games.river.results import winning
from pyramidion.games.river.rivers import NOBODY, SEATS, SEGMENTS
from pyramidion.games.river.rules import State
from pyramidion.games.river.sets import COLOURS, COPIES, KINDS, NAMES, NONE, ONE, SIZES
from pyramidion.games.river.setting_up import RANDOM, WEAKEST, dealt, fixed_size, may_start

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Numbers


PHASES = {
    rules.OVER: "over",
    rules.TO_LAY: "lay",
    rules.TO_DEAL: "deal",
    rules.TO_START: "start",
    rules.TO_PLAY: "play",
    rules.STUCK: "stuck",
    rules.TO_CLAIM: "claim",
    rules.TO_DRAW: "draw",
    rules.EXHAUSTED: "draw",
    rules.ALL_IDLE: "idle",
    rules.DEAD: "dead",
}


def banks(seats: int, segment: int) -> tuple[int, int]:
    """The two seats of a segment, in the order in which they are written."""
    return (0, 1) if seats == 2 else (segment // 3, (segment // 3 + 1) % 3)


def claimant(o: State, segment: int) -> int:
    """The seat that has claimed a segment, or NOBODY."""
    return claimants(o)[segment]


def claimants(o: State) -> list[int]:
    """The same for all segments."""
    return owners(o.claimed.tolist())


def owners(claimed_by_seats: Sequence[int]) -> list[int]:
    """The same of a bit set of segments for each seat."""
    found = [NOBODY] * SEGMENTS
    for seat, claimed in enumerate(claimed_by_seats):
        for segment in range(SEGMENTS):
            if claimed >> segment & 1:
                found[segment] = seat
    return found


def dump(s: State) -> str:
    """A position as one line of text."""
    seats = range(int(s.seats))
    fields = [
        "/".join(_dump_segment(s, segment) for segment in range(SEGMENTS)),
        "/".join(_join(s.hand[seat]) or "-" for seat in seats),
        SEATS[int(s.seat)],
        PHASES[int(s.phase)] + (f":{SIZES - int(s.played)}" if s.played < SIZES else ""),
        "-" if s.starter == UNKNOWN else SEATS[int(s.starter)],
        str(int(s.idle)),
        "/".join(_join(s.opened[seat]) or "-" for seat in seats) if (s.opened != NONE).any() else "-",
    ]
    return " ".join(fields)


def _dump_segment(s: State, segment: int) -> str:
    winner, river = claimant(s, segment), _join([s.river[segment]])
    left, right = ((_join(s.side[seat, segment]) + river * (seat == winner)) for seat in banks(int(s.seats), segment))
    return f"{left}-{right}" if winner != NOBODY else f"{left}-{river}-{right}"


def _join(kinds: Iterable[int]) -> str:
    return "".join(NAMES[int(kind)] for kind in kinds if kind != NONE)


def load(s: State, text: str) -> None:
    """Put a position into a state that is set up already."""
    fields = text.split()
    if len(fields) != 7:
        raise BadPosition(
            f"a position has seven fields (segments, hands, seat, phase, starter, idle, dealt pieces), not {len(fields)}"
        )
    segments, hands, seat, phase, starter, idle, opened = fields
    _load_segments(s, segments.split("/"))
    _load_hands(s, hands.split("/"))
    s.seat = _seat(s, seat)
    s.starter = UNKNOWN if starter == "-" else _seat(s, starter)
    if not re.fullmatch("[0-9]", idle) or int(idle) > s.seats + 1:
        raise BadPosition(f"idle turns in a row are 0 to {int(s.seats) + 1}, not {idle!r}")
    s.idle = int(idle)
    _check_copies(s)
    _load_phase(s, phase)
    _check_hands(s)
    _load_opened(s, opened)


def _seat(s: State, letter: str) -> int:
    letters = SEATS[: int(s.seats)]
    if len(letter) != 1 or letter not in letters:
        raise BadPosition(f"a seat is one of {', '.join(letters)}, not {letter!r}")
    return letters.index(letter)


def _kinds(text: str, most: int) -> list[int]:
    names = re.findall("..", text)
    if "".join(names) != text or not set(names) <= set(NAMES) or len(names) > most:
        raise BadPosition(f"{text!r}: expected at most {most} pieces such as K3 or B1")
    return [NAMES.index(name) for name in names]


def _load_segments(s: State, texts: list[str]) -> None:
    if len(texts) != SEGMENTS:
        raise BadPosition(f"there are nine segments with / between them, not {len(texts)}")
    for segment, text in enumerate(texts):
        _load_segment(s, segment, text.split("-"))


def _load_segment(s: State, segment: int, parts: list[str]) -> None:
    left, right = banks(int(s.seats), segment)
    if len(parts) == 3:
        s.river[segment] = (_kinds(parts[1], 1) or [NONE])[0]
        sides = {left: _kinds(parts[0], 2), right: _kinds(parts[2], 2)}
        winner = NOBODY
    elif len(parts) == 2:
        sides = {left: _kinds(parts[0], 3), right: _kinds(parts[1], 3)}
        winner = max(sides, key=lambda seat: len(sides[seat]))
        if sorted(map(len, sides.values())) not in ([0, 3], [1, 3], [2, 3]):
            raise BadPosition(f"{'-'.join(parts)!r}: in a claimed segment one side has two pieces and the river's")
        s.river[segment] = sides[winner].pop()
    else:
        raise BadPosition(f"{'-'.join(parts)!r}: a segment is written G2-K3-R1Y2, or R1Y2K3-G2 when it is claimed")
    for seat, kinds in sides.items():
        _load_side(s, seat, segment, kinds)
    if winner != NOBODY:
        _load_claim(s, winner, segment)


def _load_side(s: State, seat: int, segment: int, kinds: list[int]) -> None:
    for kind in kinds:
        rules.put(s, seat, kind, segment)


def _load_claim(s: State, seat: int, segment: int) -> None:
    s.claimed[seat] |= 1 << segment
    for side in banks(int(s.seats), segment):
        s.room[side] &= ~(1 << segment)
        s.full[side] &= ~(1 << segment)


def _load_hands(s: State, texts: list[str]) -> None:
    if len(texts) != s.seats:
        raise BadPosition(f"there are {int(s.seats)} hands with / between them, not {len(texts)}")
    for seat, text in enumerate(texts):
        _load_slots(s.hand[seat], text, "a hand")


def _load_slots(slots: "Numbers", text: str, what: str) -> None:
    for kind in [] if text == "-" else _kinds(text, SIZES):
        if slots[kind // COLOURS] != NONE:
            raise BadPosition(f"{text!r}: {what} has at most one piece of each size")
        slots[kind // COLOURS] = kind


def _check_copies(s: State) -> None:
    """Three copies of every kind, three river pieces of every size; what is not on the table is in the bag or in hands."""
    laid = [int(kind) for kind in s.river if kind != NONE]
    on_table = Counter([*laid, *(int(kind) for kind in s.side.flat if kind != NONE)])
    everything = on_table + Counter(int(kind) for kind in s.hand.flat if kind != NONE)
    for kind in range(KINDS):
        if everything[kind] > COPIES:
            raise BadPosition(f"there are {everything[kind]} of {NAMES[kind]}, but only {COPIES} in the game")
        s.unplayed -= on_table[kind] * int(ONE[kind])
    if any(number > 3 for number in Counter(kind // COLOURS for kind in laid).values()):
        raise BadPosition("the river has three pieces of each size")
    _check_order(s)


def _check_order(s: State) -> None:
    for segment, kind in enumerate(s.river):
        wanted = fixed_size(s, segment)
        if kind != NONE and s.order != RANDOM and kind // COLOURS != wanted:
            raise BadPosition(f"the river piece of segment {segment + 1} must have size {SIZES - wanted} by the options")


def _load_phase(s: State, text: str) -> None:
    word, _, size = text.partition(":")
    phases = {name: number for number, name in PHASES.items() if number != rules.EXHAUSTED}
    if word not in phases or (size and (word not in ("claim", "draw") or size not in ("1", "2", "3"))):
        raise BadPosition(f"{text!r} isn't a phase: use {', '.join(phases)}, with the size played as in claim:3 or draw:3")
    s.phase = phases[word]
    if size:
        s.played = SIZES - int(size)
    if word == "draw":
        if not size:
            raise BadPosition("a draw needs the size that was played, as in draw:3")
        s.phase = rules.TO_DRAW if in_bag(s, int(s.played)) else rules.EXHAUSTED
    if s.phase in (rules.TO_LAY, rules.TO_DEAL, rules.TO_START):
        _check_before_start(s)
    elif (s.river == NONE).any() or s.starter == UNKNOWN:
        raise BadPosition(f"{text!r} needs a full river, dealt hands and a starting seat")
    else:
        _check_going_on(s, text)


def _check_before_start(s: State) -> None:
    laid = int((s.river != NONE).sum())
    held = [int((s.hand[seat] != NONE).sum()) for seat in range(int(s.seats))]
    total = sum(held)
    right = {
        rules.TO_LAY: laid < SEGMENTS and (s.river[:laid] != NONE).all() and total == 0 and s.seat == 0,
        rules.TO_DEAL: laid == SEGMENTS and total < SIZES * s.seats and s.seat == total // SIZES and _in_order(s, total),
        rules.TO_START: laid == SEGMENTS and total == SIZES * s.seats and s.seat == 0,
    }[int(s.phase)]
    if not right or (s.side != NONE).any() or s.starter != UNKNOWN or s.idle:
        raise BadPosition(
            f"the set-up lays segments 1 to 9, then deals 3, 2, 1 to each seat: this is no {PHASES[int(s.phase)]}"
        )


def _in_order(s: State, dealt: int) -> bool:
    slots = s.hand[: int(s.seats)].reshape(-1) != NONE
    return bool(slots[:dealt].all() and not slots[dealt:].any())


def _check_going_on(s: State, text: str) -> None:
    seats, idle, played = int(s.seats), int(s.idle), s.played < SIZES
    fits = {
        rules.OVER: True,
        rules.TO_PLAY: rules.can_play(s, int(s.seat)) and idle < seats,
        rules.STUCK: not rules.can_play(s, int(s.seat)),
        rules.TO_CLAIM: idle == 0 if played else idle > 0 or s.unlimited,
        rules.TO_DRAW: idle == 0,
        rules.EXHAUSTED: idle == 0,
        rules.ALL_IDLE: idle == seats,
        rules.DEAD: rules.is_dead(s),
    }[int(s.phase)]
    if not fits:
        raise BadPosition(f"{text!r} with {idle} idle turns doesn't match {SEATS[int(s.seat)]}'s pieces and free places")
    if _is_decided(s) != (s.phase == rules.OVER):
        raise BadPosition(f"{text!r}: the claimed segments say that the game is{'' if _is_decided(s) else ' not'} over")
    if s.phase == rules.OVER and s.idle:
        raise BadPosition("a game that is over has 0 idle turns")


def _is_decided(s: State) -> bool:
    if s.seats == 2:
        return any(winning(int(s.claimed[seat])) for seat in (0, 1))
    over = s.phase == rules.OVER
    return not any(int(s.room[seat]) | int(s.full[seat]) for seat in range(3)) or (over and rules.is_dead(s))


def _check_hands(s: State) -> None:
    """A hand lacks a size only before it is drawn, or when the bag has none of it."""
    if s.phase in (rules.TO_LAY, rules.TO_DEAL, rules.TO_START):
        return
    for seat in range(int(s.seats)):
        for size in range(SIZES):
            just_played = seat == s.seat and size == s.played
            lacks = s.hand[seat, size] == NONE
            if just_played and not lacks:
                raise BadPosition(f"{SEATS[seat]} has played size {SIZES - size} and not drawn: the hand can't have one")
            if lacks and not just_played and in_bag(s, size) and s.phase != rules.OVER:
                raise BadPosition(f"{SEATS[seat]}'s hand is missing size {SIZES - size}, which is still in the bag")


def _load_opened(s: State, text: str) -> None:
    if text != "-":
        if not s.hidden or s.start != WEAKEST or len(text.split("/")) != s.seats:
            raise BadPosition(f"{text!r}: dealt pieces are kept for every seat with hidden hands and a weaker hand to start")
        for seat, part in enumerate(text.split("/")):
            _load_slots(s.opened[seat], part, "a deal")
            if not {int(kind) for kind in s.opened[seat]} <= {NONE, *(int(kind) for kind in s.side[seat].flat)}:
                raise BadPosition(f"{part!r}: the dealt pieces that were played lie on the sides of {SEATS[seat]}")
    if s.starter != UNKNOWN and s.hidden and s.start == WEAKEST:
        _check_starter(s)


def _check_starter(s: State) -> None:
    hands = [dealt(s, seat, size) for seat in range(int(s.seats)) for size in range(SIZES)]
    if NONE in hands or not may_start(s) >> int(s.starter) & 1:
        raise BadPosition("the weakest of the dealt hands must have begun, and every dealt piece is in a hand or was played")
