"""Who asks."""

from litestar import Response, get, put
from litestar.params import JSONBody

from pyramidion.server.http.cookies import cookie_with, who_is
from pyramidion.server.http.dependencies import REFUSALS, Ask, address, identity_of, user_of
from pyramidion.server.limits import TooMuch
from pyramidion.server.people.cookies import COOKIE
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
    return Response(await who_is(request, user), cookies=[cookie_with(request, cookie)])


@put("/api/me", responses=REFUSALS)
async def rename(request: Ask, data: JSONBody[Rename]) -> Me:
    """Be called otherwise."""
    user = user_of(request)
    await services_of(request).users.rename(user, data.name)
    return await who_is(request, user)


HANDLERS = [me, rename]
