"""The table of sets: every ruling about what beats what."""

from collections import Counter
from math import comb

import pytest

from pyramidion.games.river.palette import RAINBOW
from pyramidion.games.river.proofs import describe
from pyramidion.games.river.sets import CLASSES, NAMES, SETS, STRENGTH, STRENGTHS, VALUES, appraise
from tests.games.river.twin import strength as slow_strength

TABLE = {
    "Monochrome triplet": (15, 15),
    "Monochrome run": (5, 135),
    "Monochrome pair": (210, 1890),
    "Triplet": (30, 810),
    "Run": (60, 1620),
    "Pair": (300, 8100),
    "No set": (60, 1620),
}


def level(text: str, loose: bool = False) -> int:
    return int(STRENGTH[int(loose), *(NAMES.index(piece) for piece in text.split())])


def class_of(text: str, loose: bool = False) -> str:
    return CLASSES[VALUES[level(text, loose)][0]]


def combinations(kinds: tuple[int, ...]) -> int:
    """In how many ways a multiset can be taken from three copies of each kind."""
    ways = 1
    for copies in Counter(kinds).values():
        ways *= comb(3, copies)
    return ways


def test_the_680_sets_fall_into_seven_classes_as_counted() -> None:
    """R-01, case 1."""
    multisets, pieces = Counter[str](), Counter[str]()
    for kinds in SETS:
        name = CLASSES[VALUES[STRENGTH[0, *kinds]][0]]
        multisets[name] += 1
        pieces[name] += combinations(kinds)
    assert {name: (multisets[name], pieces[name]) for name in TABLE} == TABLE
    assert (len(SETS), sum(pieces.values())) == (680, 14_190)


def test_there_are_43_strengths_and_three_large_black_ones_are_the_strongest() -> None:
    """Case 1."""
    assert len(set(STRENGTH[0].flat)) == STRENGTHS == 43
    assert level("K3 K3 K3") == 42
    assert describe(42, RAINBOW) == "Monochrome triplet K3"
    assert describe(0, RAINBOW) == "No set"


def test_a_strength_does_not_depend_on_the_order_of_the_pieces() -> None:
    assert (STRENGTH.transpose(0, 2, 1, 3) == STRENGTH).all()
    assert (STRENGTH.transpose(0, 3, 2, 1) == STRENGTH).all()


@pytest.mark.parametrize("loose", [False, True])
def test_the_table_ranks_all_pairs_of_sets_as_the_slow_rules_do(loose: bool) -> None:
    slow = [slow_strength([NAMES[kind] for kind in kinds], "loose" if loose else "strict") for kinds in SETS]
    place = {value: number for number, value in enumerate(sorted(set(slow)))}
    fast = [int(STRENGTH[int(loose), *kinds]) for kinds in SETS]
    ranked = {value: number for number, value in enumerate(sorted(set(fast)))}
    assert [ranked[value] for value in fast] == [place[value] for value in slow]


def test_classes_come_in_their_order() -> None:
    best_first = ["B1 B1 B1", "B3 B2 B1", "B1 B1 K3", "K1 R1 Y1", "K3 R2 Y1", "K1 R1 Y3", "K3 K2 R1"]
    levels = [level(text) for text in best_first]
    assert levels == sorted(levels, reverse=True)
    assert [class_of(text) for text in best_first] == list(CLASSES[::-1])


def test_three_sizes_in_two_colours_are_no_set_unless_runs_are_loose() -> None:
    """R-01, case 2."""
    assert class_of("B3 Y2 B1") == "No set"
    assert class_of("B3 Y2 B1", loose=True) == "Run"
    assert level("B3 Y2 B1", loose=True) == level("K3 R2 Y1")
    assert level("K3 K2 K1") > level("B3 Y2 B1")


def test_the_best_class_that_fits_counts() -> None:
    """Case 3."""
    assert class_of("Y2 Y2 K2") == "Monochrome pair"
    assert level("K3 K3 B1") > level("R3 Y3 G3")


def test_the_size_of_a_pair_is_that_of_the_paired_pieces() -> None:
    """R-02."""
    assert level("K2 R2 B1") > level("K1 R1 B3")
    assert level("B3 B3 K1") > level("K2 K2 K3")


def test_the_third_piece_is_no_kicker() -> None:
    """R-03."""
    assert level("K3 K3 R3") == level("K3 K3 B1")
    assert level("K3 R3 K1") == level("Y3 G3 B1")


def test_runs_have_no_size_and_only_monochrome_ones_a_colour() -> None:
    """R-04."""
    assert level("K3 R2 Y1") == level("B3 G2 Y1")
    assert level("K3 K2 K1") > level("R3 R2 R1") > level("Y3 Y2 Y1") > level("G3 G2 G1") > level("B3 B2 B1")


def test_the_colour_of_a_monochrome_pair_is_that_of_the_pair() -> None:
    """R-05."""
    assert level("R3 R3 B1") > level("Y3 Y3 K3") > level("G3 G3 K3") > level("B3 B3 K3")
    assert level("K3 K3 B1") > level("R3 R3 K3")


def test_colour_never_counts_in_sets_of_several_colours() -> None:
    """R-06."""
    assert level("K2 R2 Y2") == level("Y2 G2 B2")
    assert level("K2 R2 Y1") == level("G2 B2 K3")
    assert level("K3 K2 R1") == level("G3 B2 B1")


def test_strengths_have_names() -> None:
    texts = {"R3 R2 R1": "Monochrome run R", "G1 G1 K3": "Monochrome pair G1", "K2 R2 Y2": "Triplet of medium"}
    assert {text: describe(level(text), RAINBOW) for text in texts} == texts
    assert len({describe(number, RAINBOW) for number in range(STRENGTHS)}) == STRENGTHS


def test_an_appraisal_takes_any_order() -> None:
    assert appraise((0, 5, 0), loose=False) == appraise((5, 0, 0), loose=False) == appraise((0, 0, 5), loose=False)
