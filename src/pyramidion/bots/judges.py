"""The weights of networks that judge positions: found by `pyramidion train`, shipped with the game, and sealed."""

import logging
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from pyramidion.engine.folders import data_folder
from pyramidion.engine.network import MORE_ROWS, NO_WEIGHTS
from pyramidion.engine.sealed import BadTable, code_hash, unseal
from pyramidion.game import Game

if TYPE_CHECKING:
    from pyramidion.engine.network import Weights
    from pyramidion.engine.record import Record

FILE = "judge.weights"
WHAT_IT_DEPENDS_ON = ("rules.py", "judge.py")


def weights_for(game: Game, observation: "Record", *, own: bool = False) -> "Weights":
    """The weights that were trained for a game with these options and seats, none if there are none. `own`: those that were
    trained on this machine, and not those that came with the game."""
    if not game.judge or not game.judge.is_trained_for(observation):
        return NO_WEIGHTS
    return read(game, own_file(game)) if own else shipped(game)


_kept: "dict[str, Weights]" = {}  # by the games' packages


def shipped(game: Game) -> "Weights":
    """What came with a game; none if it does not fit."""
    if game.package not in _kept:
        _kept[game.package] = _shipped(game)
    return _kept[game.package]


def _shipped(game: Game) -> "Weights":
    with as_file(files(game.package).joinpath(FILE)) as path:
        try:
            return read(game, path)
        except BadTable as error:
            logging.getLogger(__name__).warning("%s; bots play without it", error)
            return NO_WEIGHTS


def own_file(game: Game) -> Path:
    """Where what is trained on this machine is kept."""
    return data_folder() / "judges" / f"{game.name}.weights"


def read(game: Game, path: Path) -> "Weights":
    """Weights from a file; BadTable if it is damaged, or trained for other rules."""
    facts, weights = unseal(path, check=True)
    if facts.get("game") != game.name or facts.get("kind") != "weights":
        raise BadTable(f"{path} has no weights for {game.title}")
    if facts["rules"] != judged_code(game):
        raise BadTable(f"{path} was trained for other rules of {game.title}: train it again")
    if game.judge and weights.shape != (game.judge.FEATURES + MORE_ROWS, game.judge.WIDTH):
        raise BadTable(f"{path} is damaged: its weights are not as many as {game.title} has features")
    return weights


def judged_code(game: Game) -> str:
    """A name for what a network was trained for: the rules, and what it sees."""
    sources = (files(game.package).joinpath(name).read_text(encoding="utf-8") for name in WHAT_IT_DEPENDS_ON)
    return "-".join(map(code_hash, sources))
