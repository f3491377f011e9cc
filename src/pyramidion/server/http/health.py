"""How the server is, for those who run it."""

from litestar import MediaType, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pyramidion.refusal import NotFound
from pyramidion.server.http.dependencies import REFUSALS, Ask
from pyramidion.server.lan import reachable_at
from pyramidion.server.protocol.rest import ServerInfo
from pyramidion.server.services import services_of
from pyramidion.version import __version__


@get("/healthz", responses=REFUSALS, media_type=MediaType.JSON)
async def healthz(request: Ask) -> Response[dict[str, str]]:
    """Whether the server can write. One of several says its name, and is not well while it hands its tables over."""
    services = services_of(request)
    trouble, cluster = services.database.problem, services.cluster
    if cluster and cluster.is_leaving:
        trouble = trouble or "this server is stopping"
    name = {"node": cluster.node} if cluster else {}
    return Response({"version": __version__, "trouble": trouble, **name}, status_code=503 if trouble else 200)


@get("/api/server", responses=REFUSALS)
async def server(request: Ask) -> ServerInfo:
    """Where other machines reach this server: what an invitation should link to. Others know it by where they are."""
    host, port = reachable_at(services_of(request).settings.host), request.url.port
    is_here = not reachable_at(request.url.hostname or "")
    address = f"http://{host}:{port}" if is_here and host and port else ""
    return ServerInfo(address=address, sends_mail=services_of(request).emails.is_on)


@get("/metrics", include_in_schema=False)
async def metrics(request: Ask) -> Response[bytes]:
    """Figures for Prometheus."""
    if not services_of(request).settings.metrics:
        raise NotFound("metrics are switched off")
    return Response(generate_latest(services_of(request).metrics.registry), media_type=CONTENT_TYPE_LATEST)


HANDLERS = [healthz, server, metrics]
