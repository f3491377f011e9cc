"""Compiles the games before tests run, with and without bounds checks, so that no two workers compile the same.

python -m tests.prepare
"""

from pyramidion.games import GAMES
from pyramidion.preparation import prepare

if __name__ == "__main__":
    prepare(GAMES, settings=({"NUMBA_BOUNDSCHECK": "0"}, {"NUMBA_BOUNDSCHECK": "1"}))
