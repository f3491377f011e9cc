"""From `git clone` to a bot's move, as a newcomer has it.

    python -m bench.first_minute [--commits d438368,HEAD] [--warm] [--root DIR]

For each commit a fresh clone, its own environment and page, and for each game a server with an empty cache, of which that
game is asked for as soon as the page answers. CPU seconds are those of the server and all that it has started; those that
compile other games meanwhile are told apart. pip's and npm's own settings are those of this machine.

With --root all of it runs in another root folder, such as `debootstrap --variant=minbase --include=python3,python3-venv,make
bookworm DIR` makes; it needs this machine's /etc/resolv.conf, and /proc mounted.
"""

import argparse
import os
import resource
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from bench.baseline import ROOT, environment
from pyramidion.games import GAMES

PLAYER = """
import asyncio, random, sys
try:
    from bench.harness import Person, visitors
except ImportError:  # of an earlier version
    from bench.house import Person, visitors

async def main(address, game):
    async with visitors() as http:
        me = await Person.come(http, address)
        wish = {"game": game, "seats": [{"who": "me"}, {"who": "bot", "level": "farmer"}]}
        table = (await me.ask(http, "/api/tables", wish))["id"]
        await me.open(table)
        await me.be_ready()
        choose, acted = random.Random(0), -1
        while not any(event["seat"] not in (None, *me.sync["yours"]) for event in me.sync.get("events", ())):
            if (await me.read())["type"] == "refused":  # in a war: everyone has to see the table before a card is turned
                acted = -1
                await asyncio.sleep(0.1)
            if (action := me.any_action(choose)) and me.sync["n"] > acted:
                actions = [one for one in me.sync["legal"][0]["actions"] if one != "slap"]
                if actions:
                    acted = me.sync["n"]
                    await me.say("act", n=acted, seat=action[0], action=choose.choice(actions))

asyncio.run(main(*sys.argv[1:]))
"""


@dataclass(frozen=True)
class Place:
    """Where a newcomer works: a folder of this machine, or of another root."""

    folder: Path  # as it is called there
    root: Path | None
    env: dict[str, str]

    def command(self, *words: str, cwd: str = ".", **settings: str) -> list[str]:
        """A command to be run there."""
        there = ["chroot", str(self.root)] if self.root else []
        set_there = [f"{name}={value}" for name, value in settings.items()]
        return [*there, "env", f"--chdir={self.folder / cwd}", *set_there, *words]

    def run(self, *words: str, cwd: str = ".", **settings: str) -> None:
        done = subprocess.run(self.command(*words, cwd=cwd, **settings), env=self.env, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            raise RuntimeError(f"{words[:3]} failed:\n{done.stderr}")


def processes() -> dict[int, list[str]]:
    """The fields of /proc/PID/stat, after the name."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            pid, rest = path.read_text().split(" (", 1)
            stats[int(pid)] = rest.rsplit(") ", 1)[1].split()
    return stats


def seconds(ticks: Iterable[str]) -> float:
    return sum(map(int, ticks)) / float(os.sysconf("SC_CLK_TCK"))


class Watch(Thread):
    """Looks at a server and what it has started, again and again, so as to know for which game its processes compile."""

    def __init__(self, server: int) -> None:
        super().__init__(daemon=True)
        self._server, self._ended = server, Event()
        self.total = 0.0
        self.compiling: dict[tuple[int, str], float] = {}  # CPU seconds by process and game

    def run(self) -> None:
        while not self._ended.wait(0.05):
            self.look()

    def look(self) -> None:
        stats, tree = processes(), {self._server}
        while found := {pid for pid, fields in stats.items() if int(fields[1]) in tree and pid not in tree}:
            tree |= found
        self.total = sum(seconds(stats[pid][11:15]) for pid in tree if pid in stats)
        for pid in tree & stats.keys():
            with suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
                if "pyramidion.preparation" in words:
                    self.compiling[pid, words[-2]] = seconds(stats[pid][11:13])

    def for_others(self, game: str) -> float:
        """What has been spent on compiling other games."""
        return sum(spent for (_, name), spent in self.compiling.items() if name != game)

    def stop(self) -> None:
        self._ended.set()
        self.join()
        self.look()


def build(commit: str, place: Place) -> None:
    """Clone, install, build the page: what `make play` does before it starts the server."""
    started, cpu = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    here = (place.root or Path("/")) / place.folder.relative_to("/")
    subprocess.run(["git", "clone", "--quiet", ROOT, here / "clone"], check=True)
    subprocess.run(["git", "-C", here / "clone", "checkout", "--quiet", commit], check=True)
    place.run("make", "--silent", "page", cwd="clone")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - cpu.ru_utime - cpu.ru_stime
    print(f"{commit}: clone, installation and page: {time.perf_counter() - started:.0f} s, {spent:.0f} s of CPU", flush=True)
    place.run(
        ".venv/bin/python", "-m", "pip", "install", "--quiet", "httpx", cwd="clone"
    )  # for the player, who is not measured


def measure(place: Place, game: str) -> str:
    """Start a server and ask for a game at once."""
    cache = str(place.folder / f"cache-{game}")
    settings = {"PYRAMIDION_CACHE": cache, "PYRAMIDION_DATA": f"{cache}/data"}
    serve = (".venv/bin/python", "-m", "pyramidion", "serve", "--no-browser", "--port", "0")
    command, started = place.command(*serve, cwd="clone", **settings), time.perf_counter()
    with subprocess.Popen(command, env=place.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        watch = Watch(server.pid)
        try:
            address = "http://" + server.stdout.readline().split("http://")[1].split()[0]
            urllib.request.urlopen(address).read()
            answered = time.perf_counter()
            watch.look()
            before = watch.total
            watch.start()
            place.run(".venv/bin/python", "-c", PLAYER, address, game, cwd="clone", **settings)
            waited = time.perf_counter() - answered
        finally:
            watch.stop()
            server.kill()  # an old one would finish compiling first
    spent, others = watch.total - before, watch.for_others(game)
    told = f"{spent:.1f} s of CPU, of which {others:.1f} for other games: {spent - others:.1f} for this one"
    return f"{game}: page after {answered - started:.1f} s, bot's move {waited:.1f} s later, {told}"


def main(arguments: argparse.Namespace) -> None:
    root = arguments.root
    with tempfile.TemporaryDirectory(dir=root / "tmp" if root else None) as name:
        inside = Path("/") / Path(name).relative_to(root) if root else Path(name)
        for commit in arguments.commits.split(","):
            folder = Path(name) / commit
            (folder / "home").mkdir(parents=True)
            home = str(inside / commit / "home")
            env = {**environment(), "HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home}
            env["PATH"] = os.defpath + ":/usr/sbin:/sbin" if root else env["PATH"]
            place = Place(inside / commit, root, env)
            build(commit, place)
            for game in arguments.games.split(","):
                print(measure(place, game), flush=True)
                if arguments.warm:
                    print("  again:", measure(place, game), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", default="HEAD")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--warm", action="store_true", help="once more, with what the first server has compiled")
    parser.add_argument(
        "--root", type=lambda name: Path(name).resolve(), help="another root folder, instead of this machine's"
    )
    main(parser.parse_args())
