"""Charts as SVG inside a page: colours are the page's, so that they follow light, dark and paper."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.lab.intervals import Figure
from pyramidion.lab.outcomes import amount, between

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIDTH = 720
LEFT = 190  # room for names
ROW = 30
TALL = 200
BARS = 48


def interval_chart(title: str, figures: Sequence[Figure]) -> str:
    """Shares from 0 to 100 %: a dot for the value, a line for its interval."""
    height = ROW * len(figures) + 30
    lines = [_grid(share, height) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    rows = [_row(figure, ROW * i + 18) for i, figure in enumerate(figures)]
    told = "; ".join(f"{figure.name} {amount(figure.value, figure.unit)}, {between(figure)}" for figure in figures)
    return _svg(title, told, height, [*lines, *rows])


def _grid(share: float, height: int) -> str:
    x = _place(share)
    line = f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 22}"/>'
    return f'{line}<text class="axis" x="{x:.1f}" y="{height - 6}" text-anchor="middle">{share:.0%}</text>'


def _place(share: float) -> float:
    return LEFT + (WIDTH - LEFT - 30) * min(1.0, max(0.0, share))


def _row(figure: Figure, y: int) -> str:
    low, value, high = (_place(share) for share in (figure.low, figure.value, figure.high))
    name = f'<text class="name" x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(figure.name)}</text>'
    line = f'<line class="interval" x1="{low:.1f}" x2="{max(high, low + 1):.1f}" y1="{y}" y2="{y}"/>'
    return f'{name}{line}<circle class="dot" cx="{value:.1f}" cy="{y}" r="5"/>'


def histogram(title: str, numbers: "NDArray[np.float64]", unit: str) -> str:
    """How many games have each length; the longest hundredth is left out, so that the rest can be seen."""
    most = float(np.quantile(numbers, 0.99)) + 1
    counts, edges = np.histogram(numbers, bins=BARS, range=(float(numbers.min()), most))
    wide, highest = (WIDTH - 60) / BARS, max(int(counts.max()), 1)
    bars = [
        f'<rect class="bar" x="{30 + wide * i:.1f}" y="{TALL - 24 - (TALL - 40) * count / highest:.1f}" '
        f'width="{wide - 1.5:.1f}" height="{(TALL - 40) * count / highest:.1f}"/>'
        for i, count in enumerate(counts)
    ]
    marks = [
        f'<text class="axis" x="{30 + wide * i:.1f}" y="{TALL - 6}" text-anchor="middle">{edges[i]:,.0f}</text>'
        for i in range(0, BARS + 1, BARS // 6)
    ]
    told = f"from {numbers.min():,.0f} to {numbers.max():,.0f} {unit}; the table has the median and quantiles"
    return _svg(title, told, TALL, [*bars, *marks])


def curve(title: str, values: Sequence[float]) -> str:
    """How a figure fell, from the first value to the last: a picture of its own."""
    most = max(values)
    wide, tall = (WIDTH - 80) / max(len(values) - 1, 1), TALL - 50
    points = " ".join(f"{60 + wide * i:.1f},{20 + tall * (1 - value / most):.1f}" for i, value in enumerate(values))
    marks = [
        f'<text x="52" y="{24 + tall * (1 - share):.1f}" text-anchor="end">{most * share:.2%}</text>'
        f'<line x1="60" x2="{WIDTH - 20}" y1="{20 + tall * (1 - share):.1f}" y2="{20 + tall * (1 - share):.1f}" '
        'stroke="#ccc"/>'
        for share in (0.0, 0.5, 1.0)
    ]
    line = f'<polyline points="{points}" fill="none" stroke="#a05a2c" stroke-width="2"/>'
    name = f'<text x="60" y="{TALL - 8}">{escape(title)}</text>'
    picture = _svg(title, f"from {values[0]:.2%} to {values[-1]:.2%}", TALL, [*marks, line, name])
    return picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="12" ', 1)


def _svg(title: str, told: str, height: int, parts: Sequence[str]) -> str:
    said = escape(f"{title}: {told}", quote=True)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{said}">{"".join(parts)}</svg>'
