"""A real server and a real browser. Every page's errors are collected: a test fails if there was one."""

import random
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from pyramidion.server.http.page import PAGE
from pyramidion.server.settings import Settings
from pyramidion.server.tables import seating
from tests.e2e.visitor import Visitor
from tests.server.conftest import FAST, Running

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
REFUSED = ("409 (Conflict)", "401 (Unauthorized)", "403 (Forbidden)")  # no errors: the page asked, and tells people why not
PATIENCE = 240_000  # milliseconds: a game may have to be compiled first, on a machine that is busy with something else
expect.set_options(timeout=60_000)

AUTOMATIC = "localStorage.setItem('senet-throws-automatically', 'yes')"

PAGES = pytest.StashKey[list[Page]]()

Come = Callable[..., Visitor]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def launch(playwright: Any) -> Browser:
    """Debian's Chromium, or whatever is called so here."""
    browser: Browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
    return browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not shutil.which("chromium"):
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class NoLots(random.Random):
    """Everybody sits where they were listed, so that tests know who begins."""

    def sample(self, population: Sequence[Any], k: int, **_more: Any) -> list[Any]:
        return list(population)[:k]


@pytest.fixture(autouse=True)
def _no_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "lots", NoLots())


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots act at once."""
    assert (PAGE / "index.html").exists(), "the page is not built: run make page"
    settings = {"database": str(tmp_path_factory.mktemp("server") / "house.sqlite"), **FAST}
    running = Running(Settings(**settings)).start()
    yield running
    running.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What was to be seen when a test failed is part of its report."""
    report = yield
    if report.when == "call" and report.failed:
        for page in item.stash.get(PAGES, []):
            report.sections.append((page.url, page.inner_text("body")))
    return report


@pytest.fixture
def come(request: pytest.FixtureRequest, browser: Browser, server: Running) -> Iterator[Come]:
    """Somebody new opens a page: `come("/", width=360)`. Their sticks are thrown for them, unless `by_hand`."""
    errors: list[str] = []
    contexts = []
    pages = request.node.stash.setdefault(PAGES, [])

    def come(path: str = "/", *, width: int = 1200, height: int = 900, by_hand: bool = False, **settings: Any) -> Visitor:
        settings = {"reduced_motion": "reduce", "base_url": server.address, **settings}
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if not by_hand:
            context.add_init_script(AUTOMATIC)
        page = context.new_page()
        _listen(page, errors)
        pages.append(page)
        page.goto(path)
        return Visitor(page)

    yield come
    for context in contexts:
        context.close()
    assert errors == []


def _listen(page: Page, errors: list[str]) -> None:
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if _is_error(message) else None)


def _is_error(message: ConsoleMessage) -> bool:
    return message.type == "error" and not any(refused in message.text for refused in REFUSED)
