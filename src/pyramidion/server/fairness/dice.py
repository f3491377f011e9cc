"""Fair dice. A table commits itself to a secret before anybody acts, and reveals it when the game is over.

Every outcome of chance is HMAC-SHA256 of the secret over the people's salts and the event's number: the house can't choose
it after it has heard the salts, and nobody can know it before the secret is told. A seal over the record shows any change.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.play import BadRecord, Dice, replay
from pyramidion.refusal import Refusal

SECRET_BYTES = 32


def new_secret() -> str:
    """A secret for one table, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What a table publishes of its secret."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def outcome(secret: str, salts: Sequence[str], n: int, limit: int) -> int:
    """The number below a limit that event `n` draws. Of 256 bits, the remainder favours no number noticeably."""
    message = "/".join([*salts, str(n)]).encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), message, "sha256")) % limit


def fair_dice(secret: str, salts: Sequence[str]) -> Dice:
    """Dice for `Play`."""
    return lambda n, limit: outcome(secret, salts, n, limit)


def seal(record: Mapping[str, Any], secret: str) -> str:
    """A seal over everything in a record but the seal itself."""
    rest = {name: value for name, value in record.items() if name != "seal"}
    return hmac.digest(bytes.fromhex(secret), msgspec.json.encode(rest, order="sorted"), "sha256").hex()


class Unfair(Refusal):
    """A record that does not hold what its table promised."""

    code = "unfair"


def verify(record: Mapping[str, Any]) -> int:
    """Check a whole record: how many outcomes of chance it has. `Unfair` or `BadRecord` says what is wrong."""
    try:
        fair = record["fairness"]
        secret, salts, numbers = str(fair["secret"]), [str(salt) for salt in fair["salts"]], list(fair["numbers"])
        promised, digest = str(fair["commitment"]), str(record["seal"])
        events = list(record["events"])
        is_kept = hmac.compare_digest(commitment(secret).encode(), promised.encode())
        is_sealed = hmac.compare_digest(seal(record, secret).encode(), digest.encode())
    except (KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"this record can't be verified: {error or 'it has no fair dice'}") from error
    if not is_kept:
        raise Unfair("the secret is not the one that the table committed itself to")
    checked = _check_chance(record, events, numbers, secret, salts)
    if not is_sealed:
        raise Unfair("the record was changed after it was sealed")
    return checked


def _check_chance(record: Mapping[str, Any], events: list[Any], numbers: list[int], secret: str, salts: list[str]) -> int:
    """Replay event by event; the dice must give every outcome of chance that the record has."""
    play = replay({**record, "events": []})
    checked = 0
    if len(numbers) != len(events):
        raise Unfair(f"the record has {len(events)} events and {len(numbers)} numbers")
    if any(not isinstance(later, int) or later <= earlier for earlier, later in pairwise([-1, *numbers])):
        raise Unfair("the events' numbers don't ascend: dice could have been chosen among several throws")
    for i, (seat, action) in enumerate(events):
        try:
            if seat == "chance" and sum(weight for _, weight in play.odds()):
                thrown = play.outcome(lambda _n, limit, n=numbers[i]: outcome(secret, salts, n, limit))  # type: ignore[misc]
                if action not in _judges_actions(play) and play.parse(action, CHANCE) != thrown:
                    raise Unfair(f"event {i}: the dice gave {play.encode(thrown, CHANCE)}, and the record has {action}")
                checked += 1
            play.act(action, CHANCE if seat == "chance" else seat)
        except Unfair:
            raise
        except (TypeError, ValueError) as error:
            raise BadRecord(f"event {i} ({action}) could not have happened: {error}") from error
    return checked


def _judges_actions(play: Any) -> list[str]:
    """What only a judge calls: outcomes without weight."""
    return [play.encode(action, CHANCE) for action, weight in play.odds() if not weight]
