"""Access tokens: letting programs in, and out again. Only by the page: no token makes or ends another."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import JSONBody, PathParameter

from pyramidion.server.http.dependencies import BY_COOKIE, REFUSALS, Ask, proved_user, user_of
from pyramidion.server.protocol.programs import MadeToken, NewToken, TokenInfo
from pyramidion.server.services import services_of
from pyramidion.server.storage.access_tokens import AccessToken

TokenId = Annotated[str, PathParameter(max_length=200, description="A token, from the list of them")]


@get("/api/tokens", responses=REFUSALS, opt=BY_COOKIE)
async def tokens(request: Ask) -> list[TokenInfo]:
    """Your access tokens, the latest first."""
    return [_info(one) for one in await services_of(request).access_tokens.of(user_of(request))]


@post("/api/tokens", responses=REFUSALS)
async def create(request: Ask, data: JSONBody[NewToken]) -> MadeToken:
    """Make an access token: `read` looks, `play` plays as you, and one for a `bot` marks you as a bot for ever."""
    user, services = proved_user(request), services_of(request)
    text, token = await services.access_tokens.create(user, data.label, set(data.scopes))
    return MadeToken(text, _info(token))


@delete("/api/tokens/{access_id:str}", responses=REFUSALS, status_code=200)
async def revoke(request: Ask, access_id: TokenId) -> None:
    """Revoke an access token. What it has opened is closed."""
    services = services_of(request)
    await services.access_tokens.revoke(user_of(request), access_id)
    services.registry.hang_up([access_id])
    services.environment.news.tell("signed_out", [access_id])


def _info(token: AccessToken) -> TokenInfo:
    return TokenInfo(token.id, token.label, token.scopes.split(), token.created, token.seen)


HANDLERS = [tokens, create, revoke]
