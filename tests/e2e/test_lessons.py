"""Every lesson from its first step to its end, with wrong turns. A game that gets a lesson is tested by having one."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from pyramidion.server.protocol.rest import Step
from tests.e2e.test_everybody import both_looks
from tests.e2e.visitor import Visitor, box_of
from tests.games.test_lessons import LESSONS, may_do

PRAISE = ("Right.", "Exactly.", "Well spotted.", "Yes!", "Good.", "That's it.", "Nicely done.")


def praise(step: int) -> str:
    """What is said when a step was done, counted from 0."""
    return PRAISE[step % len(PRAISE)]


def remark(visitor: Visitor) -> Locator:
    return visitor.page.locator(".remark")


def press(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name, exact=True).click()


def learn(come: Any, game: str, step: int = 0, **settings: Any) -> Visitor:
    """Open a lesson, and go on to a step."""
    visitor: Visitor = come(f"/learn/{game}", **settings)
    for number in range(step):
        title(visitor, LESSONS[game].steps[number])
        skip(visitor)
    title(visitor, LESSONS[game].steps[step])
    return visitor


def skip(visitor: Visitor) -> None:
    """On to the next step, whatever there was to do."""
    visitor.page.get_by_role("button", name=re.compile("^(Skip|Next)$")).click()


def title(visitor: Visitor, step: Step) -> None:
    """The step is there, and what it shows first has been shown."""
    expect(visitor.page.get_by_role("heading", name=step.title, exact=True)).to_be_visible()
    if step.right:
        visitor.page.get_by_role("button", name="Show me").wait_for()


def wrong_action(game: str, step: Step) -> str | None:
    return next((action for action in may_do(game, step) if action not in step.right), None)


def do(visitor: Visitor, action: str) -> None:
    """By the list of actions, which every game has."""
    visitor.page.locator("details", has_text="Legal moves").get_by_role("button", name=action, exact=True).click()


def take_wrong_turn(visitor: Visitor, step: Step, action: str) -> None:
    do(visitor, action)
    expect(remark(visitor)).to_contain_text(f"Not quite. {step.remarks.get(action, step.wrong)}")
    visitor.expect_spoken(step.remarks.get(action, step.wrong))
    press(visitor, "Try again")
    expect(remark(visitor)).to_have_count(0)


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_from_start_to_end_with_every_kind_of_wrong_turn(come: Any, game: str) -> None:
    visitor = come(f"/learn/{game}")
    visitor.page.get_by_text("Legal moves", exact=True).click()
    wrong_turns = 0
    for at, step in enumerate(LESSONS[game].steps):
        title(visitor, step)
        if step.right:
            if wrong := wrong_action(game, step):
                take_wrong_turn(visitor, step, wrong)
                wrong_turns += 1
            do(visitor, step.right[-1])
            expect(remark(visitor)).to_have_text(f"{praise(at)} {step.well}")
        press(visitor, "Next")
    assert wrong_turns
    expect(visitor.page.get_by_role("heading", name="Well done!")).to_be_focused()
    expect(visitor.page.get_by_text(LESSONS[game].goodbye).first).to_be_visible()
    visitor.expect_spoken(LESSONS[game].goodbye)


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_by_watching_on_a_phone(come: Any, game: str) -> None:
    visitor = come(f"/learn/{game}", width=360, height=740)
    for at, step in enumerate(LESSONS[game].steps):
        title(visitor, step)
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
        if step.right:
            press(visitor, "Show me")
            expect(remark(visitor)).to_have_text(f"{praise(at)} {step.well}")
        press(visitor, "Next")
    press(visitor, "Start over")
    title(visitor, LESSONS[game].steps[0])


# Until the page knows how high the words are, it can't scroll by that.
KNOWN_HEIGHT = """(words) => new Promise((known) => {
    const look = () => parseFloat(document.documentElement.style.scrollPaddingBlockEnd) >= words.clientHeight - 1
        ? known() : requestAnimationFrame(look);
    look();
})"""


def test_on_a_phone_the_words_never_cover_what_has_the_focus(come: Any) -> None:
    visitor = learn(come, "senet", 9, width=360, height=640)
    cone = visitor.page.get_by_role("button", name=re.compile("^Cone on 14:"))
    words = visitor.page.get_by_role("region", name="Step 10 of 10")
    words.evaluate(KNOWN_HEIGHT)
    cone.focus()
    reaches, begins = box_of(cone), box_of(words)
    assert reaches is not None
    assert begins is not None
    assert reaches["y"] + reaches["height"] <= begins["y"] + 1


def test_on_a_phone_the_words_can_be_folded_away(come: Any) -> None:
    visitor = learn(come, "senet", width=360, height=640)
    words = visitor.page.locator(".words .text")
    press(visitor, "Instructions")
    expect(words).to_be_hidden()
    press(visitor, "Skip")
    expect(words).to_be_visible()


def test_the_end_of_a_lesson_leads_to_a_table(come: Any) -> None:
    visitor = learn(come, "senet")
    for _ in LESSONS["senet"].steps:
        press(visitor, "Skip")
    press(visitor, "Play against a bot")
    visitor.page.wait_for_url("**/t/*")


def test_who_skips_steps_is_told_which_and_can_do_just_those(come: Any) -> None:
    visitor = learn(come, "senet")
    steps = LESSONS["senet"].steps
    for at, step in enumerate(steps):
        title(visitor, step)
        if at not in (1, 4):
            press(visitor, "Show me")
            expect(remark(visitor)).to_contain_text(step.well)
        skip(visitor)
    expect(visitor.page.get_by_role("heading", name="Almost there")).to_be_focused()
    visitor.expect_spoken(f"You skipped 2 steps: {steps[1].title} and {steps[4].title}.")
    visitor.page.goto("/learn")
    visitor.page.get_by_text("2 steps left").click()
    for step in (steps[1], steps[4]):
        title(visitor, step)
        press(visitor, "Show me")
        press(visitor, "Next")
    expect(visitor.page.get_by_role("heading", name="Well done!")).to_be_focused()


def test_who_comes_back_to_a_lesson_goes_on_and_who_has_done_it_sees_that(come: Any) -> None:
    visitor = learn(come, "senet")
    steps = LESSONS["senet"].steps
    press(visitor, "Show me")
    press(visitor, "Next")
    title(visitor, steps[1])
    visitor.page.goto("/learn")
    visitor.page.get_by_text(f"Continue at step 2 of {len(steps)}").click()
    for step in steps[1:]:
        title(visitor, step)
        press(visitor, "Show me")
        press(visitor, "Next")
    visitor.page.get_by_role("link", name="More lessons").click()
    expect(visitor.page.get_by_text("Done")).to_have_count(1)


def test_one_may_go_back_and_what_was_done_is_forgotten(come: Any) -> None:
    visitor = learn(come, "senet")
    press(visitor, "Show me")
    expect(remark(visitor)).to_contain_text(praise(0))
    press(visitor, "Next")
    press(visitor, "Previous step")
    title(visitor, LESSONS["senet"].steps[0])
    expect(remark(visitor)).to_have_count(0)


def test_a_step_is_spoken_and_so_is_what_happens(come: Any) -> None:
    visitor = learn(come, "senet", 6)
    visitor.expect_spoken("Step 7 of 10. Drowned by a bounce.")
    visitor.expect_spoken("into the water and back to 15")


def test_senets_pieces_are_moved_on_the_board_and_say_why_they_may_not(come: Any) -> None:
    visitor = learn(come, "senet", 2)
    visitor.page.get_by_role("img", name="Cone on 5", exact=True).click()
    expect(remark(visitor)).to_contain_text("You can't do that. The piece on 8 is protected")
    visitor.page.get_by_role("img", name="Cone on 15", exact=True).click()
    expect(remark(visitor)).to_contain_text("is in the way")
    piece = visitor.page.get_by_role("button", name=re.compile("^Cone on 7:"))
    piece.focus()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("Enter")
    expect(remark(visitor)).to_contain_text(praise(2))


def test_a_claim_that_is_not_proved_tells_what_could_come(come: Any) -> None:
    visitor = learn(come, "river", 5)
    visitor.page.locator(".reach").nth(1).click()
    expect(remark(visitor)).to_contain_text("You can't do that.")
    expect(remark(visitor)).to_contain_text("R2")
    visitor.page.get_by_role("button", name=re.compile("^Claim segment 9")).first.click()
    expect(remark(visitor)).to_contain_text(praise(5))


def test_a_slap_counts_however_long_it_took(come: Any) -> None:
    visitor = learn(come, "egyptian_war", 3)
    visitor.wait_until_seen()
    visitor.page.keyboard.press("Space")
    expect(remark(visitor)).to_contain_text(f"{praise(3)} Two nines")


def test_equally_fast_hands_are_shown_in_a_photo_finish(come: Any) -> None:
    visitor = learn(come, "egyptian_war", 8)
    expect(visitor.page.get_by_role("region", name="Photo finish")).to_contain_text("tie")


def test_all_lessons_are_listed(come: Any) -> None:
    visitor = come("/")
    visitor.page.get_by_role("link", name="New here?").click()
    expect(visitor.page.locator("main li a")).to_have_count(len(LESSONS))
    visitor.page.get_by_role("link", name=re.compile("^Senet")).click()
    title(visitor, LESSONS["senet"].steps[0])


def test_a_lesson_that_is_not_there_says_so(come: Any) -> None:
    visitor = come("/")
    visitor.page.evaluate("history.pushState(null, '', '/learn/chess'); dispatchEvent(new PopStateEvent('popstate'))")
    expect(visitor.page.get_by_role("link", name="Learn by playing")).to_be_visible()


@pytest.mark.parametrize("game", LESSONS)
def test_nothing_keeps_anybody_out_of_a_lesson(come: Any, game: str) -> None:
    visitor = come(f"/learn/{game}", bypass_csp=True)
    press(visitor, "Show me")
    expect(remark(visitor)).to_contain_text(praise(0))
    assert both_looks(visitor) == []
