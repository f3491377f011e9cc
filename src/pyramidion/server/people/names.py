"""What people may be called, and what may be in a remark: nothing invisible, nothing that turns the line around, and nobody
is called what a bot or a seat is called, or writes it with other alphabets' letters."""

import re
import unicodedata
from functools import cache

from pyramidion.bots import levels
from pyramidion.game import Illegal
from pyramidion.games import find, names
from pyramidion.server.people.look_alikes import ACCENTS, UNSEEN, is_of_one_script, is_vowel, name_key
from pyramidion.server.protocol.fields import LONGEST_NAME

MOST_MARKS = 2  # accents on one letter; heaps of them cover the lines above
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # among them all that overrides the direction of writing
LOOK_ALIKE = str.maketrans("013457i|!$@", "oleastlllsa")
RESERVED = {"pyramidion", "admin", "administrator", "moderator", "system", "server", "somebody", "chance", "deleted"}
IN_ACCOUNTS_NAMES = "0123456789 -_.'’"  # besides letters: names stand in addresses


def clean(text: str) -> str:
    """The text without what nobody can see, in one line."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if sign.isspace():
            kept.append(" ")
        elif unicodedata.category(sign) not in INVISIBLE and sign not in UNSEEN and marks <= MOST_MARKS:
            kept.append(sign)
    return " ".join("".join(kept).split())


def checked_name(text: str) -> str:
    """A name that somebody may take."""
    name = clean(text)
    if not any(sign.isalnum() for sign in name):
        raise Illegal("enter a name")
    if len(_scripts(name)) > 1:
        raise Illegal("use letters of one alphabet only")
    if _letters(name) in _reserved() or name_key(_without_figures(name)) in _reserved_keys():
        raise Illegal("that name is reserved: choose another one")
    return name


def checked_account_name(text: str) -> str:
    """A name that an account may have: what stands in addresses, and can be told from others."""
    name = unicodedata.normalize("NFKC", checked_name(text))
    if len(name) > LONGEST_NAME:
        raise Illegal(f"use at most {LONGEST_NAME} letters")
    if not all(sign.isalpha() or sign in IN_ACCOUNTS_NAMES or _is_accent(sign) or is_vowel(sign) for sign in name):
        raise Illegal("use only letters, digits, spaces, hyphens, dots and apostrophes")
    if not is_of_one_script(name):
        raise Illegal("use letters of one alphabet only")
    if len(name_key(name)) < 2:
        raise Illegal("use at least two letters")
    return name


def _is_accent(sign: str) -> bool:
    return unicodedata.combining(sign) in ACCENTS


def _scripts(name: str) -> set[str]:
    """The alphabets of its letters that have look-alikes in each other."""
    first_words = {
        unicodedata.name(sign, "").split(" ")[0] for sign in unicodedata.normalize("NFKC", name) if sign.isalpha()
    }
    return first_words & {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"}


def _letters(name: str) -> str:
    """What the name reads like: its letters without accents and case, figures as the letters they resemble."""
    plain = _without_figures(unicodedata.normalize("NFKD", name).casefold()).translate(LOOK_ALIKE)
    return "".join(sign for sign in plain if sign.isalpha()).removesuffix("bot")


def _without_figures(name: str) -> str:
    """The name without what follows its last letter."""
    return re.sub(r"[\W\d_]+$", "", name)


@cache
def _reserved() -> set[str]:
    return {_letters(word) for word in _reserved_words()} - {""}


@cache
def _reserved_keys() -> set[str]:
    return {name_key(word) for word in _reserved_words()}


def _reserved_words() -> set[str]:
    """What bots and seats are called, and those who speak for the server."""
    seats = {seat for game in names() for seat in find(game).seat_names}
    titles = {levels.title(bot) for bot in levels.names()}
    return RESERVED | titles | set(levels.names()) | seats
