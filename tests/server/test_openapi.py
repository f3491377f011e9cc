"""The REST interface keeps what its OpenAPI description promises."""

import json
import os
import subprocess
import sys
from pathlib import Path

from pyramidion.server.http import messages
from pyramidion.server.settings import Settings
from tests.server.conftest import FAST, OpenServer, Running

EXAMPLES = 200 if os.environ.get("PYRAMIDION_SOAK") else 8
SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")


def test_schemathesis_finds_nothing(server: Running, tmp_path: Path) -> None:
    attack(server, tmp_path)


def test_schemathesis_finds_nothing_within_the_usual_limits(open_server: OpenServer, tmp_path: Path) -> None:
    usual = Settings()
    attack(open_server(**{name: getattr(usual, name) for name in FAST if name != "port"}), tmp_path)


def attack(server: Running, tmp_path: Path) -> None:
    anna = server.visitor()
    cookie = f"pyramidion={anna.http.cookies['pyramidion']}"
    address = f"{server.address}/api/schema/openapi.json"
    command = [str(SCHEMATHESIS), "run", address, "--max-examples", str(EXAMPLES), "-H", f"Cookie: {cookie}", "--seed", "1"]
    command += ["--request-timeout", "60"]  # whoever seeks opponents may wait for ten seconds, and the machine may be busy
    command += ["--exclude-path-regex", "/stream$"]  # they never end
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stdout[-6000:]


def test_what_programs_say_at_a_table_has_examples(server: Running) -> None:
    description = json.loads(server.visitor().http.get("/api/schema/openapi.json").text)
    for handler in messages.HANDLERS:
        (path,) = handler.paths
        body = description["paths"][path.replace(":str", "")]["post"]["requestBody"]["content"]["application/json"]["schema"]
        fields = description["components"]["schemas"][body["$ref"].rsplit("/", 1)[1]]["properties"]
        assert all("examples" in field or "enum" in field or "const" in field for field in fields.values()), path


def test_every_operation_says_how_it_refuses(server: Running) -> None:
    description = json.loads(server.visitor().http.get("/api/schema/openapi.json").text)
    for path, operations in description["paths"].items():
        for operation in operations.values():
            assert "429" in operation["responses"], path
