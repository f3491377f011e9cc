"""Who asks, and whom they meet."""

from litestar import Response, get, put
from litestar.params import JSONBody

from pyramidion.server.http.cookies import cookie_with, who_is
from pyramidion.server.http.dependencies import PLAYS, REFUSALS, Ask, UserId, address, guest_of, identity_of, user_of
from pyramidion.server.limits import TooMuch
from pyramidion.server.people.cookies import COOKIE
from pyramidion.server.protocol.people import Acquaintance
from pyramidion.server.protocol.rest import Me, Rename
from pyramidion.server.services import services_of


@get("/api/me", responses=REFUSALS)
async def me(request: Ask) -> Response[Me]:
    """Who you are. Whoever comes for the first time becomes a guest with a name and a cookie."""
    services, identity = services_of(request), identity_of(request)
    user, cookie = identity.user, request.cookies.get(COOKIE, "")
    if not user:
        if not services.guest_limits.take(address(request)):
            raise TooMuch("too many new guests from your address: please wait a moment")
        user = await services.users.new_guest()
        cookie = services.sign_ins.guest_cookie(user)
    cookies = [] if identity.token else [cookie_with(request, cookie)]
    return Response(await who_is(request, user), cookies=cookies)


@put("/api/me", responses=REFUSALS, opt=PLAYS)
async def rename(request: Ask, data: JSONBody[Rename]) -> Me:
    """Be called otherwise."""
    user = user_of(request)
    await services_of(request).users.rename(user, data.name)
    return await who_is(request, user)


@get("/api/users/{user:str}", responses=REFUSALS)
async def acquaintance(request: Ask, user: UserId) -> Acquaintance:
    """Somebody whom you have met at a table, and how you stand with them."""
    asks, services = guest_of(request), services_of(request)
    await services.users.check_exists(user)
    return Acquaintance(
        name=await services.users.name_of(user),
        is_account=await services.users.kind_of(user) == "account",
        is_muted=user in services.users.muted_by(asks),
        is_blocked=await services.moderation.has_blocked(asks, user),
    )


HANDLERS = [me, rename, acquaintance]
