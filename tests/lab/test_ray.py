"""Ray in a process of its own; `make soak` has it play fifty times as many games."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pyramidion.lab.runners import runner
from pyramidion.refusal import Refusal
from tests.soak import more


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="it is looked up in /proc who listens where")
def test_ray_plays_the_same_games_as_threads_though_a_worker_is_killed_and_listens_on_loopback_only(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'pyramidion[ray]'")
    command = [sys.executable, "-m", "tests.lab.ray_cluster", str(more(4000)), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["same"]
    assert seen["died"]
    assert seen["same_after_death"]
    assert seen["listening"] > 2
    assert not seen["elsewhere"]
    assert seen["usage_statistics"] == "0"


def test_work_is_done_nowhere_else() -> None:
    with pytest.raises(Refusal, match="not on 'mars'"):
        runner("mars")
