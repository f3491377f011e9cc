"""Iriri a second time, slow and obvious: lists, dicts and text, every cell and every order of the hand tried out."""

from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

COLOURS = "YBRG"
RIGHT, DOWN = (1, 0), (0, 1)

Cell = tuple[int, int]


class Made(NamedTuple):
    """What a legal placement makes."""

    words: list[list[str]]
    points: Fraction
    board: dict[Cell, str]


class Twin:
    """A game of Iriri."""

    def __init__(self, seats: int, loop: str, no_opening: str, starter: str) -> None:
        self.seats = seats
        self.once = loop == "once"
        self.reshuffles = no_opening == "reshuffle"
        self.dictionary: list[str] = []
        self.board: dict[Cell, str] = {}
        self.hands = [["S", "M", "L"] for _ in range(seats)]
        self.points = [Fraction(0)] * seats
        self.starter = 0 if starter == "first_seat" else None  # not drawn yet
        self.seat = 0
        self.passes = 0
        self.doing = "deal"
        self.placements: dict[str, Made] = {}  # what is legal, in the place phase

    # What a word is

    def is_valid(self, word: list[str]) -> bool:
        if self.once and len(word) > len(self.dictionary):
            return False
        loop = self.dictionary * (2 + len(word) // len(self.dictionary))
        return any(f"-{'-'.join(way)}-" in f"-{'-'.join(loop)}-" for way in (word, word[::-1]))

    def matches(self, word: list[str]) -> set[tuple[int, ...]]:
        length = len(self.dictionary)
        lines = [[(start + way * i) % length for i in range(len(word))] for start in range(length) for way in (1, -1)]
        return {tuple(i + 1 for i in line) for line in lines if [self.dictionary[i] for i in line] == word}

    @staticmethod
    def line_through(board: dict[Cell, str], cell: Cell, way: Cell) -> list[Cell]:
        (x, y), (dx, dy) = cell, way
        while (x - dx, y - dy) in board:
            x, y = x - dx, y - dy
        line = []
        while (x, y) in board:
            line.append((x, y))
            x, y = x + dx, y + dy
        return line

    # Placing

    def find_placements(self) -> dict[str, Made]:
        """Every legal placement by its text."""
        found = {}
        orders = {order for count in (1, 2, 3) for order in permutations(self.hands[self.seat], count)}
        for start in self.cells_worth_trying():
            for order in orders:
                for way in (RIGHT, DOWN) if len(order) > 1 else (RIGHT,):
                    if made := self.try_out(start, way, order):
                        found[self.text(start, way, order)] = made
        return found

    def cells_worth_trying(self) -> list[Cell]:
        if not self.board:
            return [(0, 0)]
        xs, ys = {x for x, _ in self.board}, {y for _, y in self.board}
        cells = [(x, y) for x in range(min(xs) - 3, max(xs) + 4) for y in range(min(ys) - 3, max(ys) + 4)]
        return [cell for cell in cells if cell not in self.board]

    @staticmethod
    def text(start: Cell, way: Cell, order: tuple[str, ...]) -> str:
        arrow = "" if len(order) == 1 else " >" if way == RIGHT else " v"
        return f"{start[0]},{start[1]}{arrow} {''.join(order)}"

    def try_out(self, start: Cell, way: Cell, order: tuple[str, ...]) -> Made | None:
        new: list[Cell] = []
        x, y = start
        while len(new) < len(order):
            if (x, y) not in self.board:
                new.append((x, y))
            x, y = x + way[0], y + way[1]
        if not self.is_connected(new):
            return None
        board = dict(self.board)
        for cell, size in zip(new, order, strict=True):
            board[cell] = size + COLOURS[self.seat]
        lines = {tuple(self.line_through(board, cell, axis)) for cell in new for axis in (RIGHT, DOWN)}
        words = [[board[cell] for cell in line] for line in lines if len(line) > 1]
        if not all(map(self.is_valid, words)):
            return None
        points = Fraction(sum(map(len, words))) if self.board else 3 * len(new) + Fraction(1, 2)
        return Made(words, points, board)

    def is_connected(self, new: list[Cell]) -> bool:
        if not self.board:
            return len(new) >= 2
        return any((x + dx, y + dy) in self.board for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))

    # Taking

    def takes(self) -> dict[str, int]:
        """The texts of the takes, and their index in the dictionary."""
        own = COLOURS[self.seat]
        return {
            f"take {index + 1} {piece}": index
            for index, piece in enumerate(self.dictionary)
            if piece[1] == own and self.dictionary.count(piece) > 1
        }

    # The course of the game

    def outcomes(self) -> dict[str, int]:
        """What chance can do, with the weights; nothing if a seat has a choice."""
        if self.doing == "deal":
            kinds = [size + colour for colour in COLOURS[: self.seats] for size in "SML"]
            return {f"deal {kind}": 4 - self.dictionary.count(kind) for kind in kinds if self.dictionary.count(kind) < 4}
        if self.doing == "start":
            return {f"start {colour}": 1 for colour in COLOURS[: self.seats]}
        return {self.doing: 1} if self.doing in ("pass", "skip", "reshuffle") else {}

    def legal(self) -> list[str]:
        """What the seat whose turn it is may do."""
        if self.doing == "place":
            return list(self.placements)
        return list(self.takes()) if self.doing == "take" else []

    def act(self, text: str) -> None:
        if text.startswith("deal"):
            self.deal(text[-2:])
        elif text.startswith("start"):
            self.starter = self.seat = COLOURS.index(text[-1])
            self.open()
        elif text == "reshuffle":
            self.dictionary = []
            self.doing = "deal"
        elif text == "pass":
            self.passes += 1
            self.next_turn()
        elif text == "skip":
            self.next_turn()
        elif text.startswith("take"):
            self.take(self.takes()[text])
        else:
            self.place(text)

    def deal(self, piece: str) -> None:
        self.dictionary.append(piece)
        if len(self.dictionary) == 12 * self.seats:
            self.doing = "start"
            if self.starter is not None:
                self.open()

    def open(self) -> None:
        """The first turn of the player who starts: with the option, that player must have a first word."""
        self.begin_turn()
        if self.doing == "pass" and self.reshuffles:
            self.doing = "reshuffle"

    def place(self, text: str) -> None:
        made = self.placements[text]
        for size in text.split()[-1]:
            self.hands[self.seat].remove(size)
        self.board = made.board
        self.points[self.seat] += made.points
        self.passes = 0
        self.doing = "take" if self.takes() else "skip"

    def take(self, index: int) -> None:
        self.hands[self.seat].append(self.dictionary.pop(index)[0])
        if len(self.hands[self.seat]) == 3:
            self.next_turn()
        elif not self.takes():
            self.doing = "skip"

    def next_turn(self) -> None:
        if self.passes == self.seats:
            self.doing = "over"
        else:
            self.seat = (self.seat + 1) % self.seats
            self.begin_turn()

    def begin_turn(self) -> None:
        self.placements = self.find_placements()
        self.doing = "place" if self.placements else "pass"
