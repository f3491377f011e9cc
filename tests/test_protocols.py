"""Every game's modules are what `protocols` says, and every bot is a `Bot`.

mypy is the test: it checks each module that is handed to `modules` below. What it can't see, that no module of a game has
been left out there, is tested when the tests run.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar

import msgspec
import pytest

from pyramidion.bots import Bot
from pyramidion.bots.greedy import Greedy
from pyramidion.bots.levels import Thinker
from pyramidion.bots.uniform import Uniform
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.games.egyptian_war import moments as war_moments
from pyramidion.games.egyptian_war import notation as war_notation
from pyramidion.games.egyptian_war import rules as war_rules
from pyramidion.games.egyptian_war import tensor as war_tensor
from pyramidion.games.egyptian_war import timing as war_timing
from pyramidion.games.egyptian_war import view as war_view
from pyramidion.games.iriri import notation as iriri_notation
from pyramidion.games.iriri import policy as iriri_policy
from pyramidion.games.iriri import rules as iriri_rules
from pyramidion.games.iriri import tensor as iriri_tensor
from pyramidion.games.iriri import view as iriri_view
from pyramidion.games.pyramid_poker import notation as poker_notation
from pyramidion.games.pyramid_poker import policy as poker_policy
from pyramidion.games.pyramid_poker import rules as poker_rules
from pyramidion.games.pyramid_poker import tensor as poker_tensor
from pyramidion.games.pyramid_poker import view as poker_view
from pyramidion.games.river import judge as river_judge
from pyramidion.games.river import notation as river_notation
from pyramidion.games.river import policy as river_policy
from pyramidion.games.river import rules as river_rules
from pyramidion.games.river import tensor as river_tensor
from pyramidion.games.river import view as river_view
from pyramidion.games.senet import endgames as senet_endgames
from pyramidion.games.senet import judge as senet_judge
from pyramidion.games.senet import notation as senet_notation
from pyramidion.games.senet import policy as senet_policy
from pyramidion.games.senet import rules as senet_rules
from pyramidion.games.senet import tensor as senet_tensor
from pyramidion.games.senet import view as senet_view
from pyramidion.protocols import Endgames, GameTiming, Judge, Moments, Notation, Policy, RealTimeRules, Rules, Tensors, Views
from tests import toy
from tests.toy import notation as toy_notation
from tests.toy import rules as toy_rules
from tests.toy import view as toy_view

S = TypeVar("S", bound=Record)
V = TypeVar("V", bound=msgspec.Struct)

MODULES = ("rules", "notation", "view", "policy", "judge", "endgames", "tensor", "moments", "timing")


def modules(
    rules: Rules[S],
    notation: Notation[S],
    view: Views[S, V],
    *,
    policy: Policy[S] | None = None,
    judge: Judge[S] | None = None,
    endgames: Endgames[S] | None = None,
    tensor: Tensors[S] | None = None,
    moments: Moments[S] | None = None,
    timing: GameTiming[S] | None = None,
) -> set[str]:
    """All modules of one game, over one record; the names of those that it has."""
    given = (rules, notation, view, policy, judge, endgames, tensor, moments, timing)
    return {name for name, module in zip(MODULES, given, strict=True) if module is not None}


def real_time(rules: RealTimeRules[S]) -> RealTimeRules[S]:
    return rules


CHECKED = {
    "egyptian_war": modules(
        real_time(war_rules), war_notation, war_view, tensor=war_tensor, moments=war_moments, timing=war_timing
    ),
    "iriri": modules(iriri_rules, iriri_notation, iriri_view, policy=iriri_policy, tensor=iriri_tensor),
    "pyramid_poker": modules(poker_rules, poker_notation, poker_view, policy=poker_policy, tensor=poker_tensor),
    "river": modules(river_rules, river_notation, river_view, policy=river_policy, judge=river_judge, tensor=river_tensor),
    "senet": modules(
        senet_rules,
        senet_notation,
        senet_view,
        policy=senet_policy,
        judge=senet_judge,
        endgames=senet_endgames,
        tensor=senet_tensor,
    ),
    "toy": modules(toy_rules, toy_notation, toy_view),
}

BOTS: list[Callable[[Game, int, int], Bot]] = [
    lambda game, seat, seed: Uniform(game, seat, seed),
    lambda game, seat, seed: Greedy(game, seat, seed),
]
THINKER: type[Bot] = Thinker


@pytest.mark.parametrize("game", [*map(find, GAMES), toy.GAME], ids=lambda game: game.name)
def test_all_modules_of_a_game_are_checked(game: Game) -> None:
    assert CHECKED[game.name] == {name for name in MODULES if find_spec(f"{game.package}.{name}")}
