"""Small parts of English sentences, the same wherever people read them."""

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """Words as a list: "Ibis, Falcon and Cat"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, noun: str) -> str:
    """So many of something: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def halves(number: float) -> str:
    """A number of halves as people write it: 6½, ½, 6."""
    return f"{int(number) or ''}½" if number % 1 else f"{number:g}"


def points(number: float) -> str:
    """ "½ point", "1 point", "1½ points", "0 points"."""
    return f"{halves(number)} point{'' if 0 < number <= 1 else 's'}"


def possessive(name: str) -> str:
    """Whose something is: "Farmer's", "Horus's"."""
    return f"{name}'s"


def sentence(text: str) -> str:
    """A refusal as a sentence of its own: with a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")
