"""Whom to pair with whom: near in rating, and less near the longer somebody has waited. A pure function of the seeks."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import NamedTuple

from pyramidion.server.storage.seeks import Seek

NEAR = 2.5  # how far ratings may be apart at once: 100 points
NEIGHBOURS = 16  # of those next in rating, above and below, so many are looked at
WIDENING = 0.25  # and how much farther after each second: 10 points


class Party(NamedTuple):
    """Somebody who seeks, or those who already sit together at a table with a seat that is free."""

    mu: float
    since: int
    members: tuple[Seek, ...]
    table_id: str | None = None
    size: int = 1  # seats that are taken, also by people who came otherwise


NONE_TAKEN: Mapping[str, int] = MappingProxyType({})
Blocks = Set[tuple[str, str]]
"""Who has blocked whom."""


class Terms(NamedTuple):
    """What groups must keep to."""

    seats: int
    now: int
    blocks: Blocks


def tolerance(party: Party, now: int) -> float:
    """How far away an opponent's rating may be."""
    return NEAR + WIDENING * (now - party.since) / 1000


def parties_of(seeks: Iterable[Seek], taken: Mapping[str, int] = NONE_TAKEN) -> dict[tuple[str, int, bool], list[Party]]:
    """Everybody who looks for somebody: pool by pool, who has waited for longest first; and how many seats are taken."""
    together: dict[tuple[str, int, bool], dict[str, list[Seek]]] = defaultdict(lambda: defaultdict(list))
    for seek in seeks:
        together[seek.game, seek.seats, seek.rated][seek.table_id or f" {seek.user}"].append(seek)
    return {
        pool: sorted((_party(tuple(members), taken) for members in groups.values()), key=lambda party: party.since)
        for pool, groups in together.items()
    }


def _party(members: tuple[Seek, ...], taken: Mapping[str, int]) -> Party:
    mu, table_id = sum(member.mu for member in members) / len(members), members[0].table_id
    return Party(mu, min(member.created for member in members), members, table_id, taken.get(table_id or "", len(members)))


def pair(parties: Sequence[Party], seats: int, now: int, blocks: Blocks = frozenset()) -> list[list[Party]]:
    """Parties that fill a table together. Who has waited for longest chooses first, and takes the nearest."""
    by_rating = sorted((party.mu, number) for number, party in enumerate(parties))
    groups: list[list[Party]] = []
    taken: set[int] = set()
    for number in range(len(parties)):
        group = _group(parties, number, by_rating, Terms(seats, now, blocks)) if number not in taken else []
        taken.update(group)
        for one in group:
            del by_rating[bisect_left(by_rating, (parties[one].mu, one))]
        groups += [[parties[one] for one in group]] if group else []
    return groups


def _group(parties: Sequence[Party], number: int, by_rating: list[tuple[float, int]], terms: Terms) -> list[int]:
    """The numbers of those who fill a table with one party; none if there are not enough who are near."""
    own = parties[number]
    place = bisect_left(by_rating, (own.mu, number))
    near = [one for _, one in by_rating[max(0, place - NEIGHBOURS) : place + NEIGHBOURS] if one != number]
    group, size = [number], own.size
    for other in sorted(near, key=lambda one: abs(parties[one].mu - own.mu)):
        if size < terms.seats and _fit([parties[one] for one in group], parties[other], terms):
            group.append(other)
            size += parties[other].size
    return group if size == terms.seats else []


def _fit(group: Sequence[Party], other: Party, terms: Terms) -> bool:
    """Whether others may come: near enough for the mean of both, few enough, at no table yet, and nobody is blocked."""
    own, there = group[0], [seek.user for party in group for seek in party.members]
    is_near = abs(own.mu - other.mu) <= (tolerance(own, terms.now) + tolerance(other, terms.now)) / 2
    is_small = other.table_id is None and sum(party.size for party in group) + other.size <= terms.seats
    return is_near and is_small and not any(_are_apart(one, seek.user, terms) for one in there for seek in other.members)


def _are_apart(one: str, other: str, terms: Terms) -> bool:
    return (one, other) in terms.blocks or (other, one) in terms.blocks
