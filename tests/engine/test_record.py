from typing import Any

import numpy as np
import pytest

from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import blank, copy, equal
from pyramidion.engine.record import UNKNOWN, Record, int8, int16, int64


class Toy(Record):
    small = int8(3, most=2)
    wide = int64(most=100)
    middle = int16(most=3)


@compiled
def copied(target: Any, source: Any) -> None:
    copy(target, source)


@compiled
def blanked(target: Any) -> None:
    blank(target)


@compiled
def doubled(s: Any) -> None:
    s.wide = 2 * int(s.wide)
    s.small[1] = 1


def filled() -> Toy:
    toy = Toy.new()
    toy.small[:] = (0, 1, 2)
    toy.wide, toy.middle = 77, 3
    return toy


def test_the_widest_fields_come_first_so_that_padding_is_at_the_end() -> None:
    assert Toy.dtype.names == ("wide", "middle", "small")
    assert Toy.dtype.itemsize == 16


def test_compiled_code_changes_the_record_it_was_handed() -> None:
    toy = filled()
    doubled(toy)
    assert (toy.wide, list(toy.small)) == (154, [0, 1, 2])


def test_records_of_a_batch_share_its_memory() -> None:
    batch = Toy.batch(3)
    batch[1].wide = 5
    doubled(batch[1])
    assert list(batch["wide"]) == [0, 10, 0]


@pytest.mark.parametrize("way", [copy, copied])
def test_a_copy_has_the_same_bytes_and_its_own_memory(way: Any) -> None:
    toy, twin = filled(), Toy.new()
    way(twin, toy)
    assert equal(toy, twin)
    twin.wide = 1
    assert toy.wide == 77


@pytest.mark.parametrize("way", [blank, blanked])
def test_a_blank_record_is_unknown_in_every_field_and_nothing_in_the_padding(way: Any) -> None:
    toy = filled()
    way(toy)
    assert all((np.atleast_1d(toy[name]) == UNKNOWN).all() for name in Toy.dtype.names)  # type: ignore[union-attr]
    assert toy.tobytes()[-3:] == b"\0\0\0"


def test_bytes_make_the_same_record_again() -> None:
    again = Toy.from_bytes(filled().tobytes())
    assert equal(again, filled())
    again.wide = 3  # it can be written to


def test_a_field_with_a_name_of_numpys_is_refused() -> None:
    with pytest.raises(TypeError, match="base: NumPy's records have an attribute"):
        type("Bad", (Record,), {"base": int8(most=1)})


def test_a_range_that_the_integer_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="does not fit into int8"):
        type("Bad", (Record,), {"cards": int8(most=200)})


def test_a_record_is_one_of_its_own_layout_and_of_no_other() -> None:
    class Other(Record):
        small = int8(4, most=2)

    toy = filled()
    assert Toy.of(toy) is toy
    with pytest.raises(TypeError, match="no record of"):
        Other.of(toy)
