"""Passwords: hashed by Argon2, in a thread, and only a few at once, since each takes 64 MB for a moment."""

import asyncio
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pyramidion.game import Illegal
from pyramidion.server.people.look_alikes import name_key

AT_ONCE = 2
SHORTEST = 8
COMMON = {
    "password",
    "passwort",
    "pyramidion",
    "pyramids",
    "qwertyui",
    "qwertyuiop",
    "iloveyou",
    "letmein",
    "sunshine",
    "princess",
}


class Passwords:
    """Hashes passwords, and compares them."""

    def __init__(self) -> None:
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str, name: str) -> str:
        """What is kept of a password; a refusal if it is easily guessed."""
        check(password, name)
        async with self._turns:
            return await asyncio.to_thread(_hasher().hash, _as_typed_anywhere(password))

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Whether this is the password. It takes as long if there is none: nobody learns who has one."""
        async with self._turns:
            return await asyncio.to_thread(_verify, kept or _nobodys(), _as_typed_anywhere(password)) and kept is not None


def check(password: str, name: str) -> None:
    """Refuse what is guessed first."""
    if len(password) < SHORTEST:
        raise Illegal(f"choose a password of at least {SHORTEST} characters")
    if name_key(password.rstrip("0123456789!?.")) in {"", name_key(name), *map(name_key, COMMON)} or len(set(password)) < 4:
        raise Illegal("that password is easily guessed: choose another one")


def _as_typed_anywhere(password: str) -> str:
    """One text for what looks the same: keyboards differ in how they write an accent."""
    return unicodedata.normalize("NFKC", password)


@cache
def _hasher() -> PasswordHasher:
    return PasswordHasher()


@cache
def _nobodys() -> str:
    return _hasher().hash("nobody's password")


def _verify(kept: str, password: str) -> bool:
    try:
        return _hasher().verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False
