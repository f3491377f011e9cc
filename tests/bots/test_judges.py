"""Networks that judge positions: their weights on disk, and who uses them."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from pyramidion.bots import judges
from pyramidion.bots.assess import assess
from pyramidion.bots.judges import judged_code, own_file, read, shipped, weights_for
from pyramidion.bots.levels import make
from pyramidion.bots.search import Budget, think
from pyramidion.engine import dispatch
from pyramidion.engine.network import opinion, scratch_for
from pyramidion.engine.random import generator
from pyramidion.engine.sealed import BadTable, Facts, seal
from pyramidion.games import GAMES, find
from pyramidion.games.senet.rules import OVER
from pyramidion.lab.training import begin, rounded
from pyramidion.play import new
from tests.bots.judged import positions

JUDGED = [name for name in GAMES if find(name).judge]


@pytest.mark.parametrize("name", JUDGED)
def test_a_game_comes_with_weights_that_fit_its_rules_and_are_small(name: str) -> None:
    game = find(name)
    assert len(shipped(game)) > 0
    assert (Path(__file__).parents[2] / "src" / game.package.replace(".", "/") / judges.FILE).stat().st_size <= 64 * 1024


OPINIONS = {
    "senet": "2b638b4102f911fe",
    "river": "5d6dcd72ffb2b2e3",
}  # whoever trains a network anew writes down what it thinks


@pytest.mark.parametrize("name", JUDGED)
def test_every_cpu_has_the_same_opinion(name: str) -> None:
    game = find(name)
    weights = shipped(game)
    shares, opinions = np.zeros(game.seats[0]), list[list[float]]()
    for s in positions(game, 50):
        dispatch.judge(s, weights, scratch_for(weights), shares)
        opinions.append(shares.tolist())
    assert hashlib.sha256(repr(opinions).encode()).hexdigest()[:16] == OPINIONS[name]


def test_a_trained_network_beats_an_untrained_one() -> None:
    game = find("river")
    untrained, budget = rounded(begin(game, 1, 1).floats), Budget(iterations=60, use_policy=True)
    wins = 0
    for number in range(16):
        play, trained = new(game, seed=number // 2), number % 2
        while not play.is_over:
            (seat,) = play.actors()
            weights = shipped(game) if seat == trained else untrained
            play.act(think(game, play.observe(1 << seat), 2, seat, budget, weights=weights, seed=number).best, seat)
        wins += play.scores()[trained] > play.scores()[1 - trained]
    assert wins >= 11


def test_three_seats_share_one_victory() -> None:
    game = find("river")
    weights, shares = shipped(game), np.zeros(3)
    s, random, out = game.start(3, game.choose({"hands": "hidden"})), generator(4), np.zeros(game.widest, np.int64)
    judged = 0
    while dispatch.policy_step(s, random, out):
        if dispatch.judge(s, weights, scratch_for(weights), shares):
            judged += 1
            assert shares.sum() == pytest.approx(1)
            assert (shares > 0).all()
    assert judged > 20


def test_an_opinion_made_of_features_is_what_a_judge_of_its_own_says() -> None:
    """As that of a game that gives only features is made; Senet's is asked from one seat's side."""
    game = find("senet")
    weights = shipped(game)
    made, own = np.zeros(2), np.zeros(2)
    for s in positions(game, 50):
        assert opinion(s, weights, scratch_for(weights), made)
        dispatch.judge(s, weights, scratch_for(weights), own)
        assert (made == own).all()
    s.phase = OVER  # type: ignore[attr-defined]  # Senet's own field
    assert not opinion(s, weights, scratch_for(weights), made)


def test_other_options_fall_back_to_the_policy() -> None:
    game, river = find("senet"), find("river")
    assert len(weights_for(game, game.start(2, game.choose({}))))
    assert len(weights_for(river, river.start(3, river.choose({"hands": "hidden"}))))
    assert not len(weights_for(river, river.start(2, river.choose({"run": "loose"}))))
    assert not len(weights_for(game, game.start(2, game.choose({"exact_bear_off": True}))))
    play = new("senet", seed=1, exact_bear_off=True)
    seat = play.actors()[0]
    assert make("judge:50", game, 2, seat, seed=1).choose(play.observe(1 << seat)) in play.legal_actions()


@pytest.fixture
def senet_weights(tmp_path: Path) -> Path:
    game = find("senet")
    assert game.judge
    facts: Facts = {"game": "senet", "kind": "weights", "rules": judged_code(game)}
    path = tmp_path / "senet.weights"
    seal(path, facts, np.zeros((game.judge.FEATURES + 3, game.judge.WIDTH), np.int16))
    return path


def test_weights_that_fit_are_read(senet_weights: Path) -> None:
    assert read(find("senet"), senet_weights).shape[1] == 64


def test_damaged_weights_are_refused(senet_weights: Path) -> None:
    damaged = bytearray(senet_weights.read_bytes())
    damaged[-1] ^= 1
    senet_weights.write_bytes(damaged)
    with pytest.raises(BadTable, match="damaged"):
        read(find("senet"), senet_weights)


def test_weights_of_other_rules_or_another_game_are_refused(senet_weights: Path) -> None:
    weights = np.zeros((3, 64), np.int16)
    for facts, complaint in (
        (Facts(game="senet", kind="weights", rules="old"), "other rules"),
        (Facts(game="river", kind="weights"), "no weights for Senet"),
        (Facts(game="senet", kind="weights", rules=judged_code(find("senet"))), "not as many"),
    ):
        seal(senet_weights, facts, weights)
        with pytest.raises(BadTable, match=complaint):
            read(find("senet"), senet_weights)


def test_what_is_trained_on_this_machine_is_looked_for_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRAMIDION_DATA", str(tmp_path))
    assert own_file(find("senet")) == tmp_path / "judges" / "senet.weights"


def test_a_search_that_was_not_asked_to_does_not_use_the_judge() -> None:
    play = new("senet", seed=3)
    seat = play.actors()[0]
    plain = assess(play.game, play.observe(1 << seat), 2, seat, Budget(iterations=300, use_policy=True), use_tables=False)
    assert plain.iterations == 300
