"""Where a result came from: luck, one's own mistakes, those of others, and what the judge was wrong about."""

from dataclasses import dataclass

from pyramidion.engine.dispatch import CHANCE
from pyramidion.play import Event, Play
from pyramidion.review.effects import Effect, choice, luck
from pyramidion.review.judge import Judge, shares


@dataclass(frozen=True)
class Account:
    """Of one seat in a finished game, in wins. With its chance at the beginning they add up to its share of the victory."""

    luck: float
    mistakes: float  # its own: below zero
    others: float  # what others gave away, or gained
    error: float  # the judge's own


def accounts(play: Play, judge: Judge) -> list[Account]:
    """Of each seat."""
    effects = [effect(play, judge, event) for event in play.events]
    start = judge.wins(play.state_before(play.events[0]))
    result = shares(play.scores())
    return [_account(play, effects, seat, float(result[seat] - start[seat])) for seat in range(play.seats)]


def effect(play: Play, judge: Judge, event: Event) -> Effect:
    """What an event did."""
    state = play.state_before(event)
    if event.seat == CHANCE:
        return luck(judge, state, event.action)
    return choice(judge, state, play.observe_state(state, 1 << event.seat), event.seat, event.action)


def _account(play: Play, effects: list[Effect], seat: int, gained: float) -> Account:
    found = [(event.seat, float(one.changes[seat])) for event, one in zip(play.events, effects, strict=True)]
    luck_, mistakes = sum(by for who, by in found if who == CHANCE), sum(by for who, by in found if who == seat)
    others = sum(by for who, by in found if who not in (CHANCE, seat))
    return Account(luck_, mistakes, others, gained - luck_ - mistakes - others)
