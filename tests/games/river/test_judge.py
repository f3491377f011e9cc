"""What the network sees of A River in Egypt: the same from every seat."""

import numpy as np
import pytest

from pyramidion.engine.memory import copy
from pyramidion.engine.random import generator
from pyramidion.games.river import GAME
from pyramidion.games.river.judge import FEATURES, features, is_trained_for, next_to_play
from pyramidion.games.river.policy import policy_step
from pyramidion.games.river.rules import State

ROOM = np.zeros(200, np.int32)


def seen(s: State, seat: int) -> list[int]:
    return sorted(ROOM[: features(s, seat, ROOM)].tolist())


def judged(seats: int) -> list[State]:
    """Positions of some games that a network judges."""
    random, out, found = generator(6), np.zeros(GAME.widest, np.int64), list[State]()
    for _ in range(4):
        s = State.of(GAME.start(seats, GAME.choose({})))
        while policy_step(s, random, out):
            if next_to_play(s) >= 0:
                found.append(State.new())
                copy(found[-1], s)
    return found


def turned(s: State) -> State:
    """The same with everybody one seat further: with three seats, every river goes with its players."""
    seats, segments = int(s.seats), 3 if s.seats == 3 else 0
    other = State.new()
    copy(other, s)
    other.seat = (s.seat + 1) % seats
    other.river[:] = np.roll(s.river, segments)
    for seat in range(seats):
        after = (seat + 1) % seats
        other.hand[after], other.side[after] = s.hand[seat], np.roll(s.side[seat], segments, axis=0)
        for to, of in ((other.claimed, s.claimed), (other.full, s.full), (other.room, s.room)):
            to[after] = (int(of[seat]) << segments | int(of[seat]) >> (9 - segments)) & 0b111111111
    return other


@pytest.mark.parametrize("seats", [2, 3])
def test_a_position_looks_the_same_from_every_seat(seats: int) -> None:
    positions = judged(seats)
    assert len(positions) > 100
    for s in positions:
        for seat in range(seats):
            assert seen(s, seat) == seen(turned(s), (seat + 1) % seats)


def test_with_two_seats_only_who_plays_next_judges() -> None:
    for s in judged(2):
        assert [seat for seat in range(2) if seen(s, seat)] == [next_to_play(s)]


def test_features_are_numbers_within_their_range_and_always_as_many() -> None:
    for s in judged(2) + judged(3):
        for seat in range(int(s.seats)):
            assert all(0 <= one < FEATURES for one in seen(s, seat))
    assert len({len(seen(s, next_to_play(s))) for s in judged(2)}) == 1


def test_hands_and_seats_are_trained_for_and_other_options_are_not() -> None:
    for seats, options in ((2, {}), (3, {}), (2, {"hands": "hidden"}), (3, {"hands": "hidden", "starter": "weaker_hand"})):
        assert is_trained_for(State.of(GAME.start(seats, GAME.choose(options))))
    for options in ({"run": "loose"}, {"claims": "unlimited"}):
        assert not is_trained_for(State.of(GAME.start(2, GAME.choose(options))))
