"""The doors of research against peers: what is made of the figures; the peers themselves are measured by hand."""

import json
import subprocess
import sys

from pyramidion.lab import doors
from pyramidion.lab.doors import PeerPace


def test_ratios_are_taken_within_a_round() -> None:
    ours = {("batch", "a game"): [10.0, 40.0, 60.0], ("aec", "a game"): [1.0, 1.0, 1.0]}
    theirs = {"EnvPool x": [PeerPace("EnvPool x", 5.0), PeerPace("EnvPool x", 10.0), PeerPace("EnvPool x", 10.0)]}
    (ratio,) = doors._ratios(ours, theirs)
    assert (ratio.door, ratio.peer, ratio.times) == ("batch", "EnvPool x", 4.0)


def test_a_peer_that_is_missing_is_told_with_its_error() -> None:
    missing = [PeerPace("EnvPool x", error="ModuleNotFoundError: envpool")] * 3
    assert doors._middle(missing) == missing[0]
    assert not list(doors._ratios({("batch", "a game"): [1.0, 1.0, 1.0]}, {"EnvPool x": missing}))


def test_the_peers_file_runs_where_nothing_is_installed() -> None:
    command = [sys.executable, "-S", str(doors.PEERS), "PettingZoo tic-tac-toe", "--seconds", "0.1"]
    (line,) = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert "ModuleNotFoundError" in json.loads(line)["error"]
