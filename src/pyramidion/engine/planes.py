"""The planes of a tensor: which bytes of it mean what. A game's `tensor.py` declares them once, for code, tests and docs."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Bytes


class Plane(NamedTuple):
    """Some bytes of a tensor that belong together."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    start: int
    end: int


def layout(*declared: tuple[str, tuple[int, ...], str]) -> tuple[Plane, ...]:
    """The planes one after the other."""
    planes, start = [], 0
    for name, shape, meaning in declared:
        end = start + int(np.prod(shape))
        planes.append(Plane(name, shape, meaning, start, end))
        start = end
    return tuple(planes)


def split(planes: tuple[Plane, ...], tensor: "NDArray[np.uint8]") -> dict[str, Any]:
    """A tensor by its planes' names, each in its shape."""
    return {plane.name: tensor[plane.start : plane.end].reshape(plane.shape) for plane in planes}


@compiled
def spread(members: int, count: int, out: "Bytes", start: int) -> None:
    """The lowest bits of a bit set, a byte each."""
    for i in range(count):
        out[start + i] = members >> i & 1


@compiled
def clear(out: "Bytes") -> None:
    for i in range(out.shape[0]):
        out[i] = 0
