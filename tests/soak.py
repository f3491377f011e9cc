"""Longer campaigns: `make soak` runs the same tests with all numbers of seats and many times the cases."""

import os

TIMES = int(os.environ.get("PYRAMIDION_SOAK", "0"))
SOAKING = TIMES > 0


def more(cases: int) -> int:
    """So many cases, or many more."""
    return cases * TIMES if SOAKING else cases
