"""What programs say at a table: the messages of its socket, each as a request, answered when it is done or refused."""

from litestar import post
from litestar.params import JSONBody

from pyramidion.server.http.dependencies import PLAYS, REFUSALS, Ask, TableId, user_of
from pyramidion.server.protocol import socket as said
from pyramidion.server.protocol.programs import Done
from pyramidion.server.services import services_of
from pyramidion.server.sockets.request import Request


@post("/api/tables/{table_id:str}/ready", responses=REFUSALS, status_code=200, opt=PLAYS)
async def ready(request: Ask, table_id: TableId, data: JSONBody[said.Ready]) -> Done:
    """Commit to a salt for the dice: SHA-256 of it, in hexadecimal. When everybody has, reveal it."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/reveal", responses=REFUSALS, status_code=200, opt=PLAYS)
async def reveal(request: Ask, table_id: TableId, data: JSONBody[said.Reveal]) -> Done:
    """Reveal the salt that you have committed to. When everybody has, the game begins."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/act", responses=REFUSALS, status_code=200, opt=PLAYS)
async def act(request: Ask, table_id: TableId, data: JSONBody[said.Act]) -> Done:
    """Do an action, in notation. It is done only if `n` events have happened, so that nothing is done twice."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/slap", responses=REFUSALS, status_code=200, opt=PLAYS)
async def slap(request: Ask, table_id: TableId, data: JSONBody[said.Slap]) -> Done:
    """Slap the card that event `n` - 1 brought. Requests are not forgiven the time that they take: a socket is fairer."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/resign", responses=REFUSALS, status_code=200, opt=PLAYS)
async def resign(request: Ask, table_id: TableId, data: JSONBody[said.Resign]) -> Done:
    """Give up, if `n` events have happened."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/chat", responses=REFUSALS, status_code=200, opt=PLAYS)
async def chat(request: Ask, table_id: TableId, data: JSONBody[said.Say]) -> Done:
    """Say something to everybody at the table."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/offer", responses=REFUSALS, status_code=200, opt=PLAYS)
async def offer(request: Ask, table_id: TableId, data: JSONBody[said.Offer]) -> Done:
    """Ask to take back your last move, or for a rematch; or agree to what somebody else asks for."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/decline", responses=REFUSALS, status_code=200, opt=PLAYS)
async def decline(request: Ask, table_id: TableId, data: JSONBody[said.Decline]) -> Done:
    """Not agree, or take back what you have asked for."""
    return await _done(request, table_id, data)


@post("/api/tables/{table_id:str}/hint", responses=REFUSALS, status_code=200, opt=PLAYS)
async def hint(request: Ask, table_id: TableId, data: JSONBody[said.Ask]) -> said.Hint:
    """What the search thinks of your legal actions, the best first."""
    return await (await _say(request, table_id, data)).hint()


async def _done(request: Ask, table_id: str, message: said.Up) -> Done:
    await _say(request, table_id, message)
    session = await services_of(request).registry.session(table_id)
    return Done(len(session.table.log))


async def _say(request: Ask, table_id: str, message: said.Up) -> Request:
    services, saying = services_of(request), Request(user_of(request))
    session = await services.registry.session(table_id)
    await services.users.name_of(saying.user)
    await saying.say(session, message, services.socket_limits)
    return saying


HANDLERS = [ready, reveal, act, slap, resign, chat, offer, decline, hint]
"""The path of each is what the message is called, but for `say`, which is chat, and `ask`, which is for a hint."""
