"""What is in `deploy/` is understood by what it is for."""

import shutil
import subprocess
from pathlib import Path

import pytest

from bench.cluster_parts import Nginx, Node
from pyramidion.server.settings import PREFIX, Settings

DEPLOY = Path(__file__).parents[1] / "deploy"


def test_nginx_understands_its_configuration(tmp_path: Path) -> None:
    if not shutil.which("nginx"):
        pytest.skip("there is no nginx here: apt-get install nginx")
    Nginx([Node(str(number), "", tmp_path) for number in range(3)], tmp_path)
    command = ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd here")
    text = (DEPLOY / "pyramidion@.service").read_text().replace("/opt/pyramidion/bin/pyramidion", "/bin/true")
    (tmp_path / "pyramidion@north.service").write_text(text)
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "pyramidion@north.service")]
    said = subprocess.run(command, capture_output=True, text=True).stderr
    assert "pyramidion@north.service" not in said, said


def test_the_compose_file_starts_three_nodes_that_know_each_other() -> None:
    yaml = pytest.importorskip("yaml")
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    nodes = {name: service["command"] for name, service in services.items() if service["image"] == "pyramidion"}
    assert len(nodes) == 3
    assert all(command[-4:] == ["--node", name, "--address", f"{name}:8000"] for name, command in nodes.items())


@pytest.mark.parametrize("file", ["pyramidion.env.example", "compose.yaml", "pyramidion@.service"])
def test_every_setting_that_is_named_exists(file: str) -> None:
    words = (DEPLOY / file).read_text().replace("=", " ").replace(":", " ").split()
    named = {word.removeprefix(PREFIX).lower() for word in words if word.startswith(PREFIX)}
    assert named
    assert named - {"data"} <= set(Settings.__struct_fields__)
