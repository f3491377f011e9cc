"""The verbs of every game, for code that is written once for all of them: playouts, search, batches.

A call such as `apply(s, seat, action)` goes to the rules of the game whose record `s` is. In compiled code the choice is
made by the record's type while compiling: it costs nothing, and the caller can be cached on disk.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from numba import typeof
from numba.extending import overload

if TYPE_CHECKING:
    import numpy as np
    from numba.core import types
    from numpy.typing import NDArray

    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record
    from pyramidion.protocols import Rules

    Numbers = NDArray[np.int64]
    Solved = NDArray[np.uint16]
    Shares = NDArray[np.float64]
    Bytes = NDArray[np.uint8]

CHANCE = 8  # the seat number of chance; seats of people and bots are 0 … 7
CHANCE_BIT = 1 << CHANCE
EVERYONE = -1  # an audience that has all seats in it, and the onlookers

F = TypeVar("F")

_rules: "dict[types.Type, Rules[Record]]" = {}
_knowledge: "dict[types.Type, dict[str, object]]" = {}


def register(rules: "Rules[Record]", **knowledge: object) -> None:
    """Make a game's rules known by the layout of its `State`, and what it knows beside them: `policy`, `endgames` …"""
    layout = typeof(rules.State.new())
    known = _rules.setdefault(layout, rules)
    if known is not rules:
        raise TypeError(
            f"{rules.__name__} and {known.__name__} have records of the same layout, and compiled code can't tell "
            "them apart: rename a field in one of them"
        )
    _knowledge[layout] = {name: module for name, module in knowledge.items() if module}


def rules_of(s: "Record") -> "Rules[Record]":
    """The rules of the game whose record this is."""
    return _rules[typeof(s)]


def rules_for(layout: "types.Type") -> "Rules[Record] | None":
    """The rules of the game whose records have this layout, if it is a game's."""
    return _rules.get(layout)


_BESIDE_THE_RULES = {"policy_step": "policy", "evaluate": "policy", "known": "endgames", "tensor": "tensor"}
_BESIDE_THE_RULES |= dict.fromkeys(("judge", "features"), "judge")
_BESIDE_THE_RULES |= dict.fromkeys(("may_react", "who_acts", "what_happens"), "moments")


def _rule(layout: "types.Type", verb: str) -> Callable[..., Any]:
    """What a game gives for a verb; for those that it need not give, what all games do without them."""
    module = _knowledge[layout].get(_BESIDE_THE_RULES[verb]) if verb in _BESIDE_THE_RULES else _rules[layout]
    return getattr(module, verb, None) or _usual(layout, verb)


def _usual(layout: "types.Type", verb: str) -> Callable[..., Any]:
    from pyramidion.engine import network, playout

    if verb == "policy_step":
        return _rule(layout, "playout_step")
    if verb == "judge" and "judge" in _knowledge[layout]:
        return network.opinion
    usual: dict[str, Callable[..., Any]] = {"playout_step": playout.uniform_step, "evaluate": playout.no_opinion}
    return (usual | {"known": playout.not_known, "judge": playout.not_judged, "features": playout.no_features})[verb]


def _verb(function: F) -> F:
    """Send compiled calls of this function to the function of the same name in the rules of the record's game."""
    name = function.__name__  # type: ignore[attr-defined]

    def choose(s: "types.Type", *_arguments: "types.Type") -> Callable[..., Any]:
        rule = _rule(s, name)
        return lambda s, *arguments: rule(s, *arguments)

    overload(function, strict=False)(choose)
    return function


@_verb
def setup(s: "Record", seats: int, options: "Numbers") -> None:
    """Make `s` the first state; deal nothing."""
    rules_of(s).setup(s, seats, options)


@_verb
def actors(s: "Record") -> int:
    """The bit set of those who may act now; 0 when the game is over."""
    return int(rules_of(s).actors(s))


@_verb
def legal(s: "Record", seat: int, out: "Numbers") -> int:
    """Fill `out` with the seat's legal actions, ascending, and return their number."""
    return int(rules_of(s).legal(s, seat, out))


@_verb
def apply(s: "Record", seat: int, action: int) -> None:
    """Do a legal action, in place."""
    rules_of(s).apply(s, seat, action)


@_verb
def chance(s: "Record", random: "Random") -> int:
    """Draw one outcome of chance."""
    return int(rules_of(s).chance(s, random))


@_verb
def odds(s: "Record", out: "Numbers", weights: "Numbers") -> int:
    """Fill in all outcomes of chance with their weights, and return their number.

    An outcome of weight 0 never comes by itself: a table's judge or clock calls it (only beside seats that may act).
    """
    return int(rules_of(s).odds(s, out, weights))


@_verb
def audience(s: "Record", seat: int, action: int) -> int:
    """The bit set of those who learn this action's value."""
    return int(rules_of(s).audience(s, seat, action))


@_verb
def observe(s: "Record", eyes: int, o: "Record") -> None:
    """Make `o` what these eyes may know of `s`."""
    rules_of(s).observe(s, eyes, o)


@_verb
def sample(o: "Record", random: "Random") -> None:
    """Fill the unknown of `o` so that it is a possible state."""
    rules_of(o).sample(o, random)


@_verb
def score(s: "Record", seat: int) -> int:
    """A seat's result, when the game is over."""
    return int(rules_of(s).score(s, seat))


@_verb
def playout_step(s: "Record", random: "Random", out: "Numbers") -> int:
    """Do an action of a random game, or several; their number, 0 when it is over.

    Rules give this where uniform play makes no game, or to be faster than `legal` and `apply` are.
    """
    return int(_rule(typeof(s), "playout_step")(s, random, out))


@_verb
def policy_step(s: "Record", random: "Random", out: "Numbers") -> int:
    """Like `playout_step`, but as the game's policy thinks that people play, if the game has one (`policy.py`)."""
    return int(_rule(typeof(s), "policy_step")(s, random, out))


@_verb
def evaluate(s: "Record", seat: int) -> int:
    """What a position looks worth to a seat, by the game's own measure, if it has one (`policy.py`): more is better."""
    return int(_rule(typeof(s), "evaluate")(s, seat))


@_verb
def known(s: "Record", table: "Solved", shares: "Shares") -> bool:
    """Whether a table of solved positions has this one; then `shares` get each seat's share of the victory to expect."""
    return bool(_rule(typeof(s), "known")(s, table, shares))


@_verb
def judge(s: "Record", weights: "Weights", scratch: "Scratch", shares: "Shares") -> bool:
    """Whether a network with these weights can judge this position (`judge.py`); then `shares` get each seat's share of the
    victory to expect."""
    return bool(_rule(typeof(s), "judge")(s, weights, scratch, shares))


@_verb
def features(s: "Record", seat: int, out: "Scratch") -> int:
    """Fill in the features of a position for a seat, for the network; their number, 0 if it can't be judged from there."""
    return int(_rule(typeof(s), "features")(s, seat, out))


@_verb
def tensor(o: "Record", seat: int, out: "Bytes") -> None:
    """Write an observation as numbers for a learner on this seat (`tensor.py`)."""
    _rule(typeof(o), "tensor")(o, seat, out)


# Games of real time as a sequence of moments (`moments.py`): in each, every seat stays calm or acts by reflex.


@_verb
def may_react(s: "Record") -> int:
    """The bit set of seats that may act by reflex in this moment; 0 also when no moment is to be decided."""
    return int(_rule(typeof(s), "may_react")(s))


@_verb
def who_acts(s: "Record", reflexes: int, window: int, random: "Random") -> int:
    """Who decides this moment, a seat or chance, if these seats act by reflex; reactions within the `window` tie."""
    return int(_rule(typeof(s), "who_acts")(s, reflexes, window, random))


@_verb
def what_happens(s: "Record", reflexes: int, actor: int) -> int:
    """The action with which this actor decides the moment."""
    return int(_rule(typeof(s), "what_happens")(s, reflexes, actor))
