"""What a game's modules provide, and a table of its solved positions, for type checkers.

A module is one of these if it has the functions: `pyramidion.games.senet.rules` is a `Rules[State]` of its own `State`. Code
for all games knows no game's own record, and takes a game's modules as `Rules[Record]` and so on. What a bot is stands in
`bots`; what the verbs mean is told in `engine/dispatch.py` and in docs/architecture.md.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    import msgspec

    from pyramidion.canvas import Canvas
    from pyramidion.engine.dispatch import Bytes, Numbers, Shares, Solved
    from pyramidion.engine.network import Scratch
    from pyramidion.engine.planes import Plane
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record
    from pyramidion.game import Value
    from pyramidion.timing import Timing

S = TypeVar("S", bound="Record")
S_contra = TypeVar("S_contra", bound="Record", contravariant=True)
V = TypeVar("V", bound="msgspec.Struct")
V_contra = TypeVar("V_contra", bound="msgspec.Struct", contravariant=True)


class Rules(Protocol[S]):
    """`rules.py`: the record and the compiled verbs."""

    __name__: str
    State: type[S]

    def setup(self, s: S, seats: int, options: "Numbers", /) -> None: ...
    def actors(self, s: S, /) -> int: ...
    def legal(self, s: S, seat: int, out: "Numbers", /) -> int: ...
    def apply(self, s: S, seat: int, action: int, /) -> None: ...
    def chance(self, s: S, random: "Random", /) -> int: ...
    def odds(self, s: S, out: "Numbers", weights: "Numbers", /) -> int: ...
    def audience(self, s: S, seat: int, action: int, /) -> int: ...
    def observe(self, s: S, eyes: int, o: S, /) -> None: ...
    def sample(self, o: S, random: "Random", /) -> None: ...
    def score(self, s: S, seat: int, /) -> int: ...


class RealTimeRules(Rules[S], Protocol[S]):
    """`rules.py` of a game of real time, whose record has a field `turn`."""

    REFLEX: int  # the action that is done by reflex

    def cue(self, o: S, /) -> int:
        """Whether the reflex is right now."""
        ...

    def moment(self, o: S, /) -> int:
        """A number that changes with what there is to react to."""
        ...


class Notation(Protocol[S_contra]):
    """`notation.py`: actions and positions as text, both ways."""

    def encode(self, o: S_contra, action: int, /) -> str: ...
    def parse(self, o: S_contra, text: str, /) -> int: ...
    def dump(self, s: S_contra, /) -> str: ...
    def load(self, s: S_contra, text: str, /) -> None: ...


class Views(Protocol[S_contra, V]):
    """`view.py`: what people are shown.

    `display` it has only where options change that, `hidden` where not everybody sees all pieces, `reason` where something
    short can be said for an action that `tell` doesn't (hints and puzzles say it), and `brief` where not all
    of a view is sent with every move: what is too large, and what is of no use to those who may not act, which `for_actors`
    gives as fields of the view.
    """

    View: type[V]

    def view(self, o: S_contra, /) -> V: ...
    def text(self, view: V, /) -> str: ...
    def tell(self, o: S_contra, seat: int, action: int, /) -> str: ...
    def why_not(self, o: S_contra, seat: int, action: int, /) -> str: ...
    def ending(self, o: S_contra, names: "Sequence[str]", /) -> str: ...


class Drawing(Protocol[V_contra]):
    """A module of `terminal/boards`, or `drawing.py` of another package's game: the board for a full-screen terminal."""

    def draw(self, view: V_contra, width: int, height: int, /) -> "Canvas":
        """The board, in this room if it can be."""
        ...

    def path(self, view: V_contra, text: str, /) -> tuple[str, ...]:
        """What is tapped to do an action: spots of the canvas, or words of which buttons are made."""
        ...


class Policy(Protocol[S_contra]):
    """`policy.py`, if there is one: how sensible people play, and what a position looks worth."""

    def policy_step(self, s: S_contra, random: "Random", out: "Numbers", /) -> int: ...
    def evaluate(self, s: S_contra, seat: int, /) -> int: ...


class Judge(Protocol[S_contra]):
    """`judge.py`, if there is one: how a network judges positions; its weights are handed in.

    A game may give a `judge` of its own; without one, `engine/network.py` makes it of the features.
    """

    FEATURES: int
    WIDTH: int  # so many numbers a feature
    CUT: int  # actions of a random game before it is judged
    POSITIONS: int  # that it is trained with
    LOOKS_AHEAD: bool  # whether a search looks ahead by expectimax, and not by random games

    @property
    def TRAINED(self) -> "Sequence[Mapping[str, Value]]":  # noqa: N802 (a constant of the module, as PLANES is)
        """The kinds of games that it is trained with, by their options and `seats`."""
        ...

    def is_trained_for(self, o: S_contra, /) -> bool:
        """Whether it was trained for games with these options, and so many seats."""
        ...

    def features(self, s: S_contra, seat: int, out: "Scratch", /) -> int: ...


class Tensors(Protocol[S_contra]):
    """`tensor.py`, if there is one: observations as bytes for learners."""

    PLANES: "tuple[Plane, ...]"
    SIZE: int

    def tensor(self, o: S_contra, seat: int, out: "Bytes", /) -> None: ...
    def decode(self, planes: "Mapping[str, Bytes]", seat: int, seats: int, /) -> "Mapping[str, object]": ...


class Moments(Protocol[S_contra]):
    """`moments.py` of a game of real time: the game as a sequence of moments."""

    def may_react(self, s: S_contra, /) -> int: ...
    def who_acts(self, s: S_contra, reflexes: int, window: int, random: "Random", /) -> int: ...
    def what_happens(self, s: S_contra, reflexes: int, actor: int, /) -> int: ...
    def tie_chance(self, slapping: int, window: int, /) -> float: ...


class GameTiming(Protocol[S_contra]):
    """`timing.py` of a game of real time: what it says about time."""

    def timing(self, options: "Mapping[str, Value]", /) -> "Timing":
        """At a table with these options."""
        ...

    def precedence(self, state: S_contra, /) -> list[int]:
        """The seats, in the order in which reflexes at the same instant count."""
        ...


class Table(Protocol[S_contra]):
    """The exact values of some positions."""

    @property
    def numbers(self) -> "Solved":
        """For `Endgames.known`."""
        ...

    def values(self, s: S_contra, /) -> dict[int, float] | None:
        """What each legal action is worth to the seat that is to act; None if the table does not have the position."""
        ...

    def is_exact(self, s: S_contra, /) -> bool:
        """Whether these are the true chances in this game, and not only the best that is known."""
        ...


class Endgames(Protocol[S_contra]):
    """`endgames`, if the game is solved in part."""

    def known(self, s: S_contra, table: "Solved", shares: "Shares", /) -> bool: ...
    def table_for(self, folder: "Path", s: S_contra, /) -> Table[S_contra] | None: ...
    def warm(self) -> None: ...
