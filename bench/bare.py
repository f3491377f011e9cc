"""The least that a move could cost: a Litestar server that writes one row for a message, then sends two sockets 3 KB each.

    python -m bench.bare PORT DATABASE

It has the same loop, the same sockets and the same group commits as ours, and nothing else: no rules, no limits, no views.
"""

import asyncio
import queue
import sqlite3
import sys
import threading
import time
from collections import defaultdict
from typing import Any

import uvicorn
import uvloop
from litestar import Litestar, WebSocket, websocket
from litestar.params import FromPath

GATHER_SECONDS = 0.005
ANSWER = "x" * 3000

Row = tuple[str, int, str]


class Writer:
    """Rows in groups, as our own writer has them."""

    def __init__(self, path: str) -> None:
        self._rows: queue.SimpleQueue[tuple[Row, asyncio.Future[None]]] = queue.SimpleQueue()
        self._path = path
        threading.Thread(target=self._write, daemon=True).start()

    async def write(self, row: Row) -> None:
        future = asyncio.get_running_loop().create_future()
        self._rows.put((row, future))
        await future

    def _write(self) -> None:
        connection = sqlite3.connect(self._path)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE events (pair TEXT, n INTEGER, action TEXT, PRIMARY KEY (pair, n)) WITHOUT ROWID")
        while True:
            group = [self._rows.get()]
            time.sleep(GATHER_SECONDS)
            while not self._rows.empty():
                group.append(self._rows.get())
            connection.executemany("INSERT INTO events VALUES (?, ?, ?)", [row for row, _ in group])
            connection.commit()
            group[0][1].get_loop().call_soon_threadsafe(_settle, [future for _, future in group])


def _settle(futures: list["asyncio.Future[None]"]) -> None:
    for future in futures:
        future.set_result(None)


def application(writer: Writer) -> Litestar:
    pairs: dict[str, list[WebSocket[Any, Any, Any]]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)

    @websocket("/pair/{name:str}")
    async def pair(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
        await socket.accept()
        pairs[name].append(socket)
        while True:
            said = await socket.receive_data(mode="text")
            counts[name] += 1
            await writer.write((name, counts[name], said))
            for one in pairs[name]:
                await one.send_data(ANSWER, mode="text")

    return Litestar([pair], logging_config=None)


def main(port: int, path: str) -> None:
    config = uvicorn.Config(
        application(Writer(path)), port=port, ws="websockets-sansio", ws_per_message_deflate=False, log_config=None
    )
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(uvicorn.Server(config).serve())


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
