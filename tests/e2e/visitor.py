"""What people do on the page, in one place for all games' tests."""

import re

from playwright.sync_api import FloatRect, Locator, Page, expect

RESULT = re.compile(r"You won!|You lost\.|Draw\.|Result")

LINK = "Invite link"  # the label of an invitation's link

SEEN = 150  # milliseconds, by the page's own clock: who slaps before 120 has guessed (E-29)


def box_of(something: Locator) -> FloatRect:
    """Where it is on the page, on which it must be seen."""
    box = something.bounding_box()
    assert box is not None, f"{something} is not to be seen"
    return box


class Visitor:
    """Somebody with a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def card(self, title: str) -> Locator:
        """A game on the home page."""
        return self.page.locator("article", has=self.page.get_by_role("heading", name=re.compile(f"^{title}")))

    def play_bot(self, title: str, level: str = "Farmer") -> None:
        """From the home page to a game against a bot."""
        self.page.locator("label", has_text=level).click()
        self.card(title).get_by_role("button", name=f"Play against {level}").click()
        self.page.wait_for_url("**/t/*")

    def invite(self, title: str, **choices: str) -> str:
        """From the home page to a table that waits for somebody, with these choices by their labels; its link."""
        self.card(title).get_by_role("button", name="Invite a friend").click()
        dialog = self.page.get_by_role("dialog", name=f"Invite a friend: {title}")
        for label, choice in choices.items():
            dialog.get_by_label(label.replace("_", " ")).select_option(label=choice)
        dialog.get_by_role("button", name="Create the invite link").click()
        self.page.wait_for_url("**/t/*")
        return self.page.get_by_label(LINK).input_value()

    @property
    def name(self) -> str:
        """What the visitor is called here."""
        return self.page.get_by_role("button", name="Change your name").inner_text()

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("heading", name=RESULT)

    def is_over(self, something_to_do: Locator) -> bool:
        """Wait until there is something to do, or the game is over; whether it is."""
        something_to_do.or_(self.result).first.wait_for()
        return self.result.count() > 0

    def expect_spoken(self, sentence: str) -> None:
        """A screen reader hears it."""
        expect(self.page.locator("[aria-live=polite]")).to_contain_text(sentence)

    @property
    def voice(self) -> Locator:
        """What a screen reader heard last."""
        return self.page.locator("[aria-live=polite] p").last

    def wait_until_drawn(self) -> None:
        """Until the page has drawn what the last key or tap changed: after the next frame but one."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def wait_until_seen(self) -> None:
        """Until a card that is drawn has been there for so long that somebody can have seen it."""
        self.wait_until_drawn()
        self.page.evaluate("(after) => new Promise((done) => setTimeout(done, after))", SEEN)

    def expect_told(self, sentence: str | re.Pattern[str]) -> None:
        """The move list tells it."""
        expect(self._told).to_contain_text(sentence)

    def moves(self) -> str:
        """All that the move list tells so far."""
        return self._told.text_content() or ""

    def expect_more_than(self, before: str) -> None:
        """The move list tells more than that, in a new line or in the last one."""
        expect(self._told).not_to_have_text(before)

    @property
    def _told(self) -> Locator:
        return self.page.get_by_role("region", name="Moves")
