"""What we have signed, in a cookie: a guest's id, or the secret of somebody who is signed in."""

import hashlib
import hmac

COOKIE = "pyramidion"  # its name


def cookie_in(header: str) -> str | None:
    """Our cookie in a Cookie header, if it has one."""
    for part in header.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value.strip('"')
    return None


class CookieSigner:
    """Signs with the server's key, so that what is made up is refused without asking the database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def another(self, purpose: str) -> "CookieSigner":
        """One for something else: what one has signed is nothing to the other."""
        return CookieSigner(hmac.digest(self._key, purpose.encode(), hashlib.sha256))

    def sign(self, said: str) -> str:
        """The cookie that says this."""
        return f"{said}.{hmac.digest(self._key, said.encode(), hashlib.sha256).hex()}"

    def signed_in(self, cookie: str | None) -> str:
        """What a cookie says; nothing, if the signature is not ours."""
        said, _, signature = (cookie or "").partition(".")
        is_ours = said and hmac.compare_digest(self.sign(said).encode(), f"{said}.{signature}".encode())
        return said if is_ours else ""
