"""Your account: becoming one, what opens it, where it is open, taking everything with you, and deleting it."""

from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, PathParameter

from pyramidion.refusal import NotFound
from pyramidion.server.http.cookies import cookie_with
from pyramidion.server.http.dependencies import BY_COOKIE, REFUSALS, Ask, address, identity_of, proved_user, site_of, user_of
from pyramidion.server.http.long_answers import COMPRESSED, long_answer
from pyramidion.server.people.accounts import Opened
from pyramidion.server.people.devices import device_of
from pyramidion.server.people.names import checked_account_name, clean
from pyramidion.server.protocol.accounts import (
    AccountInfo,
    Ended,
    NewAccount,
    NewPassword,
    PasskeyInfo,
    PasskeyName,
    PasskeyOptions,
    PasskeyWish,
    RecoveryCodes,
    SignInInfo,
)
from pyramidion.server.services import services_of
from pyramidion.server.storage.export import export_of

KeyId = Annotated[str, PathParameter(max_length=1400, description="A passkey, from the list of them")]
SignInId = Annotated[str, PathParameter(max_length=40, description="A browser, from the list of them")]


@post("/api/account", responses=REFUSALS)
async def open_account(request: Ask, data: JSONBody[NewAccount]) -> Response[RecoveryCodes]:
    """Make an account of the guest you are: you keep your seats and games. The recovery codes are told only now."""
    user, services = user_of(request), services_of(request)
    services.accounts.charge(address(request))
    device = device_of(request.headers.get("user-agent", ""))
    passkey = None
    if data.passkey:
        passkey = await services.accounts.new_passkey(site_of(request), user, data.passkey, device)
    opened: Opened = await services.accounts.open(user, data.name, data.password, passkey)
    cookie = await services.sign_ins.sign_in(user, device)
    return Response(RecoveryCodes(opened.codes), cookies=[cookie_with(request, cookie)])


@get("/api/account", responses=REFUSALS, opt=BY_COOKIE)
async def account(request: Ask) -> AccountInfo:
    """Your account, what opens it, and where you are signed in."""
    user, services, identity = user_of(request), services_of(request), identity_of(request)
    found, email = await services.accounts.find(user), await services.emails.of(user)
    here = identity.sign_in.id if identity.sign_in else ""
    return AccountInfo(
        name=found.name,
        created=found.created,
        has_password=found.password is not None,
        passkeys=[PasskeyInfo(one.id, one.label, one.created) for one in await services.accounts.passkeys(user)],
        sign_ins=[
            SignInInfo(one.id, one.device, one.created, one.seen, one.id == here) for one in await services.sign_ins.of(user)
        ],
        email=email.address if email else "",
        is_confirmed=bool(email and email.confirmed),
        sends_mail=services.emails.is_on,
        codes_left=await services.accounts.codes_left(user),
        is_proved=identity.is_proved,
    )


@delete("/api/account", responses=REFUSALS, status_code=200)
async def delete_account(request: Ask) -> Response[None]:
    """Delete your account. Games you are in are given up; all your games stay, under the name "deleted"."""
    user, services = proved_user(request), services_of(request)
    await services.accounts.find(user)
    await services.emails.notify(user, "your account was deleted")
    await services.registry.leave_all(user)
    await services.sign_out(user)
    await services.accounts.delete(user)
    await services.registry.retitle(user, await services.users.name_of(user))
    return Response(None, cookies=[cookie_with(request, "")], status_code=200)


@get("/api/account/export", responses=REFUSALS, opt={**COMPRESSED, **BY_COOKIE})
async def export(request: Ask) -> Response[dict[str, Any]]:
    """Everything that is kept of you, as one file."""
    user, services = user_of(request), services_of(request)
    services.accounts.charge(address(request))
    found = await services.database.read(lambda connection: export_of(connection, user))
    headers = {"Content-Disposition": 'attachment; filename="pyramidion.json"'}
    return await long_answer(request, found, headers)


@put("/api/account/password", responses=REFUSALS, status_code=200)
async def change_password(request: Ask, data: JSONBody[NewPassword]) -> Ended:
    """Choose a new password. All other browsers are signed out."""
    user, services, identity = proved_user(request), services_of(request), identity_of(request)
    services.accounts.charge(address(request))
    await services.accounts.change_password(user, data.password)
    await services.emails.notify(user, "your password was changed")
    return Ended(await services.sign_out(user, but=identity.sign_in.id if identity.sign_in else ""))


@post("/api/account/recovery-codes", responses=REFUSALS, status_code=200)
async def renew_codes(request: Ask) -> RecoveryCodes:
    """New recovery codes; the old ones are void."""
    user, services = proved_user(request), services_of(request)
    codes = await services.accounts.renew_codes(user)
    await services.emails.notify(user, "new recovery codes were made for your account")
    return RecoveryCodes(codes)


@post("/api/account/passkey-options", responses=REFUSALS, status_code=200)
async def passkey_options(request: Ask, data: JSONBody[PasskeyName]) -> PasskeyOptions:
    """What the browser needs to make a passkey, for an account or for a guest who wants to become one."""
    accounts = services_of(request).accounts
    accounts.charge(address(request))
    name = checked_account_name(data.name)
    return PasskeyOptions(await accounts.new_passkey_options(site_of(request), user_of(request), name))


@post("/api/account/passkeys", responses=REFUSALS, status_code=200)
async def add_passkey(request: Ask, data: JSONBody[PasskeyWish]) -> PasskeyInfo:
    """Add a passkey to your account."""
    user, services = proved_user(request), services_of(request)
    services.accounts.charge(address(request))
    label = clean(data.label) or device_of(request.headers.get("user-agent", ""))
    passkey = await services.accounts.new_passkey(site_of(request), user, data.credential, label)
    await services.accounts.add_passkey(passkey)
    await services.emails.notify(user, "a passkey was added to your account")
    return PasskeyInfo(passkey.id, passkey.label, passkey.created)


@delete("/api/account/passkeys/{key:str}", responses=REFUSALS, status_code=200)
async def remove_passkey(request: Ask, key: KeyId) -> None:
    """Remove a passkey."""
    user, services = proved_user(request), services_of(request)
    await services.accounts.remove_passkey(user, key)
    await services.emails.notify(user, "a passkey was removed from your account")


@delete("/api/account/sign-ins/{sign_in:str}", responses=REFUSALS, status_code=200)
async def end_sign_in(request: Ask, sign_in: SignInId) -> Ended:
    """Sign out in another browser."""
    ended = await services_of(request).sign_out(user_of(request), only=sign_in)
    if not ended:
        raise NotFound("you aren't signed in there")
    return Ended(ended)


@delete("/api/account/sign-ins", responses=REFUSALS, status_code=200)
async def end_others(request: Ask) -> Ended:
    """Sign out in all browsers but this one."""
    identity = identity_of(request)
    here = identity.sign_in.id if identity.sign_in else ""
    return Ended(await services_of(request).sign_out(user_of(request), but=here))


HANDLERS = [
    open_account,
    account,
    delete_account,
    export,
    change_password,
    renew_codes,
    passkey_options,
    add_passkey,
    remove_passkey,
    end_sign_in,
    end_others,
]
