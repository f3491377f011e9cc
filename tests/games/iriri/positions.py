"""Positions that no game need have reached: any connected board, any dictionary, any hands that the numbers allow."""

import random

import pyramidion
from pyramidion import Play
from tests.games.iriri.twin import COLOURS, Cell, Twin


def random_position(seats: int, loop: str, shape: str, dice: random.Random) -> Play:
    """Five of every kind, spread over dictionary, hands and board."""
    dictionary, hands, pieces = [], [], []
    for colour in COLOURS[:seats]:
        out = []
        for size in "SML":
            inside = dice.choice([1, 1, 2, 3, 4])
            dictionary += [size + colour] * inside
            out += [size + colour] * (5 - inside)
        dice.shuffle(out)
        hands.append("".join(sorted((piece[0] for piece in out[:3]), key="SML".index)))
        pieces += out[3:]
    if len(pieces) < 2:
        return random_position(seats, loop, shape, dice)
    dice.shuffle(dictionary)
    dice.shuffle(pieces)
    board = dict(zip(grow(len(pieces), shape, dice), pieces, strict=True))
    points = "/".join(["6.5"] + ["0"] * (seats - 1))
    turn = dice.choice(COLOURS[:seats])
    text = f"{'-'.join(dictionary)} {write_board(board)} {'/'.join(hands)} {points} {turn} place 0"
    return pyramidion.load("iriri", f"{text} seats={seats} loop={loop}", dice=None)


def grow(number: int, shape: str, dice: random.Random) -> list[Cell]:
    """So many cells that hang together: a heap, or a line that seldom turns."""
    cells = [(0, 0)]
    x, y, (dx, dy) = 0, 0, dice.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
    while len(cells) < number:
        if shape == "heap":
            (x, y), (dx, dy) = dice.choice(cells), dice.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        elif dice.random() < 0.1:
            dx, dy = dy, dx
        x, y = x + dx, y + dy
        if (x, y) not in cells:
            cells.append((x, y))
    return cells


def write_board(board: dict[Cell, str]) -> str:
    xs, ys = [x for x, _ in board], [y for _, y in board]
    rows = []
    for y in range(min(ys), max(ys) + 1):
        row, empty = "", 0
        for x in range(min(xs), max(xs) + 1):
            if (x, y) in board:
                row, empty = row + (str(empty) if empty else "") + board[x, y], 0
            else:
                empty += 1
        rows.append(row)
    return f"{min(xs)},{min(ys)}:{'/'.join(rows)}"


def twin_of(play: Play) -> Twin:
    """The twin in the same position."""
    view = play.view()
    twin = Twin(play.seats, *(str(play.options[name]) for name in ("loop", "no_opening", "starter")))
    twin.dictionary = list(view.dictionary)
    twin.board = {(piece.x, piece.y): piece.piece for piece in view.board}
    twin.hands = [[piece[0] for piece in hand] for hand in view.hands]
    twin.seat = view.seat
    twin.begin_turn()
    return twin
