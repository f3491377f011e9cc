"""Passkeys (WebAuthn): what a browser is asked to do, and whether its answer is right.

The library is imported when somebody first uses a passkey: it brings much with it.
"""

import contextlib
import json
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pyramidion.game import Illegal
from pyramidion.server.storage.accounts import Passkey

NAME = "Pyramidion"


class Site(NamedTuple):
    """Where the page comes from: a passkey is for one host name."""

    origin: str
    host: str


class Verified(NamedTuple):
    """A new passkey."""

    id: str
    public_key: str
    counter: int


def creation_options(site: Site, challenge: str, user: str, name: str, known: Iterable[Passkey]) -> str:
    """What a browser needs to make a passkey that names its account by itself, as JSON."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=user.encode(),
        user_name=name,
        challenge=base64url_to_bytes(challenge),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in known],
    )
    return webauthn.options_to_json(options)


def request_options(site: Site, challenge: str) -> str:
    """What a browser needs to sign in by any of its passkeys: whose they are is not told to anybody."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, structs

    options = webauthn.generate_authentication_options(
        rp_id=site.host,
        challenge=base64url_to_bytes(challenge),
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return webauthn.options_to_json(options)


def challenge_in(credential: str) -> str:
    """The challenge that a browser says to answer."""
    from webauthn.helpers import base64url_to_bytes

    with _refusing():
        said = json.loads(base64url_to_bytes(json.loads(credential)["response"]["clientDataJSON"]))
        return str(said["challenge"])


def id_in(credential: str) -> str:
    """Which passkey a browser says to have used."""
    with _refusing():
        return str(json.loads(credential)["id"])


def verify_new(site: Site, challenge: str, credential: str) -> Verified:
    """A new passkey, if it answers the challenge."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

    with _refusing():
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    key, public_key = bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key)
    return Verified(key, public_key, made.sign_count)


def verify_used(site: Site, challenge: str, credential: str, passkey: Passkey) -> int:
    """How often a passkey was used, if this is it and it answers the challenge."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    with _refusing():
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(passkey.public_key),
            credential_current_sign_count=passkey.counter,
            require_user_verification=True,
        )
    return used.new_sign_count


@contextlib.contextmanager
def _refusing() -> Iterator[None]:
    """Whatever is wrong with what a browser sent is one refusal: it helps nobody to know more."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        yield
    except (WebAuthnException, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Illegal("that passkey doesn't work here") from error
