"""The solver against a slow second computation, against numbers worked out by hand, and against interruptions."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.senet.endgames import solver
from pyramidion.games.senet.endgames.links import DEEPEST, MOST_LINKS, expand
from pyramidion.games.senet.endgames.positions import STARTS, position_number, position_of, table_size
from pyramidion.games.senet.endgames.solver import solve
from pyramidion.games.senet.endgames.table import OPTIONS, UNIT, Table
from pyramidion.games.senet.rules import State
from pyramidion.play import Play
from tests.games.senet.endgames import slow_values
from tests.games.senet.endgames.slow_values import Bounds, Position
from tests.games.senet.twin import WEIGHTS
from tests.soak import more

ALL_OPTIONS = [dict(zip(OPTIONS, choice, strict=True)) for choice in product((False, True), repeat=len(OPTIONS))]
ALMOST = 2e-15  # what the sums of floats in the slow computation may be wrong by


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table.open(solve(2, {}, tmp_path_factory.mktemp("two"), threads=1))


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table.open(solve(4, {}, tmp_path_factory.mktemp("four"), threads=1))


def bit_set(squares: frozenset[int]) -> int:
    return sum(1 << square for square in squares)


def stored(table: Table, position: Position) -> float:
    own, foe = map(bit_set, position)
    return int(table.numbers[position_number(own, foe, STARTS)]) / UNIT


def assert_agrees(table: Table, bounds: Bounds) -> None:
    for position, (low, high) in bounds.items():
        assert low - table.error - ALMOST <= stored(table, position) <= high + table.error + ALMOST, position


# Against a slow second computation


@pytest.mark.slow
def test_all_values_for_three_pieces_are_those_of_the_slow_computation(four: Table) -> None:
    bounds = slow_values.solve([(1, 1), (1, 2), (2, 1)], within=1e-6)
    assert len(bounds) == table_size(3) - 1
    assert_agrees(four, bounds)


@pytest.mark.slow
@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_all_values_for_two_pieces_are_those_of_the_slow_computation_with_every_option(
    options: dict[str, bool], tmp_path: Path
) -> None:
    table = Table.open(solve(2, options, tmp_path, threads=1))
    assert_agrees(table, slow_values.solve([(1, 1)], within=1e-6, **options))


@pytest.mark.slow
@pytest.mark.parametrize("options", ALL_OPTIONS)
def test_values_are_what_the_slow_rules_expect_of_their_successors(options: dict[str, bool], tmp_path: Path) -> None:
    table = Table.open(solve(3 if any(options.values()) else 4, options, tmp_path, threads=1))
    dice = random.Random(str(options))
    for _ in range(more(150)):
        assert_one_step(table, position_of(dice.randrange(1, len(table.numbers))), options)


def assert_one_step(table: Table, armies: tuple[int, int], options: dict[str, Any]) -> None:
    own, foe = (frozenset(square for square in range(31) if army >> square & 1) for army in armies)
    throws = [(weight, slow_values.ways((own, foe), value, **options)) for value, weight in WEIGHTS.items()]
    known = {position: (value := stored(table, position), value) for position in next_positions(throws)}
    expected, _ = slow_values.expected(throws, known)
    assert stored(table, (own, foe)) == pytest.approx(expected, abs=2 * table.error)


def next_positions(throws: list[tuple[int, set[slow_values.Way]]]) -> set[Position]:
    return {position for _, ends in throws for _, position in ends if position is not None}


# By hand


def between_throws(text: str) -> Any:
    return pyramidion.load("senet", text, dice=None).state


@pytest.mark.parametrize(
    ("position", "win"),
    [
        ("1r8/10/9c c - - 0", 1),  # every throw takes the last piece off
        ("10/10/8cr c - - 0", 1),  # a 1 swaps and throws again
        ("10/10/7c1r c - - 0", 8 / 11),  # a 2 swaps, and it is the same the other way round: w = 10/16 + 6/16 (1 − w)
        ("10/10/7r1c r - - 0", 8 / 11),
    ],
)
def test_endgames_have_the_values_worked_out_by_hand(two: Table, position: str, win: float) -> None:
    assert two.win(between_throws(position)) == pytest.approx(win, abs=two.error)


def test_the_certificate_bounds_the_error(two: Table) -> None:
    assert 0 < two.gap <= solver.GAP
    assert two.gap / 2 <= two.error <= two.gap / 2 + 0.5 / UNIT + ALMOST


# Choosing by a table


def random_state(table: Table, dice: random.Random) -> Play:
    """A random position, between throws."""
    play = pyramidion.new("senet", dice=None, pieces=7)
    armies = position_of(dice.randrange(1, len(table.numbers)))
    seat = dice.randrange(2)
    s = State.of(play.state)
    s.seat, s.army[seat], s.army[1 - seat] = seat, *armies
    return play


def looked_ahead(play: Play, seat: int, table: Table) -> float:
    """What a position is worth to a seat, by playing on until the throw is over."""
    if play.is_over:
        return 1.0
    if play.actors() != (CHANCE,):
        return max(after(play, action, seat, table) for action in play.legal_actions())
    win = table.win(State.of(play.state))
    assert win is not None
    return win if State.of(play.state).seat == seat else 1 - win


def after(play: Play, action: int, seat: int, table: Table) -> float:
    play.act(action)
    value = looked_ahead(play, seat, table)
    play.undo()
    return value


@pytest.mark.slow
def test_the_best_action_has_no_regret_on_random_positions(four: Table) -> None:
    dice, compared = random.Random(5), 0
    while compared < more(400):
        play = random_state(four, dice)
        play.act(f"throw {dice.choice((1, 2, 3, 4, 6))}")
        if play.actors() == (CHANCE,):
            continue
        seat, best = State.of(play.state).seat, four.best(State.of(play.state))
        values = {action: after(play, action, seat, four) for action in play.legal_actions()}
        assert best in values
        assert values[best] == max(values.values())
        assert four.values(State.of(play.state)) == pytest.approx(values, abs=1e-12)
        compared += 1


def test_a_table_says_what_every_action_is_worth(two: Table) -> None:
    play = pyramidion.load("senet", "10/r9/7c2 c 2 - 1", dice=None)
    assert play.legal() == ["28-30"]
    values = two.values(State.of(play.state))
    assert values is not None
    assert list(values) == [28]
    assert two.best(State.of(play.state)) == 28
    assert two.win(State.of(play.state)) == values[28]


def test_a_turn_that_passes_is_worth_what_the_other_leaves(two: Table) -> None:
    play = pyramidion.load("senet", "10/10/7rc1 c - - 0", dice=None)
    other = pyramidion.load("senet", "c9/10/10 c - - 0 ".replace("c9/10/10", "cr8/10/10"), dice=None)
    assert two.win(State.of(play.state)) is not None
    assert two.win(State.of(other.state)) is not None


# Interruptions, threads


class Interrupted(Exception):
    pass


def interrupt_at(start: str) -> solver.Progress:
    def progress(what: str, _share: float) -> None:
        if what.startswith(start):
            raise Interrupted

    return progress


@pytest.mark.slow
def test_a_run_that_was_interrupted_between_layers_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = solve(3, {}, tmp_path / "whole", threads=1)
    with pytest.raises(Interrupted):
        solve(3, {}, tmp_path / "halves", interrupt_at("1 against 2"), threads=1)
    begun = []
    halves = solve(3, {}, tmp_path / "halves", lambda what, _share: begun.append(what[:11]), threads=1)
    assert set(begun) == {"1 against 2"}
    assert halves.read_bytes() == whole.read_bytes()
    assert [path.name for path in (tmp_path / "halves").iterdir()] == [halves.name]


def test_a_run_that_was_killed_inside_a_layer_goes_on_from_its_guess(
    tmp_path: Path, two: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "SAVE_SECONDS", -1)
    with pytest.raises(Interrupted):
        solve(2, {}, tmp_path, interrupt_at("1 against 1: proving"), threads=1)
    told = []
    table = Table.open(solve(2, {}, tmp_path, lambda what, _share: told.append(what), threads=1))
    assert told == ["1 against 1: bounds change by 1e+00", "1 against 1: proving"]  # nothing was left to be guessed
    assert abs(table.numbers.astype(int) - two.numbers).max() <= (table.error + two.error) * UNIT


@pytest.mark.slow
def test_two_threads_and_little_memory_find_the_same(tmp_path: Path, four: Table) -> None:
    table = Table.open(solve(3, {}, tmp_path, threads=2, memory=100_000))
    assert table.gap <= solver.GAP
    assert abs(table.numbers.astype(int) - four.numbers[: len(table.numbers)]).max() <= (table.error + four.error) * UNIT


def test_progress_grows_to_the_whole(tmp_path: Path) -> None:
    shares: list[float] = []
    solve(2, {}, tmp_path, lambda _what, share: shares.append(share), threads=1)
    assert shares[0] < 0.5
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("pieces", [1, 8])
def test_only_tables_that_fit_are_made(pieces: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="for 2 to 7 pieces"):
        solve(pieces, {}, tmp_path)


@pytest.mark.slow
def test_no_position_has_more_links_than_there_is_room_for() -> None:
    """The worst are armies about to leave the board by a 6, with many orders of using what is left over."""
    stack: Any = State.batch(DEEPEST)
    links = np.zeros(MOST_LINKS, np.int32)
    dice, most = random.Random(3), 0
    for _ in range(20_000):
        own = dice.sample([24, 25, 26, 28, 29, 30, 23, 22], 6)
        free = [square for square in slow_values.SQUARES if square not in own]
        stack[0].army[0], stack[0].army[1] = bit_set(frozenset(own)), 1 << dice.choice(free)
        stack[0].phase = 1
        most = max(most, expand(stack, STARTS, links))
    assert 40 < most < MOST_LINKS // 2
