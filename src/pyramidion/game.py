"""What a game is: facts, options, and three modules (rules, notation, view) that are loaded when they are needed.

The facts need neither NumPy nor Numba, so that a list of games costs nothing.
"""

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    import msgspec

    from pyramidion.engine.record import Record
    from pyramidion.protocols import Endgames, GameTiming, Judge, Moments, Notation, RealTimeRules, Rules, Tensors, Views

Value = str | int | bool

OPTIONS_BLOCK = re.compile(r"^```options\n.*?^```$", flags=re.MULTILINE | re.DOTALL)
"""Where a rules page tells the options; what it says there is made from the options themselves."""

_YES_NO = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class NotAnAction(Refusal):
    """What was given is no action of this game at all."""

    code = "not_an_action"


class Illegal(Refusal):
    """An action of this game, but not one that may be done now; the message says why."""

    code = "illegal"


class BadPosition(Refusal):
    """A text that is no position of this game; the message says what is wrong."""

    code = "bad_position"


class BadOption(Refusal):
    """An option or a number of seats that this game does not have."""

    code = "bad_option"


@dataclass(frozen=True)
class Choice:
    """One value of an option, and what it means."""

    value: Value
    meaning: str


@dataclass(frozen=True)
class Option:
    """Something people may choose before a game begins.

    An option of the rules reaches them as the number of its choice, counted from 0. An option of the table (names,
    paces) never does. An option without choices takes any text that matches its pattern; only tables have such.
    """

    name: str
    title: str
    explanation: str
    choices: tuple[Choice, ...]
    default: Value
    ruling: str  # the rulings that speak of it, as in RULES.md
    scope: Literal["rules", "table"] = "rules"
    pattern: str = ""
    implied: Value | None = None  # what a text or record that doesn't name it means, if not the default; never changes
    default_between_people: Value | None = None  # at tables opened for two people or more, if not the default
    default_with: Mapping[tuple[str, Value], Value] = field(default_factory=dict)  # (option, its value) -> default then

    @property
    def unsaid(self) -> Value:
        """What it means if a position text, a link or a record does not name this option."""
        return self.default if self.implied is None else self.implied

    def default_for(self, chosen: Mapping[str, Value], between_people: bool) -> Value:
        """The default of a new game in which these other options have been chosen."""
        for (name, value), default in self.default_with.items():
            if chosen.get(name) == value:
                return default
        if between_people and self.default_between_people is not None:
            return self.default_between_people
        return self.default

    @property
    def values(self) -> list[Value]:
        return [choice.value for choice in self.choices]

    def defaults(self, value: Value) -> list[str]:
        """When this value is the default of a new game, in words: always, with another option's value, between people."""
        with_others = [
            f"default with {name} {as_text(other)}"
            for (name, other), default in self.default_with.items()
            if default == value
        ]
        between_people = ["default between people"] if self.default_between_people == value else []
        return ["default"] * (value == self.default) + with_others + between_people

    @property
    def told(self) -> str:
        """The option as Markdown: what it is about, its name, its rulings, and each choice with its meaning."""
        rulings = ", ".join(f"[{ruling}](#{ruling.lower()})" for ruling in self.ruling.split(", "))
        choices = [_choice_told(choice, self.defaults(choice.value)) for choice in self.choices]
        choices = choices or [f"- text, for example `{self.default}`"]
        return "\n".join([f"**{self.title}** (`{self.name}`, {rulings}). {self.explanation}", "", *choices])

    def check(self, value: Value) -> Value:
        """The value itself if it may be chosen, also when it came as text ("7", "yes")."""
        for own in self.values:
            if type(own) is type(value) and own == value:
                return own
        if isinstance(value, str):
            return self._from_text(value)
        raise BadOption(self._refusal(value))

    def _from_text(self, text: str) -> Value:
        if not self.choices and re.fullmatch(self.pattern, text):
            return text
        for own in self.values:
            if str(own).lower() == text.lower() or (isinstance(own, bool) and _YES_NO.get(text.lower()) is own):
                return own
        raise BadOption(self._refusal(text))

    def _refusal(self, value: Value) -> str:
        wanted = " or ".join(as_text(own) for own in self.values) or f"text, for example {self.default!r}"
        return f"{self.name} can't be {as_text(value)}: choose {wanted}"


def as_text(value: Value) -> str:
    """An option's value as people write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _choice_told(choice: Choice, defaults: list[str]) -> str:
    return f"- `{as_text(choice.value)}`: {choice.meaning}" + "".join(f" *({default})*" for default in defaults)


@dataclass(frozen=True)
class Preset:
    """A way to play with a name: some options, chosen together."""

    name: str
    title: str
    sentence: str
    seats: int
    options: Mapping[str, Value]


class Hidden(NamedTuple):
    """A place where a piece may be that not everybody sees."""

    seat: int  # whose place it is
    place: str  # in words: large piece
    piece: str | None  # what people call what is there; None if these eyes don't know


class Move(NamedTuple):
    """A legal action for people."""

    seat: int
    action: str  # in notation, as everything between programs
    written: str  # as people at this table write it
    told: str  # what it does, in words


@dataclass(frozen=True)
class Display:
    """All that people read of one game, and what they type: options may change it, but not what programs read and keep."""

    view: "Callable[[Record], msgspec.Struct]"  # of an observation: what people and pages are shown
    text: "Callable[[msgspec.Struct], str]"  # of a view: the same for a terminal or a voice
    tell: "Callable[[Record, int, int], str]"  # of an observation, a seat and its action: what that does
    why_not: "Callable[[Record, int, int], str]"  # and why it may not be done
    ending: "Callable[[Record, Sequence[str]], str]"  # of a state that is over and the seats' names: how it ended
    encode: "Callable[[Record, int], str]"  # an action as people write it: in notation, unless the options change that
    parse: "Callable[[Record, str], int]"  # and as they type it
    brief: "Callable[[Record], msgspec.Struct]"  # a view without `for_actors`, and what pages ask for to look closer
    for_actors: "Callable[[Record], dict[str, object]]"  # its fields that say only what may be done: for nobody else
    reason: "Callable[[Record, int, int], str]"  # of an observation, a seat and its action: what speaks for it, or nothing
    hidden: "Callable[[Record], list[Hidden]] | None" = None  # of an observation: the pieces that not everybody sees


class Rung(NamedTuple):
    """How a level of bots thinks about a move of a game."""

    iterations: int  # of the search
    temperature: float = 0.0  # how far its mistakes go, as a chance of winning: see bots/mistakes.py
    use_judge: bool = False  # whether the game's network is asked, where it has one; then an iteration may be a node


LADDER = (  # of a game that says nothing else
    *(Rung(200, temperature) for temperature in (0.3, 0.15, 0.08, 0.04)),
    *(Rung(iterations) for iterations in (200, 800, 3000)),
    Rung(12_000, use_judge=True),
)


@dataclass(frozen=True)
class Game:
    """The facts of one game."""

    name: str
    title: str
    sentence: str  # what it is, in one sentence
    credit: str  # whose game it is
    package: str  # where its modules are
    version: int  # raised when old records would replay differently
    seats: tuple[int, ...]  # how many may sit down; the first number is the usual one
    seat_names: tuple[str, ...]
    options: tuple[Option, ...]
    actions: int  # actions are 0 … actions − 1
    widest: int  # no one ever has more legal actions, nor chance more outcomes
    longest: int  # no game has more events
    unit: int  # so many units of score are one point
    total: int | None  # what the scores of a finished game add up to, in units, if that is always the same
    presets: tuple[Preset, ...] = ()
    ladder: tuple[Rung, ...] = LADDER  # how the eight levels of bots think about a move
    real_time: bool = False  # whether seats act when they like, by reflex, and not in turn
    seats_by_lot: bool = False  # whether the seat alone decides who begins, so that people draw lots for seats
    rematch: Literal["drawn", "in_turn"] = "drawn"  # who begins it: as in the first game, or the next one after who began
    seat_actions: int | None = None  # if given, seats' actions come first, 0 … seat_actions − 1, and then chance's
    usual_length: int = 100  # decisions of seats in a random game with the usual options, about
    functions: int = 90  # that are compiled before it can be played, about: by them people are told how long it takes

    @cached_property
    def rules(self) -> "Rules[Record]":
        """The compiled verbs."""
        from pyramidion.engine import dispatch

        rules = cast("Rules[Record]", import_module(f"{self.package}.rules"))
        dispatch.register(
            rules,
            policy=self._beside("policy"),
            judge=self.judge,
            endgames=self.endgames,
            tensor=self.tensor,
            moments=self.moments,
        )
        return rules

    @property
    def real_time_rules(self) -> "RealTimeRules[Record]":
        """The same of a game of real time: they know a reflex too."""
        return cast("RealTimeRules[Record]", self.rules)

    @cached_property
    def moments(self) -> "Moments[Record] | None":
        """A game of real time as a sequence of moments, if it has been made one; else None."""
        return cast("Moments[Record] | None", self._beside("moments"))

    @cached_property
    def endgames(self) -> "Endgames[Record] | None":
        """What is known of solved positions, if the game has been solved in part; else None."""
        return cast("Endgames[Record] | None", self._beside("endgames"))

    @cached_property
    def judge(self) -> "Judge[Record] | None":
        """What a network needs to judge positions, if it can; else None."""
        return cast("Judge[Record] | None", self._beside("judge"))

    @cached_property
    def tensor(self) -> "Tensors[Record] | None":
        """Observations as arrays for learners, if the game has such; else None."""
        return cast("Tensors[Record] | None", self._beside("tensor"))

    @cached_property
    def timing(self) -> "GameTiming[Record]":
        """What a game of real time says about time."""
        return cast("GameTiming[Record]", import_module(f"{self.package}.timing"))

    def _beside(self, name: str) -> ModuleType | None:
        """A module that a game may have or not."""
        return import_module(f"{self.package}.{name}") if find_spec(f"{self.package}.{name}") else None

    @cached_property
    def notation(self) -> "Notation[Record]":
        """Actions and positions as text, both ways."""
        return cast("Notation[Record]", import_module(f"{self.package}.notation"))

    @cached_property
    def view(self) -> "Views[Record, msgspec.Struct]":
        """What people are shown."""
        return cast("Views[Record, msgspec.Struct]", import_module(f"{self.package}.view"))

    def display(self, options: Mapping[str, Value]) -> Display:
        """How people see a game with these options: as `view` and `notation` have it, or as `view.display` changes that."""
        view, notation = self.view, self.notation
        brief, for_actors = getattr(view, "brief", view.view), getattr(view, "for_actors", _nothing)
        shown = (view.view, view.text, view.tell, view.why_not, view.ending)
        reason = getattr(view, "reason", _no_reason)
        usual = Display(*shown, notation.encode, notation.parse, brief, for_actors, reason, getattr(view, "hidden", None))
        display: Callable[[Display, Mapping[str, Value]], Display] | None = getattr(view, "display", None)
        return display(usual, options) if display else usual

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the facts, not the modules."""
        return {own.name: getattr(self, own.name) for own in fields(self)}

    @property
    def rules_text(self) -> str:
        """The rules page, for people, in Markdown."""
        from importlib.resources import files

        page = files(self.package).joinpath("RULES.md").read_text(encoding="utf-8")
        told = "\n\n".join(option.told for option in self.options)
        return OPTIONS_BLOCK.sub(lambda _: told, page)

    def choose(self, options: Mapping[str, Value], *, between_people: bool = False) -> dict[str, Value]:
        """All options of a new game with their values: those given, checked, and the defaults of the others."""
        given = self._check_options(options)
        return {
            option.name: given[option.name] if option.name in given else option.default_for(given, between_people)
            for option in self.options
        }

    def recall(self, options: Mapping[str, Value]) -> dict[str, Value]:
        """All options as a text or a record means them: an option that an older one does not name keeps its old meaning."""
        return {option.name: option.unsaid for option in self.options} | self._check_options(options)

    def _check_options(self, options: Mapping[str, Value]) -> dict[str, Value]:
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise BadOption(f"{self.title} has no option {name!r}{_did_you_mean(name, list(known))}")
        return {name: known[name].check(value) for name, value in options.items()}

    def seat_name(self, seat: int) -> str:
        """What people call a seat."""
        return self.seat_names[seat] if seat < len(self.seat_names) else f"seat {seat + 1}"

    def choose_seats(self, seats: int | None) -> int:
        """The number of seats, checked; the usual one if none was given."""
        if seats is None:
            return self.seats[0]
        if seats not in self.seats:
            raise BadOption(f"{self.title} is for {' or '.join(map(str, self.seats))} players, not {seats}")
        return seats

    def start(self, seats: int, chosen: Mapping[str, Value]) -> "Record":
        """The first state, for options that `choose` or `recall` has checked."""
        import numpy as np

        of_rules = [option for option in self.options if option.scope == "rules"]
        numbers = [option.values.index(chosen[option.name]) for option in of_rules]
        state = self.rules.State.new()
        self.rules.setup(state, seats, np.array(numbers or [0], dtype=np.int64))
        return state


def _nothing(_o: "Record") -> "dict[str, object]":
    """Where a view has no fields that are for actors alone."""
    return {}


def _no_reason(_o: "Record", _seat: int, _action: int) -> str:
    """Where `tell` says all there is to say."""
    return ""


def _did_you_mean(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return f": did you mean {near[0]!r}?"
    return f": choose from {', '.join(known)}" if known else ": it has no options"
