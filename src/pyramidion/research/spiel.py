"""OpenSpiel: every game as a `pyspiel.Game`, with observers and our search as a `pyspiel.Bot`.

    research.register_open_spiel()
    game = pyspiel.load_game("pyramidion_river(hands=hidden)")

Options are parameters, and `players` is the number of seats. Returns are shares of victory. Chance's actions are numbered
from 0, as OpenSpiel wants it. A game of real time has simultaneous moves, calm (0) or reflex (1); then chance says whose
reflex was first, with the odds that the game's `moments.py` gives.
"""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from pyramidion.engine.batch import CALM, REFLEX
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.random import generator
from pyramidion.game import Game, Value
from pyramidion.games import GAMES, find
from pyramidion.research.setting import Setting, setting

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX = "pyramidion_"
TIE = 8  # as an outcome of chance after a moment: nobody was first; below are the seats
FIRST_OUTCOMES = TIE + 1


def register_open_spiel() -> None:
    """Make all games known to OpenSpiel; a second time does nothing."""
    known = set(pyspiel.registered_names())
    for name in GAMES:
        if PREFIX + name not in known:
            pyspiel.register_game(_type(setting(name, None, {})), partial(SpielGame, find(name)))


def _type(chosen: Setting) -> Any:
    facts = chosen.game
    sequential, kinds = pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + facts.name,
        long_name=f"{facts.title} (Pyramidion, version {facts.version})",
        dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS if facts.real_time else sequential,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if _has_secrets(chosen) else kinds.PERFECT_INFORMATION,
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


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with chosen seats and options."""

    def __init__(self, facts: Game, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        options: dict[str, Value] = {name: value for name, value in params.items() if name != "players"}
        self.setting = setting(facts, params.get("players"), options)
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
        super().__init__(_type(self.setting), info, params)

    def new_initial_state(self) -> "SpielState":
        return MomentState(self) if self.setting.game.real_time else TurnState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.game.longest * (2 if self.setting.game.real_time else 1)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setting, wanted, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """What both kinds share: the record, the outcomes of chance, texts and results."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.setting = game.setting
        self._rules = game.setting.game.rules
        self._first_chance = game.setting.actions  # our number of chance's first action
        self.record = game.setting.start()
        self._out = np.zeros(game.setting.game.widest, dtype=np.int64)
        self._weights = np.zeros(game.setting.game.widest, dtype=np.int64)
        self._told: list[tuple[int, int, int]] = []  # every event: who, what, and who was told
        self._player = 0
        self._look()

    def _look(self) -> None:
        """Find out who is to act."""
        actors = self._rules.actors(self.record)
        if actors == 0:
            self._player = pyspiel.PlayerId.TERMINAL
        elif actors & CHANCE_BIT:
            self._player = pyspiel.PlayerId.CHANCE
        else:
            self._player = actors.bit_length() - 1

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return bool(self._player == pyspiel.PlayerId.TERMINAL)

    def _do(self, seat: int, action: int) -> None:
        self._told.append((seat, action, self._rules.audience(self.record, seat, action)))
        self._rules.apply(self.record, seat, action)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = self._rules.odds(self.record, self._out, self._weights)
        weights = self._weights[:number].tolist()
        total, first = sum(weights), self._first_chance
        outcomes = self._out[:number].tolist()
        return [(action - first, weight / total) for action, weight in zip(outcomes, weights, strict=True) if weight]

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.setting.seats
        scores = [self._rules.score(self.record, seat) for seat in range(self.setting.seats)]
        best = max(scores)
        return [(score == best) / scores.count(best) for score in scores]

    def observed(self, eyes: int) -> Any:
        """What these eyes may know, as a record."""
        seen = self._rules.State.new()
        self._rules.observe(self.record, eyes, seen)
        return seen

    def heard(self, seat: int) -> str:
        """All that a seat was told since the game began: its information state."""
        return " ".join(
            f"{actor}:{action if audience < 0 or audience >> seat & 1 else '?'}" for actor, action, audience in self._told
        )

    def __str__(self) -> str:
        return str(self.setting.game.notation.dump(self.record))


class TurnState(SpielState):
    """A position in a game of turns."""

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = self._out[: self._rules.legal(self.record, player, self._out)].tolist()
        return found

    def _apply_action(self, action: int) -> None:
        if self._player == pyspiel.PlayerId.CHANCE:
            self._do(CHANCE, action + self._first_chance)
        else:
            self._do(self._player, action)
        self._look()

    def _action_to_string(self, player: int, action: int) -> str:
        number = action + self._first_chance if player == pyspiel.PlayerId.CHANCE else action
        return str(self.setting.game.notation.encode(self.record, number))


class MomentState(SpielState):
    """A position in a game of real time: a moment to be decided, or what chance has to say."""

    _reflexes = 0  # who acts by reflex in this moment, while chance has to say who is first

    def _look(self) -> None:
        super()._look()
        if self._reflexes:
            self._player = pyspiel.PlayerId.CHANCE
        elif not self.is_terminal() and self._rules.actors(self.record) != CHANCE_BIT:
            self._player = pyspiel.PlayerId.SIMULTANEOUS

    def _able(self) -> int:
        from pyramidion.engine.dispatch import may_react

        return may_react(self.record)

    def _legal_actions(self, player: int) -> list[int]:
        return [CALM, REFLEX] if self._able() >> player & 1 else [CALM]

    def _apply_actions(self, actions: list[int]) -> None:
        self._reflexes = sum(1 << seat for seat, action in enumerate(actions) if action == REFLEX)
        if self._reflexes & (self._reflexes - 1) == 0:  # nobody, or one: nothing to be found out
            self._decide(self._reflexes.bit_length() - 1 if self._reflexes else None)
        self._look()

    def _decide(self, first: int | None) -> None:
        """What comes of this moment, if this seat was first; none if nobody acts by reflex, or if it is a tie."""
        from pyramidion.engine.dispatch import what_happens, who_acts

        calm = self._reflexes == 0
        actor = who_acts(self.record, 0, 0, generator(0)) if calm else CHANCE if first is None else first
        action = what_happens(self.record, self._reflexes, actor)
        self._reflexes = 0
        self._do(actor, action)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self._reflexes:
            return [(outcome + FIRST_OUTCOMES, share) for outcome, share in super().chance_outcomes()]
        seats = [seat for seat in range(self.setting.seats) if self._reflexes >> seat & 1]
        window = self.setting.options.get("tie_window", 0)
        moments = _moments(self.setting.game)
        tie = moments.tie_chance(len(seats), int(window)) if self._rules.cue(self.record) else 0.0
        return [(seat, (1 - tie) / len(seats)) for seat in seats] + ([(TIE, tie)] if tie else [])

    def _apply_action(self, action: int) -> None:
        if self._reflexes:
            self._decide(None if action == TIE else action)
        else:
            self._do(CHANCE, action - FIRST_OUTCOMES + self._first_chance)
        self._look()

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return ("calm", "reflex")[action]
        if action < FIRST_OUTCOMES:
            return "tie" if action == TIE else f"first {action}"
        return str(self.setting.game.notation.encode(self.record, action - FIRST_OUTCOMES + self._first_chance))


def _moments(facts: Game) -> Any:
    from importlib import import_module

    return import_module(f"{facts.package}.moments")


class Observer:
    """What a player sees, as a tensor by planes and as text; with perfect recall, all that it was told."""

    def __init__(self, chosen: Setting, wanted: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters, and were given {params}")
        self._setting = chosen
        self._recalls = wanted.perfect_recall
        self._bytes = np.zeros(chosen.game.tensor.SIZE, dtype=np.uint8)
        self.tensor: NDArray[np.float32] | None = None if self._recalls else np.zeros(len(self._bytes), dtype=np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.tensor is not None:
            for plane in chosen.game.tensor.PLANES:
                self.dict[plane.name] = self.tensor[plane.start : plane.end].reshape(plane.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player sees into `tensor`, and so into `dict`."""
        if self.tensor is not None:
            self._setting.game.tensor.tensor(state.observed(1 << player), player, self._bytes)
            self.tensor[:] = self._bytes

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player sees, or was told, as text."""
        if self._recalls:
            return f"{player}: {state.heard(player)}"
        view = self._setting.game.view
        return f"{player}: {view.text(view.view(state.observed(1 << player)))}"


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
