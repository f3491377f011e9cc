"""What a wheel of `make wheel` has to compile in an empty environment.

    python -m bench.wheel [dist/pyramidion-….whl]

It is installed into a new environment; then a bot moves in each game, with an empty cache. On the Python and the kind of
CPU that it was built for, nothing may be compiled: if anything is, this fails.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.baseline import LEADS_HERE
from pyramidion.games import GAMES

ROOT = Path(__file__).parents[1]
MOVE = """
import gc
import time
from numba.core.dispatcher import Dispatcher
import pyramidion
from pyramidion.bots.levels import make
from pyramidion.engine.compiled import is_cold
from pyramidion.play import new
from pyramidion.preparation import compile_game
assert not is_cold("{game}"), "a server would compile it"
play = new("{game}", seed=1)
compile_game(play.game)  # loads all that a table needs
seat = play.actors()[0]
if not play.game.real_time:
    make("farmer", play.game, play.game.seats[0], seat, seed=0).choose(play.observe(1 << seat))
play.act(play.legal_actions(seat)[0], seat)
found = [found for found in gc.get_objects() if isinstance(found, Dispatcher)]
loaded = sum(len(one.stats.cache_hits) for one in found)
print(sum(len(one.stats.cache_misses) for one in found), loaded, time.process_time(), pyramidion.__file__)
"""


def install(wheel: Path, folder: Path) -> Path:
    """A new environment's interpreter, with the wheel and what it needs."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)], check=True)
    return python


def move(python: Path, folder: Path, game: str) -> int:
    """Have a bot move; how many functions were compiled."""
    environment = {name: value for name, value in os.environ.items() if name not in LEADS_HERE}
    environment |= {"PYRAMIDION_CACHE": str(folder / "cache"), "PYRAMIDION_DATA": str(folder / "data")}
    done = subprocess.run(
        [python, "-c", MOVE.format(game=game)], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    compiled, loaded, cpu, package = done.stdout.split()
    assert package.startswith(str(folder)), f"{package} is not what was installed"
    print(f"{game}: {compiled} functions compiled, {loaded} loaded, {float(cpu):.2f} s of CPU to a bot's move", flush=True)
    return int(compiled)


def main(wheel: Path) -> int:
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        started = time.perf_counter()
        python = install(wheel, folder / "venv")
        print(f"installed in {time.perf_counter() - started:.0f} s")
        return sum(move(python, folder, game) for game in GAMES)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", nargs="?", type=Path, help="default: the newest in dist/")
    newest = max((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime, default=None)
    wheel = parser.parse_args().wheel or newest
    if not wheel:
        parser.error("there is no wheel in dist/: make wheel")
    sys.exit(1 if main(wheel) else 0)
