"""The eight levels of bots, and who plays at them."""

import dataclasses
import json
import random
import re
import secrets
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from msgspec.structs import replace

from pyramidion.bots import Bot, added
from pyramidion.bots.assess import assess
from pyramidion.bots.greedy import Greedy
from pyramidion.bots.mistakes import chosen, win_at_once
from pyramidion.bots.search import Budget, think
from pyramidion.bots.uniform import Uniform
from pyramidion.engine import bits
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.refusal import Refusal

UNIFORM, GREEDY = "uniform", "greedy"
POINTS = 40  # for one of openskill's, where everybody begins with 25
BARE = ":bare"  # after a name: without tables of solved positions


@dataclass(frozen=True)
class Level:
    """Somebody to play against: how well is said by a step of a game's ladder, or by a budget of its own."""

    title: str
    sentence: str
    budget: Budget
    step: int | None = None
    temperature: float = 0.0  # how far mistakes go (`mistakes.py`), where no step says it
    tables: bool = False  # whether solved positions are looked up

    def budget_in(self, game: Game) -> Budget:
        """How long it thinks about a move of a game."""
        if self.step is None:
            return self.budget
        rung = game.ladder[self.step]
        return replace(self.budget, iterations=rung.iterations, use_judge=rung.use_judge)

    def temperature_in(self, game: Game) -> float:
        """How far its mistakes in a game go."""
        return self.temperature if self.step is None else game.ladder[self.step].temperature


# The name, the title, what is said of them, and the seconds within which they answer in any case: from the weakest on.
_LEVELS = (
    ("goatherd", "Goatherd", "Plays what comes to mind.", 0.2),
    ("farmer", "Farmer", "Takes what's in front of him.", 0.2),
    ("potter", "Potter", "Careful, but lets things slip.", 0.3),
    ("scribe", "Scribe", "Counts and compares.", 0.3),
    ("merchant", "Merchant", "Spots a bargain.", 0.4),
    ("priestess", "Priestess", "Rarely gives anything away.", 0.5),
    ("vizier", "Vizier", "Plans ahead.", 0.8),
    ("pharaoh", "Pharaoh", "Sees furthest, and knows the endgames by heart.", 1.4),
)
BEST = len(_LEVELS) - 1
LEVELS = {
    name: Level(title, sentence, Budget(seconds=seconds, use_policy=True, early_stop=True), step, tables=step == BEST)
    for step, (name, title, sentence, seconds) in enumerate(_LEVELS)
}


def added_kinds() -> dict[str, added.Kind]:
    """The bots of other packages, by name."""
    return added.added((UNIFORM, GREEDY, *LEVELS))


def names() -> tuple[str, ...]:
    """Everybody to play against: the levels, then the bots of other packages."""
    return (*LEVELS, *added_kinds())


def title(name: str) -> str:
    """What people call a bot."""
    return LEVELS[name].title if name in LEVELS else kind.title if (kind := added_kinds().get(name)) else name


def plays(name: str, game: Game) -> bool:
    """Whether a bot of this name plays a game."""
    return name in LEVELS or (name in added_kinds() and added_kinds()[name].plays(game))


def seconds(name: str) -> float:
    """How long a bot may think about a move."""
    return added_kinds()[name].seconds if name in added_kinds() else level_of(name).budget.seconds or 1.0


def face(name: str) -> str:
    """A level's face, as SVG; the bots of other packages have none."""
    if name not in LEVELS:
        return ""
    return files(__package__).joinpath(f"faces/{name}.svg").read_text(encoding="utf-8")


@cache
def _measured() -> dict[str, dict[str, dict[str, float]]]:
    found: dict[str, dict[str, dict[str, float]]] = json.loads(files(__package__).joinpath("ratings.json").read_text())
    return found


def measured_ratings() -> dict[str, dict[str, float]]:
    """Game by game, the ratings of bots in an arena; `ratings.json` says which."""
    return _measured()["ratings"]


def deviations() -> dict[str, dict[str, float]]:
    """How uncertain these ratings are: their standard deviations."""
    return _measured()["deviations"]


def ratings(name: str) -> dict[str, int]:
    """A bot's ratings, game by game, in points: somebody of whom nothing is known has 1000."""
    return {game: round(POINTS * bots[name]) for game, bots in measured_ratings().items() if name in bots}


class Thinker:
    """Plays what the search finds, within the budget of a level; where a table has the position, a perfect action. A level
    with a temperature makes mistakes, but never misses an action that wins at once."""

    def __init__(self, game: Game, seats: int, seat: int, level: Level, seed: int) -> None:
        self._game = game
        self._seats = seats
        self._seat = seat
        self._budget = level.budget_in(game)
        self._temperature = level.temperature_in(game)
        self._seed = seed
        self._buffer = np.zeros(game.widest, dtype=np.int64)
        self._use_tables = level.tables

    def choose(self, observation: Record) -> int:
        if self._game.rules.legal(observation, self._seat, self._buffer) == 1:
            return int(self._buffer[0])
        self._seed += 1
        asked = (self._game, observation, self._seats, self._seat)
        if self._temperature and (action := win_at_once(*asked, self._seed)) is not None:
            return action
        opinion = assess(*asked, self._budget, seed=self._seed, use_tables=self._use_tables)
        return chosen(opinion.choices, self._temperature, random.Random(self._seed))


def make(name: str, game: Game, seats: int, seat: int, seed: int | None = None) -> Bot:
    """The bot of this name, on a seat of a game that is played in turns."""
    if name == UNIFORM:
        return Uniform(game, seat, seed)
    seed = secrets.randbits(40) if seed is None else seed
    if name == GREEDY:
        return Greedy(game, seat, seed)
    if name in added_kinds():
        return added_kinds()[name].sit_down(game, seats, seat, seed)
    return Thinker(game, seats, seat, level_of(name), seed)


def level_of(name: str) -> Level:
    """A level by its name, or a search of one's own: `search:3000` iterations, `search:0.2s`, or `search:0.2cpu` seconds
    that other work of the machine does not take away. `policy:` plays games out by
    the game's policy; `judge:` has positions judged by the game's network, `trained:` by one trained on this machine.
    `tables:` looks solved positions up beside the policy, `all:` beside the judge. `pharaoh:bare` does not. `policy:300~0.1`
    makes mistakes, with a temperature of a tenth of a win."""
    if name.endswith(BARE):
        return dataclasses.replace(level_of(name.removesuffix(BARE)), tables=False)
    if name in LEVELS:
        return LEVELS[name]
    own = re.fullmatch(r"(search|policy|tables|judge|trained|all):(?:(\d+)|([\d.]+)(s|cpu))(?:~(0?\.\d+))?", name)
    if not own:
        raise Refusal(f"there is no bot {name!r}: choose one of {', '.join([UNIFORM, GREEDY, *names()])}")
    iterations, seconds = int(own[2]) if own[2] else None, float(own[3]) if own[3] else None
    budget = Budget(
        iterations,
        seconds,
        use_policy=own[1] != "search",
        use_judge=own[1] in ("judge", "trained", "all"),
        use_own_judge=own[1] == "trained",
        cpu=own[4] == "cpu",
        early_stop=True,
    )
    return Level(name, "", budget, temperature=float(own[5] or 0), tables=own[1] in ("tables", "all"))


def warm(game: Game) -> None:
    """Compile all that bots of this game need, or load it from disk, so that no first move has to wait for it."""
    state = _first_choice(game)
    if game.real_time:
        game.real_time_rules.cue(state)
        game.real_time_rules.moment(state)
        return
    seat, seats = bits.lowest(game.rules.actors(state)), game.seats[0]
    observation = game.rules.State.new()
    game.rules.observe(state, 1 << seat, observation)
    game.rules.legal(observation, seat, np.zeros(game.widest, dtype=np.int64))
    make(GREEDY, game, seats, seat, seed=0).choose(observation)
    think(game, observation, seats, seat, Budget(iterations=1))
    win_at_once(game, observation, seats, seat, seed=0)
    if game.judge:
        assess(game, observation, seats, seat, Budget(iterations=1, use_policy=True, use_judge=True))
    if game.endgames:
        game.endgames.warm()


def _first_choice(game: Game) -> Record:
    """A state in which a seat may act."""
    state, random = game.start(game.seats[0], game.choose({})), generator(0)
    while game.rules.actors(state) == CHANCE_BIT:
        game.rules.apply(state, CHANCE, game.rules.chance(state, random))
    return state
