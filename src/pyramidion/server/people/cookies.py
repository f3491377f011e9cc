"""Who a request comes from: a user's id with our signature, in a cookie."""

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
    """Signs user ids with the server's key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, user: str) -> str:
        """The cookie of a user."""
        return f"{user}.{hmac.digest(self._key, user.encode(), hashlib.sha256).hex()}"

    def user_of(self, cookie: str | None) -> str:
        """Whose cookie this is; nobody's, if the signature is not ours."""
        user, _, signature = (cookie or "").partition(".")
        is_ours = user and hmac.compare_digest(self.sign(user).encode(), f"{user}.{signature}".encode())
        return user if is_ours else ""
