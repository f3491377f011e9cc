"""Settings of a house: by a TOML file, by the environment, by flags; each overrules the one before."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from pyramidion.engine.folders import data_folder
from pyramidion.refusal import Refusal
from pyramidion.server.lan import EVERYWHERE, lan_names

PREFIX = "PYRAMIDION_"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of them. The comments are their help texts."""

    host: str = "127.0.0.1"  # the address to listen on
    lan: bool = False  # let others on the local network in: listen on all addresses, and know this machine's names
    port: int = 8000  # the port to listen on; 0 takes a free one
    database: str = ""  # a SQLite file, or the URL of a database; in the user's data folder if left out
    origins: tuple[str, ...] = ()  # other origins whose pages may connect, such as https://games.example
    https: bool = False  # whether people come over HTTPS: the cookie is then sent over nothing else
    thinkers: int = 1  # bots that think at the same time
    bot_pace: float = 0.6  # seconds that a bot takes at least for an action, so that people can follow
    grace: float = 60.0  # seconds after which a bot holds the seat of somebody who has left a live game
    message_rate: float = 20.0  # messages a second from one socket, in the long run
    request_rate: float = 20.0  # requests a second from one user, in the long run
    address_rate: float = 200.0  # requests a second from all users of one address
    guest_rate: float = 0.5  # new guests a second from one address
    burst: float = 60.0  # messages, requests or guests that may come at once
    sockets_per_address: int = 100  # sockets open at once from one address
    connections_per_address: int = 200  # connections of any kind
    tables_per_user: int = 50  # unfinished tables that one user may have made or sit at
    tables_of_bots_per_user: int = 5  # of these, tables where only bots sit
    thinking_share: float = 0.3  # CPU seconds a second that one user's bots and questions may take before others come first
    hosts: tuple[str, ...] = ()  # names by which people reach this server, such as games.example, beside its addresses
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks of proxies whose X-Forwarded-For is believed
    log: str = "info"  # what is logged: debug, info, warning or error
    metrics: bool = True  # whether /metrics tells figures for Prometheus


def settle(flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None) -> Settings:
    """The settings, from wherever they were given; a sentence if one of them is wrong."""
    chosen: dict[str, object] = {}
    if file is not None:
        chosen |= _from_file(file)
    known = Settings.__struct_fields__
    chosen |= {name: environment[PREFIX + name.upper()] for name in known if PREFIX + name.upper() in environment}
    chosen |= {name: value for name, value in flags.items() if name in known and value is not None}
    for name in ("origins", "hosts", "trusted_proxies"):
        if isinstance(several := chosen.get(name), str):
            chosen[name] = several.split()
    try:
        settings = msgspec.convert(chosen, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Refusal(f"a setting is wrong: {error}") from error
    return _opened_to_lan(settings) if settings.lan else settings


def _opened_to_lan(settings: Settings) -> Settings:
    host = EVERYWHERE if settings.host == Settings().host else settings.host
    return msgspec.structs.replace(settings, host=host, hosts=(*settings.hosts, *lan_names()))


def _from_file(file: Path) -> dict[str, object]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise Refusal(f"{file} can't be read as settings: {error}") from error


def database_url(settings: Settings) -> str:
    """The database as a URL."""
    if "://" in settings.database:
        return settings.database
    path = Path(settings.database) if settings.database else data_folder() / "house.sqlite"
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{path}"
