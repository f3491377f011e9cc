"""`pyramidion arena`: bots against bots, with the same deals from both sides, until it is known who is better."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, islice

import msgspec

from pyramidion.bots import Bot
from pyramidion.bots.levels import make
from pyramidion.bots.race import Race
from pyramidion.bots.reflex import Reflex
from pyramidion.game import Game, Value
from pyramidion.lab.runners import Runner, Threads
from pyramidion.play import Play, new, seeded

Z = 1.96  # 95 %
SPRT_ERROR = 0.05  # how often a test that stops early may be wrong, either way


class Setting(msgspec.Struct, frozen=True):
    """What is played, and how long."""

    game: str
    seats: int
    options: dict[str, Value]
    deals: int
    seed: int = 0
    stop_between: tuple[float, float] | None = None  # stop as soon as the first's share is surely over or under these


class Result(msgspec.Struct, frozen=True):
    """One bot against the others of a table, all of one kind."""

    first: str
    second: str
    games: int
    wins: int  # games that the first won alone
    shared: int  # games of which it won a part
    share: float  # of victories, the first's mean
    low: float  # with 95 % confidence
    high: float
    fair: float  # what it would be if both were equally strong
    verdict: str  # of the test that stops early: "better", "not better", or nothing


def match(
    game: Game,
    setting: Setting,
    first: str,
    second: str,
    progress: Callable[[], object],
    runner: Runner | None = None,
) -> Result:
    """One bot `first` at a table of bots `second`, on every seat in turn with the same deal."""
    shares: list[float] = []
    verdict = ""
    played = (runner or Threads()).map(partial(mirror, game, setting, first, second), range(setting.deals))
    while not verdict and (batch := list(islice(played, 4))):  # whole batches: the seed alone decides the result
        for one in batch:
            shares.extend(one)
            progress()
        verdict = _verdict([_mean(one) for one in _chunks(shares, setting.seats)], setting.stop_between)
    counts = Counter(shares)
    low, high = interval(_mean(shares), len(shares))
    shared = len(shares) - counts[1.0] - counts[0.0]
    return Result(first, second, len(shares), counts[1.0], shared, _mean(shares), low, high, 1 / setting.seats, verdict)


def mirror(game: Game, setting: Setting, first: str, second: str, deal: int) -> list[float]:
    """The same deal with the first bot on every seat in turn: its shares of victory."""
    shares = []
    for seat in range(setting.seats):
        bots = [first if other == seat else second for other in range(setting.seats)]
        shares.append(one_game(game, setting, bots, deal)[seat])
    return shares


def one_game(game: Game, setting: Setting, bots: list[str], deal: int) -> list[float]:
    """Play a game, and share one victory among the seats with the best score."""
    dice = random.Random(f"{setting.seed}/{deal}")
    play = new(game, seats=setting.seats, dice=seeded(dice.getrandbits(64)), seed=None, **setting.options)
    seeds = [dice.getrandbits(32) for _ in bots]
    if game.real_time:
        Race(play, {seat: Reflex(game, seat, name, seeds[seat]) for seat, name in enumerate(bots)}).run()
    else:
        _play_in_turn(play, [make(name, game, setting.seats, seat, seeds[seat]) for seat, name in enumerate(bots)])
    scores = play.scores()
    winners = [score == max(scores) for score in scores]
    return [won / sum(winners) for won in winners]


def _play_in_turn(play: Play, bots: list[Bot]) -> None:
    while not play.is_over:
        seat = play.actors()[0]
        play.act(bots[seat].choose(play.observe(1 << seat)), seat)


def round_robin(
    game: Game, setting: Setting, bots: list[str], progress: Callable[[], object], runner: Runner | None = None
) -> tuple[list[Result], dict[str, tuple[float, float]]]:
    """Everybody against everybody: the results, and ratings with their uncertainty."""
    results = [match(game, setting, first, second, progress, runner) for first, second in combinations(bots, 2)]
    return results, ratings(bots, results, setting.seed)


def ratings(bots: list[str], results: list[Result], seed: int) -> dict[str, tuple[float, float]]:
    """Ratings from all games in one mixed order, by openskill: the mean, and twice its deviation."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now = {bot: model.rating(name=bot) for bot in bots}
    games = [game for result in results for game in _duels(result)]
    random.Random(seed).shuffle(games)
    for first, second, ranks in games:
        (now[first],), (now[second],) = model.rate([[now[first]], [now[second]]], ranks=ranks)
    return {bot: (rating.mu, 2 * rating.sigma) for bot, rating in now.items()}


def _duels(result: Result) -> Iterator[tuple[str, str, list[float]]]:
    """Each game of a result as a duel: who came first, or both."""
    lost = result.games - result.wins - result.shared
    for number, ranks in ((result.wins, [1.0, 2.0]), (result.shared, [1.0, 1.0]), (lost, [2.0, 1.0])):
        for _ in range(number):
            yield result.first, result.second, ranks


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval: also right near 0 and 1."""
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def _verdict(deals: list[float], bounds: tuple[float, float] | None) -> str:
    """A sequential probability ratio test on the means of deals: is the true mean nearer to the higher bound?"""
    if bounds is None or len(deals) < 8:
        return ""
    lower, higher = bounds
    mean = _mean(deals)
    variance = max(sum((share - mean) ** 2 for share in deals) / (len(deals) - 1), 0.25 / len(deals))
    ratio = len(deals) * (higher - lower) * (2 * mean - lower - higher) / (2 * variance)
    limit = math.log((1 - SPRT_ERROR) / SPRT_ERROR)
    return "better" if ratio >= limit else "not better" if ratio <= -limit else ""


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def _chunks(numbers: list[float], size: int) -> Iterator[list[float]]:
    return (numbers[i : i + size] for i in range(0, len(numbers), size))
