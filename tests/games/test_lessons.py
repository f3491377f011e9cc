"""Every lesson is about positions that there are, and asks for what may be done there."""

import re

import pytest

from pyramidion.games import GAMES, find
from pyramidion.server.protocol.fields import Scripted
from pyramidion.server.protocol.rest import Look, Looked, Step
from pyramidion.server.thinking.lessons import lesson_of
from pyramidion.server.thinking.positions import look

LESSONS = {name: lesson for name in GAMES if (lesson := lesson_of(find(name)))}
STEPS = [pytest.param(name, step, id=f"{name}: {step.title}") for name, lesson in LESSONS.items() for step in lesson.steps]


def after(name: str, step: Step, *actions: Scripted) -> Looked:
    """What the learner sees after these actions."""
    return look(find(name), Look(position=step.position, actions=[*step.before, *actions], eyes=[step.seat]))


def may_do(name: str, step: Step) -> list[str]:
    """What the learner may do when asked."""
    return [action for legal in after(name, step).legal for action in legal.actions]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_takes_five_minutes(name: str) -> None:
    assert 7 <= len(LESSONS[name].steps) <= 10
    assert LESSONS[name].sentence
    assert LESSONS[name].goodbye


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_position_is_one_of_the_game_and_what_is_shown_can_happen(name: str, step: Step) -> None:
    assert after(name, step).text
    assert step.title
    assert step.words


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_what_is_right_may_be_done_and_the_replies_too(name: str, step: Step) -> None:
    for action in step.right:
        assert action in may_do(name, step)
        after(name, step, (step.seat, action), *step.replies)
    assert bool(step.right) == bool(step.well)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_page_praises_and_the_step_says_why(name: str, step: Step) -> None:
    assert not re.match(
        r"(Right|Exactly|Yes|That's it|Perfect|Excellent|Good|Nice|Nicely|Well \w+)\b[^,;]{0,12}[.:!]", step.well
    )


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_every_wrong_action_gets_a_remark(name: str, step: Step) -> None:
    legal = may_do(name, step)
    assert set(step.remarks) <= set(legal) - set(step.right)
    assert bool(step.wrong) == bool(step.right)


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_the_rulings_shown_are_rulings_of_the_game(name: str, step: Step) -> None:
    known = re.findall(r"^\| ([A-Z]-\d\d) \|", find(name).rules_text, re.MULTILINE)
    assert set(step.rulings) <= set(known)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_shows_rulings_and_some_wrong_turns(name: str) -> None:
    steps = LESSONS[name].steps
    assert any(step.rulings for step in steps)
    assert any(set(may_do(name, step)) - set(step.right) for step in steps if step.right)
