"""Looking through a finished game: what the search thinks of its positions, and the odds of its dice.

A finished game does not change any more: what was found is kept, and nobody has to wait for the table's lock.
"""

from typing import Protocol

from pyramidion.bots.assess import assess
from pyramidion.bots.search import Budget, Opinion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.record import Record
from pyramidion.game import Game, Illegal
from pyramidion.play import GameRecord, Play, replay, who_and_what
from pyramidion.refusal import Refusal
from pyramidion.server.limits import Who
from pyramidion.server.protocol.rest import ChanceEvent, Chances, Course, Odds
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import TableMeta
from pyramidion.server.thinking.bot_pool import NOBODY, BotPool

# How long to think about a position: by iterations, so that the same game is judged alike every time, unless the machine is
# too busy for that.
BUDGET = Budget(iterations=2000, seconds=2.0, use_policy=True)


class FinishedGame(Protocol):
    """What a review needs to know of a table."""

    game: Game
    meta: TableMeta
    log: list[Entry]

    def at(self, n: int) -> Play:
        """The game as it was after the first `n` entries of the log."""


class Reviewer:
    """Of one table."""

    def __init__(self, table: FinishedGame, bot_pool: BotPool) -> None:
        self.table = table
        self._bot_pool = bot_pool
        self._chances: dict[int, Chances] = {}

    def eyes(self, seat: int | None) -> int:
        """What may be looked at now that the game is over: with the eyes of one seat, or with everybody's."""
        meta = self.table.meta
        if meta.status != "over":
            raise Illegal("the game isn't over yet: until then you only see your own side")
        if seat is not None and not 0 <= seat < len(meta.seats):
            raise Illegal(f"there is no seat {seat}: seats are 0 to {len(meta.seats) - 1}")
        return (1 << len(meta.seats)) - 1 if seat is None else 1 << seat

    async def chances(self, n: int, who: Who = NOBODY) -> Chances:
        """What the search thinks of the position after `n` events."""
        if self.table.game.real_time:
            raise Illegal(f"there is no analysis for {self.table.game.title}")
        if n not in self._chances:
            self._chances[n] = await self._bot_pool.review(lambda: self._chances.get(n) or chances(self.table, n), who)
        return self._chances[n]


# Chances


def chances(table: FinishedGame, n: int) -> Chances:
    """The chances of all seats after `n` events, what would have been best then, and what was lost by what was done."""
    play = table.at(n)
    if n == len(table.log) or play.is_over:
        return Chances(n=n, seat=None, win=_shares(table.meta.scores or []), best=None, told=None, lost=0.0)
    seat = _actor(table, play, n)
    if seat is None:
        return Chances(n=n, seat=None, win=_wins(play, _last_actor(table.log[:n])), best=None, told=None, lost=0.0)
    observation = play.observe(1 << seat)
    opinion = assess(play.game, observation, play.seats, seat, BUDGET)
    return Chances(
        n=n,
        seat=seat,
        win=_for_all(play, seat, opinion.choices[0].win),
        best=str(play.game.notation.encode(observation, opinion.best)),
        told=play.display.tell(observation, seat, opinion.best),
        lost=_lost(table, play, n, opinion),
        ahead=_ahead(table, play, n, opinion),
    )


def _actor(table: FinishedGame, play: Play, n: int) -> int | None:
    """Who acted then; or who was to act, if something else happened."""
    seats = [seat for seat in play.actors() if seat != CHANCE]
    acted = table.log[n].seat
    return acted if acted in seats else next(iter(seats), None)


def _last_actor(log: list[Entry]) -> int:
    return next((entry.seat for entry in reversed(log) if entry.kind == "act" and entry.seat != CHANCE), 0)


def _lost(table: FinishedGame, play: Play, n: int, opinion: Opinion) -> float:
    """What the seat's chance would have been, less what it was after its action, both by what the seat could see."""
    entry, best = table.log[n], opinion.choices[0]
    if entry.kind != "act" or entry.seat == CHANCE or len(opinion.choices) == 1:
        return 0.0
    action = play.parse(entry.action)
    if action == best.action:
        return 0.0
    if opinion.iterations == 0:  # a table of solved positions knows both
        return best.win - next(choice.win for choice in opinion.choices if choice.action == action)
    return max(0.0, best.win - _wins(table.at(n + 1), entry.seat)[entry.seat])


def _ahead(table: FinishedGame, play: Play, n: int, opinion: Opinion) -> float:
    """How far the seat's action, if it was the best, was ahead of the next best."""
    entry = table.log[n]
    if entry.kind != "act" or entry.seat == CHANCE or len(opinion.choices) == 1:
        return 0.0
    best, following = opinion.choices[:2]
    return max(0.0, best.win - following.win) if play.parse(entry.action) == best.action else 0.0


def _wins(play: Play, seat: int) -> list[float]:
    """The chances of all seats in a position where this seat is not the one that chooses, by what it can see."""
    if play.is_over:
        return _shares(play.scores())
    return _for_all(play, seat, _estimate(play, play.observe(1 << seat), seat))


def _for_all(play: Play, seat: int, win: float) -> list[float]:
    """The chances of all seats. Two seats share one victory; where there are more, the search is asked for each of them."""
    if play.seats == 2:
        return [win if one == seat else 1 - win for one in range(2)]
    observation, wins = play.observe(1 << seat), []
    for one in range(play.seats):
        wins.append(win if one == seat else _estimate(play, observation, one))
    rest = sum(wins) - win
    return [own if one == seat else (own * (1 - win) / rest if rest else 0.0) for one, own in enumerate(wins)]


def _estimate(play: Play, observation: Record, seat: int) -> float:
    """The chance of a seat that is not the one to choose: tables have those of the chooser only."""
    opinion = assess(play.game, observation, play.seats, seat, BUDGET, use_tables=False)
    visits = sum(choice.visits for choice in opinion.choices)
    return sum(choice.visits * choice.win for choice in opinion.choices) / max(visits, 1)


def _shares(scores: list[float]) -> list[float]:
    """One victory, shared by those with the best score."""
    best = max(scores)
    return [1 / scores.count(best) if score == best else 0.0 for score in scores]


# Odds


def odds_of(course: Course) -> Odds:
    """The odds of a record that somebody brought."""
    record: GameRecord = {
        "game": course.game,
        "version": course.version,
        "seats": course.seats,
        "options": course.options,
        "position": course.position,
        "events": [list(event) for event in course.events],
    }
    if not course.position:
        del record["position"]
    return odds(record)


def odds(record: GameRecord) -> Odds:
    """Replay a record as far as the rules allow it, and say what chance could have done at each of its events."""
    play = replay({**record, "events": []})
    events: list[ChanceEvent] = []
    for n, event in enumerate(record["events"]):
        try:
            seat, action = who_and_what(event, play.seats)
            if seat == CHANCE and CHANCE in play.actors():
                outcomes = [(play.encode(outcome, CHANCE), weight) for outcome, weight in play.odds()]
                events.append(ChanceEvent(n=n, outcomes=outcomes))
            play.act(action, seat)
        except Refusal as error:
            return Odds(events=events, trouble=f"event {n} ({event[1]}) isn't possible: {error}")
    return Odds(events=events, trouble=None)
