"""Blocking and reporting, and the moderators' own."""

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from pyramidion.server.http.dependencies import BY_COOKIE, REFUSALS, Ask, TableId, UserId, user_of, who_asks
from pyramidion.server.protocol.moderation import (
    ActionInfo,
    AgreementInfo,
    Agreements,
    BlockedInfo,
    CloseReport,
    ReportInfo,
    ReportWish,
    SanctionWish,
)
from pyramidion.server.protocol.socket import Said
from pyramidion.server.services import Services, services_of
from pyramidion.server.storage import moderation as stored
from pyramidion.server.storage.chat import read_remarks
from pyramidion.server.storage.moderation import Report
from pyramidion.server.tables.table import now
from pyramidion.server.thinking.agreement import BEST

MOST_REMARKS = 100


@get("/api/blocks", responses=REFUSALS, opt=BY_COOKIE)
async def blocks(request: Ask) -> list[BlockedInfo]:
    """Whom you have blocked."""
    user = user_of(request)
    found = await services_of(request).database.read(lambda connection: stored.blocked_by(connection, user))
    return [BlockedInfo(*one) for one in found]


@put("/api/blocks/{user:str}", responses=REFUSALS, status_code=200)
async def block(request: Ask, user: UserId) -> None:
    """Block somebody: you are not paired, they can't challenge you or join your tables, and you don't hear them."""
    await services_of(request).moderation.block(user_of(request), user, on=True)


@delete("/api/blocks/{user:str}", responses=REFUSALS, status_code=200)
async def unblock(request: Ask, user: UserId) -> None:
    """Take a block back."""
    await services_of(request).moderation.block(user_of(request), user, on=False)


@post("/api/reports", responses=REFUSALS, status_code=200)
async def report(request: Ask, data: JSONBody[ReportWish]) -> None:
    """Report somebody to the moderators."""
    user_of(request)
    await services_of(request).moderation.report(who_asks(request), data)


@get("/api/moderation/reports", responses=REFUSALS, opt=BY_COOKIE)
async def reports(request: Ask) -> list[ReportInfo]:
    """For moderators: reports that nobody has dealt with yet, with what was said at their tables."""
    services, _ = await _moderating(request)
    found = await services.database.read(stored.open_reports)
    return [await _info(services, one) for one in found]


async def _info(services: Services, one: Report) -> ReportInfo:
    chat = await _chat(services, one.table_id) if one.table_id else []
    return ReportInfo(one.id, one.reporter, one.user, one.name, one.reason, one.text, one.table_id, chat, one.created)


@post("/api/moderation/reports/{report_id:int}/close", responses=REFUSALS, status_code=200)
async def close_report(request: Ask, report_id: FromPath[int], data: JSONBody[CloseReport]) -> None:
    """For moderators: a report is done with."""
    services, moderator = await _moderating(request)
    at = now()
    await services.database.write(lambda connection: stored.close_report(connection, report_id, moderator, data.reason, at))


@get("/api/moderation/tables/{table_id:str}/chat", responses=REFUSALS, opt=BY_COOKIE)
async def chat(request: Ask, table_id: TableId) -> list[Said]:
    """For moderators: what was said at a table."""
    services, _ = await _moderating(request)
    return await _chat(services, table_id)


async def _chat(services: Services, table_id: str) -> list[Said]:
    return await services.database.read(lambda connection: read_remarks(connection, table_id, MOST_REMARKS))


@post("/api/moderation/people/{user:str}", responses=REFUSALS, status_code=200)
async def decide(request: Ask, user: UserId, data: JSONBody[SanctionWish]) -> None:
    """For moderators: mute somebody, close an account, or take that back. It is logged."""
    services, moderator = await _moderating(request)
    await services.users.check_exists(user)
    await services.moderation.decide(moderator, user, data)
    if data.action == "close":
        await services.sign_out(user)
        services.registry.send_away(user)


@get("/api/moderation/people/{user:str}/agreements", responses=REFUSALS, opt=BY_COOKIE)
async def agreements(request: Ask, user: UserId) -> Agreements:
    """For moderators: how often somebody did in rated games what the best bot would have done, as far as it is known."""
    services, _ = await _moderating(request)
    return await _agreements(services, user)


@post("/api/moderation/people/{user:str}/agreements", responses=REFUSALS, status_code=200)
async def compare(request: Ask, user: UserId) -> Agreements:
    """For moderators: work out how often somebody agreed with the best bot in their latest rated games."""
    services, _ = await _moderating(request)
    await services.users.check_exists(user)
    services.comparisons.start(user, who_asks(request))
    return await _agreements(services, user)


async def _agreements(services: Services, user: str) -> Agreements:
    games = [
        AgreementInfo(one.table_id, one.game, one.at, one.outcome, one.choices, one.agreed)
        for one in await services.comparisons.of(user)
    ]
    return Agreements(BEST, services.comparisons.is_busy(user), games)


@get("/api/moderation/log", responses=REFUSALS, opt=BY_COOKIE)
async def log(request: Ask) -> list[ActionInfo]:
    """For moderators: what moderators have done."""
    services, _ = await _moderating(request)
    return [ActionInfo(*one) for one in await services.database.read(stored.actions)]


async def _moderating(request: Ask) -> tuple[Services, str]:
    """The services, for a moderator, and who that is."""
    services, user = services_of(request), user_of(request)
    await services.moderation.check_moderator(user)
    return services, user


HANDLERS = [blocks, block, unblock, report, reports, close_report, chat, decide, agreements, compare, log]
