"""How soon a server answers that has many open tables in its file: python -m bench.start [--tables 10000]

From the command to the first answer, with compiled code on disk already; and how long a page of an old table then takes.
"""

import argparse
import sqlite3
import tempfile
import time
import urllib.request
from pathlib import Path

import msgspec

from bench.house import Server
from pyramidion.server.storage.database import Store
from pyramidion.testing.leaks import new_table


def fill(database: Path, tables: int) -> str:
    """A file with so many tables whose games have begun; the name of one of them."""
    store = Store(f"sqlite:///{database}")
    store.open()
    store.close()
    with sqlite3.connect(database) as connection:
        for number in range(tables):
            table = new_table("senet", 2, {})
            entries = table.begin(0)
            facts = msgspec.json.encode(table.facts).decode()
            row = (f"table-{number}", "senet", "live", number % 2 == 0, number, number % 10 == 0, facts)
            connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            rows = [(f"table-{number}", e.n, e.at, e.seat, e.kind, e.action, None) for e in entries]
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.close()
    return "table-1"


def main(arguments: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder:
        name = fill(Path(folder) / "house.sqlite", arguments.tables)
        started = time.perf_counter()
        server = Server(Path(folder) / "house.sqlite").start()
        try:
            for path in ("/api/games", f"/api/tables/{name}", "/api/tables"):
                with urllib.request.urlopen(f"{server.address}{path}") as response:
                    response.read()
                print(f"{path}: answered {time.perf_counter() - started:.2f} s after the command")
        finally:
            server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10_000)
    main(parser.parse_args())
