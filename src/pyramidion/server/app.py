"""The web application: REST for the lobby, one WebSocket for a table, and the page itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Schema

from pyramidion.server.http import games, guards, health, history, page, tables
from pyramidion.server.protocol.messages import Chosen, ClockWish, Course, Look, NewTable, Rename, Sit
from pyramidion.server.settings import Settings
from pyramidion.server.tables.registry import House
from pyramidion.version import __version__

LARGEST_BODY = 16 * 1024
STRICT = {struct.__name__ for struct in (Rename, NewTable, Sit, Chosen, ClockWish, Look, Course)}


def application(settings: Settings) -> Litestar:
    """The application of a house with these settings."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.house = House(settings)
        await app.state.house.open()
        try:
            yield
        finally:
            await app.state.house.close()

    app = Litestar(
        [*games.HANDLERS, *tables.HANDLERS, *history.HANDLERS, *health.HANDLERS, *page.handlers()],
        lifespan=[lifespan],
        before_request=guards.keep_doors,
        exception_handlers={Exception: guards.explain},
        openapi_config=OpenAPIConfig(title="Pyramidion", version=__version__, path="/api/schema"),
        compression_config=CompressionConfig(backend="gzip", exclude=["/metrics"]),
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
        for part in (schema.properties or {}).values():
            if isinstance(part, Schema) and isinstance(part.items, Schema) and part.items.prefix_items:
                part.items.min_items = part.items.max_items = len(part.items.prefix_items)
