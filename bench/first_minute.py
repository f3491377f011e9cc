"""From `git clone` to a bot's move, as a newcomer has it: python -m bench.first_minute [--commit d438368] [--warm]

A fresh clone, its own environment and page, and for each game a server with an empty cache, of which that game is asked
for as soon as the page answers. CPU seconds are those of the server and all that it has started: also of other games, which
are prepared meanwhile. pip's and npm's own settings are those of this machine.
"""

import argparse
import os
import resource
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

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
            await me.read()
            if (action := me.any_action(choose)) and me.sync["n"] > acted:
                acted, actions = me.sync["n"], me.sync["legal"][0]["actions"]
                chosen = "turn" if "turn" in actions else action[1]  # in a war, not a false slap
                await me.say("act", n=acted, seat=action[0], action=chosen)

asyncio.run(main(*sys.argv[1:]))
"""


def tree_cpu(root: int) -> float:
    """CPU seconds of a process, of those it has started, and of those of them that have ended."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = path.read_text().split(" (", 1)
        except OSError:
            continue  # it has just ended
        stats[int(pid)] = rest.rsplit(") ", 1)[1].split()
    tree = {root}
    while found := {pid for pid, fields in stats.items() if int(fields[1]) in tree and pid not in tree}:
        tree |= found
    ticks = sum(int(number) for pid in tree if pid in stats for number in stats[pid][11:15])
    return ticks / float(os.sysconf("SC_CLK_TCK"))


def build(commit: str, clone: Path, env: dict[str, str]) -> None:
    """Clone, install, build the page: what `make play` does before it starts the server."""
    started, cpu = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    subprocess.run(["git", "-C", clone, "checkout", "--quiet", commit], check=True)
    subprocess.run(["make", "--silent", "page"], cwd=clone, env=env, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - cpu.ru_utime - cpu.ru_stime
    print(f"clone, installation and page: {time.perf_counter() - started:.0f} s, {spent:.0f} s of CPU", flush=True)


def measure(clone: Path, env: dict[str, str], game: str, cache: Path) -> str:
    """Start a server and ask for a game at once."""
    env = {**env, "PYRAMIDION_CACHE": str(cache), "PYRAMIDION_DATA": str(cache / "data")}
    python, started = str(clone / ".venv/bin/python"), time.perf_counter()
    command = [python, "-m", "pyramidion", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        command, cwd=clone, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        try:
            address = "http://" + server.stdout.readline().split("http://")[1].split()[0]
            urllib.request.urlopen(address).read()
            answered, cpu = time.perf_counter(), tree_cpu(server.pid)
            asked = [python, "-c", PLAYER, address, game]
            subprocess.run(asked, cwd=clone, env=env, check=True)
            waited, spent = time.perf_counter() - answered, tree_cpu(server.pid) - cpu
        finally:
            server.terminate()
    return f"{game}: page after {answered - started:.1f} s, bot's move {waited:.1f} s later, {spent:.1f} s of CPU in all"


def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "home").mkdir()
        env = {**environment(), "XDG_CACHE_HOME": str(folder / "home"), "XDG_DATA_HOME": str(folder / "home")}
        build(arguments.commit, folder / "clone", env)
        pip = [
            str(folder / "clone/.venv/bin/python"),
            "-m",
            "pip",
            "--disable-pip-version-check",
            "install",
            "--quiet",
            "httpx",
        ]
        subprocess.run(pip, check=True, stderr=subprocess.DEVNULL)  # for the player, who is not measured
        for game in arguments.games.split(","):
            print(measure(folder / "clone", env, game, folder / f"cache-{game}"), flush=True)
            if arguments.warm:
                print("  again:", measure(folder / "clone", env, game, folder / f"cache-{game}"), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commit", default="HEAD")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--warm", action="store_true", help="once more, with what the first server has compiled")
    main(parser.parse_args())
