"""How long each board takes to draw itself anew in its largest positions: python -m tests.e2e.redraw

Bots play a game; then somebody looks back over its last events. Chromium counts the milliseconds of script, style and layout
that each step takes on the page's own thread, without movements, which are frames of their own. The first step loads and
compiles, and is left out. Nothing is asserted: a machine may be busy.
"""

import statistics
import tempfile
import time

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from pyramidion.games import GAMES, find
from pyramidion.server.settings import Settings
from tests.e2e.conftest import launch
from tests.server.conftest import FAST, Running

STEPS = 12
PLAYED_SECONDS = 15  # a game in real time goes on by itself; so much of it is enough
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def main() -> None:
    with tempfile.TemporaryDirectory() as database, sync_playwright() as playwright:
        running = Running(Settings(database=f"{database}/house.sqlite", **FAST)).start()
        browser = launch(playwright)
        try:
            for name in GAMES:
                for seats in sorted({min(find(name).seats), min(max(find(name).seats), 4)}):
                    size: ViewportSize = {"width": 1440, "height": 900}
                    page = browser.new_page(base_url=running.address, viewport=size, reduced_motion="reduce")
                    page.goto(f"/t/{played(running, name, seats)}")
                    took = measure(page)
                    print(f"{name:14} {seats} seats: median {statistics.median(took):5.1f} ms, longest {max(took):5.1f} ms")
                    page.close()
        finally:
            browser.close()
            running.stop()


def played(running: Running, name: str, seats: int) -> str:
    """A table where bots have played, to the end or for a while."""
    visitor = running.visitor()
    table = visitor.create(name, *["farmer"] * seats)
    page = visitor.open(table)
    until = time.monotonic() + PLAYED_SECONDS
    while page.sync["status"] != "over" and time.monotonic() < until:
        page.read_sync()
    page.close()
    return table


def measure(page: Page) -> list[float]:
    """Look back event by event."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.get_by_role("button", name="Previous move").wait_for()
    took = []
    for _ in range(STEPS + 1):
        before = busy(session)
        page.get_by_role("button", name="Previous move").click()
        page.wait_for_timeout(700)
        took.append(busy(session) - before)
    return took[1:]


def busy(session: CDPSession) -> float:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return sum(1000 * float(metrics[part]) for part in PARTS)


if __name__ == "__main__":
    main()
