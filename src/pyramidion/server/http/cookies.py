"""The cookie that says who somebody is."""

from litestar import Response
from litestar.datastructures import Cookie

from pyramidion.server.http.dependencies import Ask, identity_of
from pyramidion.server.people.cookies import COOKIE
from pyramidion.server.people.devices import device_of
from pyramidion.server.protocol.rest import Me
from pyramidion.server.services import services_of

COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers allow


def is_https(request: Ask) -> bool:
    """Whether the page came over HTTPS: as the settings say, or as a trusted proxy does."""
    return services_of(request).settings.https or request.url.scheme == "https"


def cookie_with(request: Ask, value: str) -> Cookie:
    """Our cookie: out of reach for scripts and other sites, and only over HTTPS where there is HTTPS."""
    return Cookie(
        key=COOKIE,
        value=value,
        max_age=COOKIE_SECONDS if value else 0,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )


async def signed_in(request: Ask, user: str) -> Response[Me]:
    """Sign somebody in who has shown who they are. What they were before in this browser is left behind."""
    services = services_of(request)
    await services.users.check_open(user)
    before = identity_of(request)
    cookie = await services.sign_ins.sign_in(user, device_of(request.headers.get("user-agent", "")))
    if before.sign_in:
        await services.sign_out(before.user, only=before.sign_in.id)
    return Response(await who_is(request, user), cookies=[cookie_with(request, cookie)], status_code=200)


async def who_is(request: Ask, user: str) -> Me:
    users = services_of(request).users
    is_account, is_program = await users.kind_of(user) == "account", await users.is_program(user)
    return Me(user, await users.name_of(user), is_account, is_program)
