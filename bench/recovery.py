"""Kill servers, backups and restores at random moments, restore as documented, and let a separate checker judge the rest.

    python -m bench.recovery [--restores 100] [--kills 1000] [--tally FILE]

Everybody notes what was acknowledged. After each kill the checker reads a copy of the files, without a word of the server's
code; then a server has to start on the files as they were left. It takes an hour or more. With a tally, a
file that gets a line for each round, what is cut off goes on where it was when it is run again.
"""

import argparse
import asyncio
import signal
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
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


class Round(msgspec.Struct):
    """A kill, and what came of it."""

    moment: str
    acknowledged: int
    wrong: int
    seconds: float


class Tally:
    """All rounds, also those of earlier runs if there is a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        lines = path.read_bytes().splitlines() if path and path.exists() else []
        self.rounds = [msgspec.json.decode(line, type=Round) for line in lines]

    def add(self, one: Round) -> None:
        self.rounds.append(one)
        if self._path:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")

    def count(self, *kinds: type[Moment]) -> int:
        """How many rounds there were of these kinds."""
        names = {kind.name for kind in kinds}
        return sum(one.moment in names for one in self.rounds)


async def play(tally: Tally, moment: Moment) -> None:
    """One round; a moment may count what was acknowledged over all of its rounds."""
    acknowledged, wrong, started = moment.acknowledged, moment.wrong, time.perf_counter()
    await moment.round()
    found = moment.acknowledged - acknowledged, moment.wrong - wrong, time.perf_counter() - started
    tally.add(Round(moment.name, *found))


async def main(arguments: argparse.Namespace) -> int:
    tally = Tally(arguments.tally)
    seed = f"{arguments.seed} {len(tally.rounds)}" if tally.rounds else arguments.seed
    with tempfile.TemporaryDirectory() as folder, Forks() as forks:
        async with visitors() as http:
            moments = [kind(forks, Path(folder), http, seed) for kind in (Restores, *MOMENTS)]
            for moment in moments:
                await moment.prepare()
            for _ in track(range(tally.count(Restores), arguments.restores), "restoring", transient=True):
                await play(tally, moments[0])
            for number in track(range(tally.count(*MOMENTS), arguments.kills), "killing", transient=True):
                await play(tally, moments[1 + number % len(MOMENTS)])
    _print(tally)
    return int(any(one.wrong for one in tally.rounds))


def _print(tally: Tally) -> None:
    table = Table("killed at", "times", "acknowledged", "lost or wrong")
    for name in dict.fromkeys(one.moment for one in tally.rounds):
        rounds = [one for one in tally.rounds if one.moment == name]
        acknowledged, wrong = sum(one.acknowledged for one in rounds), sum(one.wrong for one in rounds)
        table.add_row(name, f"{len(rounds):,}", f"{acknowledged:,}", f"{wrong:,}")
    Console().print(table)
    seconds, wrong = sum(one.seconds for one in tally.rounds), sum(one.wrong for one in tally.rounds)
    print(f"{len(tally.rounds)} kills in {seconds:.0f} s: {wrong} lost or wrong")


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restores", type=int, default=100, help="rounds of backup, kill and restore (default 100)")
    parser.add_argument(
        "--kills", type=int, default=1000, help="kills of servers and backups at all other moments (default 1000)"
    )
    parser.add_argument(
        "--tally", type=Path, help="a file for each round's outcome; what is in it already is not done again"
    )
    parser.add_argument("--seed", type=int, default=0, help="other moments (default 0)")
    return parser


if __name__ == "__main__":
    raise SystemExit(asyncio.run(main(command_line().parse_args())))
