"""A drawing made of signs: how a game's board looks in a full-screen terminal.

Whoever draws a game's board puts texts on a canvas and names the spots that can be tapped; no terminal is known here. What
is lit, chosen or pointed at is added by whoever shows the canvas.
"""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One sign on a canvas."""

    sign: str = " "
    style: str = ""  # colours as rich writes them: "bold #ffffff on #1f4a8c"
    spot: str = ""  # what is tapped here; nothing if it can't be tapped


EMPTY = Cell()


class Canvas:
    """Rows of cells. It grows downwards and to the right as something is put there."""

    def __init__(self) -> None:
        self.rows: list[list[Cell]] = []

    @property
    def width(self) -> int:
        return max(map(len, self.rows), default=0)

    @property
    def height(self) -> int:
        return len(self.rows)

    def put(self, x: int, y: int, text: str, style: str = "", spot: str = "") -> int:
        """Write a line; where it ends."""
        while len(self.rows) <= y:
            self.rows.append([])
        row = self.rows[y]
        row.extend([EMPTY] * (x + len(text) - len(row)))
        row[x : x + len(text)] = [Cell(sign, style, spot) for sign in text]
        return x + len(text)

    def say(self, *parts: tuple[str, str] | tuple[str, str, str] | str) -> None:
        """Add a line below, made of texts with their styles and spots."""
        x, y = 0, self.height
        self.put(0, y, "")
        for part in parts:
            x = self.put(x, y, *((part,) if isinstance(part, str) else part))

    def skip(self) -> None:
        """Leave a line empty."""
        self.put(0, self.height, "")

    def at(self, x: int, y: int) -> Cell:
        """The cell there, an empty one where nothing was put."""
        return self.rows[y][x] if 0 <= y < self.height and 0 <= x < len(self.rows[y]) else EMPTY

    def spots(self) -> dict[str, tuple[float, float]]:
        """The middle of every spot, in the order in which they are read."""
        cells: dict[str, list[tuple[int, int]]] = {}
        for x, y, cell in self:
            if cell.spot:
                cells.setdefault(cell.spot, []).append((x, y))
        return {
            spot: (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))
            for spot, found in cells.items()
        }

    def __iter__(self) -> Iterator[tuple[int, int, Cell]]:
        for y, row in enumerate(self.rows):
            for x, cell in enumerate(row):
                yield x, y, cell

    def text(self) -> str:
        """The signs alone."""
        return "\n".join("".join(cell.sign for cell in row).rstrip() for row in self.rows)
