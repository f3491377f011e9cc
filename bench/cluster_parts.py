"""The real parts of a cluster on this machine: PostgreSQL, Redis, nginx and nodes, and what can be done to them."""

import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from bench.harness import NEWER, WIDE_OPEN, cpu_seconds
from tests.server.postgresql import PostgreSQL

PORTS = 20_000, 32_000
NGINX = Path(__file__).parents[1] / "deploy/nginx.conf"


def free_port() -> int:
    """A port that nobody listens on, below those of outgoing connections: one of these might take it before we do."""
    while True:
        port = random.randrange(*PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _children(parent: int) -> list[int]:
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in pids if _parent(pid) == parent]


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:  # it has ended meanwhile
        return 0


class Link:
    """A line to PostgreSQL or Redis that can be cut: what is sent meanwhile goes nowhere, and nobody is told."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def stop(self) -> None:
        self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def cut(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        for source, target in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            try:
                while data := await source.read(65_536):
                    await self._open.wait()
                    target.write(data)
                    await target.drain()
            finally:
                target.close()


class Node:
    """`pyramidion serve` as one of several."""

    def __init__(self, name: str, database: str, folder: Path, *flags: str, module: str = "pyramidion") -> None:
        self.name = name
        self.port = free_port()
        self._log = folder / f"{name}.log"
        self.build: Path | None = None  # the folder of another version's package, from the next start on
        self._command = [sys.executable, "-m", module, "serve", "--no-browser", "--port", str(self.port), "--node", name]
        self._command += ["--database", database, *WIDE_OPEN, *NEWER, "--trusted-proxies", "127.0.0.1", *flags]
        self.process: asyncio.subprocess.Process | None = None
        self.cpu_before = 0.0  # of processes of this node that have ended

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._command, stdout=subprocess.PIPE, stderr=log, env=self._environment()
            )
        assert self.process.stdout is not None
        line = await self.process.stdout.readline()
        if b"http://" not in line:
            raise RuntimeError(f"a node did not start: {self._log.read_text()[-2000:]}")

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **({"PYTHONPATH": str(self.build)} if self.build else {})}

    async def end(self, how: signal.Signals) -> None:
        if self.process and self.process.returncode is None:
            self.cpu_before += cpu_seconds(self.process.pid)
            self.process.send_signal(how)
            await self.process.wait()

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def cpu(self) -> float:
        alive = self.process is not None and self.process.returncode is None
        return self.cpu_before + (cpu_seconds(self.process.pid) if alive and self.process else 0.0)


class Redis:
    """redis-server, with nothing on disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def cpu(self) -> float:
        return cpu_seconds(self._process.pid) if self._process else 0.0

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


class Nginx:
    """The proxy of `deploy/`, for these nodes."""

    def __init__(self, nodes: list[Node], folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        (folder / "nginx.conf").write_text(self._configuration(nodes))

    def _configuration(self, nodes: list[Node]) -> str:
        site = re.sub(r"listen 443 ssl;|ssl_\w+ [^;]+;", "", NGINX.read_text())
        site = site.replace("server_name games.example;", f"listen 127.0.0.1:{self.port};").replace(
            "Host $host", "Host $http_host"
        )
        servers = iter(nodes)
        site = re.sub(r"server 10\.0\.0\.\d+:8000", lambda _: f"server {next(servers).address}", site)
        temporary = "\n".join(
            f"{kind}_temp_path {self._folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return (
            f"daemon off; worker_processes 1; pid {self._folder}/nginx.pid; error_log {self._folder}/nginx.log warn;\n"
            f"events {{ worker_connections 4096; }}\nhttp {{ access_log off; {temporary}\n{site}\n}}\n"
        )

    def start(self) -> None:
        self._process = subprocess.Popen(["nginx", "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")])

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            self._process.wait()


class Parts:
    """All of them."""

    def __init__(self, *, nodes: int = 3, module: str = "pyramidion", proxy: bool = True, is_safe: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pyramidion-cluster-"))
        settings = {"max_connections": "100"} if is_safe else {"max_connections": "100", "fsync": "off"}
        self.postgresql = PostgreSQL(free_port(), settings)
        self.redis = Redis()
        self.nodes: list[Node] = []
        self.links: list[Link] = []  # from each node to PostgreSQL, and to Redis
        self.redis_links: list[Link] = []
        self.proxy: Nginx | None = None
        self._how_many, self._module, self._has_proxy = nodes, module, proxy

    async def __aenter__(self) -> Self:
        try:
            await self._start()
        except BaseException:  # or what has been started would go on for ever
            await self.__aexit__(None, None, None)
            raise
        return self

    async def _start(self) -> None:
        self.postgresql.__enter__()
        self.redis.start()
        url = self.postgresql.new_database()
        self.dsn = url.replace("+psycopg", "")
        for number in range(self._how_many):
            link = await Link(int(url.rsplit(":", 1)[1].split("/")[0])).start()
            own = re.sub(r":\d+/", f":{link.port}/", url)
            redis_link = await Link(self.redis.port).start()
            self.links.append(link)
            self.redis_links.append(redis_link)
            bus = ["--bus", f"redis://127.0.0.1:{redis_link.port}"]
            self.nodes.append(Node(f"node{number}", own, self.folder, *bus, module=self._module))
        await asyncio.gather(*(node.start() for node in self.nodes))
        if self._has_proxy:
            self.proxy = Nginx(self.nodes, self.folder)
            self.proxy.start()

    def cpu(self) -> float:
        """What all nodes have used."""
        return sum(node.cpu() for node in self.nodes)

    def postgresql_cpu(self) -> float:
        """What all processes of PostgreSQL have used that still run."""
        return sum(cpu_seconds(pid) for pid in [*_children(self.postgresql.pid), self.postgresql.pid])

    @property
    def addresses(self) -> list[str]:
        return [f"127.0.0.1:{self.proxy.port}"] if self.proxy else [node.address for node in self.nodes]

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for node in self.nodes:
            await node.end(signal.SIGKILL)
        for link in [*self.links, *self.redis_links]:
            await link.stop()
        if self.proxy:
            self.proxy.stop()
        self.redis.stop()
        self.postgresql.__exit__(kind, error, trace)
        shutil.rmtree(self.folder, ignore_errors=True)
