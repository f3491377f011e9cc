"""The five colours for people: their names, and a letter for each (R-07).

Texts that last (positions, actions, records) write K, R, Y, G, B whatever the palette is. What people read and type has the
palette's letters: `RAINBOW`, whose letters are those of the notation, does for both.
"""

from collections.abc import Mapping
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple
from unicodedata import combining, normalize

from pyramidion.game import Value
from pyramidion.games.river.sets import COLOURS, LETTERS, SIZES


class Palette(NamedTuple):
    """Five colours, best first."""

    name: str  # rainbow, xeno or own
    colours: tuple[str, ...]
    letters: str  # one for each colour, all different even without their accents

    def write(self, kind: int) -> str:
        """A piece as people read it: O3 is a large orange one."""
        return f"{self.letters[kind % COLOURS]}{SIZES - kind // COLOURS}"

    def read(self, piece: str) -> int | None:
        """The kind that was typed, with or without accents. A letter that no colour of the palette has is the notation's."""
        typed, size = _plain(piece[0].upper()), int(piece[1:])
        letters = [_plain(letter) for letter in self.letters]
        colour = letters.index(typed) if typed in letters else LETTERS.find(typed)
        return None if colour < 0 else (SIZES - size) * COLOURS + colour


RAINBOW = Palette("rainbow", ("Black", "Red", "Yellow", "Green", "Blue"), LETTERS)
XENO = ("Orange", "Cyan", "Purple", "White", "Clear")


def palette_of(options: Mapping[str, Value]) -> Palette:
    """The palette that these options choose."""
    return _palette(str(options["palette"]), str(options["colours"]))


@lru_cache(maxsize=256)
def _palette(name: str, own: str) -> Palette:
    if name == RAINBOW.name:
        return RAINBOW
    colours = XENO if name == "xeno" else tuple(own.split(","))
    return Palette(name, colours, letters_of(colours))


def letters_of(colours: tuple[str, ...]) -> str:
    """Every colour has its first letter, unless a better one begins with it: then the first of its letters that is free."""
    spelt = [_capitals(colour) for colour in colours]
    letters: list[str] = []
    for capitals in spelt:
        letters.append(_first_free(capitals[:1], letters))
    for place, capitals in enumerate(spelt):
        letters[place] = letters[place] or _first_free(capitals + ascii_uppercase, letters)
    return "".join(letters)


def _first_free(letters: str, taken: list[str]) -> str:
    """The first letter that nobody has, also with another accent: É and È are hard to tell apart on a small piece."""
    return next((letter for letter in letters if _plain(letter) not in map(_plain, taken)), "")


def _plain(letter: str) -> str:
    """A letter without its accents."""
    return "".join(sign for sign in normalize("NFD", letter) if not combining(sign))


def _capitals(colour: str) -> str:
    """The letters of a name that can stand for it; what has no capital of its own, such as ß, can't."""
    capitals = [sign.upper() for sign in normalize("NFC", colour) if sign.isalpha()]
    return "".join(capital for capital in capitals if len(capital) == 1)
