"""What docs/programs.md shows is what happens: its commands are run as they stand there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pyramidion.server.fairness.dice import verify
from pyramidion.terminal.saves import read
from tests.server.conftest import Running

DOCS = Path(__file__).parents[2] / "docs" / "programs.md"
TOOLS = ("bash", "curl", "jq")


def commands() -> str:
    """All blocks of the game, one after the other."""
    return "".join(re.findall(r"^```bash\n(.*?)^```$", DOCS.read_text(), re.MULTILINE | re.DOTALL))


@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"needs {', '.join(TOOLS)} (Debian has them all)")
def test_the_game_of_the_docs_is_played_by_curl_and_jq(server: Running, tmp_path: Path) -> None:
    script = commands().replace("http://localhost:8000", server.address)
    said = tmp_path / "said"
    with said.open("w") as out:  # and not a pipe: the stream's own curl lives a little longer than the script
        subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, stdout=out, stderr=out, timeout=900)
    assert " bore off all " in said.read_text()
    record = read(tmp_path / "record.json")
    assert record["game"] == "senet"
    assert verify(record) > 10
