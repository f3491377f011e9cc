"""Who asks."""

from litestar import Response, get, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from pyramidion.server.http.dependencies import REFUSALS, Ask, guest_of, user_of
from pyramidion.server.limits import TooMuch, address_of
from pyramidion.server.people.cookies import COOKIE
from pyramidion.server.protocol.rest import Me, Rename
from pyramidion.server.services import services_of

COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers allow


@get("/api/me", responses=REFUSALS)
async def me(request: Ask) -> Response[Me]:
    """Who you are. Whoever comes for the first time becomes a guest with a name and a cookie."""
    services = services_of(request)
    user = guest_of(request)
    if not user:
        if not services.guest_limits.take(address_of(request.scope["client"])):
            raise TooMuch("too many new guests from your address: please wait a moment")
        user = await services.users.new_guest()
    cookie = Cookie(
        key=COOKIE,
        value=services.cookies.sign(user),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=services.settings.https,
    )
    return Response(Me(user, await services.users.name_of(user)), cookies=[cookie])


@put("/api/me", responses=REFUSALS)
async def rename(request: Ask, data: JSONBody[Rename]) -> Me:
    """Be called otherwise."""
    user, users = user_of(request), services_of(request).users
    await users.rename(user, data.name)
    return Me(user, await users.name_of(user))


HANDLERS = [me, rename]
