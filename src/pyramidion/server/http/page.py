"""The page, and what belongs to it."""

from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.static_files import create_static_files_router

from pyramidion.server.http.dependencies import Ask

PAGE = Path(__file__).parent.parent / "page"
PLACES = ("new", "t", "review", "rules", "learn")
BESIDE = {  # files of the page with fixed names, and what they are
    "manifest.webmanifest": "application/manifest+json",
    "service-worker.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "icon-180.png": "image/png",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-maskable-512.png": "image/png",
}
FOR_EVER = CacheControlHeader(max_age=365 * 24 * 3600, public=True, immutable=True)  # assets are named by their contents


@get([f"/{name}" for name in BESIDE], include_in_schema=False)
async def beside(request: Ask) -> Response[bytes]:
    """What a system wants of a page that can be installed. It is asked for anew, so that nothing of an older page stays."""
    name = request.url.path.removeprefix("/")
    if not (PAGE / name).exists():
        raise NotFoundException
    return Response((PAGE / name).read_bytes(), media_type=BESIDE[name], headers={"Cache-Control": "no-cache"})


@get(["/", "/learn", "/verify", *(f"/{place}/{{_rest:path}}" for place in PLACES)], include_in_schema=False)
async def page() -> Response[bytes]:
    """The page. It finds out by its address what to show."""
    return page_as(200)


def page_as(status: int) -> Response[bytes]:
    """The page with a status: 404 where an address leads nowhere."""
    index = PAGE / "index.html"
    if not index.exists():
        return Response(b"The page is not built: run `make page`.", media_type=MediaType.TEXT, status_code=503)
    return Response(index.read_bytes(), status_code=status, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


def handlers() -> list[Any]:
    """What there is now: the page may have been built a moment ago."""
    found: list[Any] = [beside, page]
    if (PAGE / "assets").exists():
        found.append(create_static_files_router("/assets", [PAGE / "assets"], cache_control=FOR_EVER))
    return found
