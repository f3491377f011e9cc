"""The doors of research against other libraries' environments, in one run, everything on one core.

The peers live in an environment of their own, in the cache folder: what they need must not decide what we install. Ours and
theirs are measured one after the other, several times, and ratios are taken within a round: then it matters less what else
the machine does.
"""

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import TypeVar

import msgspec

from pyramidion.engine.folders import cache_folder
from pyramidion.refusal import Refusal

PEERS = Path(__file__).with_name("peer_paces.py")
REQUIREMENTS = (  # each by itself: one that can't be installed doesn't keep the others away
    ("envpool==1.2.5", "gymnasium==1.4.0"),
    ("pgx==2.6.0", "jax==0.10.2"),
    ("pettingzoo==1.27.0", "pygame"),
    ("open_spiel==2.0.2",),
    ("pufferlib==3.0.0",),
)
ROUNDS = 3


class Pace(msgspec.Struct, frozen=True):
    """One of ours: a door, a game, and how much it does in a second (for halves: how many times as much as one core)."""

    door: str
    game: str
    per_second: float


class PeerPace(msgspec.Struct, frozen=True):
    """One of theirs, or why there is no figure."""

    peer: str
    per_second: float | None = None
    error: str = ""


class Ratio(msgspec.Struct, frozen=True):
    """How many times as fast one of ours is as one of theirs: the median of all rounds."""

    door: str
    game: str
    peer: str
    times: float


class Doors(msgspec.Struct, frozen=True):
    """All that was measured: medians."""

    ours: list[Pace]
    peers: list[PeerPace]
    ratios: list[Ratio]


Figure = TypeVar("Figure", Pace, PeerPace)

COMPARED = {  # a door, and how the names of its peers begin
    "batch": ("EnvPool", "pgx", "PufferLib"),
    "aec": ("PettingZoo",),
    "open_spiel": ("OpenSpiel",),
}


def measure(games: list[str], seconds: float, progress: Callable[[str], object], rounds: int = ROUNDS) -> Doors:
    """Ours and theirs in turn, so many times."""
    progress("peers: setting up their environment (once)")
    python, core = environment(), core_to_use()
    ours: dict[tuple[str, str], list[float]] = {}
    theirs: dict[str, list[PeerPace]] = {}
    for number in range(rounds):
        progress(f"research and its peers, round {number + 1} of {rounds}")
        for one in _lines([python, str(PEERS), "--seconds", str(seconds), "--core", str(core)], PeerPace):
            theirs.setdefault(one.peer, []).append(one)
        on_core = [*_OURS, *games, "--seconds", str(seconds), "--core", str(core)]
        for own in _lines([*on_core, "--doors", *COMPARED], Pace):
            ours.setdefault((own.door, own.game), []).append(own.per_second)
    progress("two cores")
    halves = list(_lines([*_OURS, *games, "--seconds", str(seconds), "--doors", "halves"], Pace))
    paces = [Pace(*key, median(found)) for key, found in ours.items()]
    return Doors([*paces, *halves], [_middle(found) for found in theirs.values()], list(_ratios(ours, theirs)))


_OURS = [sys.executable, "-m", "pyramidion.research.pace"]


def _lines(command: list[str], kind: type[Figure]) -> Iterator[Figure]:
    """What a command prints: a figure a line, as JSON."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refusal(f"{' '.join(command[:3])} failed: {done.stderr.strip().splitlines()[-1:]}")
    return (msgspec.json.decode(line, type=kind) for line in done.stdout.splitlines() if line.startswith("{"))


def _middle(found: list[PeerPace]) -> PeerPace:
    paces = [one.per_second for one in found if one.per_second is not None]
    return PeerPace(found[0].peer, median(paces)) if paces else found[0]


def _ratios(ours: dict[tuple[str, str], list[float]], theirs: dict[str, list[PeerPace]]) -> Iterator[Ratio]:
    for (door, game), own in ours.items():
        for peer, found in theirs.items():
            pairs = [(mine, one.per_second) for mine, one in zip(own, found, strict=True) if one.per_second]
            if pairs and peer.startswith(COMPARED[door]):
                yield Ratio(door, game, peer, median(mine / other for mine, other in pairs))


def core_to_use() -> int:
    """The last core that this process may use."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def environment() -> str:
    """The Python of the peers' own environment, made when it is first needed or another version is wanted."""
    name = hashlib.sha256(repr((REQUIREMENTS, sys.version)).encode()).hexdigest()[:12]
    folder = cache_folder() / f"peers-{name}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (folder / "made").exists():
        venv.create(folder, with_pip=True, clear=True)
        for wanted in REQUIREMENTS:
            install = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *wanted]
            subprocess.run(install, capture_output=True)  # one that fails is told when it is measured
        (folder / "made").touch()
    return str(python)
