"""Going back to a backup, so that at every instant the database is what it was before or the backup, and never a mixture.

SQLite keeps what was written last in a file beside the database (`-wal`), and adds it to whatever has the database's name.
So that file has to go with its database, and several renames have to count as one. When a backup is copied, checked and on
disk, it gets a name that says so: from then on the restore has happened, and whoever opens the database next does the rest.
"""

import logging
import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from pyramidion.refusal import Refusal
from pyramidion.server.storage.check import check_length, has_beside
from pyramidion.server.storage.copying import copy_checked, sync_folder
from pyramidion.server.storage.file_lock import FileLock, InUse, is_open_elsewhere
from pyramidion.server.storage.trouble import in_brackets

ARRIVING = ".restoring"  # a copy that may not be complete
ARRIVED = ".restored-"  # one that is; a time follows
BEFORE = ".before-restore-"  # what was there before; the same time follows
BESIDE = ("-wal", "-journal")  # where SQLite keeps what belongs to a database

log = logging.getLogger(__name__)


def restore(backup: Path, database: Path) -> Path | None:
    """Put a backup in the place of a database. Where that is now, if there was one."""
    if not backup.is_file():
        raise Refusal(f"there is no backup {backup}")
    if database.exists() and backup.samefile(database):
        raise Refusal(f"{backup} is the database itself, not a backup of it")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(database):
            return _restore(backup, database)
    except OSError as error:
        raise Refusal(f"{database} can't be replaced{in_brackets(error)}") from error


def _restore(backup: Path, database: Path) -> Path | None:
    finish_restore(database)
    if database.exists() and is_open_elsewhere(database):
        raise InUse(f"another program has {database} open: a server, a backup or a SQLite shell. End it first")
    arriving = _named(database, ARRIVING)
    try:
        check_length(backup)
        copy_checked(backup, arriving, never_changes=not any(has_beside(backup, suffix) for suffix in BESIDE))
        _belong_alike(database, arriving)
        arriving.rename(_named(database, ARRIVED + _free_time(database)))
        sync_folder(database.parent)
    finally:
        arriving.unlink(missing_ok=True)
    return finish_restore(database)


def unfinished(database: Path) -> list[Path]:
    """Backups that have arrived and wait to be put in the database's place: one at most."""
    if not database.parent.exists():
        return []
    return [path for path in database.parent.iterdir() if path.name.startswith(f"{database.name}{ARRIVED}")]


def finish_restore(database: Path) -> Path | None:
    """Do what is left to do of a restore, for who has the lock. It may be killed and done again at any point."""
    _named(database, ARRIVING).unlink(missing_ok=True)
    kept = None
    for arrived in unfinished(database):
        kept = _named(database, BEFORE + arrived.name.removeprefix(f"{database.name}{ARRIVED}"))
        for suffix in (*BESIDE, ""):
            with suppress(FileNotFoundError):
                _named(database, suffix).rename(_named(kept, suffix))
        _named(database, "-shm").unlink(missing_ok=True)
        sync_folder(database.parent)
        arrived.rename(database)
        sync_folder(database.parent)
        log.info("a backup is in place", extra={"before": kept.name})
    return kept if kept and kept.exists() else None


def _named(database: Path, suffix: str) -> Path:
    return database.with_name(f"{database.name}{suffix}")


def _free_time(database: Path) -> str:
    """The present time, as names of files have it; somewhat later if that is taken."""
    seconds = int(time.time())
    while _named(database, BEFORE + (text := time.strftime("%Y%m%d-%H%M%S", time.localtime(seconds)))).exists():
        seconds += 1
    return text


def _belong_alike(database: Path, copy: Path) -> None:
    """Whoever may open the database may open what comes in its place, also if root restores it."""
    if database.exists():
        shutil.copymode(database, copy)
        owner = database.stat()
        with suppress(PermissionError, AttributeError):  # only root may give files away, and Windows knows nothing of it
            os.chown(copy, owner.st_uid, owner.st_gid)
