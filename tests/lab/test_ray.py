"""Ray in a process of its own; `make soak` has it play fifty times as many games."""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path

import pytest

from pyramidion.lab.ray_runner import ENVIRONMENT
from pyramidion.lab.runners import runner
from pyramidion.refusal import Refusal
from tests.soak import SOAKING, more


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


HEAD = "--head --block --node-ip-address=127.0.0.1 --include-dashboard=false --num-cpus=2 --object-store-memory=134217728"
PORTS = "--port=26391 --ray-client-server-port=26392 --min-worker-port=0 --max-worker-port=0"


@pytest.mark.skipif(not SOAKING, reason="it takes a minute: make soak")
def test_a_cluster_that_was_started_elsewhere_is_joined_by_its_token() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'pyramidion[ray]'")
    environment = os.environ | ENVIRONMENT | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    with started_head(environment):
        survey = [sys.executable, "-m", "pyramidion", "lab", "survey", "senet", "--games", "20000", "--seed", "3", "--json"]
        there = [*survey, "--on", "ray://127.0.0.1:26392"]
        joined = subprocess.run(there, env=environment, capture_output=True, text=True, check=False)
        assert joined.returncode == 0, joined.stderr
    alone = subprocess.run(survey, capture_output=True, text=True, check=True)
    assert json.loads(joined.stdout)["figures"] == json.loads(alone.stdout)["figures"]


@contextmanager
def started_head(environment: dict[str, str]) -> Iterator[None]:
    """A cluster of this machine. Its sockets are files, whose names must be short."""
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        command = [
            str(Path(sys.executable).with_name("ray")),
            "start",
            *HEAD.split(),
            *PORTS.split(),
            f"--temp-dir={folder}",
        ]
        head = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert head.stdout is not None
        try:
            said = list(takewhile(lambda line: "This command will now block" not in line, head.stdout))
            assert head.poll() is None, "".join(said)
            yield
        finally:
            head.terminate()
            head.communicate()


def test_work_is_done_nowhere_else() -> None:
    with pytest.raises(Refusal, match="not on 'mars'"):
        runner("mars")
