"""E-mail addresses, and links that were sent to them."""

from litestar import Response, delete, post, put
from litestar.params import JSONBody

from pyramidion.server.http.cookies import signed_in
from pyramidion.server.http.dependencies import REFUSALS, Ask, address, proved_user
from pyramidion.server.protocol.accounts import EmailWish, LinkWish
from pyramidion.server.protocol.rest import Me
from pyramidion.server.services import services_of


@put("/api/account/email", responses=REFUSALS, status_code=200)
async def set_email(request: Ask, data: JSONBody[EmailWish]) -> None:
    """Give an e-mail address. A link is sent there; until it is followed the address is good for nothing."""
    user, services = proved_user(request), services_of(request)
    services.accounts.charge(address(request))
    await services.emails.set(user, data.address)


@delete("/api/account/email", responses=REFUSALS, status_code=200)
async def remove_email(request: Ask) -> None:
    """Take your e-mail address back."""
    await services_of(request).emails.remove(proved_user(request))


@post("/api/mail/confirm", responses=REFUSALS, status_code=200)
async def confirm(request: Ask, data: JSONBody[LinkWish]) -> None:
    """Confirm an address by the link that was sent there."""
    services = services_of(request)
    services.accounts.charge(address(request))
    await services.emails.confirm(data.token)


@post("/api/sign-in/email", responses=REFUSALS, status_code=200)
async def send_link(request: Ask, data: JSONBody[EmailWish]) -> None:
    """Have a link sent to sign in by. The answer is the same whether anybody has confirmed this address or not."""
    services = services_of(request)
    services.accounts.charge(address(request))
    services.environment.tasks.spawn(services.emails.send_links(data.address))


@post("/api/sign-in/link", responses=REFUSALS, status_code=200)
async def by_link(request: Ask, data: JSONBody[LinkWish]) -> Response[Me]:
    """Sign in by a link that was sent."""
    services = services_of(request)
    services.accounts.charge(address(request))
    return await signed_in(request, await services.emails.by_link(data.token))


HANDLERS = [set_email, remove_email, confirm, send_link, by_link]
