"""Win probabilities of Senet a second time: by the slow rules, dicts, and nothing of the solver."""

from copy import copy
from itertools import combinations
from typing import Any

from tests.games.senet.twin import WEIGHTS, Twin

SQUARES = [square for square in range(1, 31) if square != 27]

Position = tuple[frozenset[int], frozenset[int]]  # the mover's squares, the other's
Way = tuple[bool, Position | None]  # whether it is still the mover's turn, and where; None if he has won


def positions(own: int, foe: int) -> list[Position]:
    """All positions with so many pieces."""
    found = []
    for army in combinations(SQUARES, own):
        free = [square for square in SQUARES if square not in army]
        found += [(frozenset(army), frozenset(other)) for other in combinations(free, foe)]
    return found


def twin_at(position: Position, **options: Any) -> Twin:
    own, foe = position
    twin = Twin(pieces=0, **options)
    twin.board = dict.fromkeys(own, "c") | dict.fromkeys(foe, "r")
    return twin


def ways(position: Position, value: int, **options: Any) -> set[Way]:
    """Where a throw may be played to."""
    twin = twin_at(position, **options)
    twin.sticks(value)
    return _ends(twin)


def _ends(twin: Twin) -> set[Way]:
    if twin.doing == "over":
        return {(True, None)}
    if twin.doing == "throw":
        return {_end(twin)}
    ends: set[Way] = set()
    for text in twin.legal() or ["pass"]:
        after = copy(twin)
        after.board, after.moved = dict(twin.board), set(twin.moved)
        after.act(text)
        ends |= _ends(after)
    return ends


def _end(twin: Twin) -> Way:
    armies = [frozenset(square for square, side in twin.board.items() if side == own) for own in "cr"]
    if twin.side == "c":
        return True, (armies[0], armies[1])
    return False, (armies[1], armies[0])


Bounds = dict[Position, tuple[float, float]]


def solve(layers: list[tuple[int, int]], within: float, **options: Any) -> Bounds:
    """Lower and upper bounds of the mover's win probability, by sweeps until they meet."""
    links: dict[Position, list[tuple[int, set[Way]]]] = {}
    for own, foe in layers:
        for position in positions(own, foe):
            links[position] = [(weight, ways(position, value, **options)) for value, weight in WEIGHTS.items()]
    bounds = dict.fromkeys(links, (0.0, 1.0))
    advanced_first = sorted(links, key=lambda position: -sum(map(sum, position)))
    while max(high - low for low, high in bounds.values()) > within:
        for position in advanced_first:
            bounds[position] = expected(links[position], bounds)
    return bounds


def expected(throws: list[tuple[int, set[Way]]], bounds: Bounds) -> tuple[float, float]:
    low = high = 0.0
    for weight, ends in throws:
        outcomes = [outcome(end, bounds) for end in ends]
        low += weight / 16 * max(lower for lower, _ in outcomes)
        high += weight / 16 * max(upper for _, upper in outcomes)
    return low, high


def outcome(end: Way, bounds: Bounds) -> tuple[float, float]:
    again, position = end
    if position is None:
        return 1.0, 1.0
    low, high = bounds[position]
    return (low, high) if again else (1 - high, 1 - low)
