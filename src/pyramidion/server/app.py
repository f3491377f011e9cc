"""The web application: REST for the lobby, one WebSocket for a table, and the page itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Schema

from pyramidion.server.http import (
    access_tokens,
    accounts,
    emails,
    games,
    guards,
    health,
    history,
    invitations,
    lab,
    messages,
    moderation,
    opponents,
    page,
    people,
    profiles,
    puzzles,
    sign_in,
    streams,
    table_socket,
    tables,
)
from pyramidion.server.http.dependencies import COMPRESSES_ITSELF
from pyramidion.server.protocol.fields import Strict
from pyramidion.server.services import open_database, open_services
from pyramidion.server.settings import Settings
from pyramidion.server.storage.database import Database
from pyramidion.version import __version__

HANDLERS = [
    *games.HANDLERS,
    *people.HANDLERS,
    *accounts.HANDLERS,
    *sign_in.HANDLERS,
    *emails.HANDLERS,
    *profiles.HANDLERS,
    *opponents.HANDLERS,
    *moderation.HANDLERS,
    *tables.HANDLERS,
    *invitations.HANDLERS,
    *messages.HANDLERS,
    *streams.HANDLERS,
    *access_tokens.HANDLERS,
    *history.HANDLERS,
    *puzzles.HANDLERS,
    *lab.HANDLERS,
    *health.HANDLERS,
    *table_socket.HANDLERS,
    *page.HANDLERS,
]
LARGEST_BODY = 16 * 1024
STRICT = {struct.__name__ for struct in Strict.__subclasses__()}


def application(settings: Settings, database: Database | None = None) -> Litestar:
    """The application of a server with these settings; it opens the database when it starts, if that isn't open yet."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.services = await open_services(settings, database or open_database(settings))
        try:
            yield
        finally:
            await app.state.services.close()

    app = Litestar(
        HANDLERS,
        lifespan=[lifespan],
        before_request=guards.guard,
        exception_handlers={Exception: guards.explain},
        openapi_config=OpenAPIConfig(title="Pyramidion", version=__version__, path="/api/schema"),
        compression_config=CompressionConfig(backend="gzip", exclude=["/metrics"], exclude_opt_key=COMPRESSES_ITSELF),
        request_max_body_size=LARGEST_BODY,
        state=State(),
        after_request=guards.add_headers,
        logging_config=None,
    )
    _describe_precisely(app)
    return app


def _describe_precisely(app: Litestar) -> None:
    """Say in the description what Litestar does not know: what `Strict` structs forbid, and how long tuples are."""
    for schema in app.openapi_schema.components.schemas.values():
        if schema.title in STRICT:
            schema.additional_properties = False
            schema.required = [name for name in schema.required or [] if name != "type"]  # the address says it already
        for part in (schema.properties or {}).values():
            if isinstance(part, Schema) and isinstance(part.items, Schema) and part.items.prefix_items:
                part.items.min_items = part.items.max_items = len(part.items.prefix_items)
