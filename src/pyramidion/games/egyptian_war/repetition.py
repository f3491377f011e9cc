"""Endless games (E-26): whether the decks have been just as they are before, with no slap in between.

Between slaps the game is deterministic once the cards are known, so a state that comes back comes back for ever. To find
that out without a list of all states, the record keeps one of them as a number and compares each later one with it; it
moves on to the present at every power of two (Brent's teleporting turtle). Any repetition is found so, at the latest when
the game has been three times as long, in takes, as at the second sighting; the few bytes stay the same however long it is.
"""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.engine.record import UNKNOWN

if TYPE_CHECKING:
    from pyramidion.games.egyptian_war.rules import State

EARLY = 8  # takes without a slap before anything is remembered: nearly all games have a slap by then
MOST_FINGERPRINT = (1 << 62) - 1
_PRIMES = (2147483647, 2147483629)  # the two largest below 2³¹: products stay below 2⁶²
_BASES = (1103515245, 1566083941)


@compiled
def forget(s: "State") -> None:
    """A slap of any kind: what was before can't come back."""
    s.quiet = 0
    s.remembered = UNKNOWN


@compiled
def comes_back(s: "State") -> bool:
    """Count a take without a slap; whether the remembered state is here again."""
    s.quiet += 1
    quiet = int(s.quiet)
    if quiet < EARLY:
        return False
    now = fingerprint(s)
    if now == s.remembered:
        return True
    if quiet & (quiet - 1) == 0:
        s.remembered = now
    return False


@compiled
def fingerprint(s: "State") -> int:
    """62 bits that stand for the order of all cards and the seat that leads."""
    one, other = int(s.turn) + 1, int(s.turn) + 1
    for seat in range(int(s.seats)):
        for i in range(int(s.held[seat]) + 1):  # one number more marks where a deck ends
            card = int(s.deck[seat, i]) + 2 if i < s.held[seat] else 60
            one = (one * _BASES[0] + card) % _PRIMES[0]
            other = (other * _BASES[1] + card) % _PRIMES[1]
    return one << 31 | other
