"""A state is one flat record of signed integers, declared once as a class.

    class State(Record):
        board = int8(30, most=2)    # 0 empty, 1 first seat, 2 second
        throw = int8(most=6)        # 0 before the throw

The class is the declaration only: `State.new()` makes a NumPy record of that layout, which compiled code takes by
reference. All fields are signed, so that bytes of 0xFF read as `UNKNOWN` in every one of them.
"""

from collections.abc import Callable
from operator import methodcaller
from struct import Struct
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, cast, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Layout = np.dtype[np.void]
    Records = NDArray[np.void]  # many, in one piece of memory

UNKNOWN = -1


class Field(NamedTuple):
    """What a declaration says: the integer's type, its shape, and the least and most it may hold."""

    dtype: type[np.signedinteger]
    shape: tuple[int, ...]
    least: int
    most: int


class _Integer:
    """The declaring function of one integer width: `int8()`, `int8(30)`, `int8(3, 5)`."""

    def __init__(self, dtype: type[np.signedinteger]) -> None:
        self._dtype = dtype

    @overload
    def __call__(self, *, most: int, least: int = 0) -> int: ...
    @overload
    def __call__(self, length: int, /, *more: int, most: int, least: int = 0) -> "NDArray[np.int64]": ...

    def __call__(self, *shape: int, most: int, least: int = 0) -> object:
        return Field(self._dtype, shape, least, most)


int8 = _Integer(np.int8)
int16 = _Integer(np.int16)
int32 = _Integer(np.int32)
int64 = _Integer(np.int64)


class Record:
    """The parent of every game's `State`."""

    fields: ClassVar[dict[str, Field]]
    dtype: ClassVar["Layout"]
    Row: ClassVar[type]  # what one record is an instance of, under a name by which pickle finds it

    def __init_subclass__(cls) -> None:
        cls.fields = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        for name, field in cls.fields.items():
            _refuse_bad_declaration(cls.__name__, name, field)
        cls.dtype = _layout(cls.fields)
        cls.Row = _let_copy(cls)

    @classmethod
    def new(cls) -> Self:
        """A record of zeros."""
        return cast(Self, cls.batch(1)[0])

    @classmethod
    def batch(cls, count: int) -> "Records":
        """Many records in one piece of memory; `batch[i]` is a record that shares it."""
        return np.zeros(count, dtype=cls.dtype)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The record that these bytes are, in memory of its own."""
        return cast(Self, np.frombuffer(bytearray(data), dtype=cls.dtype)[0])

    @classmethod
    def of(cls, record: "Record") -> Self:
        """A record as one of this game's, for code that knows which game it has: `State.of(play.state).turn`."""
        if record.dtype != cls.dtype:
            raise TypeError(f"this is no record of {cls.__module__}")
        return cast(Self, record)

    if TYPE_CHECKING:  # what NumPy's record gives; NumPy's own stubs don't know ours

        def tobytes(self) -> bytes: ...
        def __getitem__(self, name: str) -> "NDArray[np.int64]": ...
        def __setitem__(self, name: str, value: object) -> None: ...


def _let_copy(record: type[Record]) -> type:
    """Let records be pickled and copied byte for byte: NumPy would leave the padding to chance."""
    row: Any = record.dtype.type
    row.__module__, row.__qualname__ = record.__module__, f"{record.__qualname__}.Row"
    row.__reduce__ = lambda self: (record.from_bytes, (self.tobytes(),))
    row.__deepcopy__ = lambda self, _memo: record.from_bytes(self.tobytes())
    return cast(type, row)


def _refuse_bad_declaration(record: str, name: str, field: Field) -> None:
    if hasattr(np.record, name):
        raise TypeError(f"{record}.{name}: NumPy's records have an attribute of that name; choose another")
    room = np.iinfo(field.dtype)
    if not room.min <= field.least <= field.most <= room.max:
        raise TypeError(f"{record}.{name}: {field.least} … {field.most} does not fit into {room.dtype}")


def _layout(fields: dict[str, Field]) -> "Layout":
    """Widest integers first: then the only padding is at the end, and equal records have equal bytes."""
    widest_first = sorted(fields.items(), key=lambda item: -np.dtype(item[1].dtype).itemsize)
    columns = [(name, field.dtype, field.shape) for name, field in widest_first]
    layout = np.dtype(columns, align=True)
    return np.dtype((_quick_record(layout), layout))


def _quick_record(layout: "Layout") -> type[np.record]:
    """NumPy's record with a property for each field, as its own way to find one takes up to ten times as long."""
    readers = {name: property(_reader(*place[:2])) for name, place in (layout.fields or {}).items()}
    return type("Record", (np.record,), {**readers, "__getattribute__": object.__getattribute__})


def _reader(dtype: "np.dtype[np.generic]", offset: int) -> Callable[[np.record], object]:
    """What reads a field of a record: a number as Python's own, an array as one that shares the record's memory."""
    if dtype.shape:
        return methodcaller("getfield", dtype, offset)
    unpack = Struct(dtype.char).unpack_from
    return lambda record: unpack(record, offset)[0]
