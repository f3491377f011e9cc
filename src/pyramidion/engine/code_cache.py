"""Machine code on disk: a file for each function, types of its arguments and kind of CPU.

Numba's own cache can't be used, for three reasons: it is named by the folder of the sources, so that it can't be moved or
shipped; of two processes that write it at the same time, one can file its code under the other's types; and all processes
give the same names to what they compile.
"""

import hashlib
import itertools
import os
import pickle
import secrets
import sys
import sysconfig
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from pyramidion.engine import dispatch
from pyramidion.engine.sources import foreign_hash, hash_of, package_sources, times_of_change

SHIPPED_CPUS = {  # what a CPU must have to run the code that is shipped for a kind of it, the best first
    "x86-64-v3": "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse3 sse4.1 sse4.2 ssse3 xsave",
    "x86-64": "",
}
_DAMAGED = (OSError, EOFError, ValueError, pickle.UnpicklingError)


def environment_hash() -> str:
    """A name for everything but the CPU that decides what the machine code is."""
    config = numba.config
    settings = [bool(config.BOUNDSCHECK), config.OPT, config.DEBUGINFO_DEFAULT]
    interpreter = sysconfig.get_config_var("EXT_SUFFIX") or sys.implementation.cache_tag
    parts = [numba.__version__, interpreter, *settings, hash_of(package_sources(), package_sources()[0].parents[1])]
    return _short_hash(*parts)


def give_unique_names() -> None:
    """Let Numba count its names for functions from somewhere else in every process.

    It tells functions of the same name apart by a number, and counts from 1 in each process: two that compile give the same
    number to different functions (each verb's lambda is called the same), and a third that loads both would confuse them.
    """
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(62))


give_unique_names()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=give_unique_names)


class CodeCache(NullCache):  # type: ignore[misc]
    """What Numba asks for a function's machine code before it compiles it, and hands it to afterwards."""

    def __init__(self, function: Callable[..., object], own: Path, shipped: Path) -> None:
        self._function = function
        self._own, self._shipped = own, shipped

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The code for these types of arguments, or None."""
        target.refresh()
        key = self._key(signature)
        for folder in folders(self._own, self._shipped, target.codegen()):
            if (code := _read(folder / self._file(key), key)) is not None:
                return CompileResult._rebuild(target, *code)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled, unless sources were changed since this process began: it may be a mixture."""
        if result.library.has_dynamic_globals:
            warnings.warn(f"{self._function.__qualname__} can't be cached: it has a large array", NumbaWarning, stacklevel=2)
        elif times_of_change() == _TIMES_OF_CHANGE:
            key = self._key(signature)
            with suppress(OSError):  # a full disk, a folder that can't be written: compile anew the next time
                _write(self._own / cpu_name(result.codegen) / self._file(key), dumps((key, result._reduce())))

    def _key(self, signature: Any) -> tuple[str, ...]:
        """Tells this function with these types from all others whose sources have the same hash."""
        function, (arguments, _) = self._function, normalize_signature(signature)
        sources = [function.__code__.co_filename, *_rules_of(arguments)]
        code = hashlib.sha256(function.__code__.co_code).hexdigest()
        return (_full_name(function), str(arguments), code, *map(foreign_hash, sources))

    def _file(self, key: tuple[str, ...]) -> str:
        return f"{_full_name(self._function)}-{_short_hash(*key)}.code"


_TIMES_OF_CHANGE = times_of_change()


def folders(own: Path, shipped: Path, codegen: Any) -> list[Path]:
    """Where code may be that this CPU can run; what is compiled goes into the last."""
    return [*(shipped / kind for kind in runnable_kinds()), own / cpu_name(codegen)]


def cpu_name(codegen: Any) -> str:
    """For which CPU code is compiled here: its name alone for a kind that can be shipped."""
    _triple, name, features = codegen.magic_tuple()
    return f"{name}-{_short_hash(features)}" if features else str(name)


@cache
def runnable_kinds() -> Sequence[str]:
    """The kinds of CPU whose code this one can run."""
    host = llvm.get_host_cpu_features()
    return [kind for kind, needed in SHIPPED_CPUS.items() if all(host.get(feature) for feature in needed.split())]


def _rules_of(arguments: Sequence[Any]) -> Iterator[str]:
    """The files with the rules of the games whose records are among the arguments."""
    for argument in arguments:
        rules = dispatch.rules_for(argument.dtype if isinstance(argument, types.Array) else argument)
        if rules:
            yield str(sys.modules[rules.__name__].__file__)


def _full_name(function: Callable[..., object]) -> str:
    name = f"{function.__module__}.{function.__qualname__}-{function.__code__.co_firstlineno}"
    return name.replace("<", "").replace(">", "")


def _short_hash(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


def _read(path: Path, key: tuple[str, ...]) -> Any:
    try:
        found, code = pickle.loads(path.read_bytes())
    except _DAMAGED:
        return None
    return code if found == key else None


def _write(path: Path, data: bytes) -> None:
    """All at once: others may read or write the same file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
