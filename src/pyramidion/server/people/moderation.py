"""Moderation: who may do what to whom, and what follows from it."""

from collections.abc import Collection

from pyramidion.game import Illegal
from pyramidion.refusal import Refusal
from pyramidion.server.limits import Buckets, TooMuch, Who
from pyramidion.server.people.sign_ins import now
from pyramidion.server.people.users import Users
from pyramidion.server.protocol.moderation import ReportWish, SanctionWish
from pyramidion.server.storage import moderation as stored
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.moderation import Sanction

DAY = 24 * 3600_000  # milliseconds
REPORT_RATE, REPORT_BURST = 1 / 120, 5.0  # a second, and at once, from one address


class NotModerator(Refusal):
    """Only moderators may do this."""

    code = "not_moderator"


class Moderation:
    """What moderators decide, and what people decide for themselves."""

    def __init__(self, database: Database, users: Users) -> None:
        self._database = database
        self._users = users
        self._reports = Buckets(REPORT_RATE, REPORT_BURST)

    async def check_moderator(self, user: str) -> None:
        if not await self._database.read(lambda connection: stored.is_moderator(connection, user)):
            raise NotModerator("only moderators can do this")

    # Blocking and reporting

    async def block(self, user: str, other: str, *, on: bool) -> None:
        """Be left alone by somebody: not paired, not challenged, not heard, not joined at a table."""
        if user == other:
            raise Illegal("you can't block yourself")
        await self._database.write(lambda connection: stored.set_block(connection, user, other, on=on))
        self._users.forget(user)

    async def has_blocked(self, user: str, other: str) -> bool:
        return (user, other) in await self._database.read(lambda connection: stored.blocks_among(connection, [user, other]))

    async def check_welcome(self, user: str, people: Collection[str]) -> None:
        """Refuse somebody whom one of these people has blocked, or who has blocked one of them."""
        everybody = [user, *people]
        pairs = await self._database.read(lambda connection: stored.blocks_among(connection, everybody))
        if any(user in pair for pair in pairs):
            raise Illegal("you can't play with each other")

    async def report(self, who: Who, wish: ReportWish) -> None:
        """Tell the moderators. An address has one allowance, or whoever comes as many guests would bury other reports."""
        if not self._reports.take(who.address):
            raise TooMuch("too many reports: please wait a few minutes")
        at = now()
        await self._database.write(
            lambda connection: stored.insert_report(connection, who.user, wish.user, wish.table, wish.reason, wish.text, at)
        )

    # Deciding

    async def decide(self, moderator: str, user: str, wish: SanctionWish) -> None:
        """Mute somebody, close their account, or take that back."""
        at = now()
        await self._database.write(
            lambda connection: stored.change_sanction(
                connection, user, lambda before: _after(before, wish, at), moderator, wish.action, wish.reason, at
            )
        )
        self._users.forget(user)


def _after(before: Sanction, wish: SanctionWish, at: int) -> Sanction:
    match wish.action:
        case "mute":
            return before._replace(silenced_until=at + wish.days * DAY)
        case "unmute":
            return before._replace(silenced_until=0)
        case "close":
            return before._replace(closed=True)
        case "reopen":
            return before._replace(closed=False)
