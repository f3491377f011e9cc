"""A River in Egypt in words: what happened, why something isn't legal, and how it ended."""

from collections.abc import Sequence

from pyramidion.engine import bits
from pyramidion.engine.record import UNKNOWN
from pyramidion.games.river import proofs, rules
from pyramidion.games.river.claims import strength
from pyramidion.games.river.palette import RAINBOW, Palette
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
    State,
)
from pyramidion.games.river.sets import COLOURS, NONE, SIZE_NAMES, STRENGTH
from pyramidion.games.river.setting_up import WEAKEST
from pyramidion.wording import listed


def tell(o: State, seat: int, action: int, palette: Palette = RAINBOW) -> str:
    """What this action does in the position before it, in words; a piece drawn in secret is told by its size."""
    name = SEAT_NAMES[int(o.seat)]
    if action == UNKNOWN:
        return f"{name} draws a {SIZE_NAMES[rules.due_size(o)]} piece."
    if action < CLAIM:
        return f"{name} {_tell_play(o, *divmod(action, SEGMENTS), palette)}."
    if action < NO_CLAIM:
        return f"{name} {_tell_claim(o, action - CLAIM, palette)}."
    if action == NO_CLAIM:
        return f"{name} ends the turn without a claim."
    if action < START:
        return _tell_draw(o, palette.write(action - DRAW))
    if action < CANNOT_PLAY:
        why = ", with the weakest hand" if o.start == WEAKEST else ""
        return f"{SEAT_NAMES[action - START]} goes first{why}."
    return _tell_forced(o, action)


def _tell_play(o: State, kind: int, segment: int, palette: Palette) -> str:
    words = f"plays {palette.write(kind)} to segment {segment + 1}"
    there = proofs.side(o, int(o.seat), segment)
    if not there:
        return words
    level = int(STRENGTH[int(o.loose), int(o.river[segment]), there[0], kind])
    return f"{words} with {palette.write(there[0])}: {proofs.describe(level, palette)}"


def _tell_claim(o: State, segment: int, palette: Palette) -> str:
    """Said from the table alone: a hidden hand that made the proof possible is not shown (R-11)."""
    seat = int(o.seat)
    rival = proofs.rival_of(o, seat, segment)
    words = f"claims segment {segment + 1} with {proofs.describe(strength(o, seat, segment), palette)}"
    if len(proofs.side(o, rival, segment)) == 2:
        words += f" against {SEAT_NAMES[rival]}'s {proofs.describe(strength(o, rival, segment), palette)}"
    else:
        words += f", which {SEAT_NAMES[rival]} can't beat"
    claimed = int(o.claimed[seat]) | 1 << segment
    return words + (", and wins" if o.seats == 2 and winning(claimed) else "")


def _tell_draw(o: State, piece: str) -> str:
    if o.phase == rules.TO_LAY:
        return f"{piece} goes into the river at segment {int((o.river != NONE).sum()) + 1}."
    return f"{SEAT_NAMES[int(o.seat)]} draws {piece}."


def _tell_forced(o: State, action: int) -> str:
    name = SEAT_NAMES[int(o.seat)]
    if action == CANNOT_PLAY:
        why = "nowhere left to play" if o.room[int(o.seat)] == 0 else "no pieces left"
        return f"{name} has {why}, but may claim."
    if action == NO_DRAW:
        return f"No {SIZE_NAMES[int(o.played)]} pieces are left in the bag: {name} draws nothing."
    if action == MUST_CLAIM:
        return "Nobody played or claimed for a round: from now on, players who can claim must."
    dead = [str(segment + 1) for segment in range(SEGMENTS) if claimant(o, segment) == NOBODY]
    return f"Nobody can play or claim any more. Unclaimed: {', '.join(dead)}."


def why_not(o: State, seat: int, action: int, palette: Palette = RAINBOW) -> str:
    """Why this seat may not do this action now: a sentence, with the ruling, and for a claim the counter-example."""
    if action > NO_CLAIM:
        return "draws and forced steps happen automatically"
    if action < CLAIM:
        return _why_not_play(o, seat, *divmod(action, SEGMENTS), palette)
    if o.phase == TO_PLAY:
        return "play a piece first, then claim (R-18, R-21)"
    if action == NO_CLAIM:
        return "nobody played or claimed for a round, so you must claim if you can (R-22)"
    return _why_not_claim(o, seat, action - CLAIM, palette)


def _why_not_play(o: State, seat: int, kind: int, segment: int, palette: Palette) -> str:
    if o.phase == TO_CLAIM:
        return "you have played your piece: now claim or end your turn (R-18)"
    if o.hand[seat, kind // COLOURS] != kind:
        held = ", ".join(palette.write(int(own)) for own in o.hand[seat] if own != NONE)
        return f"{palette.write(kind)} isn't in your hand: you have {held}"
    if refusal := _not_yours(o, seat, segment):
        return refusal
    return f"you already have two pieces at segment {segment + 1} (R-21)"


def _not_yours(o: State, seat: int, segment: int) -> str:
    """Why a segment is none that this seat can do anything with."""
    if not int(SHORE[int(o.seats), seat]) >> segment & 1:
        one, other = (SEAT_NAMES[bank] for bank in banks(int(o.seats), segment))
        return f"segment {segment + 1} is between {one} and {other}, not yours (R-31)"
    if (owner := claimant(o, segment)) != NOBODY:
        return f"{SEAT_NAMES[owner]} has claimed segment {segment + 1} (R-27)"
    return ""


def _why_not_claim(o: State, seat: int, segment: int, palette: Palette) -> str:
    if refusal := _not_yours(o, seat, segment):
        return refusal
    if len(proofs.side(o, seat, segment)) < 2:
        return f"you need two pieces at segment {segment + 1} to claim it (R-16)"
    rival = SEAT_NAMES[proofs.rival_of(o, seat, segment)]
    mine = proofs.describe(strength(o, seat, segment), palette)
    better = proofs.counter_example(o, seat, segment)
    if better is None:  # it could be proven, so something else must be wrong
        return f"segment {segment + 1} can't be claimed now"
    theirs = proofs.describe(better.strength, palette)
    if not better.kinds:
        return f"{rival}'s {theirs} at segment {segment + 1} beats your {mine} (R-13)"
    pieces = " ".join(palette.write(kind) for kind in better.kinds)
    return f"{rival} could still play {pieces} to segment {segment + 1} and make {theirs}, which beats your {mine} (R-13)"


def ending(o: State, names: Sequence[str], palette: Palette = RAINBOW) -> str:
    """How a game that is over ended, with these names of the seats."""
    winners = [seat for seat in range(int(o.seats)) if rules.score(o, seat)]
    if o.seats == 2:
        return _ending_of_two(o, names, winners[0])
    verb = "won" if len(winners) == 1 else "share the win"
    return f"{listed([names[seat] for seat in winners])} {verb}, {_by_what(o, winners, palette)}."


def _ending_of_two(o: State, names: Sequence[str], winner: int) -> str:
    own, other = bits.count(int(o.claimed[winner])), bits.count(int(o.claimed[1 - winner]))
    if own >= ENOUGH:
        return f"{names[winner]} won {own} segments to {other}."
    return f"{names[winner]} won three segments in a row. {names[1 - winner]} had {other or 'none'}."


def _by_what(o: State, winners: list[int], palette: Palette) -> str:
    totals = [bits.count(int(claimed)) for claimed in o.claimed]
    counts = "–".join(map(str, totals))
    if totals == [3, 3, 3]:
        best = proofs.describe(trophy(o, int(o.claimed[winners[0]])), palette)
        return f"{counts}, decided by the river pieces: {best} (R-34)"
    if totals.count(max(totals)) == 2 and len(winners) == 1:
        return f"{counts}, decided by the river they share (R-33)"
    dead = sum(map(int, o.claimed)) != EVERY_SEGMENT
    return f"{counts}{', with unclaimed segments (R-35)' if dead else ''}"
