"""The balance lab: a survey is told line by line while it grows, and ends when nobody listens any more."""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from litestar import post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from pyramidion.server.http.dependencies import COMPRESSES_ITSELF, REFUSALS, Ask, user_of, who_asks
from pyramidion.server.protocol.lab import NewSurvey, SurveyNews
from pyramidion.server.services import services_of
from pyramidion.server.sockets.stream import PING_SECONDS

LINES = "application/x-ndjson"
AT_ONCE = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # no proxy shall wait until it is over
TOLD = {
    200: ResponseSpec(SurveyNews, description="A line for each piece of news", media_type=LINES, generate_examples=False)
}


@post(
    "/api/lab/survey",
    responses={**REFUSALS, **TOLD},
    status_code=200,
    media_type=LINES,
    opt={COMPRESSES_ITSELF: True},
)
async def survey(request: Ask, data: JSONBody[NewSurvey]) -> Stream:
    """Measure a game, or compare two variants of it: a line of JSON for all news, until you hang up or all is played. Lines
    may be empty: then there is nothing new yet.

    A new survey ends the one that you listened to before.
    """
    user_of(request)
    return Stream(_lines(services_of(request).surveys.begin(data, who_asks(request))), headers=AT_ONCE, media_type=LINES)


async def _lines(news: AsyncIterator[SurveyNews], patience: float = PING_SECONDS) -> AsyncIterator[bytes]:
    """An empty line where a game has to be compiled first, or others are measured: nothing on the way shall close it."""
    while True:
        one = asyncio.ensure_future(anext(news, None))
        try:
            while not (await asyncio.wait([one], timeout=patience))[0]:
                yield b"\n"
        finally:
            one.cancel()
        if not (known := one.result()):
            return
        yield msgspec.json.encode(known) + b"\n"


HANDLERS = [survey]
