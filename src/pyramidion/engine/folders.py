"""Where things are kept on a user's machine."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def data_folder() -> Path:
    """What must not be lost: $PYRAMIDION_DATA, or the user's data folder."""
    return _own("PYRAMIDION_DATA") or user_data_path("pyramidion", appauthor=False)


def cache_folder() -> Path:
    """What can be made again: $PYRAMIDION_CACHE, or the user's cache folder."""
    return _own("PYRAMIDION_CACHE") or user_cache_path("pyramidion", appauthor=False)


def _own(variable: str) -> Path | None:
    return Path(path) if (path := os.environ.get(variable)) else None
