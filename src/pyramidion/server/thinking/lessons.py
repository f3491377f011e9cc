"""Lessons: each is a lesson.toml in its game's folder: positions, actions and words. What an action does, the rules say."""

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from pyramidion.game import Game
from pyramidion.server.protocol.rest import Lesson


def lesson_of(game: Game) -> Lesson | None:
    """A game's lesson, if it has one."""
    return _read(game.package)


@cache
def _read(package: str) -> Lesson | None:
    file = files(package).joinpath("lesson.toml")
    if not file.is_file():
        return None
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson)
