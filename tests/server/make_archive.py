"""Add records to the archive: python -m tests.server.make_archive. Records that are there already are left alone."""

import json
from pathlib import Path

from pyramidion.games import GAMES
from pyramidion.play import replay
from tests.server.test_fairness import finished

FOLDER = Path(__file__).parent / "archive"
EACH = 4


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES:
        for number in range(EACH):
            path = FOLDER / f"{game}-{number}.json"
            if not path.exists():
                record = json.loads(json.dumps(finished(game, 100 + number)))
                play = replay(record)
                path.write_text(json.dumps({"record": record, "position": play.dump(), "is_over": play.is_over}) + "\n")


if __name__ == "__main__":
    main()
