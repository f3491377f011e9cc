"""What is asked for and answered by those who look for opponents, one struct each."""

from typing import Annotated

import msgspec

from pyramidion.server.protocol.fields import Strict


class SeekWish(Strict, frozen=True):
    """The game that somebody wants to play with people they don't know."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[int, msgspec.Meta(ge=2, le=8)]
    rated: bool = True


class SeekInfo(msgspec.Struct, frozen=True):
    """What you are looking for, and what you have found."""

    game: str
    seats: int
    rated: bool
    since: int
    table: str | None  # where you have been paired: go there soon, or somebody else is found in your place
    bot: str  # the level of a bot of similar strength, to play meanwhile


class OpenSeek(msgspec.Struct, frozen=True):
    """Somebody who looks for opponents. Take it, and you play."""

    user: str
    name: str
    game: str
    seats: int
    rated: bool
    points: int
    since: int


class TakenSeek(msgspec.Struct, frozen=True):
    """The table where you play."""

    table: str


class ChallengeInfo(msgspec.Struct, frozen=True):
    """Somebody wants to play with you, or you with somebody."""

    table: str
    name: str  # of the other one
    game: str
    rated: bool
    is_yours: bool  # whether you have challenged them
    created: int


class FriendInfo(msgspec.Struct, frozen=True):
    """Somebody whom you want to see again."""

    name: str
    is_online: bool
    watch: str | None  # a public table where they are playing
