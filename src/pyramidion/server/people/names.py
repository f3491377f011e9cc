"""What people may be called, and what may be in a remark: nothing invisible, nothing that turns the line around, and nobody
is called what a bot is called, or writes it with other alphabets' letters."""

import re
import unicodedata

from pyramidion.bots.levels import LEVELS
from pyramidion.game import Illegal

MOST_MARKS = 2  # accents on one letter; heaps of them cover the lines above
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # among them all that overrides the direction of writing
LOOK_ALIKE = str.maketrans("013457i|!$@", "oleastlllsa")
RESERVED = {"pyramidion", "admin", "administrator", "moderator", "system", "server", "somebody", "chance"}


def clean(text: str) -> str:
    """The text without what nobody can see, in one line."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if sign.isspace():
            kept.append(" ")
        elif unicodedata.category(sign) not in INVISIBLE and marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())


def checked_name(text: str) -> str:
    """A name that somebody may take."""
    name = clean(text)
    if not any(sign.isalnum() for sign in name):
        raise Illegal("enter a name")
    if len(_scripts(name)) > 1:
        raise Illegal("use letters of one alphabet only")
    if _letters(name) in _reserved():
        raise Illegal("that name is reserved: choose another one")
    return name


def _scripts(name: str) -> set[str]:
    """The alphabets of its letters that have look-alikes in each other."""
    first_words = {
        unicodedata.name(sign, "").split(" ")[0] for sign in unicodedata.normalize("NFKC", name) if sign.isalpha()
    }
    return first_words & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}


def _letters(name: str) -> str:
    """What the name reads like: its letters without accents and case, figures as the letters they resemble."""
    plain = re.sub(r"[\W\d_]+$", "", unicodedata.normalize("NFKD", name).casefold()).translate(LOOK_ALIKE)
    return "".join(sign for sign in plain if sign.isalpha()).removesuffix("bot")


def _reserved() -> set[str]:
    return (
        {_letters(word) for word in RESERVED}
        | {_letters(level.title) for level in LEVELS.values()}
        | {_letters(name) for name in LEVELS}
    )
