"""OpenSpiel: every game as a `pyspiel.Game`, with observers and our search as a `pyspiel.Bot`.

    research.register_open_spiel()
    game = pyspiel.load_game("pyramidion_river(hands=hidden)")

Options are parameters (where one takes words as well as numbers, a number is written n250), and `players` is the number of
seats. Returns are shares of victory. Chance's actions are numbered
from 0, as OpenSpiel wants it. A game of real time has simultaneous moves, calm (0) or reflex (1); then chance says whose
reflex was first, with the odds that the game's `moments.py` gives.
"""

import re
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from pyramidion.engine import bits, dispatch
from pyramidion.engine.batch import CALM, REFLEX
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, may_react, what_happens, who_acts
from pyramidion.engine.memory import copy
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.game import Game, Value
from pyramidion.games import GAMES, find
from pyramidion.research.setting import Setting, setting

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.record import Records

PREFIX = "pyramidion_"
TIE = 8  # as an outcome of chance after a moment: nobody was first; below are the seats
FIRST_OUTCOMES = TIE + 1

TERMINAL, BY_CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
SIMULTANEOUS = int(pyspiel.PlayerId.SIMULTANEOUS)
_ACTORS = (1 << CHANCE + 1) - 1


def register_open_spiel() -> None:
    """Make all games known to OpenSpiel; a second time does nothing."""
    known = set(pyspiel.registered_names())
    for name in GAMES:
        if PREFIX + name not in known:
            # A class for each game: OpenSpiel holds it until Python is gone, when any other object would make it crash.
            one = type("OneGame", (SpielGame,), {"facts": find(name)})
            pyspiel.register_game(_type(find(name), secrets=True), one)  # whether there are any, the options will tell


def _type(facts: Game, *, secrets: bool) -> pyspiel.GameType:
    sequential, kinds = pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + facts.name,
        long_name=f"{facts.title} (Pyramidion, version {facts.version})",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS if facts.real_time else sequential,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if secrets else kinds.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(facts.seats),
        min_num_players=min(facts.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": facts.seats[0]} | {one.name: one.default for one in facts.options},
    )


def _has_secrets(chosen: Setting) -> bool:
    """Whether seats see less than everything somewhere in a random game."""
    rules, s, random = chosen.game.rules, chosen.start(), generator(1)
    seen, out = rules.State.new(), np.zeros(chosen.game.widest, dtype=np.int64)
    for _ in range(200):
        if not (actors := rules.actors(s)):
            return False
        seat = CHANCE if actors & CHANCE_BIT else int(actors).bit_length() - 1
        if chosen.game.real_time:
            return False  # everybody looks at the same table
        action = rules.chance(s, random) if seat == CHANCE else out[: rules.legal(s, seat, out)][0]
        rules.apply(s, seat, int(action))
        rules.observe(s, 1, seen)
        if seen.tobytes() != s.tobytes():
            return True
    return False


def _value(given: Value) -> Value:
    """An option's value. OpenSpiel gives every parameter one type: where an option takes words, a number is written n250."""
    number = re.fullmatch(r"n(\d+)", given) if isinstance(given, str) else None
    return int(number[1]) if number else given


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with chosen seats and options."""

    facts: Game

    def __init__(self, params: dict[str, Value] | None = None) -> None:
        facts, params = self.facts, params or {}
        options = {name: _value(value) for name, value in params.items() if name != "players"}
        players = int(params["players"]) if "players" in params else None
        self.setting = setting(facts, players, options)
        chances = facts.actions - self.setting.actions + (FIRST_OUTCOMES if facts.real_time else 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=2 if facts.real_time else self.setting.actions,
            max_chance_outcomes=chances,
            num_players=self.setting.seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=facts.longest,
        )
        super().__init__(_type(facts, secrets=_has_secrets(self.setting)), info, params)

    def new_initial_state(self) -> "SpielState":
        return MomentState(self) if self.setting.game.real_time else TurnState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.game.longest * (2 if self.setting.game.real_time else 1)

    def make_py_observer(self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None) -> "Observer":
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setting, wanted, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """What both kinds share: the record, the outcomes of chance, texts and results."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self._records = game.setting.game.rules.State.batch(1)
        copy(self._records[0], game.setting.start())
        self._out = np.zeros(game.setting.game.widest, dtype=np.int64)
        self._weights = np.zeros(game.setting.game.widest, dtype=np.int64)
        self._events: list[tuple[int, int]] = []  # who did what, in our numbers
        self._first_chance = game.setting.actions
        self._player, self._number = 0, 0
        self._look(look(self._records, self._out, self._weights))

    @property
    def record(self) -> Record:
        """The position."""
        found: Record = self._records[0]
        return found

    def _do(self, seat: int, action: int) -> None:
        self._events.append((seat, action))
        self._look(ply(self._records, seat, action, self._out, self._weights))

    def _look(self, found: int) -> None:
        """Who is to act, and how much there is to choose from."""
        actors, self._number = found & _ACTORS, found >> CHANCE + 1
        if actors == 0:
            self._player = TERMINAL
        elif actors & CHANCE_BIT:
            self._player = BY_CHANCE
        else:
            self._player = actors.bit_length() - 1

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights, first = self._weights[: self._number].tolist(), self._first_chance
        total = sum(weights)
        return [(action - first, weight / total) for action, weight in zip(self._listed(), weights, strict=True) if weight]

    def _listed(self) -> list[int]:
        found: list[int] = self._out[: self._number].tolist()
        return found

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.setting.seats
        scores = [self.setting.game.rules.score(self.record, seat) for seat in range(self.setting.seats)]
        best = max(scores)
        return [(score == best) / scores.count(best) for score in scores]

    def observed(self, eyes: int) -> Record:
        """What these eyes may know, as a record."""
        seen = self.setting.game.rules.State.new()
        self.setting.game.rules.observe(self.record, eyes, seen)
        return seen

    def heard(self, eyes: int) -> str:
        """All that these eyes were told since the game began: the information state, if they are a player's."""
        rules, s, told = self.setting.game.rules, self.setting.start(), []
        for actor, action in self._events:
            audience = rules.audience(s, actor, action)
            told.append(f"{actor}:{action if audience < 0 or audience & eyes else '?'}")
            rules.apply(s, actor, action)
        return " ".join(told)

    def __str__(self) -> str:
        return str(self.setting.game.notation.dump(self.record))


class TurnState(SpielState):
    """A position in a game of turns."""

    def _legal_actions(self, player: int) -> list[int]:
        return self._listed() if player == self._player else []

    def _apply_action(self, action: int) -> None:
        if self._player == BY_CHANCE:
            self._do(CHANCE, action + self._first_chance)
        else:
            self._do(self._player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        number = action + self._first_chance if player == BY_CHANCE else action
        return str(self.setting.game.notation.encode(self.record, number))


class MomentState(SpielState):
    """A position in a game of real time: a moment to be decided, or what chance has to say."""

    _reflexes = 0  # who acts by reflex in this moment, while chance has to say who is first

    def _look(self, found: int) -> None:
        super()._look(found)
        if self._player != TERMINAL and found & _ACTORS != CHANCE_BIT:
            self._player = SIMULTANEOUS

    def _legal_actions(self, player: int) -> list[int]:
        return [CALM, REFLEX] if may_react(self.record) >> player & 1 else [CALM]

    def _apply_actions(self, actions: list[int]) -> None:
        self._reflexes = sum(1 << seat for seat, action in enumerate(actions) if action == REFLEX)
        if self._reflexes & (self._reflexes - 1):
            self._player = BY_CHANCE  # who was first?
        else:
            self._decide(self._reflexes.bit_length() - 1)

    def _decide(self, first: int) -> None:
        """What comes of this moment, if this seat was first, or if it was a tie; if nobody acts by reflex, that is known."""
        calm = self._reflexes == 0
        actor = who_acts(self.record, 0, 0, generator(0)) if calm else CHANCE if first == TIE else first
        action = what_happens(self.record, self._reflexes, actor)
        self._reflexes = 0
        self._do(actor, action)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self._reflexes:
            return [(outcome + FIRST_OUTCOMES, share) for outcome, share in super().chance_outcomes()]
        seats = [seat for seat in range(self.setting.seats) if self._reflexes >> seat & 1]
        rules, moments = self.setting.game.real_time_rules, self.setting.game.moments
        assert moments is not None
        window = int(self.setting.game.timing.timing(self.setting.options).tie)
        tie = moments.tie_chance(len(seats), window) if rules.cue(self.record) else 0.0
        return [(seat, (1 - tie) / len(seats)) for seat in seats] + ([(TIE, tie)] if tie else [])

    def _apply_action(self, action: int) -> None:
        if self._reflexes:
            self._decide(action)
        else:
            self._do(CHANCE, action - FIRST_OUTCOMES + self._first_chance)

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return ("calm", "reflex")[action]
        if action < FIRST_OUTCOMES:
            return "tie" if action == TIE else f"first {action}"
        return str(self.setting.game.notation.encode(self.record, action - FIRST_OUTCOMES + self._first_chance))


@compiled
def ply(records: "Records", seat: int, action: int, out: "Numbers", weights: "Numbers") -> int:
    """Do an action, and look: one call, as each one from Python takes longer than what is done in it."""
    dispatch.apply(records[0], seat, action)
    return look(records, out, weights)


@compiled
def look(records: "Records", out: "Numbers", weights: "Numbers") -> int:
    """Who may act, as bits, and above them how many actions or outcomes have been listed for chance, or else for a seat."""
    s = records[0]
    actors = dispatch.actors(s)
    number = 0
    if actors & CHANCE_BIT:
        number = dispatch.odds(s, out, weights)
    elif actors:
        number = dispatch.legal(s, bits.highest(actors), out)
    return number << CHANCE + 1 | actors


class Observer:
    """What a player sees, as a tensor by planes and as text; with perfect recall, all that it was told.

    Public information alone is what an onlooker sees; private information alone, what only the player sees.
    """

    def __init__(self, chosen: Setting, wanted: pyspiel.IIGObservationType, params: object) -> None:
        if params:
            raise ValueError(f"observers take no parameters, and were given {params}")
        self._setting = chosen
        self._wanted = wanted
        self._bytes = np.zeros(chosen.tensor.SIZE, dtype=np.uint8)
        has_tensor = wanted.public_info and not wanted.perfect_recall
        self.tensor: NDArray[np.float32] | None = np.zeros(len(self._bytes), dtype=np.float32) if has_tensor else None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.tensor is not None:
            for plane in chosen.tensor.PLANES:
                self.dict[plane.name] = self.tensor[plane.start : plane.end].reshape(plane.shape)

    def _eyes(self, player: int) -> int:
        if self._wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return 1 << player
        return 0 if self._wanted.private_info == pyspiel.PrivateInfoType.NONE else (1 << self._setting.seats) - 1

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player sees into `tensor`, and so into `dict`."""
        if self.tensor is not None:
            self._setting.tensor.tensor(state.observed(self._eyes(player)), player, self._bytes)
            self.tensor[:] = self._bytes

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, or was told, as text."""
        eyes, view = self._eyes(player), self._setting.game.view
        if not self._wanted.public_info:
            return self._private(state, eyes)
        if self._wanted.perfect_recall:
            return f"{player}: {state.heard(eyes)}"
        return f"{player}: {view.text(view.view(state.observed(eyes)))}"

    def _private(self, state: SpielState, eyes: int) -> str:
        """The fields that tell these eyes more than an onlooker's."""
        own, public = state.observed(eyes), state.observed(0)
        names = self._setting.game.rules.State.fields
        return " ".join(f"{name}={own[name].tolist()}" for name in names if not np.array_equal(own[name], public[name]))


class SearchBot(pyspiel.Bot):  # type: ignore[misc]
    """Our search as a bot of OpenSpiel: it sees what its seat sees, and no more."""

    def __init__(self, game: SpielGame, player: int, level: str = "scribe", seed: int = 0) -> None:
        from pyramidion.bots.levels import make

        super().__init__()
        if game.setting.game.real_time:
            raise ValueError("there is nothing to search in a game of real time")
        self._player = player
        self._made = partial(make, level, game.setting.game, game.setting.seats, player, seed)
        self._bot = self._made()

    def player_id(self) -> int:
        return self._player

    def provides_policy(self) -> bool:
        return False

    def restart(self) -> None:
        self._bot = self._made()

    def restart_at(self, state: SpielState) -> None:
        self._bot = self._made()

    def step(self, state: SpielState) -> int:
        return self._bot.choose(state.observed(1 << self._player))
