"""Getting ready: everybody at a table commits to a salt, and only then does anybody reveal theirs.

Otherwise whoever knows the table's secret and comes last could try salts until the dice suit them.
"""

from collections.abc import Sequence

from pyramidion.game import Illegal
from pyramidion.server.fairness.dice import salt_commitment
from pyramidion.server.storage.tables import Seat


def commit_to(seats: Sequence[Seat], own: Sequence[int], commitment: str) -> None:
    """Somebody on these seats commits to a salt. What others have revealed before is void: they commit to new ones."""
    if all(seats[number].salt_commitment == commitment for number in own):
        return
    for seat in seats:
        if seat.salt:
            seat.salt = seat.salt_commitment = None
    for number in own:
        seats[number].salt_commitment = commitment


def reveal(seats: Sequence[Seat], own: Sequence[int], salt: str) -> None:
    """Somebody on these seats reveals the salt that they have committed to."""
    if not all(seat.bot or seat.salt_commitment for seat in seats):
        raise Illegal("not everyone has committed to a salt yet: reveal yours when they have")
    if any(seats[number].salt_commitment != salt_commitment(salt) for number in own):
        raise Illegal("this isn't the salt you committed to")
    for number in own:
        seats[number].salt = salt


def missing(seats: Sequence[Seat]) -> list[int]:
    """The seats that a table waits for: first for people to come, then for their pages to reveal their salts."""
    absent = [number for number, seat in enumerate(seats) if not (seat.bot or seat.salt_commitment)]
    return absent or [number for number, seat in enumerate(seats) if not (seat.bot or seat.salt)]


def commitments(seats: Sequence[Seat]) -> list[str]:
    """What everybody has committed to so far."""
    return [seat.salt_commitment or "" for seat in seats]
