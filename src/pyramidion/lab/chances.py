"""Win chances through whole games, and the metrics that are made of them. docs/lab.md defines each of them.

A chance is what `assess` thinks of a position with nothing hidden. It is asked twice with different seeds: the product of
two estimates of a change has no noise in it on average, as its square would have.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.bots.assess import assess
from pyramidion.bots.search import Budget
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.record import Record
from pyramidion.lab.chunks import play_game
from pyramidion.lab.intervals import Figure, mean_of, ratio_of, share_of
from pyramidion.lab.runners import Runner, Threads
from pyramidion.lab.setups import Setup
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Samples = NDArray[np.float64]

ITERATIONS = 100  # of the search, for one estimate of one seat's chance
AHEAD = 0.2  # somebody is ahead who is so much likelier to win than anybody else: less could be the noise of estimates
BINS = 10  # of chances, to see how often they come true


@dataclass(frozen=True)
class Trace:
    """One game: the chances at its beginning and after every event, and whose events they were."""

    one: "Samples"  # a row for each position, a column for each seat
    other: "Samples"  # the same, estimated again
    by_chance: "NDArray[np.bool_]"  # of each event

    @property
    def chances(self) -> "Samples":
        return np.asarray((self.one + self.other) / 2)

    @property
    def outcome(self) -> "Samples":
        return np.asarray(self.one[-1])


def trace_games(
    setup: Setup,
    games: int,
    runner: Runner | None = None,
    progress: Callable[[int], object] = lambda games: None,
    iterations: int = ITERATIONS,
) -> list[Trace]:
    """So many games with their win chances."""
    refuse_real_time(setup)
    traces = []
    for trace in (runner or Threads()).map(partial(trace_game, setup, iterations), range(games)):
        traces.append(trace)
        progress(1)
    return traces


def refuse_real_time(setup: Setup) -> None:
    """There is no search in games of real time."""
    if setup.game.real_time:
        raise Refusal(f"{setup.game.title} is played in real time: a search knows no win chances there")


def trace_game(setup: Setup, iterations: int, number: int) -> Trace:
    """One game, and what `assess` thinks at every position of it."""
    play = play_game(setup, number)
    state = setup.start()
    first = [_chances(setup, state, iterations, (number << 20) + twin) for twin in range(2)]
    rows = [first]
    for event in play.events:
        setup.game.rules.apply(state, event.seat, event.action)
        seed = (number << 20) + 2 * (event.n + 1)
        rows.append([_chances(setup, state, iterations, seed + twin) for twin in range(2)])
    both = np.array(rows)
    return Trace(both[:, 0], both[:, 1], np.array([event.seat == CHANCE for event in play.events]))


def _chances(setup: Setup, state: Record, iterations: int, seed: int) -> list[float]:
    """Every seat's chance: what is left over is the last one's."""
    if not setup.game.rules.actors(state):
        scores = [setup.game.rules.score(state, seat) for seat in range(setup.seats)]
        winners = [score == max(scores) for score in scores]
        return [won / sum(winners) for won in winners]
    chances = [_chance(setup, state, seat, iterations, setup.seats * seed + seat) for seat in range(setup.seats - 1)]
    return [*chances, 1 - sum(chances)]


def _chance(setup: Setup, state: Record, seat: int, iterations: int, seed: int) -> float:
    """One seat's: after the best action, or on average over what chance may do."""
    seen = setup.game.rules.State.new()
    copy(seen, state)
    budget = Budget(iterations, use_policy=True)
    opinion = assess(setup.game, seen, setup.seats, seat, budget, seed=seed, use_tables=False)
    if setup.game.rules.actors(state) != CHANCE_BIT:
        return opinion.choices[0].win
    visits = sum(choice.visits for choice in opinion.choices)
    return sum(choice.win * choice.visits for choice in opinion.choices) / visits


# What traces tell


def figures(traces: list[Trace]) -> list[Figure]:
    """All metrics that are made of win chances."""
    error = calibration_error(traces)
    note = f"calibration error {error:.1%}"
    decided = [trace for trace in traces if trace.outcome.max() == 1]
    return [
        mean_of("lead changes", np.array([lead_changes(trace) for trace in traces], float), "a game", note),
        mean_of("decisiveness", np.array([last_doubt(trace) for trace in decided], float), "share", note),
        share_of("catch-up", np.array([1 - favourite_wins(trace, 0.5) for trace in traces]), note),
        share_of("snowball", np.array([favourite_wins(trace, 0.25) for trace in traces]), note),
        luck_share(traces, note),
    ]


def lead_changes(trace: Trace) -> int:
    """How often somebody gets ahead who was not the last to be ahead."""
    ordered = np.sort(trace.chances, axis=1)
    ahead = trace.chances.argmax(axis=1)[ordered[:, -1] - ordered[:, -2] >= AHEAD]
    return int((ahead[1:] != ahead[:-1]).sum())


def last_doubt(trace: Trace) -> float:
    """When the winner's chance was last below a half, as a share of the game's length; 0 if it never was."""
    below = np.flatnonzero(trace.chances[:, int(trace.outcome.argmax())] < 0.5)
    return float(below[-1]) / (len(trace.one) - 1) if len(below) else 0.0


def favourite_wins(trace: Trace, when: float) -> float:
    """What the likeliest winner at some share of the game got of the victory; of several as likely, on average."""
    chances = trace.chances[int(when * (len(trace.one) - 1))]
    return float(trace.outcome[chances == chances.max()].mean())


def luck_share(traces: list[Trace], note: str) -> Figure:
    """Of all the variance of win chances, what comes by chance and not by decisions."""
    by_chance = np.array([_variance(trace)[trace.by_chance].sum() for trace in traces])
    in_all = np.array([_variance(trace).sum() for trace in traces])
    return ratio_of("luck share", by_chance, in_all, "share", note)


def _variance(trace: Trace) -> "Samples":
    """Of each event, how much it changed everybody's chances, squared."""
    return np.asarray((np.diff(trace.one, axis=0) * np.diff(trace.other, axis=0)).sum(axis=1))


def calibration_error(traces: list[Trace]) -> float:
    """How far chances are from what came of them, on average over ten bins of chances."""
    said = np.concatenate([trace.chances[:-1, seat] for trace in traces for seat in range(trace.one.shape[1])])
    came = np.concatenate(
        [np.full(len(trace.one) - 1, trace.outcome[seat]) for trace in traces for seat in range(trace.one.shape[1])]
    )
    bins = np.clip((said * BINS).astype(int), 0, BINS - 1)
    gaps = [abs(float((said[bins == one] - came[bins == one]).sum())) for one in range(BINS)]
    return sum(gaps) / len(said)
