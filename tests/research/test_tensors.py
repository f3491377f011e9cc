"""Tensors: they tell what the observation holds, from the seat's side, and every plane is told in the docs."""

import random
from pathlib import Path
from typing import Any

import numpy as np

from pyramidion import research
from pyramidion.engine.planes import layout, split, spread
from pyramidion.engine.record import UNKNOWN, Record
from pyramidion.games import find
from pyramidion.protocols import Tensors
from pyramidion.testing import random_options
from tests.research.sittings import every_game, every_sitting
from tests.soak import more

DOCS = Path(__file__).parents[2] / "docs/research.md"


def as_told(name: str, field: str, value: object) -> object:
    """A field of an observation in the way in which its decoder tells it, where that is less than all."""
    if name == "egyptian_war" and field in ("pile", "deck"):
        return np.where(np.array(value) == UNKNOWN, UNKNOWN, np.array(value) >> 2).tolist()  # suits never matter
    if name == "iriri" and field == "board":
        return np.maximum(np.array(value), -1).tolist()  # what fits on an empty cell is in the mask
    return value


def tensor_of(name: str) -> Tensors[Record]:
    tensor = find(name).tensor
    assert tensor is not None
    return tensor


@every_sitting
def test_what_a_tensor_tells_is_what_the_seat_sees(name: str, seats: int) -> None:
    facts = find(name)
    options: dict[str, Any] = dict(random_options(facts, random.Random(seats)))
    batch = research.batch(name, 4, seats=seats, seed=11, **options).reset()
    for _ in range(more(50)):
        batch.step(batch.sample())
        for i in range(4):
            for seat in range(seats):
                seen = batch.observation(i, seat)
                planes = split(tensor_of(name).PLANES, batch.seen_by(i, seat))
                for field, value in tensor_of(name).decode(planes, seat, seats).items():
                    assert value == as_told(name, field, seen[field].tolist()), f"{field} to seat {seat}"


@every_game
def test_a_tensor_tells_what_all_eyes_together_see_and_what_an_onlooker_sees(name: str) -> None:
    facts, tensor = find(name), tensor_of(name)
    batch = research.batch(name, 2, seed=12).reset()
    for _ in range(40):
        batch.step(batch.sample())
        for eyes in (0, (1 << batch.setting.seats) - 1):
            seen, out = facts.rules.State.new(), np.zeros(tensor.SIZE, dtype=np.uint8)
            facts.rules.observe(batch.states[0], eyes, seen)
            tensor.tensor(seen, 1, out)
            for field, value in tensor.decode(split(tensor.PLANES, out), 1, batch.setting.seats).items():
                assert value == as_told(name, field, seen[field].tolist()), f"{field} to {eyes:b}"


@every_game
def test_planes_follow_each_other_and_fill_the_tensor(name: str) -> None:
    tensor = tensor_of(name)
    ends = [0, *(plane.end for plane in tensor.PLANES)]
    assert [plane.start for plane in tensor.PLANES] == ends[:-1]
    assert ends[-1] == tensor.SIZE


@every_game
def test_every_plane_is_told_in_the_docs(name: str) -> None:
    page = DOCS.read_text(encoding="utf-8")
    for plane in tensor_of(name).PLANES:
        shape = " × ".join(map(str, plane.shape))
        assert f"| `{plane.name}` | {shape} | {plane.meaning} |" in page


def test_bits_are_spread_to_bytes() -> None:
    out = np.full(40, 7, dtype=np.uint8)
    spread(0b1_0110_1001_1110_0101, 21, out, 3)
    assert out[3:24].tolist() == [0b1_0110_1001_1110_0101 >> i & 1 for i in range(21)]
    assert set(out[:3].tolist() + out[24:].tolist()) == {7}


def test_a_layout_counts_on() -> None:
    one, two = layout(("one", (2, 3), "six"), ("two", (4,), "four"))
    assert (one.start, one.end, two.start, two.end) == (0, 6, 6, 10)
