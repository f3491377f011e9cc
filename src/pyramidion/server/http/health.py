"""How the house is, for those who run it."""

from litestar import MediaType, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pyramidion.server.http.dependencies import REFUSALS, Ask, house_of
from pyramidion.server.tables.registry import NotFound
from pyramidion.version import __version__


@get("/healthz", responses=REFUSALS, media_type=MediaType.JSON)
async def healthz(request: Ask) -> Response[dict[str, str]]:
    """Whether the house can write."""
    trouble = house_of(request).store.trouble
    return Response({"version": __version__, "trouble": trouble}, status_code=503 if trouble else 200)


@get("/metrics", include_in_schema=False)
async def metrics(request: Ask) -> Response[bytes]:
    """Figures for Prometheus."""
    if not house_of(request).settings.metrics:
        raise NotFound("there are no metrics here")
    return Response(generate_latest(house_of(request).registry), media_type=CONTENT_TYPE_LATEST)


HANDLERS = [healthz, metrics]
