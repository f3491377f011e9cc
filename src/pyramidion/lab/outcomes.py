"""What was found, for people and for programs."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table

from pyramidion.lab.intervals import Figure
from pyramidion.lab.setups import Setup
from pyramidion.version import __version__

if TYPE_CHECKING:
    from pyramidion.lab.comparison import Comparison


def as_json(setup: Setup, figures: Sequence[Figure], command: str, **more: object) -> str:
    """All figures, with what they are figures of."""
    facts = {"setup": setup.described(), "figures": figures, "command": command, "version": __version__}
    return msgspec.json.format(msgspec.json.encode(facts | more)).decode()


def as_text(setup: Setup, figures: Sequence[Figure]) -> str:
    """All figures as a table."""
    table = Table(title=f"{setup.title}: {setup.seats} × {', '.join(dict.fromkeys(setup.bots))}, seed {setup.seed}")
    for heading in ("", "value", "95%", "n", ""):
        table.add_column(heading, justify="left" if not heading else "right")
    for one in figures:
        table.add_row(one.name, amount(one.value, one.unit), between(one), f"{one.n:,}", one.note)
    return _printed(table)


def compared_as_text(setup: Setup, found: "Sequence[tuple[str, Comparison]]") -> str:
    """Comparisons as a table."""
    table = Table(title=f"{setup.title}: what each variant changes, seed {setup.seed}", caption=_stated(found))
    for heading in ("variant", "metric", "before", "after", "difference", "interval", "games", "verdict"):
        table.add_column(heading, justify="left" if heading in ("variant", "metric", "verdict") else "right")
    for name, one in found:
        unit = "share" if one.difference.unit == "points" else one.difference.unit
        change = amount(one.difference.value, one.difference.unit)
        means = amount(one.first, unit), amount(one.second, unit)
        table.add_row(name, one.metric, *means, change, between(one.difference), f"{one.difference.n:,}", one.verdict)
    return _printed(table)


def _stated(found: "Sequence[tuple[str, Comparison]]") -> str:
    """How sure it is: by how much each may be wrong, and all of them together."""
    if not found:
        return "this game has no other choices"
    each = found[0][1].error
    return f"each interval holds with {1 - each:.2%} in all looks; all {len(found)} of them with {1 - each * len(found):.0%}"


def _printed(table: Table) -> str:
    console = Console(width=120)
    with console.capture() as captured:
        console.print(table)
    return captured.get().rstrip()


def between(figure: Figure) -> str:
    """Its interval."""
    return f"{amount(figure.low, figure.unit)} … {amount(figure.high, figure.unit)}"


def amount(value: float, unit: str) -> str:
    """A number of so many digits as its unit wants."""
    if unit == "share":
        return f"{value:.2%}"
    if unit == "points":
        return f"{100 * value:+.2f}"
    if unit == "Elo":
        return f"{value:+.0f} Elo"
    if not math.isfinite(value):
        return "unknown"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
