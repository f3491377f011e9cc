"""What a node says of somebody when it forwards them to another one: signed with the key that all nodes have in common."""

import base64
import hashlib
import hmac
import time

import msgspec

HEADER = b"x-pyramidion-pass"
VERSION = 1
VALID_SECONDS = 30.0


class Pass(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who comes, from where, and whither."""

    user: str  # nobody, if it is empty
    address: str
    trip: float | None  # milliseconds to their page and back, as the first node's kernel has measured it
    path: str
    node: str  # that is to receive them
    expires: float = 0.0
    version: int = VERSION


class PassOffice:
    """Writes and reads passes."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def write(self, one: Pass) -> str:
        """A pass as a header's value."""
        dated = msgspec.structs.replace(one, expires=time.time() + VALID_SECONDS)
        said = base64.urlsafe_b64encode(msgspec.json.encode(dated)).decode()
        return f"{said}.{self._signature(said)}"

    def read(self, value: str, path: str, node: str) -> Pass | None:
        """A pass that is valid here and now; None if it is not."""
        said, _, signature = value.partition(".")
        if not hmac.compare_digest(self._signature(said).encode(), signature.encode()):
            return None
        one = msgspec.json.decode(base64.urlsafe_b64decode(said), type=Pass)
        is_valid = one.version == VERSION and (one.path, one.node) == (path, node) and one.expires > time.time()
        return one if is_valid else None

    def _signature(self, said: str) -> str:
        return hmac.digest(self._key, said.encode(), hashlib.sha256).hex()
