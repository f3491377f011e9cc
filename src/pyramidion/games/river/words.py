"""A River in Egypt in words: what happened, why something may not be, and how it ended."""

from typing import Any

from pyramidion.engine import bits
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.river import proofs, rules
from pyramidion.games.river.claims import strength
from pyramidion.games.river.positions import banks, claimant
from pyramidion.games.river.results import ENOUGH, trophy, winning
from pyramidion.games.river.rivers import EVERY_SEGMENT, NOBODY, SEAT_NAMES, SEGMENTS, SHORE
from pyramidion.games.river.rules import (
    CANNOT_PLAY,
    CLAIM,
    DRAW,
    MUST_CLAIM,
    NO_CLAIM,
    NO_DRAW,
    START,
    TO_CLAIM,
    TO_PLAY,
)
from pyramidion.games.river.sets import COLOURS, NAMES, NONE, STRENGTH
from pyramidion.games.river.setting_up import WEAKEST

SIZE_NAMES = ("large", "medium", "small", "")


def tell(o: Any, seat: int, action: int) -> str:
    """What this action does in the position before it, in words; a piece drawn in secret is told by its size."""
    name = SEAT_NAMES[int(o.seat)]
    if action == UNKNOWN:
        return f"{name} draws a {SIZE_NAMES[rules.due_size(o)]} piece."
    if action < CLAIM:
        return f"{name} {_tell_play(o, *divmod(action, SEGMENTS))}."
    if action < NO_CLAIM:
        return f"{name} {_tell_claim(o, action - CLAIM)}."
    if action == NO_CLAIM:
        return f"{name} claims nothing."
    if action < START:
        return _tell_draw(o, action - DRAW)
    if action < CANNOT_PLAY:
        why = ": nobody was dealt a weaker hand" if o.start == WEAKEST else ""
        return f"{SEAT_NAMES[action - START]} starts{why}."
    return _tell_forced(o, action)


def _tell_play(o: Any, kind: int, segment: int) -> str:
    words = f"plays {NAMES[kind]} to segment {segment + 1}"
    there = proofs.side(o, int(o.seat), segment)
    if not there:
        return words
    level = int(STRENGTH[int(o.loose), int(o.river[segment]), there[0], kind])
    return f"{words}, beside {NAMES[there[0]]}: {proofs.describe(level)}"


def _tell_claim(o: Any, segment: int) -> str:
    """Said from the table alone: a hidden hand that made the proof possible is not shown (R-11)."""
    seat = int(o.seat)
    rival = proofs.rival_of(o, seat, segment)
    words = f"claims segment {segment + 1} with {proofs.describe(strength(o, seat, segment))}"
    if len(proofs.side(o, rival, segment)) == 2:
        words += f" against {SEAT_NAMES[rival]}'s {proofs.describe(strength(o, rival, segment))}"
    else:
        words += f": proven that {SEAT_NAMES[rival]} can't beat it"
    claimed = int(o.claimed[seat]) | 1 << segment
    return words + (", and wins" if o.seats == 2 and winning(claimed) else "")


def _tell_draw(o: Any, kind: int) -> str:
    if o.phase == rules.TO_LAY:
        return f"{NAMES[kind]} is laid in segment {int((o.river != NONE).sum()) + 1}."
    return f"{SEAT_NAMES[int(o.seat)]} draws {NAMES[kind]}."


def _tell_forced(o: Any, action: int) -> str:
    name = SEAT_NAMES[int(o.seat)]
    if action == CANNOT_PLAY:
        why = "has no place left to play to" if o.room[int(o.seat)] == 0 else "has no piece left to play"
        return f"{name} {why}, but may claim."
    if action == NO_DRAW:
        return f"The bag has no {SIZE_NAMES[int(o.played)]} piece left: {name} draws nothing."
    if action == MUST_CLAIM:
        return "Everybody was idle for a turn: from now on whoever can claim must."
    dead = [str(segment + 1) for segment in range(SEGMENTS) if claimant(o, segment) == NOBODY]
    return f"Nobody can play or claim any more: nobody gets {', '.join(dead)}."


def why_not(o: Any, seat: int, action: int) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling, and for a claim the counter-example."""
    if action > NO_CLAIM:
        return "pieces are drawn, and what is forced is done, by the table"
    if action < CLAIM:
        return _why_not_play(o, seat, *divmod(action, SEGMENTS))
    if o.phase == TO_PLAY:
        return "a piece must be played first, if one can be; then segments may be claimed (R-18, R-21)"
    if action == NO_CLAIM:
        return "everybody was idle for a turn, so a claim that can be made must be made (R-22)"
    return _why_not_claim(o, seat, action - CLAIM)


def _why_not_play(o: Any, seat: int, kind: int, segment: int) -> str:
    if o.phase == TO_CLAIM:
        return "one piece a turn: now claim, or say no claim (R-18)"
    if o.hand[seat, kind // COLOURS] != kind:
        held = ", ".join(NAMES[int(own)] for own in o.hand[seat] if own != NONE)
        return f"{NAMES[kind]} is not in your hand, which holds {held}"
    if refusal := _not_yours(o, seat, segment):
        return refusal
    return f"you have two pieces at segment {segment + 1} already: no side has more (R-21)"


def _not_yours(o: Any, seat: int, segment: int) -> str:
    """Why a segment is none that this seat can do anything with."""
    if not int(SHORE[int(o.seats), seat]) >> segment & 1:
        one, other = (SEAT_NAMES[bank] for bank in banks(int(o.seats), segment))
        return f"segment {segment + 1} lies between {one} and {other} (R-31)"
    if (owner := claimant(o, segment)) != NOBODY:
        return f"segment {segment + 1} is claimed by {SEAT_NAMES[owner]}, and out of play (R-27)"
    return ""


def _why_not_claim(o: Any, seat: int, segment: int) -> str:
    if refusal := _not_yours(o, seat, segment):
        return refusal
    if len(proofs.side(o, seat, segment)) < 2:
        return f"you need two pieces of your own at segment {segment + 1} to claim it (R-16)"
    rival = SEAT_NAMES[proofs.rival_of(o, seat, segment)]
    mine = proofs.describe(strength(o, seat, segment))
    better = proofs.counter_example(o, seat, segment)
    if better is None:  # it could be proven, so something else must be wrong
        return f"segment {segment + 1} can't be claimed now"
    theirs = proofs.describe(better.strength)
    if not better.kinds:
        return f"{rival}'s {theirs} at segment {segment + 1} is stronger than your {mine} (R-13)"
    pieces = " ".join(NAMES[kind] for kind in better.kinds)
    return f"{rival} could still play {pieces} to segment {segment + 1} and make {theirs}, which beats your {mine} (R-13)"


def how_it_ended(o: Any) -> str:
    """Who won, and by what."""
    winners = [seat for seat in range(int(o.seats)) if rules.score(o, seat)]
    if o.seats == 2:
        claimed = int(o.claimed[winners[0]])
        how = f"{ENOUGH} segments" if bits.count(claimed) >= ENOUGH else "three segments side by side"
        return f"{SEAT_NAMES[winners[0]]} wins with {how}."
    who = " and ".join(SEAT_NAMES[seat] for seat in winners)
    totals = [bits.count(int(claimed)) for claimed in o.claimed]
    return f"{who} {'share the victory' if len(winners) > 1 else 'wins'}, {_by_what(o, totals, winners)}."


def _by_what(o: Any, totals: list[int], winners: list[int]) -> str:
    counts = "–".join(map(str, totals))
    if totals == [3, 3, 3]:
        return f"{counts} and the river pieces decide: {proofs.describe(trophy(o, int(o.claimed[winners[0]])))} (R-34)"
    if totals.count(max(totals)) == 2 and len(winners) == 1:
        return f"{counts} and the better of the two in their mutual river (R-33)"
    dead = sum(map(int, o.claimed)) != EVERY_SEGMENT
    return f"{counts}{', with dead segments (R-35)' if dead else ''}"
