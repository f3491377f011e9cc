"""Who is paired with whom, as a pure function."""

import random

from pyramidion.server.people.pairing import Party, pair, parties_of
from pyramidion.server.storage.seeks import Seek

NOW = 1_000_000_000


def seeker(number: int, mu: float, waited: float = 0.0, table: str | None = None, seats: int = 2) -> Seek:
    return Seek(f"u{number}", "senet", seats, True, mu, NOW - round(1000 * waited), NOW, table)


def groups(seeks: list[Seek], seats: int = 2) -> list[set[str]]:
    ((_, parties),) = parties_of(seeks).items()
    return [{seek.user for party in group for seek in party.members} for group in pair(parties, seats, NOW)]


def test_the_nearest_in_rating_play_each_other() -> None:
    assert groups([seeker(1, 20), seeker(2, 25), seeker(3, 20.5), seeker(4, 25.2)]) == [{"u1", "u3"}, {"u2", "u4"}]


def test_who_is_too_far_away_waits_until_the_range_has_widened() -> None:
    assert groups([seeker(1, 20), seeker(2, 28)]) == []
    assert groups([seeker(1, 20, waited=30), seeker(2, 28, waited=30)]) == [{"u1", "u2"}]


def test_who_has_waited_for_longest_chooses_first() -> None:
    assert groups([seeker(1, 20), seeker(2, 20.1), seeker(3, 21, waited=5)]) == [{"u3", "u2"}]


def test_a_larger_table_fills_up_with_those_who_are_near() -> None:
    seeks = [seeker(number, 25 + number / 10, seats=4) for number in range(5)]
    assert groups(seeks, seats=4) == [{"u0", "u1", "u2", "u3"}]
    assert groups(seeks[:3], seats=4) == []


def test_a_table_with_a_free_seat_gets_somebody_and_two_tables_are_never_made_one() -> None:
    alone = [seeker(1, 25, table="a"), seeker(2, 25, table="b")]
    assert groups(alone) == []
    assert groups([*alone, seeker(3, 25)]) == [{"u1", "u3"}]


def test_different_games_and_ratedness_are_different_pools() -> None:
    first = seeker(1, 25)
    assert len(parties_of([first, seeker(2, 25)._replace(rated=False), seeker(3, 25)._replace(game="river")])) == 3


def test_nobody_is_in_two_groups_and_everybody_is_near_enough() -> None:
    lots = random.Random(3)
    for seats in (2, 3, 4):
        seeks = [seeker(n, lots.gauss(25, 8), waited=lots.uniform(0, 40), seats=seats) for n in range(200)]
        ((_, parties),) = parties_of(seeks).items()
        found = pair(parties, seats, NOW)
        seated = [seek.user for group in found for party in group for seek in party.members]
        assert len(seated) == len(set(seated))
        assert len(seated) > 150
        assert all(_are_near(group) for group in found)


def _are_near(group: list[Party]) -> bool:
    first = group[0]
    return all(abs(first.mu - other.mu) <= 2.5 + 0.25 * 40 for other in group[1:])
