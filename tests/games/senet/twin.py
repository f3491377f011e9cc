"""Senet a second time: slow and obvious, written from the rules page and not from the rules' code.

It knows nothing of bit sets, numbers of actions or records: the board is a dict from square to side, everything is done by
walking, and it speaks in the texts of the notation.
"""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

SAFE = (26, 28, 29)
WEIGHTS = {1: 4, 2: 6, 3: 4, 4: 1, 6: 1}


@dataclass
class Landing:
    """Where a move ends: on a square, or off the board (None), what it leaves over, and whom it sends back to its start."""

    end: int | None
    rest: int = 0
    swapped: bool = False


@dataclass
class Twin:
    pieces: int = 5
    same_row: bool = False
    bounce_skips_water: bool = False
    exact_bear_off: bool = False
    throw_off: bool = False
    null_bounce: bool = False
    board: dict[int, str] = field(default_factory=dict)
    side: str = "c"
    doing: str = "throw"  # "throw off", "throw", "move", "pass", "over"
    thrown: int = 0
    left: int = 0
    moved: set[int] = field(default_factory=set)
    throws: int = 0

    def __post_init__(self) -> None:
        for number in range(self.pieces):
            self.board[2 * number + 1] = "r"
            self.board[2 * number + 2] = "c"
        if self.throw_off:
            self.doing = "throw off"

    # What can happen

    def outcomes(self) -> dict[str, int]:
        """What chance may do, with weights."""
        if self.doing == "pass":
            return {"pass": 1}
        if self.doing in ("throw", "throw off"):
            return {f"throw {value}": weight for value, weight in WEIGHTS.items()}
        return {}

    def legal(self) -> list[str]:
        """What the side to move may do."""
        if self.doing != "move":
            return []
        return ["stop"] * self.is_rest() + [self.text(square) for square in sorted(self.moves())]

    def moves(self) -> dict[int, Landing]:
        """Forward if anything can go forward; else, with a fresh throw, backward (S-09, S-17)."""
        forward = {q: landing for q in self.own() if q not in self.moved and (landing := self.forward(q))}
        if forward or self.is_rest():
            return forward
        return {q: landing for q in self.own() if (landing := self.back(q))}

    def is_rest(self) -> bool:
        """Whether a piece has moved with this throw, if only there and back again: it stands there, or used some of it."""
        return bool(self.moved) or self.left < self.thrown

    def text(self, square: int) -> str:
        ahead = any(self.forward(q) for q in self.own() if q not in self.moved)
        target = square + self.left if ahead else square - self.left
        return f"{square}-{'off' if target > 30 else target}"

    def own(self) -> list[int]:
        return [q for q, side in self.board.items() if side == self.side]

    # One piece

    def forward(self, start: int) -> Landing | None:
        target = start + self.left
        if self.barred(range(start + 1, min(target, 30) + 1)):
            return None
        if target > 30:
            return self.off(target)
        landing = self.land(start, target)
        if landing and landing.end == start and not self.null_bounce:
            return None  # S-24
        return landing

    def off(self, target: int) -> Landing | None:
        if any(q <= 10 for q in self.own()) or (self.exact_bear_off and target != 31):
            return None
        return Landing(None, rest=target - 31)

    def back(self, start: int) -> Landing | None:
        target = start - self.left
        if target < 1 or self.barred(range(target, start)):
            return None
        landing = self.land(start, target)
        if landing:
            landing.rest = 0  # S-32: no squares are given back
        return landing

    def land(self, start: int, target: int) -> Landing | None:
        others = {q: side for q, side in self.board.items() if q != start}
        reached = target
        if target in SAFE and target in others:
            while reached in others or (reached == 27 and self.bounce_skips_water):
                reached -= 1
        elif others.get(target) == self.side or self.protected(target):
            return None
        rest = target - reached
        if reached == 27:
            shores = [15, *range(1, 31)]
            return Landing(next(q for q in shores if q not in others), rest)
        return Landing(reached, rest, swapped=reached in others)

    # The enemy's formations

    def barred(self, squares: range) -> bool:
        return any(len(self.group(q)) >= 3 for q in squares)

    def protected(self, square: int) -> bool:
        return len(self.group(square)) >= 2

    def group(self, square: int) -> list[int]:
        """The enemies that stand in one line with the enemy on this square, if there is one."""
        enemy = "r" if self.side == "c" else "c"
        if self.board.get(square) != enemy:
            return []
        group = [square]
        for step in (1, -1):
            q = square
            while self.board.get(q + step) == enemy and self.beside(q, q + step):
                q += step
                group.append(q)
        return group

    def beside(self, one: int, other: int) -> bool:
        return not self.same_row or (one - 1) // 10 == (other - 1) // 10

    # Doing it

    def act(self, text: str) -> None:
        if text == "pass":
            self.next_turn(again=False)
        elif text == "stop":
            self.next_turn(again=self.thrown in (1, 4, 6))
        elif text.startswith("throw "):
            self.sticks(int(text.split()[1]))
        else:
            self.move(int(text.split("-")[0]))

    def sticks(self, value: int) -> None:
        self.throws += 1
        if self.doing == "throw off":
            self.for_the_start(value)
            return
        self.thrown = self.left = value
        self.doing = "move" if self.moves() else "pass"

    def for_the_start(self, value: int) -> None:
        if self.side == "c":
            self.side, self.thrown = "r", value
            return
        winners = [side for side, throw in (("c", self.thrown), ("r", value)) if throw == 1]
        self.thrown = 0
        self.side = winners[0] if len(winners) == 1 else "c"
        self.doing = "over" if self.throws >= 2000 else "throw" if len(winners) == 1 else "throw off"

    def move(self, start: int) -> None:
        landing = self.moves()[start]
        piece = self.board.pop(start)
        if landing.swapped:
            assert landing.end is not None
            self.board[start] = self.board.pop(landing.end)
        if landing.end is not None:
            self.board[landing.end] = piece
            self.moved.add(landing.end)
        again = self.thrown in (1, 4, 6)
        if not self.own():
            self.next_turn(again=True)
            self.doing = "over"
            return
        self.left = landing.rest
        if not landing.rest or not self.moves():
            self.next_turn(again=again)

    def next_turn(self, again: bool) -> None:
        self.doing = "throw" if self.throws < 2000 else "over"
        if not again and self.doing != "over":
            self.side = "r" if self.side == "c" else "c"
        self.thrown = self.left = 0
        self.moved = set()

    # Looking at it

    def position(self) -> str:
        """The same line that the notation writes."""
        rows = []
        for first in (1, 11, 21):
            row, empty = "", 0
            for q in range(first, first + 10):
                if q not in self.board:
                    empty += 1
                else:
                    row, empty = row + (str(empty) if empty else "") + self.board[q], 0
            rows.append(row + (str(empty) if empty else ""))
        moved = ",".join(map(str, sorted(self.moved))) if self.moved else "-"
        return f"{'/'.join(rows)} {self.side} {self.throw_text()} {moved} {self.throws}"

    def throw_text(self) -> str:
        if self.doing == "throw off":
            return f"off:{self.thrown}" if self.thrown else "off"
        if not self.thrown:
            return "-"
        return f"{self.thrown}+{self.left}" if self.is_rest() else str(self.thrown)

    def scores(self) -> list[float]:
        left = ["c" in self.board.values(), "r" in self.board.values()]
        return [0.5, 0.5] if all(left) else [float(not left[0]), float(not left[1])]

    def children(self) -> Iterator["Twin"]:
        for text in [*self.outcomes(), *self.legal()]:
            child = deepcopy(self)
            child.act(text)
            yield child

    def perft(self, depth: int) -> int:
        """The number of positions after `depth` throws and moves; games that end earlier count once."""
        if depth == 0 or self.doing == "over":
            return 1
        return sum(child.perft(depth - 1) for child in self.children())
