from collections import Counter

import pytest

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.random import below, generator
from pyramidion.engine.random import bits as random_bits


@compiled
def compiled_count(number: int) -> int:
    return bits.count(number)


@compiled
def compiled_lowest(number: int) -> int:
    return bits.lowest(number)


@compiled
def compiled_highest(number: int) -> int:
    return bits.highest(number)


@pytest.mark.parametrize("number", [1, 2, 3, 0b1011000, 1 << 62, (1 << 62) - 1])
def test_compiled_bit_sets_are_those_of_python(number: int) -> None:
    assert compiled_count(number) == bits.count(number) == number.bit_count()
    assert compiled_lowest(number) == bits.lowest(number)
    assert compiled_highest(number) == bits.highest(number) == number.bit_length() - 1


def test_the_generator_gives_the_same_numbers_compiled_and_not() -> None:
    """The figures hold with the JIT on and off: this test runs both ways."""
    random = generator(7)
    assert [below(random, 10) for _ in range(10)] == [7, 8, 3, 9, 9, 6, 4, 4, 7, 4]


def test_seeds_differ_in_every_part_of_their_96_bits() -> None:
    seeds = [0, 1, 1 << 32, 1 << 64, 1 << 95]
    assert len({tuple(generator(seed)) for seed in seeds}) == len(seeds)


def test_numbers_below_a_limit_are_equally_likely() -> None:
    random = generator(1)
    counts = Counter(below(random, 6) for _ in range(12_000))
    chi_square = sum((counts[face] - 2000) ** 2 / 2000 for face in range(6))
    assert chi_square < 20.5  # 1 in 1000 for five degrees of freedom; the seed is fixed


def test_a_huge_limit_has_no_bias_towards_low_numbers() -> None:
    """With multiply-and-shift alone, a limit of 3·2²⁹ would give some thirds more often."""
    random = generator(2)
    limit = 3 << 29
    thirds = Counter(3 * below(random, limit) // limit for _ in range(12_000))
    assert max(thirds.values()) - min(thirds.values()) < 300


def test_every_bit_is_set_half_of_the_time() -> None:
    random = generator(3)
    drawn = [random_bits(random) for _ in range(4000)]
    for bit in range(32):
        assert 1800 < sum(number >> bit & 1 for number in drawn) < 2200


def test_the_nth_bit_is_counted_from_the_lowest() -> None:
    assert [bits.nth(0b1011000, n) for n in range(3)] == [3, 4, 6]
