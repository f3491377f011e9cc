"""Fair dice. A table commits itself to a secret before anybody acts, and reveals it when the game is over.

Every outcome of chance is HMAC-SHA256 of the secret over the people's salts and the event's number: the server can't choose
it after it has heard the salts, and nobody can know it before the secret is told. People commit themselves too: a salt is
revealed when everybody has, so that not even somebody who knows the secret can choose theirs to suit the others'. A seal
over the record shows any change.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, NotRequired, TypedDict

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.play import BadRecord, Dice, GameRecord, Play, replay, who_and_what
from pyramidion.refusal import Refusal

SECRET_BYTES = 32


def new_secret() -> str:
    """A secret for one table, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What a table publishes of its secret."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def salt_commitment(salt: str) -> str:
    """What somebody tells of their salt first."""
    return hashlib.sha256(salt.encode()).hexdigest()


def outcome(secret: str, salts: Sequence[str], n: int, limit: int) -> int:
    """The number below a limit that event `n` draws. Of 256 bits, the remainder favours no number noticeably."""
    return fair_dice(secret, salts)(n, limit)


def fair_dice(secret: str, salts: Sequence[str]) -> Dice:
    """Dice for `Play`."""
    key, salted = bytes.fromhex(secret), "/".join([*salts, ""])
    return lambda n, limit: _number(key, f"{salted}{n}", limit)


def _number(key: bytes, message: str, limit: int) -> int:
    return int.from_bytes(hmac.digest(key, message.encode(), "sha256")) % limit


def seal(record: Mapping[str, object], secret: str) -> str:
    """A seal over everything in a record but the seal itself."""
    rest = {name: value for name, value in record.items() if name != "seal"}
    return hmac.digest(bytes.fromhex(secret), msgspec.json.encode(rest, order="sorted"), "sha256").hex()


Aside = tuple[int, str, int | Literal["chance"], str | int]
"""An entry of a table's log that is no event of the game as it ended: its number, its kind, whose it was, and the action
that was taken back, or from which number on an undo took everything back."""


class Fairness(TypedDict):
    """What shows that a game's dice were fair."""

    commitment: str  # told before the first event
    secret: str
    salts: list[str]  # of each seat; a bot's is empty
    salt_commitments: NotRequired[list[str]]  # told before any salt was; records of earlier versions don't have them
    numbers: list[int]  # of the events, in the table's log
    aside: NotRequired[list[Aside]]  # everything else in the log; records of earlier versions don't have it


class FairRecord(GameRecord):
    """The record of a game with its dice."""

    fairness: Fairness
    seal: str


class Unfair(Refusal):
    """A record that does not hold what its table promised."""

    code = "unfair"


def verify(record: Mapping[str, object]) -> int:
    """Check a whole record: how many outcomes of chance it has. `Unfair` or `BadRecord` says what is wrong."""
    try:
        told = msgspec.convert(record, FairRecord)
        secret, promised = told["fairness"]["secret"], told["fairness"]["commitment"]
        is_kept = hmac.compare_digest(commitment(secret).encode(), promised.encode())
        is_sealed = hmac.compare_digest(seal(record, secret).encode(), told["seal"].encode())
    except ValueError as error:
        raise BadRecord(f"this record can't be verified: {error}") from error
    if not is_kept:
        raise Unfair("the secret doesn't match the commitment")
    _check_salts(told["fairness"])
    checked = _check_chance(told)
    if not is_sealed:
        raise Unfair("the record was changed after it was sealed")
    return checked


def _check_salts(fair: Fairness) -> None:
    """Everybody's salt is the one that they had committed to."""
    promised = fair.get("salt_commitments")
    if promised is None:
        return
    if len(promised) != len(fair["salts"]):
        raise BadRecord(f"the record has {len(fair['salts'])} salts and {len(promised)} commitments to them")
    for seat, (salt, promise) in enumerate(zip(fair["salts"], promised, strict=True)):
        if promise != (salt_commitment(salt) if salt else ""):
            raise Unfair(f"the salt of seat {seat} doesn't match its commitment")


def _check_chance(record: FairRecord) -> int:
    """Do everything again that is in the log, also what was taken back; the dice must give every outcome of chance."""
    play, fair, checked = replay({**record, "events": []}), record["fairness"], 0
    line: list[int] = []  # the numbers of the events that count so far
    for n, kind, event in _log(record):
        if kind == "undo":
            if event[1] not in line:
                raise BadRecord(f"entry {n} undoes what didn't happen")
            index = line.index(int(event[1]))
            play.undo(play.events[index])
            del line[index:]
        elif kind == "act":
            checked += _check_event(play, n, event, fair)
            line.append(n)
    if line != fair["numbers"]:
        raise Unfair("what was undone isn't what the record says")
    return checked


def _log(record: FairRecord) -> list[tuple[int, str, Sequence[int | str]]]:
    """Number, kind, and who did what: of the events and of everything aside, in order, and nothing missing."""
    events, numbers, aside = record["events"], record["fairness"]["numbers"], record["fairness"].get("aside")
    if len(numbers) != len(events):
        raise Unfair(f"the record has {len(events)} events and {len(numbers)} numbers")
    if any(later <= earlier for earlier, later in pairwise([-1, *numbers])):
        raise Unfair("event numbers don't always go up: a throw may have been picked out of several")
    log: list[tuple[int, str, Sequence[int | str]]] = [(n, "act", each) for n, each in zip(numbers, events, strict=True)]
    log += [(n, kind, (seat, what)) for n, kind, seat, what in aside or ()]
    log.sort(key=lambda entry: entry[0])
    if aside is not None and [n for n, _, _ in log] != list(range(len(log))):
        raise Unfair("event numbers are missing or appear twice: a throw may have been hidden")
    return log


def _check_event(play: Play, n: int, event: Sequence[int | str], fair: Fairness) -> int:
    """Let it happen again; how many outcomes of chance were checked."""
    checked = 0
    try:
        seat, action = who_and_what(event, play.seats)
        if seat == CHANCE and any(weight for _, weight in play.odds()):
            thrown = play.outcome(lambda _n, limit: outcome(fair["secret"], fair["salts"], n, limit))
            if action not in _judges_actions(play) and play.parse(action, CHANCE) != thrown:
                raise Unfair(f"event {n}: the dice gave {play.encode(thrown, CHANCE)}, but the record says {action}")
            checked = 1
        play.act(action, seat)
    except Unfair:
        raise
    except ValueError as error:
        raise BadRecord(f"event {n} ({' '.join(map(str, event[1:]))}) isn't possible: {error}") from error
    return checked


def _judges_actions(play: Play) -> list[str]:
    """What only a judge calls: outcomes without weight."""
    return [play.encode(action, CHANCE) for action, weight in play.odds() if not weight]
