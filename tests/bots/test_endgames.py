"""Bots where tables of solved positions are."""

import asyncio
import logging
import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import pyramidion
from pyramidion.bots import endgames
from pyramidion.bots.assess import assess
from pyramidion.bots.levels import LEVELS, Thinker, make
from pyramidion.bots.search import Budget
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.senet.endgames import table as tables
from pyramidion.games.senet.endgames.positions import position_of
from pyramidion.games.senet.endgames.solver import solve
from pyramidion.games.senet.endgames.table import Table
from pyramidion.games.senet.rules import State
from pyramidion.play import Play
from pyramidion.server.limits import CpuLimits
from pyramidion.server.thinking.bot_pool import BotPool
from pyramidion.server.thinking.hints import hint
from tests.soak import more

GAME = pyramidion.new("senet").game


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with tables."""
    folder = tmp_path_factory.mktemp("data")
    solve(3, {}, folder / "tables", threads=1)
    solve(2, {"same_row": True}, folder / "tables", threads=1)
    return folder


@pytest.fixture(autouse=True)
def _use(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDION_DATA", str(data))
    endgames._warn.cache_clear()


def three(data: Path) -> Table:
    return Table.open(data / "tables/senet-3.table")


def after(play: Play, action: int, seat: int, table: Table) -> float:
    """What an action is worth to the seat, by playing on until the throw is over."""
    play.act(action)
    if play.is_over:
        value = 1.0
    elif play.actors() == (CHANCE,):
        win = table.win(State.of(play.state))
        assert win is not None
        value = win if State.of(play.state).seat == seat else 1 - win
    else:
        value = max(after(play, action, seat, table) for action in play.legal_actions())
    play.undo()
    return value


@pytest.mark.slow
def test_where_a_table_has_the_position_pharaoh_has_no_regret(data: Path) -> None:
    """`bench/senet_regret.py` does the same on 100,000 positions of a large table."""
    dice, table, compared = random.Random(2), three(data), 0
    bots = [make("pharaoh", GAME, 2, seat, seed=1) for seat in range(2)]
    while compared < more(200):
        play = pyramidion.new("senet", dice=None)
        s = State.of(play.state)
        s.seat = seat = dice.randrange(2)
        s.army[seat], s.army[1 - seat] = position_of(dice.randrange(1, len(table.numbers)))
        play.act(f"throw {dice.choice((1, 2, 3, 4, 6))}")
        if play.actors() == (seat,):
            values = {action: after(play, action, seat, table) for action in play.legal_actions()}
            assert values[bots[seat].choose(play.observe(1 << seat))] == max(values.values())
            compared += 1


def opinion(text: str, iterations: int, table: Table | None) -> Any:
    play = pyramidion.load("senet", text, dice=None)
    (seat,) = play.actors()
    with patch("pyramidion.bots.assess.table_for", return_value=table):
        return assess(GAME, play.observe(1 << seat), 2, seat, Budget(iterations=iterations))


def test_in_a_solved_position_nothing_is_searched(data: Path) -> None:
    exact = opinion("10/9r/2c2c4 c 2 - 9", 100, three(data))
    assert exact.iterations == 0
    assert exact.line == [exact.best]
    assert exact.choices[0].win == max(choice.win for choice in exact.choices)


def test_shortly_before_the_draw_a_piece_is_borne_off_rather_than_brought_to_a_better_place(data: Path) -> None:
    calm, late = (opinion(f"1r8/9c/9c c 2 - {throws}", 1, three(data)) for throws in (400, 1990))
    assert (calm.best, late.best) == (20, 30)
    assert calm.choices[0].win > 0.9
    assert 0.7 < late.choices[0].win < 0.9
    assert (calm.is_exact, late.is_exact) == (True, False)


@pytest.mark.slow
@pytest.mark.parametrize("position", ["10/10/r4r1c1c c 2 - 9", "10/10/1r3c1c1c c 2 - 9"])
def test_a_search_before_solved_positions_ends_there_and_finds_the_exact_value(position: str, data: Path) -> None:
    exact = opinion(position, 1, Table.open(solve(4, {}, data / "four", threads=1)))
    searched = opinion(position, 20_000, three(data))
    wins = {choice.action: choice.win for choice in exact.choices}
    assert searched.iterations == 20_000
    assert not searched.is_exact
    assert wins[searched.best] == pytest.approx(exact.choices[0].win, abs=0.01)
    assert searched.choices[0].win == pytest.approx(exact.choices[0].win, abs=0.02)


def test_only_pharaoh_knows_solved_positions_and_can_be_asked_to_forget_them() -> None:
    assert [name for name, level in LEVELS.items() if level.tables] == ["pharaoh"]
    play = pyramidion.load("senet", "10/9r/2c2c4 c 2 - 9", dice=None)
    for name, looks in (("pharaoh", True), ("tables:50", True), ("pharaoh:bare", False), ("vizier", False)):
        bot = make(name, GAME, 2, 0, seed=1)
        assert isinstance(bot, Thinker)
        with patch("pyramidion.bots.assess.table_for", return_value=None) as table_for:
            bot.choose(play.observe(1))
        assert table_for.called == looks, name


def test_a_hint_in_a_solved_position_is_exact(data: Path) -> None:
    play = pyramidion.load("senet", "10/9r/2c2c4 c 2 - 9", dice=None)
    hint = play.hint()
    assert hint.iterations == 0
    assert hint.is_exact
    assert {choice.action: choice.win for choice in hint.choices} == three(data).values(State.of(play.state))


def test_so_is_a_hint_at_a_table_of_the_server(data: Path) -> None:
    play = pyramidion.load("senet", "10/9r/2c2c4 c 2 - 9", dice=None)
    bot_pool = BotPool(1, CpuLimits(share=1, burst=1))
    opinion = asyncio.run(bot_pool.assess(GAME, 2, 0, play.observe(1)))
    bot_pool.close()
    told = hint(play, 0, 0, play.observe(1), opinion)
    assert told.exact
    assert {play.parse(choice.action): choice.win for choice in told.choices} == three(data).values(State.of(play.state))


def test_a_table_of_the_games_options_is_taken() -> None:
    for text, pieces in (("r9/10/9c c - - 0", 3), ("r9/10/9c c - - 0 same_row=yes", 2)):
        found = endgames.table_for(GAME, pyramidion.load("senet", text, dice=None).state)
        assert isinstance(found, Table)
        assert found.pieces == pieces
    other = pyramidion.load("senet", "r9/10/9c c - - 0 exact_bear_off=yes", dice=None)
    assert endgames.table_for(GAME, other.state) is None


def test_a_table_of_other_rules_is_left_aside_and_said_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tables, "rules_hash", lambda: "other")
    play = pyramidion.load("senet", "10/9r/2c2c4 c 2 - 9", dice=None)
    with caplog.at_level(logging.WARNING):
        for seed in range(2):
            assert make("tables:50", GAME, 2, 0, seed).choose(play.observe(1)) in play.legal_actions()
    (warning,) = caplog.messages
    assert "was solved by other rules of Senet" in warning
    assert "bots play without it" in warning


def test_games_that_are_not_solved_have_no_tables() -> None:
    river = pyramidion.new("river", seed=1)
    assert endgames.table_for(river.game, river.state) is None
