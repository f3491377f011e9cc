"""Longer campaigns: `make soak` runs the same tests with fifty times the cases."""

import os

SOAKING = bool(os.environ.get("PYRAMIDION_SOAK"))


def more(cases: int) -> int:
    """So many cases, or many more."""
    return cases * 50 if SOAKING else cases
