"""Pictures of every game for the docs: `make screenshots`. Each game is played some moves against a bot, by hints."""

import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, expect, sync_playwright

from pyramidion.games import GAMES, find
from pyramidion.server.settings import Settings
from tests.e2e.conftest import AUTOMATIC, PATIENCE, launch
from tests.e2e.visitor import Visitor
from tests.server.conftest import FAST, Running

SIZES = {360: 740, 1440: 900}
LOOKS: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MOVES = 7
COLOURED = ("river", "iriri")  # games whose pieces have colours: they must be told apart without them
EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
REST = 1500  # milliseconds until pieces have come to rest


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as database, sync_playwright() as playwright:
        running = Running(Settings(database=f"{database}/house.sqlite", **FAST)).start()
        browser = launch(playwright)
        try:
            page = open_door(browser, running.address)
            shoot(page, folder, "front-door")
            for name in GAMES:
                play_some(browser, running.address, name, folder)
        finally:
            browser.close()
            running.stop()


def open_door(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    page.add_init_script(AUTOMATIC)
    page.goto(address)
    page.locator("article").first.wait_for()
    return page


def play_some(browser: Browser, address: str, name: str, folder: Path) -> None:
    """Play a while, as a hint says, where there are hints; then take the pictures."""
    page = open_door(browser, address)
    visitor = Visitor(page)
    visitor.play_bot(find(name).title)
    page.get_by_role("region", name="Moves").wait_for()
    move = move_at_once if find(name).real_time else move_by_hint
    for _ in range(MOVES):
        if visitor.is_over(page.get_by_text("Your turn")):
            break
        move(page)
    visitor.is_over(page.get_by_text("Your turn"))
    shoot(page, folder, name.replace("_", "-"))
    if name in COLOURED:
        shoot_as_seen(page, folder, name)


def move_by_hint(page: Page) -> None:
    best = page.get_by_title("winning chances").first
    while not best.is_visible():  # a turn may end automatically, and its hint with it
        page.locator("button:enabled", has_text="Hint").first.click()
        page.wait_for_timeout(REST)
    best.dblclick()
    page.wait_for_timeout(REST / 3)


def move_at_once(page: Page) -> None:
    """Real time is played by keys; what was too early is refused, and forgotten."""
    page.keyboard.press("Enter")
    page.wait_for_timeout(REST)


def shoot(page: Page, folder: Path, name: str) -> None:
    expect(page.locator(".notice")).to_have_count(0)
    for width, height in SIZES.items():
        for look in LOOKS:
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=look)
            page.wait_for_timeout(REST)
            page.screenshot(path=folder / f"{name}-{width}-{look}.png")


def shoot_as_seen(page: Page, folder: Path, name: str) -> None:
    """By eyes that see no red, no green, no blue, or no colours at all, as Chromium simulates them."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(REST)
    session = page.context.new_cdp_session(page)
    for eyes in EYES:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
        page.screenshot(path=folder / f"{name}-{eyes}.png")
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    session.detach()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
