"""The REST interface keeps what its OpenAPI description promises."""

import json
import os
import subprocess
import sys
from pathlib import Path

from pyramidion.server.settings import Settings
from tests.server.conftest import FAST, OpenHouse, Running

EXAMPLES = 200 if os.environ.get("PYRAMIDION_SOAK") else 8
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")


def test_schemathesis_finds_nothing(house: Running, tmp_path: Path) -> None:
    attack(house, tmp_path)


def test_schemathesis_finds_nothing_within_the_usual_limits(open_house: OpenHouse, tmp_path: Path) -> None:
    usual = Settings()
    attack(open_house(**{name: getattr(usual, name) for name in FAST if name != "port"}), tmp_path)


def attack(house: Running, tmp_path: Path) -> None:
    anna = house.visitor()
    cookie = f"pyramidion={anna.http.cookies['pyramidion']}"
    address = f"{house.address}/api/schema/openapi.json"
    command = [str(SCHEMATHESIS), "run", address, "--max-examples", str(EXAMPLES), "-H", f"Cookie: {cookie}", "--seed", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stdout[-6000:]


def test_every_operation_says_how_it_refuses(house: Running) -> None:
    description = json.loads(house.visitor().http.get("/api/schema/openapi.json").text)
    for path, operations in description["paths"].items():
        for operation in operations.values():
            assert "429" in operation["responses"], path
