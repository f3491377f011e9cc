"""JSON that may be long; routes say what is in it. A thread compresses it: the framework would do it on the event loop."""

import asyncio
import gzip
from typing import Any

from litestar import MediaType, Response

from pyramidion.server.http.dependencies import COMPRESSES_ITSELF, Ask

SMALL = 500  # bytes that are not worth compressing
LEVEL = 6  # of 9: as small within a few percent, in a third of the time
COMPRESSED = {COMPRESSES_ITSELF: True}  # an option of routes whose answers are made here


async def long_answer(request: Ask, encoded: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    if len(encoded) > SMALL and "gzip" in request.headers.get("Accept-Encoding", ""):
        encoded = await asyncio.to_thread(gzip.compress, encoded, LEVEL, mtime=0)
        headers["Content-Encoding"] = "gzip"
    return Response(encoded, media_type=MediaType.JSON, headers=headers)
