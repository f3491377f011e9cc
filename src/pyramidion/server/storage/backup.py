"""Backups of a SQLite database, also while a server writes to it."""

import secrets
from pathlib import Path

from pyramidion.refusal import Refusal
from pyramidion.server.storage.copying import copy_checked, sync_folder
from pyramidion.server.storage.restore import unfinished
from pyramidion.server.storage.trouble import in_brackets


def backup(database: Path, copy: Path) -> None:
    """A copy of a database as it is at one instant, in one file.

    It is there complete and checked, or not at all: until then it has another name, so that nobody takes one that was killed
    midway for a backup.
    """
    if unfinished(database):
        raise Refusal(
            f"a restore of {database} was interrupted: start the server, or restore again, and it will be finished"
        )
    if not database.exists():
        raise Refusal(f"there is no database {database}")
    if copy.exists():
        raise Refusal(f"{copy} already exists: a backup never overwrites a file")
    partial = copy.with_name(f"{copy.name}.partial-{secrets.token_hex(4)}")
    try:
        copy_checked(database, partial)
        partial.rename(copy)
        sync_folder(copy.parent)
    except OSError as error:
        raise Refusal(f"{copy} can't be written{in_brackets(error)}") from error
    finally:
        partial.unlink(missing_ok=True)
