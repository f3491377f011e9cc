"""Iriri a second time, slow and obvious: lists, dicts and text, every cell and every order of the hand tried out."""

from fractions import Fraction
from itertools import permutations

COLOURS = "YBRG"
RIGHT, DOWN = (1, 0), (0, 1)


class Twin:
    """A game after its dictionary has been laid out."""

    def __init__(self, dictionary: list[str], seats: int, once: bool) -> None:
        self.dictionary = list(dictionary)
        self.seats = seats
        self.once = once
        self.board: dict[tuple[int, int], str] = {}
        self.hands = [["S", "M", "L"] for _ in range(seats)]
        self.points = [Fraction(0)] * seats
        self.seat = 0
        self.passes = 0
        self.taking = False

    # What a word is

    def is_valid(self, word: list[str]) -> bool:
        if self.once and len(word) > len(self.dictionary):
            return False
        return any(self.read(start, way, len(word)) == word for start in range(len(self.dictionary)) for way in (1, -1))

    def read(self, start: int, way: int, count: int) -> list[str]:
        return [self.dictionary[(start + way * i) % len(self.dictionary)] for i in range(count)]

    def matches(self, word: list[str]) -> set[tuple[int, ...]]:
        length = len(self.dictionary)
        found = {tuple((start + way * i) % length + 1 for i in range(len(word))) for start in range(length) for way in (1, -1)}
        return {places for places in found if [self.dictionary[place - 1] for place in places] == word}

    @staticmethod
    def line_through(board: dict, cell: tuple[int, int], way: tuple[int, int]) -> list[tuple[int, int]]:
        (x, y), (dx, dy) = cell, way
        while (x - dx, y - dy) in board:
            x, y = x - dx, y - dy
        line = []
        while (x, y) in board:
            line.append((x, y))
            x, y = x + dx, y + dy
        return line

    # Placing

    def placements(self) -> dict[str, tuple[list[list[str]], Fraction, dict]]:
        """Of every legal placement its text, its words, its points, and the board after it."""
        found = {}
        orders = {order for count in (1, 2, 3) for order in permutations(self.hands[self.seat], count)}
        for start in self.cells_worth_trying():
            for order in orders:
                for way in (RIGHT, DOWN) if len(order) > 1 else (RIGHT,):
                    if made := self.try_out(start, way, order):
                        found[self.text(start, way, order)] = made
        return found

    def cells_worth_trying(self) -> list[tuple[int, int]]:
        if not self.board:
            return [(0, 0)]
        xs, ys = {x for x, _ in self.board}, {y for _, y in self.board}
        return [(x, y) for x in range(min(xs) - 3, max(xs) + 4) for y in range(min(ys) - 3, max(ys) + 4)]

    @staticmethod
    def text(start: tuple[int, int], way: tuple[int, int], order: tuple[str, ...]) -> str:
        arrow = "" if len(order) == 1 else " >" if way == RIGHT else " v"
        return f"{start[0]},{start[1]}{arrow} {''.join(order)}"

    def try_out(self, start: tuple[int, int], way: tuple[int, int], order: tuple[str, ...]):
        if start in self.board:
            return None
        board, new, cell = dict(self.board), [], start
        for size in order:
            while cell in board:
                cell = cell[0] + way[0], cell[1] + way[1]
            board[cell] = size + COLOURS[self.seat]
            new.append(cell)
        if not self.is_connected(new) or (not self.board and len(new) < 2):
            return None
        lines = {tuple(self.line_through(board, cell, axis)) for cell in new for axis in (RIGHT, DOWN)}
        words = [[board[cell] for cell in line] for line in lines if len(line) > 1]
        if not all(map(self.is_valid, words)):
            return None
        points = Fraction(sum(map(len, words))) if self.board else 3 * len(new) + Fraction(1, 2)
        return words, points, board

    def is_connected(self, new: list[tuple[int, int]]) -> bool:
        beside = {(x + dx, y + dy) for x, y in new for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        return not self.board or bool(beside & set(self.board))

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

    def is_over(self) -> bool:
        return self.passes == self.seats

    def legal(self) -> list[str]:
        """Texts of what the seat may do, or the one thing that happens by itself."""
        if self.taking:
            return list(self.takes()) or ["skip"]
        return list(self.placements()) or ["pass"]

    def act(self, text: str) -> None:
        if text == "pass":
            self.passes += 1
            self.next_seat()
        elif text == "skip":
            self.next_seat()
        elif text.startswith("take"):
            self.hands[self.seat].append(self.dictionary.pop(self.takes()[text])[0])
            if len(self.hands[self.seat]) == 3:
                self.next_seat()
        else:
            self.place(text)

    def place(self, text: str) -> None:
        _, points, self.board = self.placements()[text]
        for size in text.split()[-1]:
            self.hands[self.seat].remove(size)
        self.points[self.seat] += points
        self.passes = 0
        self.taking = True

    def next_seat(self) -> None:
        self.taking = False
        if not self.is_over():
            self.seat = (self.seat + 1) % self.seats
