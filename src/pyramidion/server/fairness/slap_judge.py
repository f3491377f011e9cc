"""Who slapped first: a pure function of logged numbers, so that everybody can check the photo finish.

A page measures its reaction itself, from painting the card to the press, and claims it. The table knows when it sent the
card, when the slap arrived, and how long its own pings to that page take. A claim is believed as far as these allow, and
corrected by what the same person's last claims lacked: what a constant lie gains on one slap, it has lost on the others.

All times are milliseconds.
"""

from collections.abc import Iterable, Sequence
from statistics import median

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.server.protocol.socket import Finish, Place, Verdict
from pyramidion.timing import Timing

HALF_FRAME = 1000 / 60 / 2  # a card waits for the screen's next frame: half of one on average, at 60 a second
SLACK = 25  # how far a claim may leave what the pings allow: a frame or two, and a page that was busy
HISTORY = 20  # slaps that a claim is calibrated on: fewer are too noisy, more forget a change of network too slowly
HOLD = 360  # how long others may still be faster, beyond what their network takes


class Trips(msgspec.Struct, frozen=True):
    """The table's latest pings to one page, there and back."""

    shortest: float = 0
    median: float = 0
    longest: float = 0


class Slap(msgspec.Struct, frozen=True):
    """One slap, as the table logs it."""

    seat: int
    claim: float  # from painting the card to the press, on the page's clock
    arrival: float  # from sending the card to the slap's arrival, on the table's clock
    trips: Trips = Trips()
    lacks: tuple[float, ...] = ()  # of this person's last slaps: see `lack`
    exact: bool = False  # measured here, of a bot or at a shared keyboard: the claim is the truth


def events_of(finish: Finish, timing: Timing, reflex: int) -> list[tuple[int, int]]:
    """What the table enters into the game, in this order: who acts, and the action."""
    guesses = [(CHANCE, timing.guessed(place.seat)) for place in finish.places if place.verdict == "guess"]
    slaps = [(place.seat, reflex) for place in finish.places if place.verdict in ("first", "false")]
    return guesses + slaps + [(CHANCE, timing.tied)] * finish.is_tie


def trips(pings: Sequence[float]) -> Trips:
    """What the latest pings of one page say."""
    return Trips(min(pings), median(pings), max(pings))


def hold(first: Trips, others: Iterable[Trips]) -> float:
    """How long to wait for other slaps after the first has arrived. Who has a longer way may have been as fast."""
    longest = max((other.median for other in others), default=0.0)
    return max(longest - first.median, 0.0) + HOLD


def believed(slap: Slap) -> float:
    """The claim, clamped to what the pings allow."""
    earliest = slap.arrival - slap.trips.longest - SLACK
    latest = slap.arrival - slap.trips.shortest + SLACK
    return min(max(slap.claim, earliest), latest)


def lack(slap: Slap) -> float:
    """What the claim is too short by, if the network and the screen took what they usually take."""
    return slap.arrival - believed(slap) - slap.trips.median - HALF_FRAME


def reaction(slap: Slap) -> float:
    """The reaction, as well as it can be known. A person's missing slaps count as honest ones."""
    if slap.exact:
        return slap.claim
    return believed(slap) + sum(slap.lacks[-HISTORY:]) / HISTORY


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
