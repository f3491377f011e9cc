"""Tables of solved positions: what the mover's win probability is, wherever few enough pieces are left.

`solver.solve` makes them. A table is for one set of rules: it carries a hash of their code and the options that matter.
The draw after 2000 throws is not in it: `Table.values` makes up for that late in a game, by `patience`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import copy
from pyramidion.engine.sealed import BadTable, code_hash, unseal
from pyramidion.game import Value
from pyramidion.games.senet import GAME
from pyramidion.games.senet.endgames.links import DEEPEST, MOST_LINKS, NUMBER, OTHERS_TURN, expand_throw, link_to
from pyramidion.games.senet.endgames.positions import MOST_PIECES, STARTS, position_number, table_size
from pyramidion.games.senet.rules import MOST_THROWS, STUCK, TO_MOVE, TO_THROW, State, apply, legal

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Shares, Solved
    from pyramidion.engine.record import Records
    from pyramidion.games.senet.endgames.links import Links

CALM_THROWS = 400  # of a game: until then the draw after `MOST_THROWS` does not count
UNIT = 65535  # a stored value of this is certainty
OPTIONS = {  # that change what a position is worth, and where a state has them
    "same_row": "same_row",
    "bounce_skips_water": "skip_water",
    "exact_bear_off": "exact",
    "null_bounce": "null_bounce",
}


def options_of(s: State) -> dict[str, bool]:
    """The options that a game is played with, as far as they matter."""
    return {name: bool(getattr(s, field)) for name, field in OPTIONS.items()}


# Compiled: for searches that end where a table begins


@compiled
def known(s: State, table: "Solved", shares: "Shares") -> bool:
    """Whether a table has this position, which must be between two throws; then what each seat may expect of it."""
    if len(table) == 0 or s.phase != TO_THROW:
        return False
    seat = int(s.seat)
    own, foe = int(s.army[seat]), int(s.army[1 - seat])
    size, foes = bits.count(own), bits.count(foe)
    if size + foes > MOST_PIECES or STARTS[size, foes] >= len(table):
        return False
    shares[seat] = table[position_number(own, foe, STARTS)] / UNIT
    shares[1 - seat] = 1 - shares[seat]
    return True


@compiled
def worth(s: State, seat: int, stack: "Records", links: "Links", values: "Solved") -> int:
    """What a position of covered armies is worth to a seat, at any point of a throw that this seat plays."""
    copy(stack[1], s)
    stack[1].throws = 0  # a table knows nothing of the draw
    if s.phase == TO_MOVE or s.phase == STUCK:
        end = expand_throw(stack, STARTS, links, 0)
    else:
        links[0] = link_to(s, seat, STARTS)
        end = 1
    best = 0
    for i in range(end):
        value = int(values[links[i] >> NUMBER])
        best = max(best, UNIT - value if links[i] & OTHERS_TURN else value)
    return best


# Plain Python


@cache
def rules_hash() -> str:
    """A name for the rules."""
    return code_hash(files(GAME.package).joinpath("rules.py").read_text(encoding="utf-8"))


def options_that_matter(options: Mapping[str, Value]) -> dict[str, bool]:
    """Of options as people give them, those that a table depends on, all of them."""
    chosen = GAME.choose(options)
    return {name: bool(chosen[name]) for name in OPTIONS}


def file_name(pieces: int, options: Mapping[str, Value]) -> str:
    """What a table's file is called."""
    words = ["senet", str(pieces), *(name for name, on in options_that_matter(options).items() if on)]
    return "-".join(words) + ".table"


@dataclass(frozen=True)
class Table:
    """The values of all positions with at most so many pieces."""

    pieces: int
    options: dict[str, bool]
    gap: float  # the certificate: nowhere are the lower and the upper bound further apart
    error: float  # and no stored value is further from either of them
    numbers: "Solved"  # the win probabilities of the movers in units, by the positions' numbers; mapped from the file

    @classmethod
    def open(cls, path: Path, *, check: bool = True) -> Self:
        """A table from its file; BadTable if it is damaged or of other rules. Without `check` only the header is read."""
        facts, values = unseal(path, check=check)
        if facts.get("game") != GAME.name or facts.get("kind") != "values":
            raise BadTable(f"{path} is not a table of {GAME.title}")
        if facts["rules"] != rules_hash():
            raise BadTable(
                f"{path} was solved by other rules of {GAME.title} ({facts['rules']}, and these are {rules_hash()}): "
                "solve it again"
            )
        return cls(facts["pieces"], facts["options"], facts["gap"], facts["error"], values)

    @classmethod
    def find(cls, folder: Path, options: Mapping[str, Value], *, check: bool = True) -> Self | None:
        """The largest table for these options in a folder, if there is one."""
        for pieces in range(MOST_PIECES, 1, -1):
            if (path := folder / file_name(pieces, options)).exists():
                return cls.open(path, check=check)
        return None

    def covers(self, s: State) -> bool:
        """Whether this state's value is known; BadTable if it is a state of other options."""
        options = options_of(s)
        if options != self.options:
            raise BadTable(f"this table is for {_in_words(self.options)}, and the game is played with {_in_words(options)}")
        own, foe = (int(army).bit_count() for army in s.army)
        return own > 0 < foe and own + foe <= self.pieces and s.phase in (TO_THROW, TO_MOVE, STUCK)

    def win(self, s: State) -> float | None:
        """The win probability of the seat that is to throw or to move; None if the table does not cover the state."""
        return self._worth(s, int(s.seat)) / UNIT if self.covers(s) else None

    def values(self, s: State) -> dict[int, float] | None:
        """What each legal action of the seat to move is worth to it; None if the table does not cover the state.

        Late in a game the draw comes near (S-34), and what the table promises to who takes a thousand throws more is not to
        be had: what bears no piece off is worth less and less more than a draw.
        """
        if not self.covers(s):
            return None
        seat, actions, after = int(s.seat), np.zeros(GAME.widest, np.int64), State.new()
        values, trust = {}, patience(int(s.throws))
        for action in map(int, actions[: legal(s, seat, actions)]):
            copy(after, s)
            after.throws = 0
            apply(after, seat, action)
            value = self._worth(after, seat) / UNIT
            bears_off = int(after.army[seat]).bit_count() < int(s.army[seat]).bit_count()
            values[action] = value if bears_off else 0.5 + (value - 0.5) * trust
        return values

    def is_exact(self, s: State) -> bool:
        """Whether the draw is so far away that `values` are the true chances."""
        return bool(s.throws <= CALM_THROWS)

    def best(self, s: State) -> int | None:
        """The best action of the seat to move; None if the table does not cover the state or nobody is to move."""
        values = self.values(s)
        return max(values, key=values.__getitem__) if values else None

    def _worth(self, s: State, seat: int) -> int:
        stack, links = State.batch(DEEPEST), np.zeros(MOST_LINKS, np.int32)
        return worth(s, seat, stack, links, self.numbers)


def patience(throws: int) -> float:
    """How much of what waiting promises is believed: all at first, nothing when the draw is there.

    It falls slowly at first, because every piece that is borne off in a hurry costs a chance (docs/bots.md).
    """
    return 1.0 - max(0.0, (throws - CALM_THROWS) / (MOST_THROWS - CALM_THROWS)) ** 3


def _in_words(options: Mapping[str, bool]) -> str:
    return ", ".join(name for name, on in options.items() if on) or "the usual options"


# For bots


def table_for(folder: Path, s: State) -> Table | None:
    """The largest table in a folder for a game with these options; its numbers are not checked, as that takes a while."""
    return Table.find(folder, dict(options_of(s)), check=False)


def warm() -> None:
    """Compile what a table is asked with."""
    table = Table(2, dict.fromkeys(OPTIONS, False), 0, 0, np.zeros(table_size(2), np.uint16))
    table.numbers.flags.writeable = False
    s: State = State.new()
    s.army[0], s.army[1], s.phase, s.movers, s.throw, s.left = 1 << 28, 1 << 1, TO_MOVE, 1 << 28, 1, 1
    table.values(s)
    rules_hash()
