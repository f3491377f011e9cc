"""Settings of the server: by a TOML file, by the environment, by flags; each overrules the one before."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from pyramidion.engine.folders import data_folder
from pyramidion.refusal import Refusal
from pyramidion.server.lan import EVERYWHERE, lan_names

PREFIX = "PYRAMIDION_"
RENAMED = {"thinkers": "bot_threads"}  # by their old names, which files, the environment and flags may still use


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them. The comments are their help texts."""

    host: str = "127.0.0.1"  # address to listen on
    lan: bool = False  # let others on the local network in: listen on all addresses, and allow this machine's names
    port: int = 8000  # port to listen on; 0 picks a free one
    database: str = ""  # SQLite file or database URL (default: a file in your data folder)
    bus: str = ""  # Redis for news between servers that share a PostgreSQL database, as redis://HOST:PORT
    node: str = ""  # this server's name among those that share a PostgreSQL database (default: its address)
    address: str = ""  # where the other servers reach this one, as HOST:PORT (default: host and port)
    origins: tuple[str, ...] = ()  # other origins allowed to connect, such as https://games.example
    https: bool = False  # set if the site is served over HTTPS; the cookie is then sent over HTTPS only
    bot_threads: int = 1  # how many bots can think at once
    bot_pace: float = 0.6  # minimum seconds per bot move, so that people can follow
    grace: float = 60.0  # seconds before a bot fills in for a player who has disconnected
    message_rate: float = 20.0  # sustained messages per second from one socket
    request_rate: float = 20.0  # sustained requests per second from one user
    address_rate: float = 200.0  # sustained requests per second from all users of one address
    guest_rate: float = 0.5  # sustained new guests per second from one address
    sign_in_rate: float = 0.1  # sustained attempts per second to sign in from one address
    sign_in_burst: float = 10.0  # such attempts allowed at once
    burst: float = 60.0  # messages, requests or guests allowed at once
    sockets_per_address: int = 100  # maximum open sockets per address
    connections_per_address: int = 200  # maximum connections of any kind per address
    tables_per_user: int = 50  # maximum unfinished games per user
    tables_of_bots_per_user: int = 5  # of these, maximum games between bots alone
    thinking_share: float = 0.3  # CPU seconds per second that one user's bots and hints may use before others go first
    lab_seconds: float = 60.0  # CPU seconds of the server's spare time for one survey in the lab; 0: no surveys
    hosts: tuple[str, ...] = ()  # host names of this server, such as games.example
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks of proxies whose X-Forwarded-For header is trusted
    smtp: str = ""  # mail server, such as smtp+starttls://user:password@mail.example:587; without one no mail is sent
    mail_from: str = ""  # sender of mails, such as games@games.example
    site: str = ""  # this site's address for links in mails, such as https://games.example
    log: str = "info"  # log level: debug, info, warning or error
    log_format: Literal["plain", "json"] = "plain"  # plain lines, or json: one object a line
    metrics: bool = True  # serve Prometheus metrics at /metrics


def settle(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None) -> Settings:
    """The settings, from wherever they were given; a sentence if one of them is wrong."""
    chosen: dict[str, object] = {}
    if file is not None:
        chosen |= _from_file(file)
    known = Settings.__struct_fields__
    chosen = _with_new_names(chosen)
    said = {name: environment.get(PREFIX + name.upper()) for name in (*RENAMED, *known)}
    chosen |= _with_new_names({name: value for name, value in said.items() if value is not None})
    chosen |= {name: value for name, value in flags.items() if name in known and value is not None}
    for name in ("origins", "hosts", "trusted_proxies"):
        if isinstance(several := chosen.get(name), str):
            chosen[name] = several.split()
    try:
        settings = msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal(f"invalid setting: {error}") from error
    return _opened_to_lan(settings) if settings.lan else settings


def _opened_to_lan(settings: Settings) -> Settings:
    host = EVERYWHERE if settings.host == Settings().host else settings.host
    return msgspec.structs.replace(settings, host=host, hosts=(*settings.hosts, *lan_names()))


def _with_new_names(settings: Mapping[str, object]) -> dict[str, object]:
    return {RENAMED.get(name, name): value for name, value in settings.items()}


def _from_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Refusal(f"can't read settings from {file}: {error}") from error


def database_url(settings: Settings) -> str:
    """The database as a URL."""
    if "://" in settings.database:
        return settings.database
    path = Path(settings.database) if settings.database else data_folder() / "house.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{path}"
