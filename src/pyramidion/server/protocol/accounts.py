"""What is asked for and answered about accounts, one struct each."""

from typing import Annotated

import msgspec

from pyramidion.server.protocol.fields import Name, Strict

Password = Annotated[str, msgspec.Meta(max_length=200)]
Credential = str
"""What a browser's passkey said, as JSON."""
Label = Annotated[str, msgspec.Meta(max_length=40)]


class NewAccount(Strict, frozen=True):
    """What a guest becomes an account with: a name, and a password or a passkey or both."""

    name: Name
    password: Password = ""
    passkey: Credential = ""  # made with the options from /api/account/passkey-options


class SignInWish(Strict, frozen=True):
    """Signing in by a password."""

    name: Name
    password: Password


class RecoveryWish(Strict, frozen=True):
    """Signing in by a recovery code, which is then used up."""

    name: Name
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class PasskeyWish(Strict, frozen=True):
    """Signing in by a passkey, or adding one."""

    credential: Credential
    label: Label = ""  # of one that is added


class PasskeyName(Strict, frozen=True):
    """The name under which a browser shows a new passkey."""

    name: Name


class EmailWish(Strict, frozen=True):
    """An e-mail address."""

    address: Annotated[str, msgspec.Meta(min_length=1, max_length=254)]


class LinkWish(Strict, frozen=True):
    """What stands behind the # of a link that was sent."""

    token: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class NewPassword(Strict, frozen=True):
    """A password to sign in by from now on."""

    password: Password


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What a browser needs to make or use a passkey."""

    options: str  # JSON, as WebAuthn has it


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes to get into the account by, each once. They are told only now."""

    codes: list[str]


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey of yours."""

    id: str
    label: str
    created: int


class SignInInfo(msgspec.Struct, frozen=True):
    """A browser in which you are signed in."""

    id: str
    device: str
    created: int
    seen: int  # to the hour
    is_this: bool  # whether it is the one that asks


class AccountInfo(msgspec.Struct, frozen=True):
    """Your account."""

    name: str
    created: int
    has_password: bool
    passkeys: list[PasskeyInfo]
    sign_ins: list[SignInInfo]
    email: str  # nothing if you gave none
    is_confirmed: bool  # whether the link that was sent there was followed
    sends_mail: bool  # whether this server can send mail
    codes_left: int  # recovery codes that are not used up
    is_proved: bool  # whether you have shown a moment ago who you are: some changes ask for that


class Ended(msgspec.Struct, frozen=True):
    """How many browsers were signed out."""

    count: int
