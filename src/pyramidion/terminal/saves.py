"""Games on disk: every event is saved as it happens, so that a game can be left at any time and continued."""

import json
import time
from pathlib import Path
from typing import NotRequired

from pyramidion.engine.folders import data_folder
from pyramidion.play import BadRecord, GameRecord, Play


class SavedGame(GameRecord):
    """A record, and who plays."""

    people: NotRequired[list[int]]  # their seats
    bot: NotRequired[str]  # the level on the others
    finished: NotRequired[bool]


def folder() -> Path:
    """Where games are kept."""
    return data_folder() / "games"


def fresh_file(game: str) -> Path:
    """A file for a new game, that no other game has."""
    folder().mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = [stem, *(f"{stem}-{number}" for number in range(2, 1000))]
    path = next(path for name in names if not (path := folder() / f"{name}.json").exists())
    path.touch()
    return path


def save(path: Path, play: Play, people: list[int], bot: str, *, given_up: bool = False) -> None:
    """Write the game to its file; a crash leaves the old or the new one, never half of one."""
    record: SavedGame = {**play.record(), "people": people, "bot": bot, "finished": play.is_over or given_up}
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(record), encoding="utf-8")
    unfinished.replace(path)


def read(path: Path) -> SavedGame:
    """A game from its file."""
    try:
        record: SavedGame = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadRecord(f"can't read a game from {path}: {error}") from error
    if not isinstance(record, dict):
        raise BadRecord(f"{path} isn't a game record")
    return record


def farewell(game: str) -> str:
    """What to say to who leaves a game."""
    return f"Game saved. To continue: pyramidion play {game} --resume"


def latest_unfinished(game: str | None) -> Path:
    """The file of the game that was left last."""
    for path in sorted(folder().glob(f"{game or '*'}-*.json"), key=lambda path: path.stat().st_mtime, reverse=True):
        if path.stat().st_size and not read(path).get("finished"):
            return path
    raise BadRecord(f"no unfinished game{f' of {game}' if game else ''} found in {folder()}")
