"""Running the server: the process around the application."""

import asyncio
import contextlib
import logging
import socket
import sys
import webbrowser
from collections.abc import Callable

import msgspec
import uvicorn
from litestar import Litestar

from pyramidion.refusal import Refusal
from pyramidion.server import gc_tuning
from pyramidion.server import logging as logs
from pyramidion.server.app import application
from pyramidion.server.connection_limits import limits_for, protocols
from pyramidion.server.http.gate import Gate
from pyramidion.server.lan import EVERYWHERE, reachable_at
from pyramidion.server.preparation_lines import tell_preparation
from pyramidion.server.services import open_database
from pyramidion.server.settings import Settings

LARGEST_FRAME = 4096
SECONDS_TO_CLOSE = 5

log = logging.getLogger(__name__)


class Server(uvicorn.Server):
    """Hands its tables over, and ends answers that would go on for long, before it waits for what is left."""

    def __init__(self, config: uvicorn.Config, app: Litestar) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.state.services.surveys.end()
        await self._app.state.services.drain()
        await super().shutdown(sockets)


def run(settings: Settings, *, browser: bool) -> None:
    """Serve until somebody says stop; print the address, and open it in the browser."""
    logs.set_up(settings.log, settings.log_format)
    listening = listen(settings)
    port = listening.getsockname()[1]
    address = f"http://{'127.0.0.1' if settings.host == EVERYWHERE else settings.host}:{port}"
    others = reachable_at(settings.host)
    with contextlib.ExitStack() as in_trouble:
        in_trouble.callback(listening.close)
        settings = reached_at(settings, listening)
        database = open_database(settings)  # before there is a loop, in which a refusal would become a traceback
        in_trouble.pop_all()
    app = application(settings, database)
    server = Server(configuration(app, settings), app)
    _tune_python()
    with contextlib.suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_event_loop()) as runner:
        runner.run(_serve(server, app, listening, address, f"http://{others}:{port}" if others else "", browser))


def reached_at(settings: Settings, listening: socket.socket) -> Settings:
    """The settings with the address where other nodes reach this one, if it isn't given."""
    host = socket.gethostname() if settings.host == EVERYWHERE else settings.host
    address = settings.address or f"{host}:{listening.getsockname()[1]}"
    return msgspec.structs.replace(settings, address=address)


def _event_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster loop, where there is one for the system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _tune_python() -> None:
    """Search for garbage when it harms nobody. And the thread that writes must not wait 5 ms whenever the loop is busy."""
    gc_tuning.tune()
    sys.setswitchinterval(0.0005)


def configuration(app: Litestar, settings: Settings) -> uvicorn.Config:
    """How the application is served."""
    http, sockets = protocols(limits_for(settings))
    return uvicorn.Config(
        Gate(app),
        http=http,
        ws=sockets,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # it would cost more time than it saves on messages of a few kilobytes
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SECONDS_TO_CLOSE,
        lifespan="on",
    )


async def _serve(
    server: uvicorn.Server, app: Litestar, listening: socket.socket, address: str, others: str, browser: bool
) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        print(f"Pyramidion is running at {address} (press Ctrl-C to stop)", flush=True)
        if others:
            print(f"Others on your network can join at {others}", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, address)
        telling = asyncio.create_task(tell_preparation(app.state.services.bot_pool.preparations, address))
        serving.add_done_callback(lambda _: telling.cancel())
    await serving


def listen(settings: Settings) -> socket.socket:
    """A socket that listens; a sentence if the port is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise Refusal(f"can't listen on {settings.host}:{settings.port} ({error.strerror}): try another --port") from error
    listening.listen(2048)
    return listening
