"""Tables on disk: what is refused, and what is found."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyramidion
from pyramidion.engine.sealed import HEADER, BadTable, code_hash
from pyramidion.games.senet import GAME
from pyramidion.games.senet.endgames import table as tables
from pyramidion.games.senet.endgames.solver import solve
from pyramidion.games.senet.endgames.table import Table, file_name, known, rules_hash
from pyramidion.games.senet.rules import STOP


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solve(2, {}, tmp_path_factory.mktemp("tables"), threads=1)


def state(text: str) -> Any:
    return pyramidion.load("senet", text, dice=None).state


def changed(made: Path, folder: Path, at: int) -> Path:
    """A copy of a table with one byte changed."""
    data = bytearray(made.read_bytes())
    data[at] ^= 1
    copy = folder / made.name
    copy.write_bytes(data)
    return copy


def test_a_damaged_number_is_noticed(made: Path, tmp_path: Path) -> None:
    path = changed(made, tmp_path, HEADER + 1000)
    Table.open(path, check=False)
    with pytest.raises(BadTable, match="its numbers are not those"):
        Table.open(path)


def test_a_damaged_header_is_noticed_without_reading_the_rest(made: Path, tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="its header"):
        Table.open(changed(made, tmp_path, 100), check=False)


def test_a_file_that_was_cut_short_is_noticed_without_reading_the_rest(made: Path, tmp_path: Path) -> None:
    path = tmp_path / made.name
    path.write_bytes(made.read_bytes()[:-1])
    with pytest.raises(BadTable, match="should have"):
        Table.open(path, check=False)


def test_another_file_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "senet-2.table"
    path.write_text("hello")
    with pytest.raises(BadTable, match="is not a table"):
        Table.open(path)
    with pytest.raises(BadTable, match="can't be read"):
        Table.open(tmp_path / "nothing")


def test_a_table_of_other_rules_is_refused(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "rules_hash", lambda: "other")
    with pytest.raises(BadTable, match="was solved by other rules of Senet"):
        Table.open(made)


def test_a_table_that_is_damaged_is_solved_again(made: Path, tmp_path: Path) -> None:
    path = changed(made, tmp_path, HEADER + 1000)
    assert solve(2, {}, tmp_path, threads=1) == path
    assert path.read_bytes() == made.read_bytes()


def test_a_good_table_is_left_as_it_is(made: Path) -> None:
    before = made.stat().st_mtime_ns
    assert solve(2, {"pieces": 7, "throw_off": True}, made.parent) == made
    assert made.stat().st_mtime_ns == before


def test_a_state_of_other_options_is_refused(made: Path) -> None:
    with pytest.raises(BadTable, match="for the usual options, and the game is played with same_row"):
        Table.open(made).win(state("10/10/7c1r c - - 0 same_row=yes"))


def test_a_game_with_null_bounces_is_not_answered_by_a_table_without_them(made: Path) -> None:
    s = state("r9/10/7c2 c 1 - 1 null_bounce=yes")
    assert tables.table_for(made.parent, s) is None
    for ask in (Table.open(made).win, Table.open(made).values, Table.open(made).best):
        with pytest.raises(BadTable, match="for the usual options, and the game is played with null_bounce"):
            ask(s)
    assert tables.table_for(made.parent, state("r9/10/7c2 c 1 - 1")) is not None


def test_every_option_that_changes_what_a_position_is_worth_is_written_on_a_table() -> None:
    assert set(tables.OPTIONS) == {option.name for option in GAME.options} - {"pieces", "throw_off"}
    for name, field in tables.OPTIONS.items():
        assert tables.options_of(state(f"r9/10/9c c - - 0 {name}=yes")) == {other: other == name for other in tables.OPTIONS}
        assert getattr(state(f"r9/10/9c c - - 0 {name}=yes"), field) == 1


def test_a_null_bounce_is_a_way_of_playing_a_throw_and_so_is_stopping_after_it(tmp_path: Path) -> None:
    table = Table.open(solve(3, {"null_bounce": True}, tmp_path, threads=1))
    assert table.options["null_bounce"]
    values = table.values(state("10/9c/4cr4 c 1 - 1 null_bounce=yes"))
    assert values is not None
    assert set(values) == {20, 25}
    after = table.values(state("10/9c/4cr4 c 1+1 25 1 null_bounce=yes"))
    assert after is not None
    assert set(after) == {STOP, 20}
    assert values[25] == max(after.values()) >= values[20] == after[20]


def test_what_a_table_does_not_cover_has_no_value(made: Path) -> None:
    table = Table.open(made)
    for text in ("10/10/7ccr c - - 0", "rcrcrcrcrc/10/10 c - - 0", "10/10/9r c - - 1", "r9/10/9c c off - 0 throw_off=yes"):
        assert table.win(state(text)) is None
        assert table.values(state(text)) is None
        assert table.best(state(text)) is None


def test_compiled_code_can_look_values_up(made: Path) -> None:
    table = Table.open(made)
    s = state("10/10/7r1c r - - 0")
    shares = np.zeros(2)
    assert known(s, table.numbers, shares)
    win = table.win(s)
    assert win is not None
    assert shares.tolist() == [1 - win, win]
    for unknown in ("10/10/7ccr c - - 0", "10/10/7c1r c 2 - 1", "10/10/9r c - - 1", "rcrcrcrcrc/rcrc6/10 c - - 0 pieces=7"):
        assert not known(state(unknown), table.numbers, shares)
    assert not known(s, table.numbers[:0], shares)


def test_of_a_position_the_draw_after_2000_throws_is_left_out_of_account(made: Path) -> None:
    table = Table.open(made)
    early, late = (table.win(state(f"10/r9/7c2 c 2 - {throws}")) for throws in (1, 2000))
    assert early == late


def test_what_bears_nothing_off_is_worth_less_more_than_a_draw_the_nearer_that_is(made: Path) -> None:
    table = Table.open(made)
    exact, calm, late, last = (table.values(state(f"10/r9/7c2 c 2 - {throws}")) for throws in (1, 400, 1200, 2000))
    assert exact
    assert exact == calm == pytest.approx({28: 0.9}, abs=0.1)
    assert late == pytest.approx({28: 0.5 + (exact[28] - 0.5) * 7 / 8}), "an eighth of the patience is gone"
    assert last == {28: 0.5}


def test_the_largest_table_of_a_folder_is_found(made: Path, tmp_path: Path) -> None:
    assert Table.find(tmp_path, {}) is None
    found = Table.find(made.parent, {})
    assert found is not None
    assert found.pieces == 2
    assert Table.find(made.parent, {"same_row": True}) is None


def test_a_tables_name_says_what_it_is_for() -> None:
    assert file_name(6, {}) == "senet-6.table"
    assert file_name(6, {"exact_bear_off": "yes", "pieces": 7}) == "senet-6-exact_bear_off.table"
    assert file_name(6, {"null_bounce": True}) == "senet-6-null_bounce.table"


CODE = '''
def move(s):
    """Move."""
    return s + 1  # one on
'''


def test_comments_and_layout_do_not_change_the_hash_of_the_rules_but_code_does() -> None:
    same = CODE.replace("Move.", "Go.").replace("  # one on", "").replace("s + 1", "s  +  1")
    assert code_hash(same) == code_hash(CODE)
    assert code_hash(CODE.replace("s + 1", "s + 2")) != code_hash(CODE)
    assert code_hash(CODE.replace('"""Move."""', "s = 1")) != code_hash(CODE)
    assert len(rules_hash()) == 16
