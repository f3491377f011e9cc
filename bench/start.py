"""How soon a server answers that has many open tables in its file: python -m bench.start [--tables 10000]

From the command to the first answer, with compiled code on disk already; and how long a page of an old table then takes.
"""

import argparse
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.harness import Server
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.tables import Progress, insert_table, update_table
from pyramidion.testing.leaks import new_table


def fill(database: Path, tables: int) -> str:
    """A file with so many tables whose games have begun; the name of one of them."""
    storage = Database(f"sqlite:///{database}")
    storage.open()
    with storage.engine.begin() as connection:
        for number in range(tables):
            name, table = f"table-{number}", new_table("senet", 2, {})
            table.meta.listed, table.meta.created = number % 2 == 0, number
            table.meta.seats[1].bot = "farmer" if number % 10 == 0 else None
            insert_table(connection, name, table.meta)
            rows = [entry.row(name) for entry in table.begin(0)]
            update_table(connection, name, table.meta, rows, Progress(len(rows), 1), has_new_seats=False)
    storage.close()
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
