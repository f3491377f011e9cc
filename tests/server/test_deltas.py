"""Deltas: only what has changed is sent, and together with what was sent before it is all."""

import random

import msgspec
import pytest

from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import GAMES
from pyramidion.server.protocol.deltas import Merger, Missed, difference, merge
from pyramidion.server.protocol.fields import Wish
from pyramidion.server.protocol.shown import Shown
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.table import Table
from pyramidion.testing.leaks import new_table

MOVES = 60


def act(table: Table, choose: random.Random) -> None:
    seat = choose.choice([actor for actor in table.playing.actors() if actor != CHANCE])
    table.act(seat, choose.choice(table.playing.legal(seat)), at=len(table.log))


def shown(table: Table, presenter: Presenter, seats: tuple[int, ...], since: int) -> Shown:
    presenter.forget()
    return presenter.show(seats, since, [True] * len(table.meta.seats), {})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [(), (0,), (1,), (0, 1)])
def test_all_deltas_together_are_the_whole_table_byte_for_byte(game: str, seats: tuple[int, ...]) -> None:
    choose = random.Random(len(seats))
    table = new_table(game, 2, {}, "5" * 64)
    table.begin(0)
    presenter, merger = Presenter(table), Merger()
    last = shown(table, presenter, seats, 0)
    merger.hear(msgspec.json.decode(msgspec.json.encode(last.sync())))
    for _ in range(MOVES):
        if table.meta.status == "over":
            break
        since = len(table.log)
        act(table, choose)
        before, last = last, shown(table, presenter, seats, since)
        delta = msgspec.json.encode(difference(before, last))
        assert msgspec.json.encode(merger.hear(msgspec.json.decode(delta))) == msgspec.json.encode(
            msgspec.json.decode(msgspec.json.encode(last.sync()))
        )
        assert len(delta) < len(msgspec.json.encode(last.sync()))


def test_what_has_not_changed_is_not_sent() -> None:
    table = new_table("pyramid_poker", 2, {}, "5" * 64)
    table.begin(0)
    presenter = Presenter(table)
    before = shown(table, presenter, (0,), 0)
    delta = difference(before, shown(table, presenter, (0,), len(table.log)))
    assert (delta.changed, delta.view, delta.edited, delta.events) == ({}, {}, {}, [])


def test_a_wish_is_told_when_it_is_made_and_when_it_is_gone() -> None:
    table = new_table("senet", 2, {}, "5" * 64)
    table.begin(0)
    presenter = Presenter(table)
    wishes: dict[Wish, list[str]] = {}
    quiet = presenter.show((0,), 0, [True, True], wishes)
    wishes["undo"] = ["user 0"]
    asked = presenter.show((0,), 0, [True, True], wishes)
    wishes.clear()
    answered = presenter.show((0,), 0, [True, True], wishes)
    assert difference(quiet, asked).changed == {"wishes": {"undo": ["user 0"]}}
    assert difference(asked, answered).changed == {"wishes": {}}


@pytest.mark.parametrize("here", [{}, {"version": 3}, {"version": 5}])
def test_a_delta_without_the_message_before_it_is_of_no_use(here: dict[str, int]) -> None:
    with pytest.raises(Missed):
        merge(here, {"type": "delta", "version": 5, "after": 4})
