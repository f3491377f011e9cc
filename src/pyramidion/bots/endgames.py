"""Solved positions: what bots ask of a game that has been solved in part.

Such a game has a package `endgames` with three functions: `known(s, table, shares)`, compiled, for searches that end where
a table begins; `table_for(folder, s)`, the best table in a folder for a game that is played like this one; and `warm()`,
which compiles what tables need.
"""

import logging
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from pyramidion.engine.folders import data_folder
from pyramidion.engine.record import Record
from pyramidion.game import Game
from pyramidion.protocols import Table as TableOf

if TYPE_CHECKING:
    from pyramidion.engine.dispatch import Solved

Table = TableOf[Record]
"""The exact values of some positions, of any game."""

NO_TABLE: "Solved" = np.zeros(0, dtype=np.uint16)
NO_TABLE.flags.writeable = False  # as a table on disk is: to compiled code they are of one type


def table_for(game: Game, observation: Record) -> Table | None:
    """The best table that this machine has for a game that is played like this one, if there is any."""
    if not game.endgames:
        return None
    try:
        return game.endgames.table_for(data_folder() / "tables", observation)
    except ValueError as error:
        _warn(str(error))
        return None


@cache
def _warn(sentence: str) -> None:
    """Say it once."""
    logging.getLogger(__name__).warning("%s; bots play without it", sentence)
