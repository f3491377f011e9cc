"""Kinds of moments at which a server is killed, and who judges what is left: see recovery.py."""

import asyncio
import contextlib
import hashlib
import os
import random
import re
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from bench.crash import Noted, Sitting, check
from bench.forks import Forks
from bench.harness import WIDE_OPEN, Person, begin, seat_two
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.revision import LATEST

OLD = Path(__file__).parents[1] / "tests/server/old_databases/schema-1.sqlite"
BROKEN = (OSError, EOFError, httpx.HTTPError, WebSocketException)  # what people see of a server that was killed
LONGEST_PLAY = 0.8  # seconds
PAUSE = 0.005  # of people who play, about
FILLING = "id, game, version, options, position, clock_kind, clock_seconds, clock_increment, secret, creator, status, listed"
FILLING += ", created, goes_on, n, to_act"
FILLED = ("senet", 1, "{}", "", "none", 0, 0, "", "", "over", 0, 0, 0)


def fill(database: Path, tables: int, events: int) -> Path:
    """Fill a database with finished tables, so that it takes a while to copy and to check."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for name in (f"table {number}" for number in range(tables)):
            connection.execute(f"INSERT INTO tables ({FILLING}) VALUES (?{', ?' * 15})", (name, *FILLED, events, 0))
            rows = [(name, n, n, 0, "act", f"{n}-{n + 1}", None) for n in range(events)]
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        connection.commit()
    return database


# Looking at files


@contextlib.contextmanager
def looked_at(database: Path) -> Iterator[Path]:
    """A copy of a database and of what lies beside it: looking changes nothing of what the next server will find."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in ("", "-wal", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(f"{database}{suffix}", folder)
        yield Path(folder) / database.name


def rows_of(database: Path, query: str) -> list[Any]:
    """What a database answers."""
    with looked_at(database) as copy, contextlib.closing(sqlite3.connect(copy)) as connection:
        return connection.execute(query).fetchall()


def digest(database: Path) -> str:
    """All that a database says, as a hash; None of two damaged ones are alike."""
    with looked_at(database) as copy, contextlib.closing(sqlite3.connect(copy)) as connection:
        if (found := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            return f"{database} is damaged: {found}"
        return hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest()


# Processes


class Server:
    """A server that starts at once, and may be killed before it has."""

    def __init__(self, forks: Forks, database: Path) -> None:
        self.forks, self.database = forks, database
        self.output = database.with_name(f"{database.name}.output")
        self.address, self.process = "http://127.0.0.1:0", 0

    def launch(self) -> None:
        """Begin to start; where it was before, if it was."""
        port = self.address.rsplit(":", 1)[1]
        flags = ["serve", "--no-browser", "--port", port, "--database", str(self.database), *WIDE_OPEN]
        self.output.write_text("")
        self.process = self.forks.start(flags, self.output)

    async def is_open(self) -> None:
        """Wait until it is."""
        while "http://" not in (text := self.output.read_text()):
            assert not re.search("^pyramidion:|Traceback", text), f"the server did not start: {text}"
            await asyncio.sleep(0.002)
        self.address = "http://" + text.split("http://")[1].split()[0]

    async def start(self) -> float:
        """Start, and see that all is well; the seconds that it took."""
        started = time.perf_counter()
        self.launch()
        await self.is_open()
        async with httpx.AsyncClient(timeout=60) as http:
            health = await http.get(f"{self.address}/healthz")
        assert health.status_code == 200, health.text
        return time.perf_counter() - started

    def kill(self) -> None:
        """No chance to write anything more; one that is dead stays so."""
        if self.process:
            kill(self.forks, self.process)
        self.process = 0


def kill(forks: Forks, process: int) -> int:
    """End a process at once, which nobody has waited for yet; its exit code, which is another one if it had ended before."""
    os.kill(process, signal.SIGKILL)
    return forks.wait(process)


async def until_it_breaks(work: Coroutine[Any, Any, None]) -> None:
    with contextlib.suppress(*BROKEN):
        await work


# Moments


class Moment:
    """A kind of moment. Its database and its people live on from kill to kill. This one is in the middle of games."""

    name = "play"
    people = 4  # pairs

    def __init__(self, forks: Forks, folder: Path, http: httpx.AsyncClient, seed: int | str) -> None:
        self.forks, self.http = forks, http
        self.folder = folder / self.name.replace(" ", "-")
        self.folder.mkdir()
        self.choose = random.Random(f"{seed} {self.name}")
        self.server = Server(forks, self.folder / "house.sqlite")
        self.sittings: list[Sitting] = []
        self.kills = self.acknowledged = self.wrong = 0

    async def prepare(self) -> None:
        """Make the database."""
        storage = Database(f"sqlite:///{self.server.database}")
        storage.open()
        storage.close()
        fill(self.server.database, tables=100, events=50)

    @property
    def noted(self) -> Noted:
        """All actions that were acknowledged."""
        return {key: told for sitting in self.sittings for key, told in sitting.noted.items()}

    async def round(self) -> None:
        """Let people do what they do, kill the server at a random moment, and look."""
        await self.server.start()
        doing = await self.begin()
        await self.strike()
        self.kills += 1
        await asyncio.gather(*doing)
        self.judge()

    async def begin(self) -> list[asyncio.Task[None]]:
        """Let everybody act for a while; mostly until something was acknowledged, at least."""
        if not self.sittings:
            seeds = [self.choose.getrandbits(32) for _ in range(self.people)]
            self.sittings = [Sitting(self.http, self.server.address, seed) for seed in seeds]
        before, doing = self.count(), [asyncio.create_task(until_it_breaks(self.act(one))) for one in self.sittings]
        if self.choose.random() < 0.8:
            while self.count() == before and not all(task.done() for task in doing):
                await asyncio.sleep(0.005)
        await asyncio.sleep(self.choose.uniform(0, LONGEST_PLAY))
        return doing

    def count(self) -> int:
        """How much has been acknowledged to these people."""
        return sum(len(sitting.noted) for sitting in self.sittings)

    async def act(self, sitting: Sitting) -> None:
        """What a pair of people does until the server is gone."""
        await sitting.play(PAUSE)

    async def strike(self) -> None:
        self.server.kill()

    def judge(self) -> None:
        """Count what was acknowledged, and what is wrong of it."""
        with looked_at(self.server.database) as copy:
            self.wrong += sum(check(copy, self.noted).values())
        self.acknowledged = self.count()


class Creation(Moment):
    """Tables are opened, and people sit down."""

    name = "table creation"

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seats: set[tuple[str, int, str]] = set()

    async def act(self, sitting: Sitting) -> None:
        while True:
            table, first, second = await seat_two(Person, self.http, self.server.address, "senet")
            self.seats |= {(table, 0, first.user), (table, 1, second.user)}

    def count(self) -> int:
        return len(self.seats)

    def judge(self) -> None:
        query = "SELECT table_id, seat, user FROM seats JOIN tables ON tables.id = table_id"
        self.wrong += len(self.seats - set(rows_of(self.server.database, query)))
        self.acknowledged = self.count()


class EndOfGame(Moment):
    """Games are resigned as soon as they have begun."""

    name = "end of a game"

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.over: dict[str, int] = {}  # how many events there were, of each table that was told to be over

    async def act(self, sitting: Sitting) -> None:
        while True:
            table, *people = await seat_two(Person, self.http, self.server.address, "senet")
            await begin(table, *people)
            await self._resign(table, people[0])
            for person in people:
                await person.leave()

    async def _resign(self, table: str, person: Person) -> None:
        await person.say("resign", n=person.sync["n"], seat=0)
        while person.sync["status"] != "over":
            await person.read()
        self.over[table] = person.sync["n"]

    def count(self) -> int:
        return len(self.over)

    def judge(self) -> None:
        query = "SELECT id, n FROM tables WHERE status = 'over' AND ending = 'resign' AND ending_seat = 0 AND NOT EXISTS"
        query += " (SELECT 1 FROM seats WHERE table_id = id AND score IS NULL)"
        kept = set(rows_of(self.server.database, query))
        logs = set(rows_of(self.server.database, "SELECT table_id, count(*) FROM events GROUP BY table_id"))
        self.wrong += len(set(self.over.items()) - (kept & logs))
        self.acknowledged = self.count()


class Backup(Moment):
    """People play and a backup is made; the backup is killed, or the server."""

    name = "backup"
    takes = 0.05  # seconds, or longer

    async def strike(self) -> None:
        acknowledged, copy = self.noted, self.folder / "copy.sqlite"
        started = time.perf_counter()
        process = self.forks.start(
            ["backup", str(copy), "--database", str(self.server.database)], self.folder / "backup.output"
        )
        await asyncio.sleep(self.choose.uniform(0, 1.3 * self.takes))
        if self.choose.random() < 0.5:
            code = kill(self.forks, process)
        else:
            self.server.kill()
            code = self.forks.wait(process)
            self.takes = max(self.takes, time.perf_counter() - started)
        self._judge_copy(copy, code, acknowledged)
        await super().strike()

    def _judge_copy(self, copy: Path, code: int, acknowledged: Noted) -> None:
        """It is complete, or it is not there; if the command says that it is there, it is."""
        if copy.exists():
            self.wrong += sum(check(copy, acknowledged).values()) + ("damaged" in digest(copy))
        else:
            self.wrong += code != -signal.SIGKILL
        for path in self.folder.glob("copy.sqlite*"):
            path.unlink()


class FirstStart(Moment):
    """A server on a new file is killed while it starts, or when its first guests have come."""

    name = "first start"

    async def prepare(self) -> None:
        self.takes = await self.server.start()  # seconds
        self.server.kill()

    async def round(self) -> None:
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            self.server = Server(self.forks, self.new_file(Path(folder) / "house.sqlite"))
            guests = await self._strike_soon()
            await self.server.start()
            await self._judge_guests(guests)
            self.server.kill()
            self.judge()

    def new_file(self, path: Path) -> Path:
        """What the server is to find."""
        return path

    async def _strike_soon(self) -> list[Person]:
        guests: list[Person] = []
        self.server.launch()
        coming = asyncio.create_task(until_it_breaks(self._come(guests)))
        await asyncio.sleep(self.choose.uniform(0, 1.3 * self.takes))
        self.server.kill()
        self.kills += 1
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        return guests

    async def _come(self, guests: list[Person]) -> None:
        await self.server.is_open()
        while True:
            guests.append(await Person.come(self.http, self.server.address))

    async def _judge_guests(self, guests: list[Person]) -> None:
        """Everybody is still known."""
        self.acknowledged += len(guests)
        for guest in guests:
            answer = await self.http.get(f"{self.server.address}/api/me", headers={"Cookie": guest.cookie})
            self.wrong += answer.json()["user"] != guest.user

    def judge(self) -> None:
        pass


class Migration(FirstStart):
    """A server on a database of version 1 is killed while it starts, keeps a copy and migrates."""

    name = "migration"

    async def prepare(self) -> None:
        self.old = self.folder / "old.sqlite"
        shutil.copy(OLD, self.old)
        with contextlib.closing(sqlite3.connect(self.old)) as connection:
            for number in range(10):
                name = f"'{number} ' ||"
                rest = "game, status, listed, created, has_bots, facts FROM tables"
                connection.execute(f"INSERT INTO tables SELECT {name} id, {rest} WHERE rowid <= 16")
                rest = (
                    "n, at, seat, kind, action, more FROM events WHERE table_id IN (SELECT id FROM tables WHERE rowid <= 16)"
                )
                connection.execute(f"INSERT INTO events SELECT {name} table_id, {rest}")
            connection.commit()
        self.events = set(rows_of(self.old, "SELECT * FROM events"))
        self.tables = set(rows_of(self.old, "SELECT id, status FROM tables"))
        self.server.database = self.new_file(self.folder / "house.sqlite")
        await super().prepare()

    def new_file(self, path: Path) -> Path:
        return Path(shutil.copy(self.old, path))

    def judge(self) -> None:
        """Every event and every table is there, and the copy from before, if there is one, is whole."""
        database = self.server.database
        self.acknowledged += len(self.events)
        self.wrong += len(self.events - set(rows_of(database, "SELECT * FROM events")))
        self.wrong += len(self.tables - set(rows_of(database, "SELECT id, status FROM tables")))
        self.wrong += digest(database.with_name(f"house.sqlite.before-{LATEST}")) != digest(self.old)


MOMENTS = (Moment, Creation, EndOfGame, Backup, FirstStart, Migration)
