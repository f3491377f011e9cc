"""Batches: the same game as `Play` plays, whatever the number of environments and threads; no secrets."""

import pickle
import random
from itertools import product
from typing import Any

import numpy as np
import pytest

from pyramidion import research
from pyramidion.engine.batch import NOBODY, WAIT, see
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, may_react
from pyramidion.engine.memory import equal
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.play import Play
from pyramidion.research import Batch, MomentBatch
from pyramidion.testing import random_options
from tests.research.sittings import every_sitting, every_sitting_in_real_time, every_sitting_in_turn
from tests.soak import more


def made(name: str, number: int, seats: int | None = None, **asked: Any) -> Batch:
    found = research.batch(name, number, seats=seats, **asked)
    assert isinstance(found, Batch)
    return found


def some_options(name: str, seed: int) -> dict[str, Any]:
    return dict(random_options(find(name), random.Random(seed)))


class Follower:
    """Plays one environment of a batch again with `Play`: chance draws from a copy of the environment's numbers."""

    def __init__(self, batch: Batch | MomentBatch, i: int) -> None:
        self.batch, self.i = batch, i
        self.random = batch._random[i].copy()
        self.begin()

    def begin(self) -> None:
        chosen = self.batch.setting
        self.play = Play(chosen.game, chosen.seats, chosen.options, chosen.start(), None)
        self.let_chance_act()

    def let_chance_act(self) -> None:
        alone = self.batch.setting.game.real_time
        while (actors := self.play._actors) == CHANCE_BIT or (actors & CHANCE_BIT and not alone):
            self.play.act(self.batch.setting.game.rules.chance(self.play.state, self.random), CHANCE)

    def share(self) -> list[float]:
        scores = self.play.scores()
        return [(score == max(scores)) / scores.count(max(scores)) for score in scores]


@every_sitting_in_turn
@pytest.mark.parametrize("packed", [False, True])
def test_a_batch_steps_as_play_does(name: str, seats: int, packed: bool) -> None:
    seed = seats + packed
    batch = made(name, 3, seats, seed=seed, packed=packed, limit=60, **some_options(name, seed))
    followers = [Follower(batch, i) for i in range(3)]
    batch.reset()
    for _ in range(more(80)):
        before = [follower.play.actors() for follower in followers]
        chosen = batch.sample().copy()
        for i, follower in enumerate(followers):
            seat = before[i][0]
            assert (int(batch.seat[i]), batch.legal_actions(i).tolist()) == (seat, follower.play.legal_actions(seat))
            assert equal(batch.states[i], follower.play.state)
            follower.play.act(int(chosen[i]), seat)
            follower.let_chance_act()
        lengths = batch.length + 1
        batch.step(chosen)
        for i, follower in enumerate(followers):
            assert bool(batch.terminated[i]) == follower.play.is_over
            assert bool(batch.truncated[i]) == (not follower.play.is_over and lengths[i] == 60)
            assert batch.reward[i].tolist() == pytest.approx(follower.share() if follower.play.is_over else [0.0] * seats)
            if batch.terminated[i] or batch.truncated[i]:
                follower.begin()
                while follower.play.is_over:
                    follower.begin()
            else:
                assert equal(batch.states[i], follower.play.state)


@every_sitting_in_real_time
def test_moments_are_events_of_play(name: str, seats: int) -> None:
    from pyramidion.engine.dispatch import what_happens, who_acts

    batch = research.batch(name, 2, seats=seats, seed=seats, autoreset="off", limit=100_000, **some_options(name, seats))
    assert isinstance(batch, MomentBatch)
    followers = [Follower(batch, i) for i in range(2)]
    window = int(batch.setting.options["tie_window"])
    batch.reset()
    for _ in range(more(300)):
        chosen = batch.sample().copy()
        for i, follower in enumerate(followers):
            if follower.play.is_over:
                continue
            reflexes = sum(1 << seat for seat in range(seats) if chosen[i, seat])
            actor = who_acts(follower.play.state, reflexes, window, follower.random)
            follower.play.act(what_happens(follower.play.state, reflexes, actor), actor)
            follower.let_chance_act()
        batch.step(chosen)
        for i, follower in enumerate(followers):
            assert equal(batch.states[i], follower.play.state)
            assert bool(batch.terminated[i]) == follower.play.is_over


@every_sitting
def test_a_game_is_the_same_whatever_the_number_of_environments_and_threads(name: str, seats: int) -> None:
    many, few = (research.batch(name, number, seats=seats, seed=5).reset() for number in (8, 3))
    one, two = research.halves(name, 8, seats=seats, seed=5)
    one.reset()
    two.reset()
    for _ in range(more(60)):
        many.step(many.sample())
        few.step(few.sample())
        one.send(one.sample())
        two.send()  # random ones, chosen in its thread
        one.recv()
        two.recv()
        assert many.states[:3].tobytes() == few.states.tobytes()
        assert many.states.tobytes() == one.states.tobytes() + two.states.tobytes()
        assert np.array_equal(many.tensor, np.concatenate([one.tensor, two.tensor]))
        assert np.array_equal(many.reward, np.concatenate([one.reward, two.reward]))


@every_sitting_in_turn
def test_an_illegal_action_is_flagged_and_leaves_its_state_alone(name: str, seats: int) -> None:
    batch = made(name, 2, seats, seed=1).reset()
    before, tensor = batch.states.tobytes(), batch.tensor.copy()
    legal = [batch.legal_actions(i).tolist() for i in range(2)]
    for wrong in (batch.setting.actions, 1 << 40, -7, next(a for a in range(10**6) if a not in legal[0] + legal[1])):
        batch.step(np.array([wrong, wrong]))
        assert batch.illegal.all()
        assert batch.states.tobytes() == before
        assert np.array_equal(batch.tensor, tensor)
        assert [batch.legal_actions(i).tolist() for i in range(2)] == legal
    batch.step(np.array([legal[0][0], WAIT]))
    assert not batch.illegal.any()
    assert batch.states[1:].tobytes() == before[len(before) // 2 :]


@every_sitting_in_real_time
def test_a_reflex_that_is_not_allowed_is_flagged(name: str, seats: int) -> None:
    batch = research.batch(name, 1, seats=seats).reset()
    everybody = np.ones((1, seats), dtype=np.int64)
    while batch.mask[0, :, 1].all():
        batch.step(everybody)
    before = batch.states.tobytes()
    batch.step(everybody)
    assert batch.illegal[0]
    assert batch.states.tobytes() == before


def test_a_game_that_is_over_waits_is_reset_next_or_at_once() -> None:
    """Senet, truncated after four decisions."""
    off, following, same = (made("senet", 2, seed=2, limit=4, autoreset=mode) for mode in ("off", "next_step", "same_step"))
    for batch in (off, following, same):
        batch.reset()
        for _ in range(4):
            batch.step(batch.sample())
        assert batch.truncated.all()
    assert off.seat.tolist() == following.seat.tolist() == [NOBODY, NOBODY]
    assert np.array_equal(same.final, off.tensor)
    assert same.length.tolist() == [0, 0]
    assert np.array_equal(off.tensor, following.tensor)
    following.step(following.sample())  # −1: still alone
    assert following.seat.tolist() == [NOBODY, NOBODY]
    following.step(np.zeros(2, dtype=np.int64))
    assert np.array_equal(following.tensor, same.tensor)
    assert not following.truncated.any()
    off.step(np.zeros(2, dtype=np.int64))
    assert off.seat.tolist() == [NOBODY, NOBODY]
    off.reset(np.array([True, False]))
    assert (off.seat[0], off.seat[1]) == (same.seat[0], NOBODY)


@every_sitting
def test_points_are_the_scores_of_play(name: str, seats: int) -> None:
    facts = find(name)
    if facts.real_time:
        pytest.skip("its results are shares of one victory, and it is long")
    batch = made(name, 1, seats, seed=4, reward="points", autoreset="off", limit=facts.longest).reset()
    while batch.seat[0] != NOBODY:
        batch.step(batch.sample())
    scores = [facts.rules.score(batch.states[0], seat) / facts.unit for seat in range(seats)]
    assert batch.reward[0].tolist() == pytest.approx(scores)


@every_sitting
def test_a_batch_can_be_pickled_and_goes_on_the_same(name: str, seats: int) -> None:
    batch = research.batch(name, 3, seats=seats, seed=6).reset()
    batch.step(batch.sample())
    twin = pickle.loads(pickle.dumps(batch))
    for _ in range(5):
        twin.step(twin.sample())
        batch.step(batch.sample())
        assert twin.states.tobytes() == batch.states.tobytes()
        assert np.array_equal(twin.tensor, batch.tensor)


@every_sitting
def test_what_a_seat_cannot_know_changes_no_byte(name: str, seats: int) -> None:
    """Non-interference: deal anew whatever a seat can't see, whether it is to act or not."""
    facts, numbers = find(name), generator(9)
    options = some_options(name, 7)
    batch = research.batch(name, 4, seats=seats, seed=7, **options | ({"hands": "hidden"} if "hands" in options else {}))
    batch.reset()
    redealt, work, tensor = 0, facts.rules.State.new(), np.zeros(batch.tensor.shape[-1], dtype=np.uint8)
    for _ in range(more(60)):
        batch.step(batch.sample())
        for i, seat in product(range(4), range(seats)):
            seen = batch.observation(i, seat)
            facts.rules.sample(seen, numbers)
            redealt += not equal(seen, batch.states[i])
            see(seen, seat, work, tensor)
            assert np.array_equal(tensor, batch.seen_by(i, seat))
            assert legal(facts, seen, seat) == legal(facts, batch.states[i], seat)
    assert redealt or name not in ("river", "pyramid_poker")


def legal(facts: Game, s: Record, seat: int) -> list[int]:
    """What masks are made of."""
    if facts.real_time:
        return [int(may_react(s)) >> seat & 1]
    out = np.zeros(facts.widest, dtype=np.int64)
    return list(out[: facts.rules.legal(s, seat, out)].tolist())


def test_dense_and_packed_lists_say_the_same() -> None:
    for name in GAMES:
        if not find(name).real_time:
            dense, packed = (made(name, 4, seed=3, packed=packed).reset() for packed in (False, True))
            for _ in range(more(30)):
                listed = [dense.legal_actions(i).tolist() for i in range(4)]
                assert [packed.legal_actions(i).tolist() for i in range(4)] == listed
                assert dense.count.tolist() == packed.count.tolist() == [len(actions) for actions in listed]
                chosen = dense.sample()
                assert np.array_equal(packed.sample(), chosen)
                dense.step(chosen)
                packed.step(chosen)


def test_a_wrong_wish_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="rewards are"):
        research.batch("senet", 1, reward="money")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="autoreset is one of"):
        research.batch("senet", 1, autoreset="maybe")  # type: ignore[arg-type]
    batch = made("senet", 1)
    with pytest.raises(RuntimeError, match="no step is under way"):
        batch.recv()
    with pytest.raises(ValueError, match="packed here"):
        _ = made("senet", 1, packed=True).mask
