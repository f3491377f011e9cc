"""Kill servers, backups and restores at random moments, restore as documented, and let a separate checker judge the rest.

    python -m bench.recovery [--restores 100] [--kills 1000]

Everybody notes what was acknowledged. After each kill the checker reads a copy of the files, without a word of the server's
code; then a server has to start on the files as they were left.
"""

import argparse
import asyncio
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.crash import check
from bench.forks import Forks
from bench.harness import visitors
from bench.moments import LONGEST_PLAY, MOMENTS, Moment, digest, kill, looked_at, rows_of

VICTIMS = ("backup", "server", "restore")


class Restores(Moment):
    """People play, a backup is made, the server is killed, the backup is restored. One of the three is killed midway."""

    name = "backup, kill, restore"

    async def prepare(self) -> None:
        await super().prepare()
        self.takes = {"backup": 0.05, "restore": 0.05}  # seconds, or longer
        self.backup = self.folder / "backup.sqlite"
        self.went_back = self.was_done = 0  # how often a killed restore had not happened, and had

    async def round(self) -> None:
        victim = VICTIMS[self.kills % len(VICTIMS)]
        await self.server.start()
        doing = await self.begin()
        await self._back_up(victim)
        await asyncio.sleep(self.choose.uniform(0, LONGEST_PLAY))
        self.server.kill()
        await asyncio.gather(*doing)
        await self._restore(victim)
        self.kills += 1
        self.judge()
        self.backup.unlink()

    async def _back_up(self, victim: str) -> None:
        acknowledged = self.noted
        command = ["backup", str(self.backup), "--database", str(self.server.database)]
        if victim == "backup":
            await self._run_and_kill(command)
            acknowledged = acknowledged if self.backup.exists() else self.noted
        elif victim == "server":
            process = self.forks.start(command, self.folder / "output")
            await asyncio.sleep(self.choose.uniform(0, self.takes["backup"]))
            self.server.kill()
            self.forks.wait(process)
        if not self.backup.exists():
            self._run(command)
        with looked_at(self.backup) as copy:
            self.wrong += sum(check(copy, acknowledged).values())
        self.acknowledged += len(acknowledged)

    async def _restore(self, victim: str) -> None:
        command = ["restore", str(self.backup), "--database", str(self.server.database)]
        if victim == "restore":
            before = rows_of(self.server.database, "SELECT * FROM events ORDER BY table_id, n")
            await self._run_and_kill(command)
            if self.choose.random() < 0.5:  # somebody starts the server before they restore again
                await self._judge_in_between(before)
        self._run(command)

    async def _judge_in_between(self, before: list[Any]) -> None:
        await self.server.start()
        self.server.kill()
        found = rows_of(self.server.database, "SELECT * FROM events ORDER BY table_id, n")
        if found == before:
            self.went_back += 1
        else:
            self.was_done += 1
            self.wrong += found != rows_of(self.backup, "SELECT * FROM events ORDER BY table_id, n")

    def judge(self) -> None:
        """The database is the backup, and people begin anew."""
        self.wrong += digest(self.server.database) != digest(self.backup) or "damaged" in digest(self.backup)
        self.sittings = []
        for path in self.folder.glob("*.before-restore-*"):
            path.unlink()

    def _run(self, command: list[str]) -> None:
        """As a person does it; it has to succeed."""
        started = time.perf_counter()
        code = self.forks.wait(self.forks.start(command, self.folder / "output"))
        assert code == 0, (self.folder / "output").read_text()
        self.takes[command[0]] = max(self.takes[command[0]], time.perf_counter() - started)

    async def _run_and_kill(self, command: list[str]) -> None:
        process = self.forks.start(command, self.folder / "output")
        await asyncio.sleep(self.choose.uniform(0, self.takes[command[0]]))
        code = kill(self.forks, process)
        assert code in (0, -signal.SIGKILL), (self.folder / "output").read_text()


async def main(arguments: argparse.Namespace) -> int:
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Forks() as forks:
        async with visitors() as http:
            moments = [kind(forks, Path(folder), http, arguments.seed) for kind in (Restores, *MOMENTS)]
            for moment in moments:
                await moment.prepare()
            for _ in track(range(arguments.restores), "restoring", transient=True):
                await moments[0].round()
            for number in track(range(arguments.kills), "killing", transient=True):
                await moments[1 + number % len(MOMENTS)].round()
    _print(moments, time.perf_counter() - started)
    return int(any(moment.wrong for moment in moments))


def _print(moments: list[Moment], seconds: float) -> None:
    table = Table("killed at", "times", "acknowledged", "lost or wrong")
    for moment in moments:
        table.add_row(moment.name, f"{moment.kills:,}", f"{moment.acknowledged:,}", f"{moment.wrong:,}")
    Console().print(table)
    kills, wrong = sum(moment.kills for moment in moments), sum(moment.wrong for moment in moments)
    print(f"{kills} kills in {seconds:.0f} s: {wrong} lost or wrong")


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restores", type=int, default=100, help="rounds of backup, kill and restore (default 100)")
    parser.add_argument(
        "--kills", type=int, default=1000, help="kills of servers and backups at all other moments (default 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, help="other moments (default 0)")
    return parser


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(command_line().parse_args())))
