"""What is asked for and answered about blocking, reporting and moderating, one struct each."""

from typing import Annotated, Literal

import msgspec

from pyramidion.server.protocol.fields import Strict
from pyramidion.server.protocol.socket import Said

UserText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class BlockedInfo(msgspec.Struct, frozen=True):
    """Somebody whom you have blocked."""

    user: str
    name: str


class ReportWish(Strict, frozen=True):
    """What somebody has done, for the moderators."""

    user: UserText
    reason: Literal["chat", "name", "cheating", "other"]
    text: Annotated[str, msgspec.Meta(max_length=1000)] = ""
    table: Annotated[str, msgspec.Meta(max_length=40)] | None = None  # where it happened


class ReportInfo(msgspec.Struct, frozen=True):
    """A report that nobody has dealt with yet."""

    id: int
    reporter: str
    user: str
    name: str
    reason: str
    text: str
    table: str | None
    chat: list[Said]  # what was said last at that table
    created: int


class SanctionWish(Strict, frozen=True):
    """What a moderator does about somebody, and why."""

    action: Literal["mute", "unmute", "close", "reopen"]
    reason: Reason
    days: Annotated[int, msgspec.Meta(ge=1, le=365)] = 7  # of a mute


class CloseReport(Strict, frozen=True):
    """Why a report is done with."""

    reason: Reason


class AgreementInfo(msgspec.Struct, frozen=True):
    """A rated game of somebody's, and how often they did there what the best bot would have done."""

    table: str
    game: str
    at: int
    outcome: str
    choices: int | None  # where there was something to choose; None if it is not worked out yet
    agreed: int | None


class Agreements(msgspec.Struct, frozen=True):
    """Somebody's latest rated games, the last one first."""

    bot: str  # the level that they are compared with
    is_busy: bool  # whether more is being worked out
    games: list[AgreementInfo]


class ActionInfo(msgspec.Struct, frozen=True):
    """What a moderator has done."""

    moderator: str
    action: str
    name: str
    reason: str
    at: int
