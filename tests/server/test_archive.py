"""Old records replay for ever. Each file of the archive is a record with the position at its end; none is ever changed.

A new version of a game's rules adds files; the old ones then stay with the code that replays them.
"""

import json
from pathlib import Path

import pytest

from pyramidion.games import GAMES
from pyramidion.play import replay
from pyramidion.server.fairness.dice import verify

ARCHIVE = sorted((Path(__file__).parent / "archive").glob("*.json"))


@pytest.mark.parametrize("path", ARCHIVE, ids=lambda path: path.stem)
def test_an_old_record_replays_to_its_end(path: Path) -> None:
    kept = json.loads(path.read_text())
    play = replay(kept["record"])
    assert play.is_over == kept["is_over"]
    assert play.dump() == kept["position"]
    assert play.record()["events"] == kept["record"]["events"]
    assert verify(kept["record"]) > 0


def test_every_game_has_old_records() -> None:
    assert {path.stem.rsplit("-", 1)[0] for path in ARCHIVE} == set(GAMES)
