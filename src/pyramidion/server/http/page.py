"""The page, and what belongs to it: files that were compressed when the page was built."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from pyramidion.server.http.dependencies import COMPRESSES_ITSELF, Ask

PAGE = Path(__file__).parent.parent / "page"
PLACES = ("new", "t", "review", "rules", "learn", "mail", "people", "leaderboards", "find", "puzzles", "retry")
BESIDE = {  # files of the page with fixed names, and what they are
    "manifest.webmanifest": "application/manifest+json",
    "service-worker.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
    "icon-180.png": "image/png",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-maskable-512.png": "image/png",
}
ASSETS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
ASK_ANEW = "no-cache"  # so that nothing of an older page stays
FOR_EVER = f"max-age={365 * 24 * 3600}, public, immutable"  # assets are named by their contents
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # best first


class File(NamedTuple):
    """A file in one encoding."""

    content: bytes
    encoding: str  # none: as it is
    etag: str


@get([f"/{name}" for name in BESIDE], include_in_schema=False, opt={COMPRESSES_ITSELF: True})
async def beside(request: Ask) -> Response[bytes | None]:
    """What a system wants of a page that can be installed."""
    name = request.url.path.removeprefix("/")
    return _respond(request, PAGE / name, BESIDE[name], ASK_ANEW)


@get("/assets/{name:str}", include_in_schema=False, opt={COMPRESSES_ITSELF: True})
async def asset(request: Ask, name: FromPath[str]) -> Response[bytes | None]:
    """A part of the page."""
    path = PAGE / "assets" / name
    if path.parent != PAGE / "assets" or path.suffix not in ASSETS:
        raise NotFoundException
    return _respond(request, path, ASSETS[path.suffix], FOR_EVER)


@get(
    [
        "/",
        "/learn",
        "/lab",
        "/verify",
        "/puzzles",
        "/account",
        "/friends",
        "/leaderboards",
        "/moderation",
        "/house-rules",
        *(f"/{place}/{{_rest:path}}" for place in PLACES),
    ],
    include_in_schema=False,
    opt={COMPRESSES_ITSELF: True},
)
async def page(request: Ask) -> Response[bytes | None]:
    """The page. It finds out by its address what to show."""
    return page_as(request, 200)


def page_as(request: Ask, status: int) -> Response[bytes | None]:
    """The page with a status: 404 where an address leads nowhere."""
    index = PAGE / "index.html"
    if not index.exists():
        return Response(b"The page is not built: run `make page`.", media_type=MediaType.TEXT, status_code=503)
    return _respond(request, index, MediaType.HTML, ASK_ANEW, status)


def _respond(request: Ask, path: Path, media_type: str, cache: str, status: int = 200) -> Response[bytes | None]:
    """A file in the best encoding that the browser takes; nothing, if it has that already."""
    if not path.exists():
        raise NotFoundException
    file = _best(path, request.headers.get("accept-encoding", ""))
    headers = {"Cache-Control": cache, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if status == 200 and file.etag in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    if file.encoding:
        headers["Content-Encoding"] = file.encoding
    return Response(file.content, status_code=status, media_type=media_type, headers=headers)


def _best(path: Path, accepted: str) -> File:
    taken = {part.split(";")[0].strip() for part in accepted.split(",") if not part.replace(" ", "").endswith(";q=0")}
    for encoding, ending in ENCODINGS.items():
        packed = path.with_name(path.name + ending)
        if encoding in taken and packed.exists():
            return _read(packed, encoding, packed.stat().st_mtime_ns)
    return _read(path, "", path.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _read(path: Path, encoding: str, _changed: int) -> File:
    """A file, read once for each time that it was built."""
    content = path.read_bytes()
    return File(content, encoding, f'"{sha256(content).hexdigest()[:20]}"')


HANDLERS: list[Any] = [beside, asset, page]
