"""Sealed files: an array on disk, with a header that says what it is and checksums that show damage. Tables of solved
positions are kept so, and weights of networks.

The first 4096 bytes are text: a line of magic, a line of facts as JSON, the SHA-256 of that line, and blanks. The array
follows as it is in memory, to be mapped and not read. Among the facts are the array's type, its shape and its SHA-256.
"""

import hashlib
import io
import json
import os
import tokenize
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAGIC = b"Pyramidion sealed array, version 1\n"
HEADER = 4096


class Facts(TypedDict, total=False):
    """What a file says about itself: what the array is, and how much of the solving it holds."""

    game: str
    kind: str  # values, bounds or guess; or weights
    rules: str  # a hash of their code
    options: dict[str, bool]
    pieces: int
    dtype: str
    shape: list[int]
    sha256: str
    unit: int  # of values: what is certainty,
    gap: float  # how far apart bounds are at most,
    error: float  # and how far values are from them
    side: int  # of a guess: on what terms it is guessed
    price: float
    height: float
    seed: int  # of weights: how they were found,
    positions: int  # and from how many


class BadTable(ValueError):
    """A file that is no table, or damaged, or a table of other rules; the message says which."""


def seal(path: Path, facts: Facts, array: "NDArray[Any]") -> None:
    """Write an array; a crash leaves the old file or the new one, never half of one."""
    array = np.ascontiguousarray(array)
    of_array: Facts = {
        "dtype": array.dtype.str,
        "shape": list(array.shape),
        "sha256": hashlib.sha256(array.data).hexdigest(),
    }
    line = json.dumps(facts | of_array).encode()
    header = MAGIC + line + b"\n" + hashlib.sha256(line).hexdigest().encode() + b"\n"
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        file.write(header.ljust(HEADER))
        file.write(array.data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def facts_of(path: Path) -> Facts:
    """What a sealed file says about itself."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
    except OSError as error:
        raise BadTable(f"{path} can't be read: {error.strerror}") from error
    if not header.startswith(MAGIC):
        raise BadTable(f"{path} is not a table")
    line, digest = header[len(MAGIC) :].split(b"\n")[:2]
    if hashlib.sha256(line).hexdigest().encode() != digest:
        raise BadTable(f"{path} is damaged: its header is not what was written")
    facts: Facts = json.loads(line)
    return facts


def unseal(path: Path, *, check: bool) -> tuple[Facts, "NDArray[Any]"]:
    """The facts and the array, mapped from disk; with `check` all of it is read and compared with its checksum."""
    facts = facts_of(path)
    dtype, shape = np.dtype(facts["dtype"]), tuple(facts["shape"])
    size = HEADER + dtype.itemsize * int(np.prod(shape))
    if path.stat().st_size != size:
        raise BadTable(f"{path} is damaged: it has {path.stat().st_size} bytes and should have {size}")
    array = np.asarray(np.memmap(path, dtype, mode="r", offset=HEADER, shape=shape))
    if check and hashlib.sha256(array.data).hexdigest() != facts["sha256"]:
        raise BadTable(f"{path} is damaged: its numbers are not those that were written")
    return facts, array


def code_hash(source: str) -> str:
    """A hash of the code in a source, whatever its comments and its layout are."""
    words, first = [], True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.NL):
            continue
        is_space = token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE)
        if not (first and token.type == tokenize.STRING):  # a string that begins a line is a docstring
            words.append(tokenize.tok_name[token.type] if is_space else token.string)
        first = is_space
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]
