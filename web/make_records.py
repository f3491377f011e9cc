"""Records with their odds and what Python makes of them, for the page's tests: python web/make_records.py

The records are those of the archive, which never change.
"""

import json
from pathlib import Path

import msgspec

from pyramidion.games import GAMES
from pyramidion.server.fairness.dice import commitment, outcome, seal, verify
from pyramidion.server.thinking.review import odds

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web" / "tests" / "records"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        record = json.loads((ROOT / "tests" / "server" / "archive" / f"{game}-1.json").read_text())["record"]
        fair = record["fairness"]
        draws = [outcome(fair["secret"], fair["salts"], number, 1000) for number in fair["numbers"][:10]]
        made = {
            "record": json.dumps(record),
            "odds": msgspec.to_builtins(odds(record)),
            "checked": verify(record),
            "commitment": commitment(fair["secret"]),
            "seal": seal(record, fair["secret"]),
            "draws": draws,
        }
        (FOLDER / f"{game}.json").write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    main()
