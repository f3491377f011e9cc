"""Choosing an action by tapping: every legal action is a path of spots, and each tap leaves fewer of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pyramidion.engine.dispatch import CHANCE

Path = Callable[[str], tuple[str, ...]]

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
ASIDE = 2.5  # a step aside counts for so many along the way


@dataclass(frozen=True)
class Choice:
    """A legal action, and how it is tapped."""

    seat: int
    action: str
    path: tuple[str, ...]


class Taps:
    """What has been tapped so far, of the actions that are legal."""

    def __init__(self, choices: list[Choice]) -> None:
        self.choices = choices
        self.tapped: tuple[str, ...] = ()

    @property
    def open(self) -> list[Choice]:
        """The actions that begin with what was tapped."""
        return [choice for choice in self.choices if choice.path[: len(self.tapped)] == self.tapped]

    @property
    def lit(self) -> list[str]:
        """What can be tapped next, each once, in the order of the actions."""
        depth = len(self.tapped)
        return list(dict.fromkeys(choice.path[depth] for choice in self.open if len(choice.path) > depth))

    def tap(self, spot: str) -> Choice | None:
        """Go on with a spot; the action, if that decides it. Tapping the same spot again takes it back."""
        if spot in self.lit:
            self.tapped = (*self.tapped, spot)
        elif self.tapped and spot == self.tapped[-1]:
            self.tapped = self.tapped[:-1]
        else:
            self.tapped = (spot,) if spot in {choice.path[0] for choice in self.choices} else ()
        done = [choice for choice in self.open if choice.path == self.tapped]
        return done[0] if done and len(self.open) == 1 else None

    def back(self) -> None:
        self.tapped = self.tapped[:-1]


def choices(legal: Mapping[int, list[str]], path: Path, name: Callable[[int], str]) -> list[Choice]:
    """All legal actions with their paths. If several seats may act, the seat is said first."""
    several = len(legal) > 1
    return [
        Choice(seat, action, (f"{'Nobody' if seat == CHANCE else f'{name(seat)}: {action}'}",) if several else path(action))
        for seat, actions in legal.items()
        for action in actions
    ]


def beside(spots: Mapping[str, tuple[float, float]], spot: str, key: str) -> str:
    """The nearest spot in the direction of an arrow; the same one if there is none."""
    if spot not in spots:
        return next(iter(spots), "")
    (x, y), (right, down) = spots[spot], WAYS[key]
    ahead = {}
    for other, (there, below) in spots.items():
        along, aside = _turned(there - x, (below - y) * 2, right, down)  # signs are twice as high as wide
        if along > 0.4:
            ahead[other] = along + ASIDE * aside
    return min(ahead, key=lambda other: ahead[other], default=spot)


def _turned(across: float, below: float, right: int, down: int) -> tuple[float, float]:
    return across * right + below * down, abs(across * down) + abs(below * right)
