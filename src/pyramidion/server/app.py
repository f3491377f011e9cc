"""The web application: REST for the lobby, one WebSocket for a table, and the page itself."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, put, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, Cookie, State
from litestar.exceptions import HTTPException, MethodNotAllowedException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Schema
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.routes import HTTPRoute
from litestar.static_files import create_static_files_router
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pyramidion.bots.levels import LEVELS, face, ratings
from pyramidion.game import Game
from pyramidion.games import GAMES, find
from pyramidion.server import analysis
from pyramidion.server.host import Host
from pyramidion.server.house import House, NotFound
from pyramidion.server.lessons import lesson_of
from pyramidion.server.messages import (
    BotInfo,
    Chances,
    ChoiceInfo,
    Chosen,
    ClockWish,
    Course,
    GameInfo,
    Lesson,
    Lobby,
    Look,
    Looked,
    Me,
    NewTable,
    Odds,
    OptionInfo,
    Past,
    PresetInfo,
    Refusal,
    Rename,
    Review,
    Sit,
    TableInfo,
)
from pyramidion.server.reviewing import odds_of
from pyramidion.server.settings import Settings
from pyramidion.server.socket import is_welcome, serve
from pyramidion.server.store import Trouble
from pyramidion.version import __version__

PAGE = Path(__file__).parent / "page"
PLACES = ("new", "t", "review", "rules", "learn")
COOKIE = "pyramidion"
COOKIE_SECONDS = 400 * 24 * 3600  # as long as browsers allow
LARGEST_BODY = 16 * 1024
LARGEST_RECORD = 1024 * 1024
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
REFUSALS = {
    status: ResponseSpec(Refusal, description=why, generate_examples=False)
    for status, why in {
        400: "The request is not as it should be",
        401: "The house does not know you: GET /api/me first",
        403: "The request comes from another site",
        404: "There is no such thing",
        405: "The address does not know this method",
        409: "That can't be done",
        413: "The request is too large",
        429: "Too many requests",
        503: "Nothing can be written at present",
    }.items()
}

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
STRICT = {struct.__name__ for struct in (Rename, NewTable, Sit, Chosen, ClockWish, Look, Course)}

log = logging.getLogger(__name__)
Ask = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(max_length=40, description="A table's name, from its link")]
Eyes = Annotated[int | None, QueryParameter(description="A seat, to see what it saw; everything if left out")]


class Unknown(Exception):
    """The house does not know who asks."""


def _house(asks: Ask | WebSocket[Any, Any, Any]) -> House:
    house: House = asks.app.state.house
    return house


def _user(request: Ask) -> str:
    user = _house(request).user_of(request.cookies.get(COOKIE))
    if not user:
        raise Unknown
    return user


# Games and bots


@get("/api/games", responses=REFUSALS)
async def games() -> list[GameInfo]:
    """Every game with its options."""
    return [game_info(find(name)) for name in GAMES]


@get("/api/games/{name:str}/rules", media_type="text/markdown", responses=REFUSALS)
async def rules(name: FromPath[str]) -> str:
    """A game's rules."""
    return _game(name).rules_text


@get("/api/games/{name:str}/lesson", responses=REFUSALS)
async def lesson(name: FromPath[str]) -> Lesson:
    """A game's lesson."""
    found = lesson_of(_game(name))
    if found is None:
        raise NotFound(f"{find(name).title} has no lesson yet")
    return found


@post("/api/games/{name:str}/look", responses=REFUSALS, status_code=200)
async def look(request: Ask, name: FromPath[str], data: JSONBody[Look]) -> Looked:
    """Any position of a game, after any actions, as any seats see it. Nothing is written."""
    game = _game(name)
    await _house(request).thinkers.warm(game)
    return await asyncio.to_thread(analysis.look, game, data)


def _game(name: str) -> Game:
    if name not in GAMES:
        raise NotFound(f"there is no game {name!r}")
    return find(name)


@get("/api/bots", responses=REFUSALS)
async def bots() -> list[BotInfo]:
    """The levels of the house's bots."""
    return [BotInfo(name, level.title, level.sentence, face(name), ratings(name)) for name, level in LEVELS.items()]


def game_info(game: Game) -> GameInfo:
    """A game, for a page or a script."""
    options = [
        OptionInfo(
            name=option.name,
            title=option.title,
            explanation=option.explanation,
            choices=[ChoiceInfo(choice.value, choice.meaning) for choice in option.choices],
            default=option.default,
            ruling=option.ruling,
            pattern=option.pattern,
        )
        for option in game.options
    ]
    presets = [PresetInfo(p.name, p.title, p.sentence, p.seats, dict(p.options)) for p in game.presets]
    return GameInfo(
        name=game.name,
        title=game.title,
        sentence=game.sentence,
        credit=game.credit,
        version=game.version,
        seats=list(game.seats),
        seat_names=list(game.seat_names),
        options=options,
        presets=presets,
        real_time=game.real_time,
        lesson=found.sentence if (found := lesson_of(game)) else "",
    )


# People


@get("/api/me", responses=REFUSALS)
async def me(request: Ask) -> Response[Me]:
    """Who you are. Whoever comes for the first time becomes a guest with a name and a cookie."""
    house = _house(request)
    user = house.user_of(request.cookies.get(COOKIE)) or await house.new_user()
    cookie = Cookie(
        key=COOKIE,
        value=house.cookie(user),
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=house.settings.https,
    )
    return Response(Me(user, await house.name_of(user)), cookies=[cookie])


@put("/api/me", responses=REFUSALS)
async def rename(request: Ask, data: JSONBody[Rename]) -> Me:
    """Be called otherwise."""
    user = _user(request)
    await _house(request).rename(user, data.name)
    return Me(user, await _house(request).name_of(user))


# Tables


@get("/api/tables", responses=REFUSALS)
async def lobby(request: Ask) -> Lobby:
    """The tables you sit at, those that wait for somebody, and those you may watch."""
    house = _house(request)
    return await house.lobby(house.user_of(request.cookies.get(COOKIE)))


@post("/api/tables", responses=REFUSALS)
async def create(request: Ask, data: JSONBody[NewTable]) -> TableInfo:
    """Open a table."""
    user, house = _user(request), _house(request)
    return await house.info((await house.create(user, data)).table.id, user)


@get("/api/tables/{table_id:str}", responses=REFUSALS)
async def table(request: Ask, table_id: TableId) -> TableInfo:
    """A table."""
    house = _house(request)
    return await house.info(table_id, house.user_of(request.cookies.get(COOKIE)))


@post("/api/tables/{table_id:str}/sit", responses=REFUSALS, status_code=200)
async def sit(request: Ask, table_id: TableId, data: JSONBody[Sit]) -> TableInfo:
    """Take a seat."""
    user, house = _user(request), _house(request)
    host = await house.host(table_id)
    await house.sit(user, host, data.seat)
    return await house.info(table_id, user)


@post("/api/tables/{table_id:str}/leave", responses=REFUSALS, status_code=200)
async def leave(request: Ask, table_id: TableId) -> TableInfo:
    """Leave a table: before the game the seat is free again, during it a bot takes it."""
    user, house = _user(request), _house(request)
    host = await house.host(table_id)
    await host.depart(user)
    return await house.info(table_id, user)


@get("/api/tables/{table_id:str}/record", responses=REFUSALS)
async def record(request: Ask, table_id: TableId) -> Response[bytes]:
    """The whole game with its dice, when it is over."""
    host = await _house(request).host(table_id)
    headers = {"Content-Disposition": f'attachment; filename="{host.table.game.name}-{table_id}.json"'}
    async with host.lock:
        return Response(msgspec.json.encode(host.table.record()), media_type=MediaType.JSON, headers=headers)


# Looking back


@get("/api/tables/{table_id:str}/at/{n:int}", responses=REFUSALS)
async def look_back(request: Ask, table_id: TableId, n: FromPath[int], eyes: Eyes = None) -> Past:
    """The board as it was after `n` events, as you saw it. After the end you see everything, or what one seat saw."""
    house = _house(request)
    host = await house.host(table_id)
    async with host.lock:
        _check_number(host, n)
        seats = host.table.seats_of(house.user_of(request.cookies.get(COOKIE)))
        return host.looker.past(host.table.eyes_of(seats) if eyes is None else host.reviewer.eyes(eyes), n)


@get("/api/tables/{table_id:str}/review", responses=REFUSALS)
async def review(request: Ask, table_id: TableId, eyes: Eyes = None) -> Review:
    """A finished game with all its events, as everybody's eyes or one seat's saw them."""
    house = _house(request)
    host = await house.host(table_id)
    seats = host.table.seats_of(house.user_of(request.cookies.get(COOKIE)))
    async with host.lock:
        return host.looker.review(seats, host.reviewer.eyes(eyes))


@get("/api/tables/{table_id:str}/chances/{n:int}", responses=REFUSALS)
async def chances(request: Ask, table_id: TableId, n: FromPath[int]) -> Chances:
    """What the search thinks of a finished game after `n` events."""
    host = await _finished(request, table_id)
    _check_number(host, n)
    return await host.reviewer.chances(n)


@get("/api/tables/{table_id:str}/odds", responses=REFUSALS)
async def odds(request: Ask, table_id: TableId) -> Odds:
    """The odds of every event of chance of a finished game, to check its dice by."""
    return await (await _finished(request, table_id)).reviewer.odds()


@post("/api/verify/odds", responses=REFUSALS, status_code=200, request_max_body_size=LARGEST_RECORD)
async def odds_of_record(request: Ask, data: JSONBody[Course]) -> Odds:
    """The same of a record from anywhere. Nothing is written."""
    thinkers = _house(request).thinkers
    await thinkers.warm(_game(data.game))
    return await thinkers.review(lambda: odds_of(data))


async def _finished(request: Ask, table_id: str) -> Host:
    """The host of a table where the game is over, and written."""
    host = await _house(request).host(table_id)
    async with host.lock:
        host.reviewer.eyes(None)
    return host


def _check_number(host: Host, n: int) -> None:
    if host.table.play is None or not 0 <= n <= len(host.table.log):
        raise NotFound(f"the game has {len(host.table.log)} events up to now")


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """A page at a table; the query `n` says how many events it has."""
    n = socket.query_params.get("n", "0")
    await serve(socket, _house(socket), table_id, int(n) if n.isdecimal() and len(n) < 8 else 0)


# The house itself


@get("/healthz", responses=REFUSALS, media_type=MediaType.JSON)
async def healthz(request: Ask) -> Response[dict[str, str]]:
    """Whether the house can write."""
    trouble = _house(request).store.trouble
    return Response({"version": __version__, "trouble": trouble}, status_code=503 if trouble else 200)


@get("/metrics", include_in_schema=False)
async def metrics(request: Ask) -> Response[bytes]:
    """Figures for Prometheus."""
    if not _house(request).settings.metrics:
        raise NotFound("there are no metrics here")
    return Response(generate_latest(_house(request).registry), media_type=CONTENT_TYPE_LATEST)


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
    return _page(200)


def _page(status: int) -> Response[bytes]:
    index = PAGE / "index.html"
    if not index.exists():
        return Response(b"The page is not built: run `make page`.", media_type=MediaType.TEXT, status_code=503)
    return Response(index.read_bytes(), status_code=status, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"})


# Doors


async def _keep_doors(request: Ask) -> Response[Any] | None:
    """Not too many requests from one address, and no writing from other sites' pages."""
    house = _house(request)
    if request.method == "OPTIONS":  # Litestar's own answer forgets methods whose handlers stand alone
        return Response(None, status_code=204, headers={"Allow": _allowed(request)})
    if not house.requests.take(request.client.host if request.client else ""):
        return _refusal(429, "not so fast: too many requests")
    if request.method not in ("GET", "HEAD") and not is_welcome(request, house):
        return _refusal(403, "this request comes from another site's page")
    return None


def _refusal(status: int, why: str) -> Response[Refusal]:
    return Response(Refusal(why=why), status_code=status, media_type=MediaType.JSON)


def _allowed(request: Ask) -> str:
    """The methods that an address knows."""
    methods: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, HTTPRoute) and re.fullmatch(re.sub(r"{[^}]*}", "[^/]+", route.path), request.url.path):
            methods |= set(route.methods)
    return ", ".join(sorted(methods))


def _explain(request: Ask, error: Exception) -> Response[Any]:
    """A sentence for every error, and never a trace. The page itself says that an address leads nowhere."""
    match error:
        case NotFoundException() if not request.url.path.startswith("/api"):
            return _page(404)
        case MethodNotAllowedException():
            refusal = _refusal(405, f"this address knows {_allowed(request)}, not {request.method}")
            refusal.headers["Allow"] = _allowed(request)
            return refusal
        case HTTPException():
            extra = error.extra if isinstance(error.extra, list) else []
            details = "; ".join(f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if item)
            return _refusal(error.status_code, f"{error.detail}{f' ({details})' if details else ''}")
        case Unknown():
            return _refusal(401, "the house does not know you: get /api/me first")
        case NotFound():
            return _refusal(404, str(error))
        case Trouble():
            return _refusal(503, str(error))
        case ValueError():
            return _refusal(409, str(error))
    log.error("a request failed", exc_info=error)
    return _refusal(500, "something went wrong here; it was noted")


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

    handlers: list[Any] = [games, rules, lesson, look, bots, me, rename, lobby, create, table, sit, leave, record]
    handlers += [look_back, review, chances, odds, odds_of_record, table_socket, healthz, metrics, page, beside]
    if (PAGE / "assets").exists():
        handlers.append(create_static_files_router("/assets", [PAGE / "assets"], cache_control=FOR_EVER))
    app = Litestar(
        handlers,
        lifespan=[lifespan],
        before_request=_keep_doors,
        exception_handlers={Exception: _explain},
        openapi_config=OpenAPIConfig(title="Pyramidion", version=__version__, path="/api/schema"),
        compression_config=CompressionConfig(backend="gzip", exclude=["/metrics"]),
        request_max_body_size=LARGEST_BODY,
        state=State(),
        after_request=_add_headers,
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


def _add_headers(response: Response[Any]) -> Response[Any]:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
