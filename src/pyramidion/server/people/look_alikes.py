"""What a name looks like: names that can be mistaken for each other have one key."""

import re
import unicodedata

UNSEEN = {  # letters and marks that show nothing: fillers, joiners, and what chooses between forms of a letter
    *"\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0",
    *map(chr, range(0x180B, 0x1810)),
}
SELECTORS = {*map(chr, range(0xFE00, 0xFE10)), *map(chr, range(0xE0100, 0xE01F0))}
SEEN_ALIKE = str.maketrans(  # small letters of other alphabets, and figures, as the Latin letters that they look like
    "авеёзікмнорстухѕјԁԛԝһүӏьαβγεηικνορτυχωϲϳάέήίόύώօսհոցզքյ01i|!$@ɑɩʋɣǀǃĸ",
    "abee3lkmhopctyxsjdqwhylbabyenlkvoptuxwcjaenlouwounhgqpjollllsaalvyllk",
)
KANA = str.maketrans("ニロカハエタトーへ", "二口力八工夕卜一ヘ")
SEEN_AS_ONE = (("rn", "m"), ("vv", "w"), ("cl", "d"))  # in most typefaces
LATIN = re.compile(r"LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL |DOTLESS |SCRIPT |LONG |OPEN )?([A-Z])(?: WITH .*)?")
ACCENTS = (*range(10, 37), *range(200, 241))  # classes of marks that a hasty eye misses; others are vowels
EAST_ASIAN = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
SCRIPTS = EAST_ASIAN | {  # those in everyday use: in others whole words look like Latin ones
    *("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA", "ETHIOPIC"),
    *("DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA"),
    *("THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER"),
}


def name_key(name: str) -> str:
    """What a name looks like, so that names that can be mistaken for each other have the same."""
    plain = "".join(map(latin_base, unicodedata.normalize("NFKD", name).casefold())).translate(SEEN_ALIKE).translate(KANA)
    key = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if sign.isalnum() or is_vowel(sign))
    for letters, letter in SEEN_AS_ONE:
        key = key.replace(letters, letter)
    return key


def latin_base(sign: str) -> str:
    """The letter without a stroke or another shape of it: what no normal form takes off."""
    found = LATIN.fullmatch(unicodedata.name(sign, "")) if sign > "\x7f" else None
    return found[1].lower() if found else sign


def is_vowel(sign: str) -> bool:
    """Whether a mark is as good as a letter, as in Hindi or Thai."""
    is_mark = unicodedata.category(sign) in ("Mn", "Mc") and sign not in SELECTORS and sign not in UNSEEN
    return is_mark and unicodedata.combining(sign) not in ACCENTS


def is_of_one_script(name: str) -> bool:
    """Whether all letters are of one script that is in everyday use; Chinese, Japanese and Korean go together."""
    scripts = {unicodedata.name(sign, "").split(" ")[0] for sign in name if sign.isalpha()}
    return scripts <= SCRIPTS and (len(scripts) == 1 or scripts <= EAST_ASIAN)
