"""Where things are kept on a user's machine."""

import os
from pathlib import Path


def data_folder() -> Path:
    """What must not be lost: $PYRAMIDION_DATA, or the user's data folder."""
    if own := os.environ.get("PYRAMIDION_DATA"):
        return Path(own)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "pyramidion"
