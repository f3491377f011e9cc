"""Training: the same seed and positions give the same weights, interrupted or not."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from pyramidion.cli import main
from pyramidion.engine.network import MOST_FEATURES
from pyramidion.games import find
from pyramidion.lab import training
from pyramidion.lab.loops.learning import step
from pyramidion.lab.training import begin, resume, train

SENET = find("senet")
FEW = 20_000


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trained") / "senet.weights"
    errors = train(SENET, FEW, 3, path).errors
    assert len(errors) == training.POINTS
    assert sum(errors[-20:]) < 0.8 * sum(errors[:20])
    return path


def test_the_same_seed_gives_the_same_file_and_another_one_does_not(trained: Path, tmp_path: Path) -> None:
    train(SENET, FEW, 3, tmp_path / "same")
    train(SENET, FEW, 4, tmp_path / "other")
    assert (tmp_path / "same").read_bytes() == trained.read_bytes() != (tmp_path / "other").read_bytes()


def test_an_interrupted_run_goes_on_and_gives_the_same_file(trained: Path, tmp_path: Path) -> None:
    path = tmp_path / "senet.weights"

    def interrupt(done: int) -> None:
        if done > FEW / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SENET, FEW, 3, path, interrupt)
    assert FEW / 2 < resume(SENET, FEW, 3, path).done < FEW
    assert resume(SENET, FEW, 4, path).done == 0, "what was begun with another seed is not gone on with"
    train(SENET, FEW, 3, path)
    assert path.read_bytes() == trained.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


def test_a_step_goes_down_the_slope_of_the_error() -> None:
    """Against differences of the error itself, weight by weight."""
    learnt = begin(SENET, 1, 5)
    features, target = np.array([3, 40, 200], dtype=np.int32), 0.8
    sums = np.zeros(learnt.floats.shape[1], np.float32)

    def loss(floats: "NDArray[np.float64]") -> float:
        """Cross entropy: its slope by the odds is the error that `step` works with."""
        hidden = np.maximum(floats[features].sum(axis=0) + floats[-3], 0)
        odds = float(hidden @ floats[-2] + floats[-1, 0])
        return float(np.log1p(np.exp(odds)) - target * odds)

    before = learnt.floats.copy()
    step(features, 3, target, learnt.floats, sums, 0.01)
    for row, column in ((3, 0), (40, 7), (-3, 2), (-2, 5), (-1, 0)):
        nudged = before.astype(np.float64)
        nudged[row, column] += 1e-4
        slope = (loss(nudged) - loss(before.astype(np.float64))) / 1e-4
        assert learnt.floats[row, column] - before[row, column] == pytest.approx(-0.01 * slope, abs=2e-5)


def test_no_position_has_more_features_than_there_is_room_for() -> None:
    assert SENET.judge
    start, out = SENET.start(2, SENET.choose({"pieces": 7})), np.zeros(10 * MOST_FEATURES, np.int32)
    start.army[0], start.army[1] = 0b1111111 << 5, 0b1111111 << 12  # type: ignore[attr-defined]
    assert 0 < SENET.judge.features(start, 0, out) < MOST_FEATURES / 2


def test_the_command_writes_weights_and_draws_the_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights, picture = tmp_path / "w", tmp_path / "curve.svg"
    assert main(["train", "senet", "--positions", "5000", "--out", str(weights), "--curve", str(picture)]) == 0
    assert capsys.readouterr().out.strip() == str(weights)
    assert (
        len(next(node for node in ElementTree.parse(picture).iter() if "points" in node.attrib).get("points", "").split())
        == 100
    )


def test_a_game_without_a_network_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "egyptian_war"]) == 2
    assert "has no network to train" in capsys.readouterr().err
