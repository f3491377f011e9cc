"""Who slapped first: a pure function of logged numbers, so that everybody can check the photo finish.

The table knows when it sent the card, when the slap arrived, and how long the way takes at the shortest. That alone tells
the reaction, but for what screens and networks take now more, now less. So a page also measures the reaction itself, from
painting the card to the press, and claims it. A claim settles the last few milliseconds and no more: it moves a reaction
by what it differs from this person's usual claims at this table, within narrow bounds and not before some of them are
known; and what claims have won lately is added again. Whoever always lies gains nothing, and whoever lies at times pays
for it at other times.

All times are milliseconds.
"""

from collections.abc import Iterable, Sequence

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.server.protocol.socket import Finish, Place, Verdict
from pyramidion.timing import Timing

HALF_FRAME = 1000 / 60 / 2  # a card waits for the screen's next frame: half of one on average, at 60 a second
JITTER = 10  # how far a claim may move a reaction: more would pay for lying when it matters, less would leave noise in
HISTORY = 20  # a person's last slaps at this table: claims count in full when so many are known
REPAID = 10  # the last slaps whose claims must not have won anything on the whole
HOLD = 360  # how long others may still be faster, beyond what their network takes
MOST_AHEAD = 150  # the most that is waited besides for longer ways than the first one's; with HOLD, enough for 500 ms


class Past(msgspec.Struct, frozen=True):
    """An earlier slap of the same person at this table."""

    lack: float  # what its claim lacked of what its arrival said
    gain: float  # what its claim won


class Slap(msgspec.Struct, frozen=True):
    """One slap, as the table logs it."""

    seat: int
    claim: float  # from painting the card to the press, on the page's clock
    arrival: float  # from sending the card to the slap's arrival, on the table's clock
    trip: float = 0  # there and back at the shortest, as far as it is believed
    past: tuple[Past, ...] = ()
    exact: bool = False  # measured here, of a bot or at a shared keyboard: the claim is the truth

    @property
    def measured(self) -> float:
        """The reaction by the table's own clock alone."""
        return self.arrival - self.trip - HALF_FRAME


def events_of(finish: Finish, timing: Timing, reflex: int) -> list[tuple[int, int]]:
    """What the table enters into the game, in this order: who acts, and the action."""
    guesses = [(CHANCE, timing.guessed(place.seat)) for place in finish.places if place.verdict == "guess"]
    slaps = [(place.seat, reflex) for place in finish.places if place.verdict in ("first", "false")]
    return guesses + slaps + [(CHANCE, timing.tied)] * finish.is_tie


def hold(first: float, others: Iterable[float]) -> float:
    """How long to wait for others after the first slap, by their trips: who has a longer way may have been as fast."""
    ahead = max(others, default=0.0) - first
    return min(max(ahead, 0.0), MOST_AHEAD) + HOLD


def noted(slap: Slap) -> Past:
    """What is remembered of a slap for this person's next ones."""
    return Past(slap.measured - slap.claim, gain(slap))


def gain(slap: Slap) -> float:
    """What the claim takes off the measured reaction: what it lacks more than this person's usual claim, within bounds."""
    past = slap.past[-HISTORY:]
    if not past:
        return 0.0
    more = slap.measured - slap.claim - _usual([each.lack for each in past])
    return min(max(more, -JITTER), JITTER) * len(past) / HISTORY


def reaction(slap: Slap) -> float:
    """The reaction, as well as it can be known."""
    if slap.exact:
        return slap.claim
    lately = [each.gain for each in slap.past[-REPAID:]]
    owed = max(sum(lately) / len(lately), 0.0) if lately else 0.0
    return slap.measured - gain(slap) + owed


def _usual(lacks: list[float]) -> float:
    """Their median."""
    lacks.sort()
    return (lacks[len(lacks) // 2] + lacks[(len(lacks) - 1) // 2]) / 2


def judge(slaps: Sequence[Slap], timing: Timing, *, is_right: bool, precedence: Sequence[int]) -> Finish:
    """The verdict on all slaps in one moment, of seats that may slap; `is_right`: whether there was something to slap."""
    order = sorted(slaps, key=lambda slap: (reaction(slap), precedence.index(slap.seat)))
    if not is_right:
        return Finish(tuple(_place(slap, order[0], "false") for slap in order), winner=None, is_tie=False)
    fair = [slap for slap in order if reaction(slap) >= timing.fastest]
    tied = [slap for slap in fair[1:] if reaction(slap) - reaction(fair[0]) <= timing.tie]
    verdicts: dict[int, Verdict] = {slap.seat: "late" for slap in fair}
    for slap in fair[:1] + tied:
        verdicts[slap.seat] = "tied" if tied else "first"
    places = (_place(slap, fair[0] if fair else slap, verdicts.get(slap.seat, "guess")) for slap in order)
    return Finish(tuple(places), winner=fair[0].seat if fair and not tied else None, is_tie=bool(tied))


def _place(slap: Slap, first: Slap, verdict: Verdict) -> Place:
    return Place(slap.seat, slap.claim, reaction(slap), reaction(slap) - reaction(first), verdict)
