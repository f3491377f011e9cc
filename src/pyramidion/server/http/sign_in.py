"""Signing in and out. Whatever was wrong, the answer is the same: nobody learns who has an account."""

from litestar import Response, post
from litestar.params import JSONBody

from pyramidion.server.http.cookies import cookie_with, signed_in, who_is
from pyramidion.server.http.dependencies import REFUSALS, Ask, address, identity_of, site_of
from pyramidion.server.protocol.accounts import PasskeyOptions, PasskeyWish, RecoveryWish, SignInWish
from pyramidion.server.protocol.rest import Me
from pyramidion.server.services import services_of


@post("/api/sign-in", responses=REFUSALS, status_code=200)
async def by_password(request: Ask, data: JSONBody[SignInWish]) -> Response[Me]:
    """Sign in by name and password; if you are signed in already, show once more who you are."""
    accounts = services_of(request).accounts
    accounts.charge(address(request))
    return await _open(request, await accounts.by_password(data.name, data.password))


@post("/api/sign-in/recovery", responses=REFUSALS, status_code=200)
async def by_code(request: Ask, data: JSONBody[RecoveryWish]) -> Response[Me]:
    """Sign in by a recovery code, which is then used up."""
    accounts = services_of(request).accounts
    accounts.charge(address(request))
    return await _open(request, await accounts.by_code(data.name, data.code))


@post("/api/sign-in/passkey-options", responses=REFUSALS, status_code=200)
async def passkey_options(request: Ask) -> PasskeyOptions:
    """What the browser needs to sign in by one of its passkeys."""
    accounts = services_of(request).accounts
    accounts.charge(address(request))
    return PasskeyOptions(await accounts.passkey_options(site_of(request)))


@post("/api/sign-in/passkey", responses=REFUSALS, status_code=200)
async def by_passkey(request: Ask, data: JSONBody[PasskeyWish]) -> Response[Me]:
    """Sign in by a passkey."""
    accounts = services_of(request).accounts
    accounts.charge(address(request))
    return await _open(request, await accounts.by_passkey(site_of(request), data.credential))


async def _open(request: Ask, user: str) -> Response[Me]:
    """Sign in; who is signed in as the same user already has only proved it."""
    identity = identity_of(request)
    if identity.sign_in and identity.user == user:
        await services_of(request).sign_ins.prove_again(identity.sign_in)
        return Response(await who_is(request, user), status_code=200)
    return await signed_in(request, user)


@post("/api/sign-out", responses=REFUSALS, status_code=200)
async def sign_out(request: Ask) -> Response[None]:
    """Sign out in this browser. A guest can't: nobody could come back as that guest."""
    identity = identity_of(request)
    if not identity.sign_in:
        return Response(None, status_code=200)
    await services_of(request).sign_out(identity.user, only=identity.sign_in.id)
    return Response(None, cookies=[cookie_with(request, "")], status_code=200)


HANDLERS = [by_password, by_code, passkey_options, by_passkey, sign_out]
