"""What people may be called, and what may be in a remark: nothing invisible, nothing that turns the line around, and nobody
is called what a bot or a seat is called, or writes it with other alphabets' letters."""

import re
import unicodedata
from functools import cache

from pyramidion.bots.levels import LEVELS
from pyramidion.game import Illegal
from pyramidion.games import GAMES, find

MOST_MARKS = 2  # accents on one letter; heaps of them cover the lines above
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # among them all that overrides the direction of writing
LOOK_ALIKE = str.maketrans("013457i|!$@", "oleastlllsa")
RESERVED = {"pyramidion", "admin", "administrator", "moderator", "system", "server", "somebody", "chance", "deleted"}
IN_ACCOUNTS_NAMES = " -_.'’"  # besides letters and figures: names stand in addresses
SEEN_ALIKE = str.maketrans(  # small letters of other alphabets, and figures, as the Latin letters that they look like
    "авеёзікмнорстухѕјԁԛԝһүӏьαβγεηικνορτυχωϲϳάέήίόύώօսհոցզքյ01i|!$@",
    "abee3lkmhopctyxsjdqwhylbabyenlkvoptuxwcjaenlouwounhgqpjollllsa",
)
SEEN_AS_ONE = (("rn", "m"), ("vv", "w"), ("cl", "d"))  # in most typefaces


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


def checked_account_name(text: str) -> str:
    """A name that an account may have: what stands in addresses, and can be told from others."""
    name = checked_name(text)
    if not all(sign.isalnum() or unicodedata.combining(sign) or sign in IN_ACCOUNTS_NAMES for sign in name):
        raise Illegal("use only letters, digits, spaces, hyphens, dots and apostrophes")
    if len(name_key(name)) < 2:
        raise Illegal("use at least two letters")
    return name


def name_key(name: str) -> str:
    """What a name looks like, so that names that can be mistaken for each other have the same."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(SEEN_ALIKE)
    key = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if sign.isalnum())
    for letters, letter in SEEN_AS_ONE:
        key = key.replace(letters, letter)
    return key


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


@cache
def _reserved() -> set[str]:
    """What bots and seats are called, and those who speak for the server."""
    seats = {seat for game in GAMES for seat in find(game).seat_names}
    titles = {level.title for level in LEVELS.values()}
    return {_letters(word) for word in RESERVED | titles | set(LEVELS) | seats} - {""}
