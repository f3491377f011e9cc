"""PostgreSQL for tests: a server of its own, from Debian's package or any other, in a folder that is thrown away."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sql
from sqlalchemy.exc import OperationalError

from pyramidion.server.storage.database import Database

DEBIAN = Path("/usr/lib/postgresql")
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}  # nobody minds if a test's data are lost


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, of the latest version that is there."""
    found = shutil.which("postgres")
    folders = sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return Path(found).parent if found else folders[-1].parent if folders else None


class PostgreSQL:
    """A server that is reached through a socket in its folder, or also at a port."""

    def __init__(self, port: int = 0, settings: dict[str, str] = QUICK) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pyramidion-pg-"))
        self._port = port
        self._settings = settings
        self._numbers = count()
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def is_missing() -> str:
        """Why there can't be one here."""
        if programs() is None:
            return "there is no PostgreSQL here: apt-get install postgresql"
        if os.getuid() == 0 and "postgres" not in {one.pw_name for one in pwd.getpwall()}:
            return "PostgreSQL doesn't run as root, and there is no user postgres"
        return ""

    def __enter__(self) -> Self:
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        template = Database(self._create("template_house"))  # migrated once, and then copied
        template.open()
        template.close()
        return self

    def start(self) -> None:
        options = {"listen_addresses": "127.0.0.1" if self._port else "", **self._settings}
        flags = [flag for name, value in options.items() for flag in ("-c", f"{name}={value}")]
        command = [self._program("postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *flags]
        command += ["-p", str(self._port or 5432)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, **_as_owner())
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + 60
        while True:
            try:
                self.ask("SELECT 1")
                return
            except OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process:
            self._process.send_signal(how)
            self._process.wait(60)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        if self._port:
            return f"postgresql+psycopg://postgres@127.0.0.1:{self._port}/{database}"
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """A database with our tables and nothing in them: its URL."""
        return self._create(f"house_{next(self._numbers)}", "TEMPLATE template_house")

    def empty_database(self) -> str:
        return self._create(f"empty_{next(self._numbers)}")

    def _create(self, name: str, how: str = "") -> str:
        self.ask(f"CREATE DATABASE {name} {how}")
        return self.url(name)

    def ask(self, query: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Plain SQL."""
        engine = sql.create_engine(self.url(database), isolation_level="AUTOCOMMIT", poolclass=sql.NullPool)
        with engine.connect() as connection:
            result = connection.exec_driver_sql(query)
            return [tuple(row) for row in result] if result.returns_rows else []

    def _program(self, name: str) -> str:
        folder = programs()
        assert folder
        return str(folder / name)

    def _run(self, name: str, *arguments: str) -> None:
        subprocess.run([self._program(name), *arguments], check=True, capture_output=True, **_as_owner())


def _as_owner() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.getuid():
        return {}
    return {"user": "postgres", "group": "postgres", "extra_groups": [], "cwd": "/"}
