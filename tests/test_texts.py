"""No text that people see has a phrase that is always wrong: one list of them, one walk over all texts (`tools.texts`)."""

import re

import pytest

from tools.texts import Text, every_text

WRONG = {
    "what people play in is a game, the program a server": r"(?<![Ff]ull )\bhouse\b(?!\.sqlite|\.env|-2026)|front door",
    "a player, someone, everyone, anyone": r"\b(some|every|any)body\b",
    "watching": r"\b(look|looks|looking) on\b|\bonlooker|with the eyes of",
    "You won! You lost. Draw.": r"\bYou have (won|lost)\b|\bis drawn\b(?! once)|\bA draw\b",
    "Farmer's turn": r"\bto act\b|\bmay act\b|\bto move\b\.$",
    "isn't a …": r"(?<!here )\bis no (action|record|game|word|block|place|database|event|message)\b",
    "moves, legal moves, chat, hint": r"What happened|All you may do|^Talk$|What the search",
    "rematch, undo": r"Play again\b|Ask to take back",
    "start, join": r"Open the table|Sit down|Take this seat|Setting the table",
    "automatically, random": r"\bby itself\b|\bby lot\b|chance decides|\bby the table\b",
    "winning chances, 45%": r"\bchances? to win\b|[\d}] %",
    "verified, committed to": r"\bGreen:|committed itself",
    "bears off": r"\bgoes home\b|\bis borne off\b|\bthe rest of (a|the) throw\b",
    "false slap, tie": r"\bin vain\b|\bequally (strong|many)\b",
    "say what a number is": r"\bso many (people|seats|plies|games|deals)\b",
    "turn over a card": r"\b[Tt]urn(s|ed|ing)? (a|one|your) card\b",
    "default": r"\(usual\)|\bif left out, the usual\b",
    "right now": r"\bat present\b|\bat the moment\b",
    "one apostrophe": r"’",
}

MEASURED = "docs/running.md"
"""Its figures are a table of measurements, and not a text."""


TEXTS = list(every_text())


def wrong_in(text: Text) -> list[str]:
    """What to say instead of what is wrong in a text."""
    own = {right: wrong for right, wrong in WRONG.items() if not (text.file == MEASURED and "45%" in right)}
    return [right for right, wrong in own.items() if re.search(wrong, text.words)]


@pytest.mark.parametrize(
    "phrase", ["The house answered.", "You have won!", "{n} %", "Memphis to act.", "'x' is no action of"]
)
def test_a_phrase_that_is_always_wrong_is_found(phrase: str) -> None:
    assert wrong_in(Text("texts.ts", 1, phrase))


@pytest.mark.parametrize("phrase", ["Full house, kings over fours", "Your turn.", "45%", "Nobody took the pile."])
def test_what_is_right_is_left_alone(phrase: str) -> None:
    assert wrong_in(Text("texts.ts", 1, phrase)) == []


def test_no_text_that_people_see_has_such_a_phrase() -> None:
    found = [f"{text.file}:{text.line}: {text.words} (say: {right})" for text in TEXTS for right in wrong_in(text)]
    assert found == []


@pytest.mark.parametrize(
    "part", ["web/src/lib/texts.ts", "server/tables/wording.py", "cli.py", "RULES.md", "lesson.toml", "README.md"]
)
def test_the_walk_reaches_every_kind_of_source(part: str) -> None:
    assert any(text.file.endswith(part) for text in TEXTS)
