"""A table in other colours: every sentence that the server sends has their letters, and every action is in notation."""

import re
from collections.abc import Iterable

import msgspec
import pytest

from pyramidion.bots.assess import assess
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.server.protocol.rest import Look
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.table import Table
from pyramidion.server.thinking.hints import hint
from pyramidion.server.thinking.positions import look
from pyramidion.server.thinking.review import chances
from pyramidion.testing.leaks import HINT, new_table

PALETTES = {
    "Xeno": ({"palette": "xeno"}, "OCPWL"),
    "own": ({"palette": "own", "colours": "Émeraude,Ébène,金,Gold,Green"}, "ÉB金GR"),
}
SECRET = "5" * 64


@pytest.fixture(params=[(name, hands) for name in PALETTES for hands in ("open", "hidden")], ids=" ".join)
def table(request: pytest.FixtureRequest) -> Table:
    """Some turns into a game."""
    options, _ = PALETTES[request.param[0]]
    table = new_table("river", 2, {**options, "hands": request.param[1]}, SECRET)
    table.begin(0)
    for n in range(14):
        seat = table.playing.actors()[0]
        table.act(seat, table.playing.legal(seat)[-1 - n % 3 :][0], n)
    return table


def letters(table: Table) -> str:
    return next(letters for options, letters in PALETTES.values() if options.items() <= table.meta.options.items())


def told_pieces(sentences: Iterable[str | None]) -> set[str]:
    """The letters of all pieces in these sentences."""
    return {letter for sentence in sentences for letter in re.findall(r"\b([^\W\d])[123]\b", sentence or "")}


def test_the_move_list_is_told_in_the_palette_and_written_in_notation(table: Table) -> None:
    """R-07."""
    sync = Presenter(table).show((0,), 0, [True, True], {}).sync()
    told = told_pieces(event.told for event in sync.events)
    assert told <= set(letters(table))
    assert len(told) > 3
    assert told_pieces(event.action for event in sync.events if event.action) <= set("KRYGB")
    assert told_pieces(action for legal in sync.legal for action in legal.actions) <= set("KRYGB")


def test_the_view_has_the_names_and_letters(table: Table) -> None:
    """R-07."""
    shown = Presenter(table).show((1,), 0, [True, True], {}).own.view
    assert shown is not None
    view = msgspec.json.decode(msgspec.json.encode(shown))
    assert "".join(view["letters"]) == letters(table)
    assert view["colours"][0] in ("Orange", "Émeraude")


def test_looking_back_reads_the_board_in_the_palette(table: Table) -> None:
    """R-07."""
    past = Presenter(table).past(1, len(table.log) - 1)
    assert told_pieces(past.text.splitlines()[1:4]) <= set(letters(table))
    assert told_pieces(past.text.splitlines()[1:4])


def test_refusals_and_hints_speak_in_the_palette(table: Table) -> None:
    """R-07."""
    play = table.playing
    seat = play.actors()[0]
    refused = [play.why_not(action, seat) or "" for action in range(table.game.actions)]
    assert told_pieces(refused) <= set(letters(table))
    opinion = assess(table.game, play.observe(1 << seat), 2, seat, HINT, seed=1)
    choices = hint(play, len(table.log), seat, play.observe(1 << seat), opinion).choices
    assert told_pieces(choice.told for choice in choices) <= set(letters(table))
    assert {choice.action for choice in choices} == set(play.legal(seat))


def test_a_review_says_in_the_palette_what_was_best(table: Table) -> None:
    """R-07."""
    table.resign(0, at=99)
    n = next(entry.n for entry in table.log if entry.seat != CHANCE and re.match(r"\w\d-", entry.action))
    judged = chances(table, n)
    assert told_pieces([judged.told]) <= set(letters(table))
    assert told_pieces([judged.best]) <= set("KRYGB")
    events = Presenter(table).review((), 3).events
    assert told_pieces(event.told for event in events) <= set(letters(table))


def test_a_position_that_nobody_plays_is_shown_in_its_palette(table: Table) -> None:
    """R-07: for lessons, figures and scripts."""
    seen = look(find("river"), Look(position=table.playing.dump(), eyes=[0]))
    assert told_pieces(seen.text.splitlines()[1:4]) <= set(letters(table))
    assert "".join(msgspec.json.decode(seen.view)["letters"]) == letters(table)
    assert seen.position == table.playing.dump()
