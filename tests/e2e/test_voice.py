"""Whole games by keyboard alone, from the home page on. What a screen reader hears is what the server tells."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.visitor import Visitor

MOST_KEYS = 1500
MOST_TABS = 60
KEPT = 8  # of many events at once, such as a long deal, the last ones are heard
ENDS = re.compile("You won!|You lost.|Draw.")
# Every sentence that is put into the live region, in order, and the table after every Sync and Delta of its socket. The page
# itself keeps both, so that one look at them is a look at one moment: what Playwright tells of a socket may come late.
LISTEN = """() => {
    window.heard = [];
    window.syncs = [];
    const keep = (message) => {
        const { type, n, events, changed } = message;
        if (type === 'sync') window.syncs.push(message);
        if (type === 'delta') window.syncs.push({ ...window.syncs.at(-1), ...changed, n, events });
    };
    window.WebSocket = class extends WebSocket {
        constructor(...given) {
            super(...given);
            this.addEventListener('message', (event) => keep(JSON.parse(event.data)));
        }
    };
    const isSpoken = (node) => node.matches?.('[aria-live=polite] p');
    const hear = (nodes) => [...nodes].filter(isSpoken).forEach((node) => window.heard.push(node.innerText));
    const watcher = new MutationObserver((changes) => changes.forEach((change) => hear(change.addedNodes)));
    watcher.observe(document.body, { childList: true, subtree: true });
}"""
YOUR_TURN = "() => [...document.querySelectorAll('[aria-live=polite] p')].at(-1)?.innerText === 'Your turn.'"


def headline(sync: dict[str, Any]) -> str:
    """Whose turn it is, as the page says it: a bot thinks."""
    actors = [sync["chairs"][seat] for seat in sync["actors"]]
    if sync["status"] == "live" and len(actors) == 1 and actors[0]["bot"]:
        return f"{actors[0]['title']} is thinking…"
    return str(sync["turn"])


def with_names(words: str, sync: dict[str, Any]) -> str:
    """A sentence as the page says it: with players' names for their seats', which in Senet are those of the pieces."""
    for chair in sync["chairs"] if sync["game"] != "senet" else ():
        words = re.sub(rf"\b{chair['name']}\b", chair["title"] or chair["name"], words)
    return words


class Listener:
    """Hears what the server says to a page, and so knows what a voice must say."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(LISTEN)

    @property
    def sync(self) -> dict[str, Any]:
        """The newest one."""
        newest: dict[str, Any] = self.page.evaluate("window.syncs.at(-1)")
        return newest

    @property
    def told(self) -> list[str]:
        """Everything that the server has told, in order: what happened, and after it whose turn it is."""
        sentences: list[str] = []
        known, turn = 0, ""
        for sync in self.page.evaluate("window.syncs"):
            fresh = [with_names(event["told"], sync) for event in sync["events"] if event["n"] >= known]
            sentences += fresh[-KEPT:]
            if fresh or headline(sync) != turn:
                sentences.append(headline(sync))
            known, turn = sync["n"], headline(sync)
        return sentences

    @property
    def heard(self) -> list[str]:
        heard: list[str] = self.page.evaluate("window.heard")
        return heard

    def expect_turn_by_turn(self) -> None:
        """What was heard is what was told, from the first sentence on."""
        told = self.told
        self.page.wait_for_function("([n]) => window.heard.length >= n", arg=[len(told)])
        assert self.heard[: len(told)] == told

    def expect_your_turn(self) -> None:
        """The last thing that was heard is that it is our turn."""
        self.page.wait_for_function(YOUR_TURN)
        self.expect_turn_by_turn()

    def press_and_hear(self, *keys: str) -> None:
        """Press keys, and wait until the voice says something new."""
        before = len(self.heard)
        for key in keys:
            self.page.keyboard.press(key)
        self.page.wait_for_function("([n]) => window.heard.length > n", arg=[before])


def tab_to(page: Page, goal: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if goal.evaluate_all("nodes => nodes.includes(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")


def open_by_keys(visitor: Visitor, title: str) -> Listener:
    """Choose a weak bot and the game, without a mouse."""
    page = visitor.page
    visitor.card(title).wait_for()
    tab_to(page, page.locator("input[name=level]"))
    while not page.get_by_label("Farmer").is_checked():
        page.keyboard.press("ArrowUp")
    listener = Listener(page)
    tab_to(page, visitor.card(title).get_by_role("button", name="Play against Farmer"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    return listener


def read_board(visitor: Visitor, listener: Listener) -> None:
    """The key that has the whole position read, and gives the focus back where it was."""
    page = visitor.page
    before = page.evaluate_handle("document.activeElement")
    page.keyboard.press("F2")
    reading = page.locator("#reading")
    expect(reading).to_be_focused()
    sync = listener.sync
    assert (
        reading.inner_text().strip()
        == page.request.get(f"/api/tables/{sync['table']}/at/{sync['n']}").json()["text"].strip()
    )
    expect(page.get_by_role("dialog", name="Board as text")).to_have_accessible_description(re.compile(r"\S"))
    page.keyboard.press("Escape")
    assert page.evaluate("before => document.activeElement === before", before)


def test_a_whole_game_of_senet_is_played_and_heard_by_keyboard_alone(come: Any) -> None:
    visitor = come()
    page = visitor.page
    listener = open_by_keys(visitor, "Senet")
    movable = page.locator(".man.may")
    for turn in range(MOST_KEYS):
        if visitor.is_over(movable):
            break
        listener.expect_your_turn()
        tab_to(page, movable)
        if turn == 2:
            read_board(visitor, listener)
        listener.press_and_hear("Enter", "Enter")
    expect(visitor.result).to_have_text(ENDS)
    listener.expect_turn_by_turn()
    expect(visitor.voice).to_contain_text(listener.sync["ending"])


def test_a_whole_game_of_iriri_is_played_and_heard_by_keyboard_alone(come: Any) -> None:
    visitor = come()
    page = visitor.page
    listener = open_by_keys(visitor, "Iriri")
    todo = page.locator(".hand .may, .cell, .send:enabled, [data-place]")
    focused = page.locator(".hand .may:focus, .cell:focus, .send:focus, [data-place]:focus")
    for _ in range(MOST_KEYS):
        if visitor.is_over(todo):
            break
        if not focused.count():
            listener.expect_your_turn()
            tab_to(page, todo)
            read_board(visitor, listener) if listener.sync["n"] < 4 else None
        if focused.get_attribute("data-place") and focused.get_attribute("aria-pressed") == "false":
            page.keyboard.press("ArrowRight")
        if page.locator(".send:enabled:focus").count():
            listener.press_and_hear("Enter")
        else:
            page.keyboard.press("Enter")
            visitor.wait_until_drawn()
    expect(visitor.result).to_have_text(ENDS)
    listener.expect_turn_by_turn()
    expect(visitor.voice).to_contain_text(listener.sync["ending"])
