"""What a learner needs to know of a game, and that all of it can be pickled and copied."""

import copy
import pickle

import numpy as np
import pytest

import pyramidion
from pyramidion import research
from pyramidion.engine.memory import equal
from pyramidion.games import find
from tests.research.sittings import every_game


@every_game
def test_the_usual_length_is_about_that_of_random_games(name: str) -> None:
    facts = find(name)
    batch = research.batch(name, 64, seed=1, limit=100 * facts.usual_length).reset()
    lengths: list[int] = []
    while len(lengths) < 64:
        before = batch.length.copy()
        batch.step(batch.sample())
        lengths.extend((before[batch.terminated] + 1).tolist())
    assert np.mean(lengths) / facts.usual_length == pytest.approx(1, rel=0.4)


@every_game
def test_seats_actions_come_first(name: str) -> None:
    """`testing.check` looks at every action of random games; this, that the number is not too large."""
    facts = find(name)
    assert facts.seat_actions
    assert facts.seat_actions < facts.actions
    play = pyramidion.new(name, dice=None)
    while play.actors() != (pyramidion.CHANCE,):
        play.act(play.legal_actions(play.actors()[0])[0], play.actors()[0])
    assert min(play.legal_actions(pyramidion.CHANCE)) >= facts.seat_actions


@every_game
def test_games_records_and_plays_can_be_pickled_and_copied(name: str) -> None:
    facts = find(name)
    assert facts.rules  # a module is in its dictionary now
    assert pickle.loads(pickle.dumps(facts)) == facts
    play = pyramidion.new(name, seed=3)
    if not facts.real_time:
        play.act(play.legal_actions()[0])
    for twin in (pickle.loads(pickle.dumps(play)), copy.deepcopy(play)):
        assert equal(twin.state, play.state)
        assert twin.events == play.events
        assert twin.dump() == play.dump()
        seat = play.actors()[0]
        twin.act(twin.legal_actions(seat)[0], seat)
        assert equal(pickle.loads(pickle.dumps(twin.state)), twin.state)
        assert not equal(twin.state, play.state)
    records = facts.rules.State.batch(3)
    assert pickle.loads(pickle.dumps(records)).dtype == records.dtype
