"""95 % intervals, each for one kind of number."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float64]

Z = 1.959964  # 95 % of a normal distribution lie within so many deviations


class Figure(msgspec.Struct, frozen=True):
    """A measured number with its 95 % interval."""

    name: str
    value: float
    low: float
    high: float
    n: int  # how many games, or whatever was counted, it comes from
    unit: str = ""  # "share", "events" …
    note: str = ""  # what else one must know to read it


def share_interval(share: float, n: int) -> tuple[float, float]:
    """Of a share of n: Wilson's, and where all or none were counted the exact one."""
    if n == 0:
        return 0.0, 1.0
    if share in (0.0, 1.0):
        far = 0.025 ** (1 / n)
        return (0.0, 1 - far) if share == 0.0 else (far, 1.0)
    middle = share + Z * Z / (2 * n)
    spread = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    whole = 1 + Z * Z / n
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def share_of(name: str, shares: "Samples", note: str = "") -> Figure:
    """The mean of numbers from 0 to 1."""
    n = len(shares)
    mean = float(shares.mean()) if n else 0.0
    return Figure(name, mean, *share_interval(mean, n), n, "share", note)


def mean_of(name: str, samples: "Samples", unit: str = "", note: str = "") -> Figure:
    """A mean, by Student's distribution."""
    n = len(samples)
    if n < 2:
        return Figure(name, float(samples.mean()) if n else math.nan, -math.inf, math.inf, n, unit, note)
    mean, error = float(samples.mean()), float(samples.std(ddof=1)) / math.sqrt(n)
    return Figure(name, mean, *around(mean, student(n - 1) * error, unit), n, unit, note)


def around(value: float, reach: float, unit: str) -> tuple[float, float]:
    """An interval around a value. A share's leaves out what no share can be; it still holds the value."""
    low, high = value - reach, value + reach
    return (max(low, min(0.0, value)), min(high, max(1.0, value))) if unit == "share" else (low, high)


def student(freedom: int) -> float:
    """The quantile of Student's distribution for 95 %, by Cornish and Fisher's expansion."""
    z3, z5, z7 = Z**3, Z**5, Z**7
    first = (z3 + Z) / (4 * freedom)
    second = (5 * z5 + 16 * z3 + 3 * Z) / (96 * freedom**2)
    third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * freedom**3)
    return Z + first + second + third


def quantile_of(name: str, samples: "Samples", q: float, unit: str = "", note: str = "") -> Figure:
    """A quantile, between order statistics: right for any distribution."""
    ordered, n = np.sort(samples), len(samples)
    if n == 0:
        return Figure(name, math.nan, -math.inf, math.inf, 0, unit, note)
    reach = Z * math.sqrt(n * q * (1 - q))
    low, middle, high = (int(np.clip(rank, 0, n - 1)) for rank in (n * q - reach - 1, n * q, n * q + reach + 1))
    return Figure(name, float(ordered[middle]), float(ordered[low]), float(ordered[high]), n, unit, note)


def ratio_of(name: str, parts: "Samples", wholes: "Samples", unit: str = "share", note: str = "") -> Figure:
    """A sum against another, over independent games: by how far each game is from the ratio of all (linearised)."""
    n, whole = len(parts), float(wholes.sum())
    if n < 2 or whole == 0:
        return Figure(name, math.nan, -math.inf, math.inf, n, unit, note)
    ratio = float(parts.sum()) / whole
    error = math.sqrt(n / (n - 1) * float(((parts - ratio * wholes) ** 2).sum())) / abs(whole)
    return Figure(name, ratio, *around(ratio, student(n - 1) * error, unit), n, unit, note)


def jackknife(
    name: str, blocks: "Samples", statistic: "Callable[[Samples], float]", unit: str = "", note: str = ""
) -> Figure:
    """A statistic of sums over independent blocks, with the interval that leaving out one block after the other gives."""
    n, total = len(blocks), blocks.sum(axis=0)
    value = float(statistic(total))
    if n < 2:
        return Figure(name, value, -math.inf, math.inf, n, unit, note)
    without = np.array([statistic(total - block) for block in blocks])
    error = math.sqrt((n - 1) / n * float(((without - without.mean()) ** 2).sum()))
    reach = student(n - 1) * error
    return Figure(name, value, value - reach, value + reach, n, unit, note)
