"""What is asked for and answered by programs, and by those who let them in, one struct each."""

from typing import Annotated

import msgspec

from pyramidion.server.protocol.fields import Scope, Strict


class NewToken(Strict, frozen=True):
    """A token for a program."""

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]  # what it is for, for yourself
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=3)]  # what it is good for


class TokenInfo(msgspec.Struct, frozen=True):
    """A token of yours, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created: int
    seen: int | None  # when it was last used, to the hour; null: never


class MadeToken(msgspec.Struct, frozen=True):
    """A new token. Its text is told only now."""

    token: str
    info: TokenInfo


class Done(msgspec.Struct, frozen=True):
    """It was done."""

    n: int  # so many events have happened since the game began


class ProgramInfo(msgspec.Struct, frozen=True):
    """A bot of somebody's that is here now, and can be invited."""

    user: str
    name: str


class Invitation(Strict, frozen=True):
    """Whom to invite to a table."""

    user: Annotated[str, msgspec.Meta(max_length=40)]


class Challenge(msgspec.Struct, frozen=True, tag="challenge"):
    """Somebody wants to play with you: sit down at the table, or decline."""

    table: str
    name: str
    game: str
    rated: bool


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """An opponent was found: you sit at this table. Come soon, or somebody else is found in your place."""

    table: str


class YourTurn(msgspec.Struct, frozen=True, tag="your_turn"):
    """You can act at a table."""

    table: str
    game: str
    n: int


class Begun(msgspec.Struct, frozen=True, tag="started"):
    """A game of yours has begun."""

    table: str
    game: str


class Over(msgspec.Struct, frozen=True, tag="over"):
    """A game of yours is over."""

    table: str
    game: str


News = Challenge | Paired | YourTurn | Begun | Over
