"""Compiles the games into the package, for every kind of CPU that code is shipped for: `make wheel` packs it.

python -m tools.shipped_code
"""

import shutil
import tempfile
from pathlib import Path

from pyramidion.engine.code_cache import SHIPPED_CPUS
from pyramidion.engine.compiled import SHIPPED
from pyramidion.games import GAMES
from pyramidion.preparation import prepare


def main() -> None:
    shutil.rmtree(SHIPPED, ignore_errors=True)  # or it would be loaded now, and nothing compiled
    with tempfile.TemporaryDirectory() as folder:
        prepare(GAMES, settings=[settings_for(cpu, folder) for cpu in SHIPPED_CPUS])
        for built in Path(folder).glob("compiled-*"):
            shutil.move(built, SHIPPED / built.name.removeprefix("compiled-"))


def settings_for(cpu: str, folder: str) -> dict[str, str]:
    """With these in its environment a process compiles for a kind of CPU, and keeps the code in a folder."""
    return {"PYRAMIDION_CACHE": folder, "NUMBA_CPU_NAME": cpu, "NUMBA_CPU_FEATURES": ""}


if __name__ == "__main__":
    main()
