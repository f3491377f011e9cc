"""Copying and blanking whole records, in compiled code and in plain Python alike."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from pyramidion.engine.record import UNKNOWN

if TYPE_CHECKING:
    from pyramidion.engine.record import Record


def copy(target: "Record", source: "Record") -> None:
    """Make `target` equal to `source`, a record of the same type."""
    for name in target.dtype.names or ():
        target[name] = source[name]


def blank(target: "Record") -> None:
    """Make every field `UNKNOWN`: how an observation begins."""
    for name in target.dtype.names or ():
        target[name] = UNKNOWN


def equal(one: "Record", other: "Record") -> bool:
    """Whether two records hold the same."""
    return one.tobytes() == other.tobytes()


@overload(copy, strict=False)
def _copy(target: types.Type, source: types.Type) -> Any:
    if not (isinstance(target, types.Record) and target == source):
        return None
    return lambda target, source: _copy_bytes(target, source)


@overload(blank, strict=False)
def _blank(target: types.Type) -> Any:
    return lambda target: _blank_bytes(target)


@intrinsic
def _copy_bytes(_context: Any, target: types.Record, source: types.Record) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, args[0], args[1], cgutils.intp_t(target.size), 1)

    return types.void(target, source), generate


@intrinsic
def _blank_bytes(_context: Any, target: types.Record) -> Any:
    end = max(target.offset(name) + np.dtype(_dtype(target, name)).itemsize for name in target.fields)

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        cgutils.memset(builder, args[0], cgutils.intp_t(end), 0xFF)

    return types.void(target), generate


def _dtype(record: types.Record, name: str) -> Any:
    from numba.np.numpy_support import as_dtype

    return as_dtype(record.typeof(name))
