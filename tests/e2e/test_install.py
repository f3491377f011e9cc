"""The page can be installed, and says something friendly when the server can't be reached."""

from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, expect

from pyramidion.server.settings import Settings
from tests.e2e.conftest import PATIENCE
from tests.server.conftest import FAST, Running

CONTROLLED = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


def open_server(folder: Path, port: int = 0) -> Running:
    settings: dict[str, Any] = {**FAST, "database": str(folder / "house.sqlite"), "port": port}
    return Running(Settings(**settings)).start()


def visit(browser: Browser, address: str) -> Page:
    """A page that its service worker watches over."""
    page = browser.new_page(base_url=address)
    page.set_default_timeout(PATIENCE)
    page.goto("/")
    page.locator("article").first.wait_for()
    page.wait_for_function(CONTROLLED)
    return page


def test_a_house_that_is_closed_is_a_friendly_page_and_a_house_that_opens_again_is_itself(
    browser: Browser, tmp_path: Path
) -> None:
    running = open_server(tmp_path)
    page = visit(browser, running.address)
    try:
        running.stop()
        page.goto("/rules/senet")
        expect(page.get_by_role("heading", name="Can't reach Pyramidion")).to_be_visible()
        expect(page.get_by_text("pyramidion play")).to_be_visible()
        running = open_server(tmp_path, int(running.address.rsplit(":", 1)[1]))
        page.get_by_role("link", name="Try again").click()
        expect(page.get_by_role("heading", name="Senet").first).to_be_visible()
    finally:
        page.close()
        running.stop()


def test_the_service_worker_keeps_nothing_and_leaves_the_api_alone(server: Running, browser: Browser) -> None:
    page = visit(browser, server.address)
    answered = page.evaluate("fetch('/api/games').then((answer) => answer.json()).then((games) => games.length)")
    assert answered == 5
    assert page.evaluate("caches.keys()") == []
    page.close()


def test_a_browser_finds_nothing_wrong_with_installing_it(server: Running, browser: Browser) -> None:
    page = visit(browser, server.address)
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    page.close()


def test_what_is_installed_is_told_what_it_is_and_asked_for_anew(server: Running) -> None:
    client = httpx.Client(base_url=server.address)
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    icons = [icon["src"] for icon in manifest.json()["icons"]]
    for path in ("/service-worker.js", "/icon-180.png", *icons):
        found = client.get(path)
        assert found.status_code == 200
        assert found.headers["cache-control"] == "no-cache"
        assert "default-src 'self'" in found.headers["content-security-policy"]
    assert client.get("/service-worker.js").headers["content-type"].startswith("text/javascript")
    assert client.get(icons[1]).content.startswith(b"\x89PNG")
    client.close()
