"""The planes of a tensor: which bytes of it mean what. A game's `tensor.py` declares them once, for code, tests and docs."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from pyramidion.engine.compiled import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Bytes

_COPIES = sum(1 << 7 * n for n in range(4))  # four bits times this have bit n at place 8 n, and nowhere two in one place
_ONE_A_BYTE = 0x01010101


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


def split(planes: tuple[Plane, ...], tensor: "NDArray[np.uint8]") -> "dict[str, NDArray[np.uint8]]":
    """A tensor by its planes' names, each in its shape."""
    return {plane.name: tensor[plane.start : plane.end].reshape(plane.shape) for plane in planes}


@compiled
def spread(members: int, count: int, out: "Bytes", start: int) -> None:
    """The lowest bits of a bit set, a byte each; eight at a time, as a plane of 52 would take longer than a whole move."""
    done = 0
    while done + 8 <= count:
        low = (members >> done & 0xF) * _COPIES & _ONE_A_BYTE
        high = (members >> done + 4 & 0xF) * _COPIES & _ONE_A_BYTE
        store_word(out, start + done, high << 32 | low)
        done += 8
    while done < count:
        out[start + done] = members >> done & 1
        done += 1


def store_word(out: "Bytes", start: int, word: int) -> None:
    """Eight bytes at once, the lowest first, at any place."""
    out[start : start + 8] = np.frombuffer((word & (1 << 64) - 1).to_bytes(8, "little"), dtype=np.uint8)


@intrinsic
def _store_word(_context: Any, out: Any, start: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        place = builder.gep(array.data, [args[1]])
        builder.store(args[2], builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)

    return types.void(out, types.int64, types.int64), generate


overload(store_word, strict=False)(lambda out, start, word: lambda out, start, word: _store_word(out, start, word))


@compiled
def clear(out: "Bytes") -> None:
    for i in range(out.shape[0]):
        out[i] = 0
