"""What is surveyed: a game with its options, who sits where, and the seed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.levels import LEVELS, UNIFORM, added_kinds, level_of
from pyramidion.game import BadPosition, Game, NotAnAction, Value, as_text
from pyramidion.games import find
from pyramidion.lab.loops import games as loop
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Bytes, Numbers
    from pyramidion.engine.record import Record

POLICY = "policy"
EVERY = {loop.UNIFORM: 4, loop.PLAYOUT: 48}  # one game in so many is looked at closely: that costs more than playing it
PASS_TEXTS = {"pass", "skip"}  # what games call a turn in which nothing can be done
FORBIDDEN, PASS = 1, 2  # marks of actions
MOST_TEXTS = 1000  # actions whose texts are looked at to find passes


@dataclass(frozen=True)
class Setup:
    """Everything on which the games depend: game `n` of a setup is always the same."""

    game: Game
    seats: int
    options: Mapping[str, Value]
    bots: tuple[str, ...]  # one for each seat
    seed: int = 0
    limit: int = 0  # events after which a game is broken off
    forbidden: tuple[int, ...] = ()  # actions that `bound` seats don't do if they can do anything else
    bound: int = 0  # a bit set of seats

    @property
    def mode(self) -> int | None:
        """How the compiled loop plays it, if it can."""
        if set(self.bots) == {UNIFORM}:
            return loop.PLAYOUT if self.game.real_time else loop.UNIFORM
        return loop.POLICY if set(self.bots) == {POLICY} else None

    @property
    def every(self) -> int:
        """One of so many games is looked at closely."""
        return 1 if self.mode is None or self.forbidden else EVERY.get(self.mode, 1)

    @property
    def chunk(self) -> int:
        """Games that are played at once."""
        return 8 if self.mode is None else 512 if self.every == 1 else 4096

    def start(self) -> "Record":
        return self.game.start(self.seats, self.options)

    def plan(self) -> "Numbers":
        """What compiled code is told of this."""
        plan = [self.mode or 0, self.every, self.limit, self.bound, self.seed & 0xFFFFFFFF, self.seed >> 32 & 0xFFFFFFFF]
        return np.array(plan, dtype=np.int64)

    @cached_property
    def marks(self) -> "Bytes":
        """Of every action, whether it is forbidden, and whether it is a pass."""
        marks = np.zeros(self.game.actions, dtype=np.uint8)
        marks[list(self.forbidden)] |= FORBIDDEN
        marks[_passes(self.game, self.start())] |= PASS
        return marks

    def described(self) -> dict[str, object]:
        """For JSON, and to see whether two are the same."""
        facts = asdict(self) | {"game": self.game.name, "rules_version": self.game.version, "options": dict(self.options)}
        return facts | {"bots": list(self.bots), "forbidden": list(self.forbidden)}

    @property
    def title(self) -> str:
        """In words: the game, and what is not as usual."""
        usual = self.game.choose({})
        unusual = [f"{name} {as_text(value)}" for name, value in self.options.items() if value != usual[name]]
        return ", ".join([self.game.title, *unusual])


def set_up(
    game: str | Game,
    *,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    bots: str | Sequence[str] = UNIFORM,
    seed: int = 0,
    limit: int | None = None,
) -> Setup:
    """What was asked for, checked, and the defaults of the rest."""
    facts = find(game) if isinstance(game, str) else game
    number = facts.choose_seats(seats)
    names = (bots,) * number if isinstance(bots, str) else tuple(bots)
    if len(names) == 1:
        names *= number
    if len(names) != number:
        raise Refusal(f"{number} seats need one kind of bot, or {number}: not {len(names)}")
    for name in names:
        _check_bot(facts, name)
    return Setup(facts, number, facts.choose(options or {}), names, seed & (1 << 63) - 1, limit or facts.longest)


def _check_bot(game: Game, name: str) -> None:
    if name == POLICY and not game._beside("policy"):
        raise Refusal(f"{game.title} has no policy: choose uniform, or a level")
    if game.real_time and name not in LEVELS and name != UNIFORM:
        raise Refusal(f"bots of {game.title} are uniform or one of {', '.join(LEVELS)}")
    if name in added_kinds() and not added_kinds()[name].plays(game):
        raise Refusal(f"{added_kinds()[name].title} doesn't play {game.title}")
    if name not in (UNIFORM, POLICY, "greedy", *added_kinds()):
        level_of(name)  # which refuses strangers


def parse_actions(setup: Setup, texts: Sequence[str]) -> tuple[int, ...]:
    """Actions by their texts as at the start of a game, by numbers ("31"), or by a range of them ("0-15")."""
    found: set[int] = set()
    for text in texts:
        found.update(_parse(setup, text))
    return tuple(sorted(found))


def _parse(setup: Setup, text: str) -> range:
    try:
        action = setup.game.notation.parse(setup.start(), text)
        return range(action, action + 1)
    except NotAnAction:
        first, _, last = text.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or int(last or first) >= setup.game.actions:
            raise
        return range(int(first), int(last or first) + 1)


def _passes(game: Game, state: "Record") -> list[int]:
    """The actions by which a turn is lost; they are chance's where there is nothing to decide."""
    first = (game.seat_actions or 0) if game.actions > MOST_TEXTS else 0
    return [action for action in range(first, game.actions) if _text(game, state, action) in PASS_TEXTS]


def _text(game: Game, state: "Record", action: int) -> str:
    try:
        return game.notation.encode(state, action)
    except (NotAnAction, BadPosition, ValueError, IndexError, KeyError):  # not an action of this position
        return ""
