"""What campaigns against a cluster have found so far: a file gets a line for each."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np

RECOVERED = 8.0  # seconds after a node died in which everybody's next move should be acknowledged


class Campaign(msgspec.Struct):
    """A part of the damage, and what came of it."""

    seconds: float
    cpu: float  # seconds that all nodes used
    damage: dict[str, int]  # how often each kind was done
    acknowledged: int
    told: int  # events of which somebody was told
    wrong: dict[str, int]  # of these, by what is wrong
    refused: dict[str, int]
    took: list[float]  # from an action to its acknowledgement where nothing broke: the percentiles, and the slowest
    recoveries: dict[str, list[float]]  # by damage: seconds from the last action before it to the next acknowledgement


PERCENTILES = 50, 90, 99, 100


def percentiles(seconds: Sequence[float]) -> list[float]:
    return [round(float(one), 4) for one in np.percentile(seconds, PERCENTILES)] if seconds else []


class Tally:
    """All campaigns, also those of earlier runs if there is a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_bytes().splitlines() if path and path.exists() else []
        self.campaigns = [msgspec.json.decode(line, type=Campaign) for line in lines]

    def add(self, one: Campaign) -> None:
        self.campaigns.append(one)
        if self._path:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")

    @property
    def is_clean(self) -> bool:
        return not any(sum(one.wrong.values()) for one in self.campaigns)

    def describe(self) -> str:
        """All of it together."""
        seconds, cpu = sum(one.seconds for one in self.campaigns), sum(one.cpu for one in self.campaigns)
        acknowledged = sum(one.acknowledged for one in self.campaigns)
        lines = [
            f"{len(self.campaigns)} campaigns of {seconds:.0f} s: {_sum(one.damage for one in self.campaigns)}",
            f"moves acknowledged: {acknowledged}, {acknowledged / seconds:.0f} a second",
            f"CPU of all nodes: {1000 * cpu / max(1, acknowledged):.3f} ms a move",
            f"where nothing broke, after (slowest campaign): {_worst([one.took for one in self.campaigns])}",
            *(_recovery(kind, self._recoveries(kind)) for kind in _sum(one.damage for one in self.campaigns)),
            f"refused: {_sum(one.refused for one in self.campaigns)}",
            f"events told: {sum(one.told for one in self.campaigns)}; wrong: {_sum(one.wrong for one in self.campaigns)}",
        ]
        return "\n".join(lines)

    def _recoveries(self, kind: str) -> list[float]:
        return [seconds for one in self.campaigns for seconds in one.recoveries.get(kind, [])]


def _recovery(kind: str, seconds: Sequence[float]) -> str:
    if not seconds:
        return f"after {kind}: nobody had to wait"
    in_time = sum(one <= RECOVERED for one in seconds) / len(seconds)
    return f"after {kind}: {len(seconds)} players, {_spread(percentiles(seconds))}; {in_time:.2%} within {RECOVERED:.0f} s"


def _worst(found: Sequence[Sequence[float]]) -> str:
    return _spread([max(each) for each in zip(*filter(None, found), strict=True)])


def _spread(values: Sequence[float]) -> str:
    names = [f"p{one}" if one < 100 else "slowest" for one in PERCENTILES]
    return ", ".join(f"{name} {value:.3f} s" for name, value in zip(names, values, strict=False))


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total = Counter[str]()
    for one in counts:
        total.update(one)
    return dict(total)
