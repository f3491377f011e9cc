"""A board of squares, for games that have no drawing of their own.

If a game's `View` has a field `squares: list[list[Square]]`, the page and the terminal draw that board. A square is tapped
to do the action of its name ("b2"), or two of them, one after the other, to do an action of both names ("b2-b3"). Other
actions are buttons below the board. If the view has a field `says`, a sentence, it stands there too.
"""

import msgspec


class Square(msgspec.Struct, frozen=True):
    """A place on a board."""

    name: str  # as actions are written with it
    seat: int | None = None  # whose piece stands there
    text: str = ""  # what is written on it or on its piece: a letter or two
    special: bool = False  # whether it differs from the others: it is drawn darker
