"""The score sheet of a round: every hand's name, who wins which, the points line by line, and what the round is worth."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from pyramidion.games.pyramid_poker import names, scoring
from pyramidion.games.pyramid_poker.hands import POINTS
from pyramidion.games.pyramid_poker.notation import HANDS
from pyramidion.wording import counted

if TYPE_CHECKING:
    from pyramidion.games.pyramid_poker.rules import State
    from pyramidion.games.pyramid_poker.scoring import Hands

_SORTED = ("best", "second", "third")
_TITLES = {2: "two hands won", 3: "all three hands won"}


class Meeting(msgspec.Struct, frozen=True):
    """Two hands that were compared."""

    which: str  # left, centre, right; or best, second, third
    names: list[str]  # of the first seat's hand and the second's
    winner: int | None  # nobody wins equal hands
    by: str  # the card that decided between hands of the same name


class Line(msgspec.Struct, frozen=True):
    """Something that scores."""

    seat: int
    what: str
    points: int


class Sheet(msgspec.Struct, frozen=True):
    """How a round came out."""

    advanced: bool
    meetings: list[Meeting]
    won: list[int]  # hands that each seat won
    lines: list[Line]  # in advanced scoring, all that scores; the rest is worth nothing
    totals: list[int]  # the sums of the lines
    earned: list[int]  # the points that the round gives each seat
    winner: int | None
    skunk: bool  # whether one seat won all three hands


def sheet(o: "State", hands: "Hands") -> Sheet:
    """The score sheet of six full hands."""
    ranked = [scoring.ranked(o, hands, seat) for seat in (0, 1)]
    won = [int(scoring.won(ranked[seat], ranked[1 - seat])) for seat in (0, 1)]
    lines = [line for seat in (0, 1) for line in _lines(o, seat, ranked[seat], won[seat])] if o.advanced else []
    lead = int(scoring.lead(o, hands))
    return Sheet(
        advanced=bool(o.advanced),
        meetings=[_meeting(o, i, ranked[0][i], ranked[1][i]) for i in range(3)],
        won=won,
        lines=lines,
        totals=[sum(line.points for line in lines if line.seat == seat) for seat in (0, 1)],
        earned=[max(lead, 0), max(-lead, 0)],
        winner=None if lead == 0 else int(lead < 0),
        skunk=3 in won,
    )


def _meeting(o: "State", i: int, first: int, second: int) -> Meeting:
    return Meeting(
        which=_which(o, i),
        names=[names.hand(first), names.hand(second)],
        winner=None if first == second else int(first < second),
        by=names.deciding_card(max(first, second), min(first, second)),
    )


def _lines(o: "State", seat: int, ranked: tuple[int, int, int], won: int) -> list[Line]:
    own = [Line(seat, f"{_which(o, i)}: {names.hand(one)}", int(POINTS[one])) for i, one in enumerate(ranked)]
    if won in _TITLES:
        own.append(Line(seat, _TITLES[won], int(scoring.bonus(won))))
    return [line for line in own if line.points]


def _which(o: "State", i: int) -> str:
    return (_SORTED if o.best_first else HANDS)[i]


def text(sheet: Sheet) -> list[str]:
    """The sheet in lines."""
    lines = [f"{meeting.which:>7}: {_meeting_text(meeting)}" for meeting in sheet.meetings]
    lines += [f"{line.points:>+7}  {names.SEATS[line.seat]}, {line.what}".replace("-", "−", 1) for line in sheet.lines]
    return [*lines, summary(sheet)]


def _meeting_text(meeting: Meeting) -> str:
    if meeting.winner is None:
        return f"tie, {meeting.names[0]} against {meeting.names[1]}"
    stronger, weaker = meeting.names[meeting.winner], meeting.names[1 - meeting.winner]
    return f"{names.SEATS[meeting.winner]} wins, {stronger} against {weaker}{meeting.by and f' (by the {meeting.by})'}"


def summary(sheet: Sheet, seat_names: Sequence[str] = names.SEATS) -> str:
    """The outcome in a sentence."""
    if sheet.winner is None:
        totals = f", {_signed(sheet.totals[0])} to {_signed(sheet.totals[1])}" if sheet.advanced else ""
        return f"The round is a draw{totals}."
    winner = seat_names[sheet.winner]
    if not sheet.advanced:
        return f"{winner} won {'all three hands: a skunk' if sheet.skunk else 'two of the three hands'}."
    own, other = sheet.totals[sheet.winner], sheet.totals[1 - sheet.winner]
    return f"{winner} won the round {_signed(own)} to {_signed(other)} and scored {counted(max(sheet.earned), 'point')}."


def _signed(number: int) -> str:
    return str(number).replace("-", "−")
