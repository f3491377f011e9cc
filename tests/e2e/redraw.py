"""What it costs a page to draw its board anew while a game is played: python -m tests.e2e.redraw [GAME …]

Bots play, somebody watches. Chromium traces the page's main thread; counted is the CPU time of its tasks (script, style,
layout, paint) from the moment a change arrives until the page is at rest again, or the next change comes. Pieces don't glide
meanwhile. The first changes load and compile, and are left out. Nothing is asserted: it says how it was here and now.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from pyramidion.games import GAMES, find
from pyramidion.server.settings import Settings
from tests.e2e.conftest import launch
from tests.server.conftest import FAST, Running

CHANGES = 30
WARM_UP = 4
REST = 150_000  # microseconds after which a page is at rest
MARK = "change"
MARKS = f"""window.WebSocket = class extends WebSocket {{
    constructor(...asked) {{
        super(...asked);
        window.changes = 0;
        this.addEventListener('message', ({{ data }}) => {{
            if (!/^.{{0,3}}"type":"(sync|delta)"/.test(data)) return;
            performance.mark('{MARK}');
            window.changes++;
        }});
    }}
}};"""
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
SIZE: ViewportSize = {"width": 1440, "height": 900}


class Task(NamedTuple):
    """One task of a page's main thread, in microseconds."""

    start: int
    wall: int
    cpu: int


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(**{**FAST, "database": f"{folder}/house.sqlite", "bot_pace": 0.5})
        running = Running(settings).start()
        browser = launch(playwright)
        try:
            for name in games:
                for seats in sorted({min(find(name).seats), min(max(find(name).seats), 4)}):
                    took = measure(browser, running, name, seats, Path(folder))
                    told = f"median {statistics.median(took):5.1f} ms, longest {max(took):5.1f} ms of {len(took)}"
                    print(f"{name:14} {seats} players: {told}", flush=True)
        finally:
            browser.close()
            running.stop()


def measure(browser: Browser, running: Running, name: str, seats: int, folder: Path) -> list[float]:
    """Milliseconds of CPU for each change while bots play this game."""
    table = running.visitor().create(name, *["farmer"] * seats)
    context = browser.new_context(base_url=running.address, viewport=SIZE, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(MARKS)
    page.goto(f"/t/{table}")
    page.locator(".drawn").wait_for()
    trace = folder / f"{name}-{seats}.json"
    browser.start_tracing(page=page, path=trace, categories=TRACED)
    watch(page)
    browser.stop_tracing()
    context.close()
    return costs(json.loads(trace.read_bytes())["traceEvents"])[WARM_UP:]


def watch(page: Page) -> None:
    """Until enough has changed, or the game is over."""
    enough = page.evaluate("window.changes") + CHANGES + WARM_UP
    is_done = "(enough) => window.changes >= enough || document.querySelector('main.over')"
    page.wait_for_function(is_done, arg=enough, timeout=600_000)


def costs(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds for each change in a trace."""
    marks = sorted((one["ts"], one["pid"], one["tid"]) for one in events if one["name"] == MARK)
    if not marks:
        return []
    _, process, thread = marks[0]
    tasks = sorted(tasks_of(events, process, thread))
    arrivals = [arrival for arrival, *_ in marks]
    return [
        sum(task.cpu for task in tasks if task.start + task.wall > since and task.start < min(until, since + REST)) / 1000
        for since, until in pairwise([*arrivals, arrivals[-1] + REST])
    ]


def tasks_of(events: list[dict[str, Any]], process: int, thread: int) -> Iterator[Task]:
    """The tasks of a thread; those within others are counted with them."""
    end = 0
    mine = [one for one in events if one["name"].endswith("RunTask") and (one["pid"], one["tid"]) == (process, thread)]
    for one in sorted(mine, key=lambda one: (one["ts"], -one.get("dur", 0))):
        if one["ts"] >= end:
            end = one["ts"] + one.get("dur", 0)
            yield Task(one["ts"], one.get("dur", 0), one.get("tdur", one.get("dur", 0)))


if __name__ == "__main__":
    main(sys.argv[1:] or list(GAMES))
