"""Secrets that are texts: what is in cookies, links and recovery codes. Only their hashes are written."""

import hashlib
import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that is read as something else
CODES, GROUPS, LETTERS = 10, 3, 4


def new_secret() -> str:
    """A secret that nobody types."""
    return secrets.token_urlsafe(24)


def hashed(secret: str) -> str:
    """What is written of a secret that is too long to be guessed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_codes() -> list[str]:
    """Recovery codes, for paper: 59 bits each."""
    return [_code() for _ in range(CODES)]


def _code() -> str:
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))


def code_hash(user: str, code: str) -> str:
    """What is written of a recovery code, however somebody has typed it."""
    letters = "".join(sign for sign in code.lower() if sign in ALPHABET)
    return hashed(f"{user} {letters}")
