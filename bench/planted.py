"""Twenty bugs, planted one at a time: does a campaign or a test that we run anyway catch each of them?

    python -m bench.planted [--only "lost writes"]

A bug is a piece of the server's source that is replaced when it is imported, in all processes of a campaign; the files stay
as they are. Each campaign runs without a bug first and has to pass. Dice are verified here, by code without the bug.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.harness import Person, Server, begin, seat_two, visitors
from pyramidion.server.fairness.dice import commitment, verify

ROOT = Path(__file__).parents[1]
SERVER = "pyramidion.server."
SECONDS = 120  # several times as long as a campaign takes; one that waits for something in vain has found something

# What Python runs before anything else: the source of one module is changed while it is imported.
PLANT = """
import importlib.abc, importlib.machinery, json, os, sys
bug = json.loads(os.environ["PLANTED_BUG"])

class Planter(importlib.machinery.SourceFileLoader):
    def get_code(self, name):
        source = self.get_source(name)
        assert bug["old"] in source, "the source has changed: plant the bug anew"
        return compile(source.replace(bug["old"], bug["new"]), self.path, "exec")

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != bug["module"]:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        spec.loader = Planter(name, spec.origin)
        return spec

sys.meta_path.insert(0, Finder())
"""

PYTEST = ("-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider")
CAMPAIGNS: dict[str, tuple[str, ...]] = {
    "crash": ("-m", "bench.crash", "--kills", "2", "--tables", "8", "--moves", "200", "--longest", "1.5"),
    "recovery": ("-m", "bench.recovery", "--restores", "3", "--kills", "6"),
    "hostile": ("-m", "bench.hostile", "--messages", "3000"),
    "slaps": ("-m", "bench.slaps", "--cheats", "simulated", "--duels", "1000"),
    "leaks": (*PYTEST, "tests/server/test_leaks.py", "-k", "nothing_that_is_told and pyramid"),
    "readiness": (*PYTEST, "tests/server/test_readiness.py"),
    "tables": (*PYTEST, "tests/server/test_tables.py", "tests/server/test_undo.py"),
    "dice": (),  # played and verified in this process
}


class Bug(NamedTuple):
    """A piece of source and what it becomes."""

    kind: str
    name: str
    caught_by: str
    module: str
    old: str
    new: str


BUGS = (
    Bug("leaks", "the board is seen with all eyes", "leaks", "tables.presenter",
        "play.seen(self.table.eyes_of(seats))", "play.seen((1 << play.seats) - 1)"),
    Bug("leaks", "everybody hears what was done in secret", "leaks", "tables.presenter",
        "if not play.hears(eyes, event):", "if False:"),
    Bug("leaks", "looking back shows everything", "leaks", "tables.presenter",
        "view = play.view(eyes=eyes)", "view = play.view(eyes=(1 << play.seats) - 1)"),
    Bug("leaks", "a record can be had before the end", "leaks", "tables.record",
        'if table.play is None or meta.status != "over":', "if table.play is None:"),
    Bug("leaks", "salts are told while people get ready", "readiness", "tables.readiness",
        'seat.salt_commitment or ""', 'seat.salt or seat.salt_commitment or ""'),
    Bug("leaks", "the secret is told with the commitment", "dice", "tables.presenter",
        'table.commitment if meta.status != "over" else', 'table.commitment if meta.status == "waiting" else'),
    Bug("lost writes", "told before it is written", "crash", "tables.live_table",
        "await self._write(entries, before)",
        "self.broadcast(length); await asyncio.sleep(0.2); await self._write(entries, before)"),
    Bug("lost writes", "nobody waits for the disk", "crash", "storage.database",
        "await self._queue(Events(table_id, rows, progress, lease))",
        "asyncio.get_running_loop().call_later(0.2, self._queue, Events(table_id, rows, progress, lease))"),
    Bug("lost writes", "a commit that is none", "crash", "storage.database",
        "            connection.commit()\n", "            connection.rollback()\n"),
    Bug("lost writes", "of several events the last is forgotten", "crash", "storage.events",
        "part = rows[i : i + ROWS_AT_ONCE]", "part = rows[i : i + ROWS_AT_ONCE][: max(len(rows) - 1, 1)]"),
    Bug("lost writes", "a restore leaves the old log beside the new file", "recovery", "storage.restore",
        'for suffix in (*BESIDE, ""):', 'for suffix in ("",):'),
    Bug("lost writes", "a backup has its name before it is whole", "recovery", "storage.backup",
        'copy.with_name(f"{copy.name}.partial-{secrets.token_hex(4)}")', "copy"),
    Bug("reordering", "actions of one group change places", "crash", "storage.events",
        "chain.from_iterable(part)", "chain.from_iterable([a[:3] + b[3:] for a, b in zip(part, part[::-1])])"),
    Bug("reordering", "a log is read in another order", "crash", "storage.events",
        ".order_by(events.c.n)", ".order_by(events.c.action)"),
    Bug("double acknowledgement", "what is late is done as well", "hostile", "tables.live_table",
        "if n == len(self.table.log):", "if n <= len(self.table.log):"),
    Bug("double acknowledgement", "anybody moves for anybody", "tables", "tables.session",
        "if seat not in self.table.seats_of(connection.user):", "if False:"),
    Bug("unfair dice", "salts are left out of the dice", "dice", "fairness.dice",
        'key, salted = bytes.fromhex(secret), "/".join([*salts, ""])', 'key, salted = bytes.fromhex(secret), ""'),
    Bug("unfair dice", "the better of two throws counts", "dice", "tables.table",
        "return lambda n, limit: dice(len(log) + n - len(line), limit)",
        "return lambda n, limit: max(dice(len(log) + n - len(line), limit), dice(len(log) + n + 1000, limit))"),
    Bug("unfair dice", "after an undo the same throw comes again", "dice", "tables.table",
        "dice(len(log) + n - len(line), limit)", "dice(n, limit)"),
    Bug("unfair dice", "the secret is chosen when everybody is ready", "dice", "tables.table",
        'self.meta.status = "live"\n', 'self.meta.status, self.meta.secret = "live", "5a" * 32\n'),
    Bug("unfair dice", "a revealed salt stays when others commit anew", "readiness", "tables.readiness",
        "        if seat.salt:\n", "        if False:\n"),
    Bug("unfair dice", "any salt may be revealed", "readiness", "tables.readiness",
        "seats[number].salt_commitment != salt_commitment(salt)", "False"),
    Bug("unfair slaps", "claims are believed up to 60 ms", "slaps", "fairness.slap_judge", "JITTER = 10 ", "JITTER = 60 "),
)  # fmt: skip


def environment(bug: Bug | None, folder: Path) -> dict[str, str]:
    """For processes with a bug, or without."""
    if bug is None:
        return dict(os.environ)
    (folder / "sitecustomize.py").write_text(PLANT)
    told = json.dumps({"module": SERVER + bug.module, "old": bug.old, "new": bug.new})
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PLANTED_BUG": told}


def fails(campaign: str, bug: Bug | None) -> str:
    """What a campaign says is wrong; nothing if all is well."""
    with tempfile.TemporaryDirectory() as folder:
        env = environment(bug, Path(folder))
        if campaign == "dice":
            return asyncio.run(verify_games(env))
        output = Path(folder) / "output"
        code = run([sys.executable, *CAMPAIGNS[campaign]], env, output)
        text = output.read_text()
    assert "plant the bug anew" not in text, bug
    if code is None:
        return "it waits for ever"
    return text.strip().splitlines()[-1][:70] if code else ""


def run(command: list[str], env: dict[str, str], output: Path) -> int | None:
    """The exit code of a campaign; None if it had to be ended, with all the servers that it started."""
    with output.open("w") as file:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=file, stderr=file, start_new_session=True)
        try:
            return process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


# Dice, as somebody sees them who keeps what they were told


async def verify_games(env: dict[str, str], games: int = 3) -> str:
    """Play at a server with this environment, take back, resign, and verify the records with our own code."""
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("w") as log:
        server = Server(Path(folder) / "house.sqlite", env=env, stderr=log).start()
        try:
            for _ in range(games):
                if wrong := await _verify_game(server.address):
                    return wrong
        finally:
            server.kill()
    return ""


async def _verify_game(address: str) -> str:
    async with visitors() as http:
        table, first, second = await seat_two(Person, http, address, "senet")
        await begin(table, first, second)
        promised = first.sync["fairness"]
        if len(promised) != len(commitment("00" * 32)):
            return "the secret was told"
        await _play(first, second)
        record: dict[str, Any] = (await http.get(f"{address}/api/tables/{table}/record")).json()
    try:
        verify(record)
    except ValueError as error:
        return str(error)[:70]
    return "" if record["fairness"]["commitment"] == promised else "another commitment than was told"


async def _play(first: Person, second: Person) -> None:
    """Some moves with undos that both agree to, and a resignation."""
    for i in range(12):
        mover, other = (first, second) if first.sync["legal"] else (second, first)
        legal = mover.sync["legal"][0]
        await mover.say("act", n=mover.sync["n"], seat=legal["seat"], action=legal["actions"][0])
        await _read_beyond(mover.sync["n"], first, second)
        if i % 4 == 3:
            await _take_back(mover, other)
    await first.say("resign", n=first.sync["n"], seat=0)
    await _read_beyond(first.sync["n"], first, second)


async def _take_back(mover: Person, other: Person) -> None:
    """The other one agrees, where that is needed."""
    n = mover.sync["n"]
    await mover.say("offer", wish="undo", n=n)
    message = await asyncio.wait_for(mover.read(), 60)
    if message["type"] == "refused":
        return  # they had no choice: there is nothing to take back
    if mover.sync["n"] == n:
        await other.say("offer", wish="undo", n=n)
    await _read_beyond(n, mover, other)


async def _read_beyond(n: int, *people: Person) -> None:
    for person in people:
        while person.sync["n"] <= n:
            await asyncio.wait_for(person.read(), 60)


def main(arguments: argparse.Namespace) -> int:
    bugs = [bug for bug in BUGS if arguments.only in f"{bug.kind}: {bug.name}"]
    for campaign in track(sorted({bug.caught_by for bug in bugs}), "without bugs", transient=True):
        if wrong := fails(campaign, None):
            print(f"{campaign} fails without a bug: {wrong}")
            return 2
    table, missed = Table("planted", "bug", "campaign", "caught", "what it says"), 0
    for bug in track(bugs, "planting", transient=True):
        wrong = fails(bug.caught_by, bug)
        missed += not wrong
        table.add_row(bug.kind, bug.name, bug.caught_by, "yes" if wrong else "NO", wrong)
    Console(width=170).print(table)
    print(f"{len(bugs)} bugs planted, {missed} not caught")
    return int(bool(missed))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="bugs whose kind or name has this in it")
    raise SystemExit(main(parser.parse_args()))
