"""One process at a time has a database file: a server for as long as it runs, a restore while it changes the file.

The lock is the operating system's, on a file beside the database. It ends with the process, however that ends: nothing is
left to clean up after `kill -9`. The file itself stays: if it were deleted, two could each lock one of that name.
"""

import contextlib
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from pyramidion.refusal import Refusal

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)  # behind what is written there: nobody can read what Windows has locked
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

    def is_open_elsewhere(database: Path) -> bool:
        """Windows refuses by itself to move a file that is open."""
        return False
else:
    import fcntl

    SQLITE_LOCKS = (512, 0x40000000)  # how many bytes, and where: SQLite locks some of these while it has a file open

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def is_open_elsewhere(database: Path) -> bool:
        """Whether any other process has the file open with SQLite: a shell, a backup, a server from before there was a lock.

        Never for a file that this process has open: closing it here would end SQLite's own locks.
        """
        descriptor = os.open(database, os.O_RDWR)
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, *SQLITE_LOCKS)
        except OSError:
            return True
        finally:
            os.close(descriptor)
        return False


class InUse(Refusal):
    """Another process has the database."""

    code = "in_use"


class FileLock:
    """The lock on a database; a context manager."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self._descriptor = -1

    def __enter__(self) -> Self:
        self._descriptor = _open(self.database.with_name(f"{self.database.name}-lock"))
        try:
            _lock(self._descriptor)
        except OSError as error:
            holder = os.read(self._descriptor, 20).decode(errors="replace").strip()
            os.close(self._descriptor)
            raise InUse(
                f"{self.database} is in use by another Pyramidion{f' (process {holder})' if holder.isdecimal() else ''}: "
                "stop that one first, or name another file with --database"
            ) from error
        self._sign()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._descriptor)

    def _sign(self) -> None:
        """Say who has it, to those who are refused; it does no harm if that can't be written."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.write(self._descriptor, f"{os.getpid()}\n".encode())


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except PermissionError:  # another user made it; it can be locked all the same
        return os.open(path, os.O_RDONLY)
