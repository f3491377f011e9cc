"""Fair dice: what was promised is kept, and any change of a record shows."""

import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyramidion.cli import main
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Value
from pyramidion.games import GAMES, find
from pyramidion.play import BadRecord
from pyramidion.server.fairness import dice as fairness
from pyramidion.server.fairness.dice import commitment, new_secret, outcome, salt_commitment, verify
from pyramidion.server.tables.record import TableRecord, record_of
from pyramidion.server.tables.table import Table
from pyramidion.server.tables.undo_policy import last_choice
from pyramidion.testing.leaks import new_table
from tests.server.conftest import Running

RECORDS = 1000 if os.environ.get("PYRAMIDION_SOAK") else 5
DRAWS = 2_000_000 if os.environ.get("PYRAMIDION_SOAK") else 60_000


def finished(game: str, seed: int) -> TableRecord:
    """The record of a game that was played at a table, some of it taken back."""
    choose = random.Random(seed)
    options: dict[str, Value] = (
        {"time_limit": "none"} if any(option.name == "time_limit" for option in find(game).options) else {}
    )
    table = new_table(game, choose.choice(find(game).seats), options)
    table.begin(0)
    while table.meta.status == "live":
        actors = [actor for actor in table.playing.actors() if actor != CHANCE]
        seat = choose.choice(actors)
        actions = table.playing.legal(seat)
        table.act(seat, choose.choice(actions), len(table.log))
        if not find(game).real_time and choose.random() < 0.03 and (n := last_choice(table, [seat])) and not over(table):
            table.undo(n, seat, 0)
        if len(table.log) > 400 and not over(table):
            table.resign(0, 0)
    return record_of(table)


def over(table: Table) -> bool:
    return table.meta.status == "over"


@pytest.mark.parametrize("game", GAMES)
def test_honest_records_are_green_and_any_single_change_is_found(game: str) -> None:
    for seed in range(RECORDS):
        record = json.loads(json.dumps(finished(game, seed)))
        assert verify(record) > 0
        changed = change(record, random.Random(seed))
        assert changed != record
        with pytest.raises(ValueError, match=r"."):
            verify(changed)


def test_a_house_cannot_choose_among_several_throws() -> None:
    record = json.loads(json.dumps(finished("senet", 1)))
    record["fairness"]["numbers"][3] = record["fairness"]["numbers"][2]
    record["seal"] = fairness.seal(record, record["fairness"]["secret"])
    with pytest.raises(fairness.Unfair, match="don't always go up"):
        verify(record)


def with_undo() -> dict[str, Any]:
    """A record in which something was taken back, and its dice were thrown anew."""
    for seed in range(100):
        record = json.loads(json.dumps(finished("senet", seed)))
        if any(kind == "undo" for _, kind, _, _ in record["fairness"]["aside"]):
            return record  # type: ignore[no-any-return]
    raise AssertionError("nothing was ever taken back")


def seal_again(record: dict[str, Any]) -> dict[str, Any]:
    """Whoever knows the secret can seal anything."""
    return record | {"seal": fairness.seal(record, record["fairness"]["secret"])}


def test_what_was_taken_back_is_in_the_record_and_its_dice_are_checked() -> None:
    record = with_undo()
    chances = sum(who == "chance" for who, _ in record["events"])
    taken_back = [each for each in record["fairness"]["aside"] if each[1:3] == ["act", "chance"]]
    assert verify(record) == chances + len(taken_back)


def test_throws_that_nobody_was_told_of_are_found() -> None:
    record = with_undo()
    record["fairness"]["aside"] = [each for each in record["fairness"]["aside"] if each[1] != "act"]
    with pytest.raises(fairness.Unfair, match="may have been hidden"):
        verify(seal_again(record))


def test_a_throw_among_those_taken_back_that_the_dice_did_not_give_is_found() -> None:
    for seed in range(200):
        record = json.loads(json.dumps(finished("senet", seed)))
        thrown = [each for each in record["fairness"]["aside"] if each[1:3] == ["act", "chance"]]
        if thrown:
            break
    thrown[0][3] = "throw 2" if thrown[0][3] != "throw 2" else "throw 3"
    with pytest.raises(fairness.Unfair, match="the dice gave"):
        verify(seal_again(record))


def test_records_of_earlier_versions_are_verified_as_before() -> None:
    record = with_undo()
    del record["fairness"]["aside"]
    assert verify(seal_again(record)) > 0


def test_a_salt_that_nobody_had_committed_to_is_found() -> None:
    record = json.loads(json.dumps(finished("senet", 1)))
    record["fairness"]["salt_commitments"] = [salt_commitment(salt) for salt in record["fairness"]["salts"]]
    assert verify(seal_again(record)) > 0
    record["fairness"]["salt_commitments"][1] = salt_commitment("another-salt")
    with pytest.raises(fairness.Unfair, match="salt of seat 1"):
        verify(seal_again(record))
    del record["fairness"]["salt_commitments"][1]
    with pytest.raises(BadRecord, match="commitments"):
        verify(seal_again(record))


def change(record: dict[str, Any], choose: random.Random) -> dict[str, Any]:
    """The record with one thing changed, anywhere in it."""
    changed = copy.deepcopy(record)
    places = list(leaves(changed))
    container, key = choose.choice(places)
    old = container[key]
    if isinstance(old, bool):
        container[key] = not old
    elif isinstance(old, int | float):
        container[key] = old + 1
    elif isinstance(old, str) and old:
        place = choose.randrange(len(old))
        container[key] = (
            old[:place] + choose.choice([sign for sign in "0123456789abcdef" if sign != old[place]]) + old[place + 1 :]
        )
    else:
        container[key] = "x"
    return changed


def leaves(thing: Any) -> Iterator[tuple[Any, Any]]:
    items = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, value in items:
        if isinstance(value, dict | list) and value:
            yield from leaves(value)
        else:
            yield thing, key


@pytest.mark.parametrize("event", [[], ["chance"], ["nobody", "throw 1"], [99, "2-5"], [0, None], "throw 1"])
def test_a_damaged_event_is_no_record(event: object) -> None:
    record = json.loads(json.dumps(finished("senet", 3)))
    record["events"][1] = event
    record["seal"] = fairness.seal(record, record["fairness"]["secret"])
    with pytest.raises(BadRecord):
        verify(record)


def test_a_changed_throw_is_named() -> None:
    record = json.loads(json.dumps(finished("senet", 3)))
    n = next(n for n, (seat, _) in enumerate(record["events"]) if seat == "chance")
    throw = record["events"][n][1]
    record["events"][n][1] = next(text for text in ("throw 1", "throw 2", "throw 3", "throw 4", "throw 6") if text != throw)
    record["seal"] = fairness.seal(record, record["fairness"]["secret"])
    with pytest.raises(ValueError, match=f"event {n}"):
        verify(record)


def test_another_secret_is_not_the_promised_one() -> None:
    record = finished("senet", 3)
    record["fairness"] = {**record["fairness"], "secret": new_secret()}
    with pytest.raises(ValueError, match="commitment"):
        verify(record)


def test_the_command_says_green_or_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(finished("senet", 1)))
    assert main(["verify", str(file)]) == 0
    assert "Verified" in capsys.readouterr().out
    file.write_text(file.read_text().replace('"seats": 2', '"seats": 3'))
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err


@pytest.mark.statistics
@pytest.mark.parametrize("limit", [5, 6, 16, 36, 52])
def test_outcomes_are_even(limit: int) -> None:
    """Chi-square, at a level that fails by luck once in a million runs."""
    secret = "5a" * 32
    counts = [0] * limit
    for n in range(DRAWS):
        counts[outcome(secret, ["salt", "pepper"], n, limit)] += 1
    expected = DRAWS / limit
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    freedom = limit - 1
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 15


def test_outcomes_depend_on_the_secret_the_salts_and_the_number() -> None:
    secret = "5a" * 32
    base = [outcome(secret, ["a"], n, 1000) for n in range(20)]
    assert base == [outcome(secret, ["a"], n, 1000) for n in range(20)]
    assert base != [outcome(secret, ["b"], n, 1000) for n in range(20)]
    assert base != [outcome("5b" * 32, ["a"], n, 1000) for n in range(20)]
    assert len(set(base)) > 10


def test_nothing_that_is_told_during_the_game_is_the_secret(server: Running) -> None:
    anna = server.visitor()
    page = anna.open(anna.create("senet", "me", "me"))
    promise = page.sync["fairness"]
    assert page.sync["status"] == "waiting"
    page.get_ready()
    page.wait_for("live")
    assert page.sync["fairness"] == promise
    page.say("resign", n=page.sync["n"], seat=0)
    page.wait_for("over")
    told, secret = page.sync["fairness"].split()
    assert told == promise == commitment(secret)
