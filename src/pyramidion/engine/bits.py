"""Bit sets as integers: counting and finding bits by one machine instruction each."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from pyramidion.engine.compiled import compiled

_WORD = ir.IntType(64)
_NO = ir.Constant(ir.IntType(1), 0)


def count(bits: int) -> int:
    """How many bits are set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """The number of the lowest set bit (of at least one)."""
    return (int(bits) & -int(bits)).bit_length() - 1


def highest(bits: int) -> int:
    """The number of the highest set bit (of at least one)."""
    return int(bits).bit_length() - 1


def _instruction(function: Any, generate: Any) -> None:
    """Let compiled calls of `function` be the one instruction that `generate` builds."""

    @intrinsic
    def instruction(_context: Any, _bits: Any) -> Any:
        return types.int64(types.int64), lambda _c, builder, _s, args: generate(builder, args[0])

    overload(function, strict=False)(lambda bits: lambda bits: instruction(bits))


_instruction(count, lambda builder, bits: builder.ctpop(bits))
_instruction(lowest, lambda builder, bits: builder.cttz(bits, _NO))
_instruction(highest, lambda builder, bits: builder.sub(_WORD(63), builder.ctlz(bits, _NO)))


@compiled
def nth(bits: int, n: int) -> int:
    """The number of the n-th set bit, counted from 0."""
    while n:
        bits &= bits - 1
        n -= 1
    return lowest(bits)
