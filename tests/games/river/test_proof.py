"""The proof of a claim, compared with brute force over every completion in positions made at random."""

import random

import pytest

import pyramidion
from pyramidion.games.river import proofs
from pyramidion.games.river.claims import claimable
from pyramidion.games.river.rules import State
from pyramidion.games.river.sets import NAMES
from tests.games.river.twin import SIZES, Twin, strength
from tests.soak import more


def any_position(dice: random.Random, seats: int, hands: str, run: str) -> Twin:
    """Some pieces on the table, one of each size in every hand while they last, and a seat that may claim."""
    twin = Twin(seats=seats, hands=hands, run=run, doing="claim", began="t", turn=dice.choice("tmg"[:seats]))
    dice.shuffle(twin.bag)
    for segment, size in zip(twin.segments, dice.sample("333222111", 9), strict=True):
        segment.river = take(twin, size)
    places = [side for segment in twin.segments for side in segment.sides.values()] * 2
    dice.shuffle(places)
    for side in places[: dice.choice((dice.randint(4, 36), dice.randint(24, 36)))]:
        side.append(twin.bag.pop())
    twin.just_played = dice.choice(SIZES)
    wants = [(seat, size) for seat in twin.names for size in SIZES if (seat, size) != (twin.turn, twin.just_played)]
    dice.shuffle(wants)
    for seat, size in wants:
        if twin.left_in_bag(size):
            twin.hand[seat].append(take(twin, size))
    return twin


def take(twin: Twin, size: str) -> str:
    piece = twin.left_in_bag(size)[0]
    twin.bag.remove(piece)
    return piece


def compare(seed: int) -> int:
    """The proofs of one position; how many of them were early claims."""
    dice = random.Random(seed)
    seats, hands, run = dice.choice((2, 3)), dice.choice(("open", "hidden")), dice.choice(("strict", "loose"))
    twin = any_position(dice, seats, hands, run)
    play = pyramidion.load("river", f"{twin.position()} seats={seats} hands={hands} run={run}", dice=None)
    assert play.legal() == twin.legal()
    own = State.of(play.observe(1 << "tmg".index(twin.turn)))
    early = 0
    for number, segment in enumerate(twin.segments):
        if len(segment.sides.get(twin.turn, [])) == 2:
            explain(own, twin, number)
            early += any(len(side) < 2 for side in segment.sides.values()) and twin.can_claim(twin.turn, segment)
    return early


def explain(own: State, twin: Twin, number: int) -> None:
    """What is said of a claim is true: its counter-example could be, or every piece that is missed is out of reach."""
    segment, seat = twin.segments[number], "tmg".index(twin.turn)
    rival = next(name for name in segment.sides if name != twin.turn)
    theirs = [segment.river, *segment.sides[rival]]
    possible = [sorted(more) for more in twin.completions(twin.turn, rival, 3 - len(theirs))]
    mine = strength([segment.river, *segment.sides[twin.turn]], twin.run)
    better = proofs.counter_example(own, seat, number)
    assert (better is None) == claimable(own, seat, number) == twin.can_claim(twin.turn, segment)
    if better:
        pieces = [NAMES[kind] for kind in better.kinds]
        assert sorted(pieces) in possible
        assert strength(theirs + pieces, twin.run) == max(strength(theirs + more, twin.run) for more in possible) > mine
    else:
        for missed in proofs.missed(own, seat, number):
            assert sorted(NAMES[kind] for kind in missed.kinds) not in possible


@pytest.mark.slow
def test_the_proof_is_what_brute_force_says_in_thousands_of_positions() -> None:
    """R-12 … R-16."""
    early = sum(compare(seed) for seed in range(more(4000)))
    assert early > 1000


def test_the_proof_is_what_brute_force_says_in_a_few_positions() -> None:
    """R-12 … R-16."""
    early = sum(compare(seed) for seed in range(10_000, 10_040))
    assert early > 10
