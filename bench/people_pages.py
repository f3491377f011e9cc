"""What pages about people cost: somebody with 5,000 games, and a lobby with 5,000 tables.

    python -m bench.people_pages [--games 5000] [--tables 5000] [--requests 60]

Fills a database, starts a real server, and prints the server's CPU time for each page.
"""

import argparse
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import httpx

from bench.harness import Server

PASSWORD = "a long way down the Nile"
BAR = 50.0  # milliseconds of CPU a page
TABLE = """INSERT INTO tables (id, creator, status, rated, created, game, version, options, position, clock_kind,
    clock_seconds, clock_increment, secret, listed, hints, goes_on, n, to_act)
    VALUES (?, ?, ?, ?, ?, 'senet', 1, '{}', '', 'none', 0, 0, 'x', 1, 0, 0, 0, 0)"""
SEAT = """INSERT INTO seats (table_id, seat, "user", title, score) VALUES (?, ?, ?, ?, ?)"""
RESULT = """INSERT INTO results (table_id, seat, game, seats, "user", bot, score, place, outcome, departed, at, number,
    mu_before, sigma_before, mu_after, sigma_after) VALUES (?, ?, 'senet', 2, ?, NULL, ?, ?, ?, 0, ?, ?, 25, 4, ?, 4)"""
PAGES = {
    "profile": "/api/people/Anna",
    "games, first page": "/api/people/Anna/games",
    "games, last page": "/api/people/Anna/games?page={last}",
    "games, filtered": "/api/people/Anna/games?outcome=won&rated=true&opponent=Rival 3",
    "rating graph": "/api/people/Anna/ratings/senet/2",
    "leaderboard": "/api/leaderboards/senet/2",
    "lobby": "/api/tables",
}


def fill(connection: sqlite3.Connection, anna: str, rivals: list[str], arguments: argparse.Namespace) -> None:
    """Games that are over, of one person against many; and tables of as many people, where somebody waits or plays."""
    lots = random.Random(0)
    for n in range(arguments.games):
        rival, has_won, table = lots.randrange(len(rivals)), lots.random() < 0.5, f"over{n}"
        connection.execute(TABLE, (table, anna, "over", n % 2, n))
        for seat, (user, won) in enumerate(((anna, has_won), (rivals[rival], not has_won))):
            connection.execute(SEAT, (table, seat, user, f"Rival {rival}" if seat else "Anna", float(won)))
            number = n // 2 if n % 2 else None
            outcome = "won" if won else "lost"
            connection.execute(RESULT, (table, seat, user, float(won), 2 - won, outcome, n, number, lots.gauss(25, 5)))
    for n in range(arguments.tables):
        user, table = f"host{n}", f"open{n}"
        connection.execute("INSERT INTO users VALUES (?, ?, 0)", (user, f"Ibis {n}"))
        connection.execute(TABLE, (table, user, ("waiting", "live")[n % 2], 0, n))
        connection.execute(SEAT, (table, 0, user, f"Ibis {n}", None))
        connection.execute(SEAT, (table, 1, None if n % 2 == 0 else "somebody", None, None))
        connection.execute("INSERT INTO ratings VALUES ('senet', 2, ?, ?, 4, 30, 0)", (user, lots.gauss(25, 8)))
    connection.execute("INSERT INTO ratings VALUES ('senet', 2, ?, 30, 4, 2500, 0)", (anna,))


def somebody(server: Server, name: str) -> httpx.Client:
    http = httpx.Client(base_url=server.address, timeout=60)
    http.get("/api/me")
    http.post("/api/account", json={"name": name, "password": PASSWORD}).raise_for_status()
    return http


def cost(server: Server, http: httpx.Client, path: str, requests: int) -> float:
    """Milliseconds of the server's CPU for one page."""
    http.get(path).raise_for_status()
    before = server.cpu_seconds()
    for _ in range(requests):
        http.get(path).raise_for_status()
    return 1000 * (server.cpu_seconds() - before) / requests


def main(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house.sqlite", "--sign-in-burst", "1000").start()
        try:
            anna = somebody(server, "Anna")
            rivals = [somebody(server, f"Rival {n}").get("/api/me").json()["user"] for n in range(10)]
            with closing(sqlite3.connect(server.database, timeout=60)) as connection, connection:
                fill(connection, anna.get("/api/me").json()["user"], rivals, arguments)
            stranger = httpx.Client(base_url=server.address, timeout=60)
            stranger.get("/api/me")
            worst = 0.0
            for name, path in PAGES.items():
                path = path.format(last=arguments.games // 50 - 1)
                costs = [cost(server, who, path, arguments.requests) for who in (anna, stranger)]
                worst = max(worst, *costs)
                print(f"{name:20} {costs[0]:6.1f} ms for themselves {costs[1]:6.1f} ms for others")
        finally:
            server.kill()
    print(f"dearest: {worst:.1f} ms of CPU (bar: {BAR:.0f} ms)")
    return int(worst > BAR)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--requests", type=int, default=60)
    raise SystemExit(main(parser.parse_args()))
