"""Looking back: any position of a log, also among actions that were taken back, is what a replay finds."""

import random

import pytest

from pyramidion.engine.record import Record
from pyramidion.game import Illegal
from pyramidion.games import GAMES
from pyramidion.server.fairness.dice import new_secret
from pyramidion.server.protocol.rest import ClockWish
from pyramidion.server.storage.tables import Seat, TableMeta
from pyramidion.server.tables.table import Table
from pyramidion.server.tables.undo_policy import MOST_UNDOS, check_undos, last_choice


def table_of(game: str) -> Table:
    seats = [Seat(user="anna", salt="a" * 8), Seat(user="ben", salt="b" * 8)]
    meta = TableMeta(game, 1, {}, "", ClockWish(), new_secret(), seats, "anna")
    table = Table("t", meta)
    table.begin(0)
    return table


def replayed(table: Table, n: int) -> bytes:
    """The state after `n` entries, by doing all of them again."""
    again = Table("again", table.meta)
    again.rewind(table.log[:n], table.meta)
    assert again.play
    return bytes(again.play.state.tobytes())


def do_something(table: Table, dice: random.Random) -> None:
    """Act, or now and then take something back."""
    play = table.playing
    seat = next(seat for seat in play.actors() if seat in (0, 1))
    number = last_choice(table, [0, 1])
    if number is not None and dice.random() < 0.3:
        table.undo(number, seat, 0)
    else:
        table.act(seat, dice.choice(play.legal_actions(seat)), 0)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "egyptian_war"])
def test_every_position_of_a_log_with_undos_is_what_a_replay_finds(game: str) -> None:
    dice = random.Random(game)
    table = table_of(game)
    while table.meta.status == "live" and len(table.log) < 300:
        do_something(table, dice)
    for n in {*dice.choices(range(len(table.log) + 1), k=40), 0, len(table.log)}:
        assert table.at(n).state.tobytes() == replayed(table, n), n
    loaded = Table("loaded", table.meta)
    loaded.rewind(table.log, table.meta)
    assert all(loaded.timeline.state(n) == table.timeline.state(n) for n in range(len(table.log) + 1))


def test_looking_back_does_a_few_actions_however_long_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(1)
    table = table_of("senet")
    while table.meta.status == "live" and len(table.log) < 600:
        seat = next(seat for seat in table.playing.actors() if seat in (0, 1))
        table.act(seat, dice.choice(table.playing.legal_actions(seat)), 0)
    rules, done = table.game.rules, []

    class Counting:
        State = rules.State

        @staticmethod
        def apply(state: Record, seat: int, action: int) -> None:
            done.append(action)
            rules.apply(state, seat, action)

    monkeypatch.setattr(table.timeline, "_rules", Counting)
    for n in range(len(table.log) + 1):
        done.clear()
        table.timeline.state(n)
        assert len(done) <= 32


def test_a_table_takes_back_only_so_many_moves() -> None:
    table = table_of("river")
    for _ in range(MOST_UNDOS):
        check_undos(table)
        play = table.playing
        table.act(play.actors()[0], play.legal_actions(play.actors()[0])[0], 0)
        number = last_choice(table, [0, 1])
        assert number is not None
        table.undo(number, 0, 0)
    with pytest.raises(Illegal, match="no more undos"):
        check_undos(table)
