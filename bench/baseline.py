"""Yesterday's server, to measure today's against: commit d438368, built into an environment of its own.

    python -m bench.baseline [--rounds 3] [--tables 40] [--moves 100] [--seconds 10]

measures the CPU time of a move of both, in turns, in one run: machines are noisy and differ, so a figure that was noted
elsewhere, or an hour ago, is none to compare with. Other measurements use

    with baseline() as server:           # on a free port of this machine: server.address, server.cpu_seconds() …
    baseline_run("-m", "pyramidion", "games")   # its command line, or any of its modules, such as bench.load: what it prints
    baseline_python()                    # its interpreter; give it environment(), or it would import the code from here

The first use builds it (a minute or two, without the page) in the user's cache folder; later ones find it there. Old and new
will speak different protocols one day: let each be played by people of its own time, as `-m bench.load` does.
"""

import argparse
import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.harness import Server
from pyramidion.engine.folders import cache_folder

COMMIT = "d438368"
ROOT = Path(__file__).parents[1]
TOOLS = ("hatchling", "editables", "httpx")  # to install it, and for its own bench/
LEADS_HERE = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
PER_MOVE = re.compile(r"(\d+) µs a move")


class Missing(RuntimeError):
    """The baseline can't be built here."""


@contextmanager
def baseline(*flags: str) -> Iterator[Server]:
    """The baseline's server, with a new database; `flags` are those of its `pyramidion serve`."""
    python = baseline_python()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite", *flags, python=python, env=environment()).start()
        try:
            yield server
        finally:
            server.stop()


def baseline_run(*arguments: str) -> str:
    """What the baseline's interpreter prints, in the baseline's folder."""
    return run(baseline_python(), source_folder(), environment(), *arguments)


def run(python: str | Path, folder: Path, env: dict[str, str], *arguments: str) -> str:
    done = subprocess.run([str(python), *arguments], cwd=folder, env=env, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed in {folder}:\n{done.stdout}{done.stderr}")
    return done.stdout


def baseline_python() -> Path:
    """The baseline's interpreter, built if it is not there yet."""
    folder, python = baseline_folder(), interpreter()
    if not is_built(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with (folder.parent / f"{COMMIT}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # two measurements at once build it once
            if not is_built(folder):
                build(folder)
    return python


def baseline_folder() -> Path:
    """One for each version of Python: an environment belongs to one."""
    return cache_folder() / "baseline" / f"{COMMIT}-{sys.implementation.cache_tag}"


def source_folder() -> Path:
    return baseline_folder() / "source"


def interpreter() -> Path:
    return baseline_folder() / "venv" / "bin" / "python"


def is_built(folder: Path) -> bool:
    """The last thing that building does is to say so: what was interrupted is begun again."""
    return (folder / "built").exists() and interpreter().exists()


def environment() -> dict[str, str]:
    """This process's, without what would make another interpreter find the code from here."""
    return {name: value for name, value in os.environ.items() if name not in LEADS_HERE and not name.startswith("COVERAGE_")}


def build(folder: Path) -> None:
    print(f"Building the baseline, commit {COMMIT}, in {folder} (once)", file=sys.stderr, flush=True)
    commit = full_name()
    shutil.rmtree(folder, ignore_errors=True)
    source = folder / "source"
    source.mkdir(parents=True)
    unpack(commit, source)
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True, env=environment())
    pip(source, *TOOLS)
    pip(source, "--no-build-isolation", "--editable", ".")
    (folder / "built").write_text(f"{commit}\n")


def full_name() -> str:
    """The commit's whole name, if it can be had."""
    git = shutil.which("git")
    if not git:
        raise Missing("the baseline is built from the repository's history: git is needed, and is not installed here")
    command = [git, "-C", str(ROOT), "rev-parse", "--verify", "--quiet", f"{COMMIT}^{{commit}}"]
    found = subprocess.run(command, capture_output=True, text=True)
    if found.returncode:
        raise Missing(f"commit {COMMIT} is not in {ROOT}; in a shallow clone, `git fetch --unshallow` brings it")
    return found.stdout.strip()


def unpack(commit: str, folder: Path) -> None:
    """The commit's files; no working tree that git would have to know of."""
    archive = subprocess.Popen(["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout, check=True)
    if archive.wait():
        raise Missing(f"git can't unpack commit {commit}")


def pip(source: Path, *wanted: str) -> None:
    """Into the baseline's environment, with the constraints of its own commit."""
    command = [str(interpreter()), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*command, "--constraint", "constraints.txt", *wanted], cwd=source, check=True, env=environment())


def per_move(printed: str) -> int:
    """The microseconds of the server's CPU for a move, of what `bench.load` printed."""
    found = PER_MOVE.search(printed)
    if not found:
        raise ValueError(f"there is no time of a move in {printed!r}")
    return int(found.group(1))


def compare(old: list[int], new: list[int]) -> str:
    change = median(new) / median(old) - 1
    listed = [", ".join(map(str, sorted(times))) for times in (old, new)]
    return "\n".join(
        [
            f"CPU of the server for a move, {len(old)} rounds in turns:",
            f"  {COMMIT}: median {median(old):.0f} µs ({listed[0]})",
            f"  here:    median {median(new):.0f} µs ({listed[1]}), {change:+.1%}",
        ]
    )


def main(arguments: argparse.Namespace) -> None:
    """Both are played by the people of their own bench/load.py."""
    load = ["-m", "bench.load"]
    for name in ("tables", "moves", "seconds", "games"):
        load += [f"--{name}", str(getattr(arguments, name))]
    old: list[int] = []
    new: list[int] = []
    for number in range(arguments.rounds):
        old.append(per_move(baseline_run(*load)))
        new.append(per_move(run(sys.executable, ROOT, dict(os.environ), *load)))
        print(f"round {number + 1}: {COMMIT} {old[-1]} µs, here {new[-1]} µs", flush=True)
    print(compare(old, new))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--moves", type=float, default=100, help="a second, over all tables")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--games", default="senet,river")
    try:
        main(parser.parse_args())
    except Missing as missing:
        sys.exit(str(missing))
