"""Python's search for garbage, kept away from moments that count.

A search through everything that a thousand tables hold takes half a second, in which nobody is heard: slaps that come
meanwhile look late, and one of them may be judged so. There is little to find, as nearly everything goes when nothing
refers to it. So what is young is searched often and in small portions; everything, only when very much has come together,
and at a calm moment if there is one before long.
"""

import gc

YOUNG = 300  # objects more than have gone; with the many that replace others that is a search of some milliseconds
MIDDLE = 1  # portions of them
NEVER = 1_000_000_000  # by itself
MUCH, TOO_MUCH = 2_000, 20_000  # portions since the last search; with 500 moves a second, of 2.5 and 25 minutes


def tune() -> None:
    """For a process that is nothing but a server: what is there now stays, and is not searched again."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


def keep() -> None:
    """What has been compiled in such a process since then stays as well."""
    if gc.get_threshold() == (YOUNG, MIDDLE, NEVER):
        gc.freeze()


def search(is_calm: bool) -> None:
    """Search through everything if that is due."""
    portions = gc.get_count()[2]
    if portions >= TOO_MUCH or (is_calm and portions >= MUCH):
        gc.collect()
