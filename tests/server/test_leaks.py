"""No leak: nothing that anybody is told depends on what they can't know; and leaks that are planted are found."""

import os
import random
from collections.abc import Callable, Sequence

import msgspec
import pytest

from pyramidion.bots.assess import assess
from pyramidion.game import Value
from pyramidion.games import GAMES
from pyramidion.play import new
from pyramidion.server.fairness import dice as fairness
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.table import Table
from pyramidion.server.tables.undo_policy import may_undo
from pyramidion.server.thinking.hints import hint
from pyramidion.testing.leaks import HINT, Told, another_deal, find_leak, new_table, told_to, unfinished_game

GAMES_EACH = 1000 if os.environ.get("PYRAMIDION_SOAK") else 6
HIDING = [
    ("river", 2, {"hands": "hidden"}),
    ("river", 2, {"hands": "hidden", "starter": "weaker_hand", "claims": "unlimited"}),
    ("river", 3, {"hands": "hidden"}),
    ("pyramid_poker", 2, {}),
    ("pyramid_poker", 2, {"scoring": "advanced"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), HIDING)
def test_nothing_that_is_told_depends_on_what_is_hidden(game: str, seats: int, options: dict[str, Value]) -> None:
    found = [find_leak(game, seats, options, seed=seed) for seed in range(GAMES_EACH)]
    assert [leak for leak, _ in found if leak] == []
    assert sum(compared for _, compared in found) >= GAMES_EACH / 2


def test_what_may_be_taken_back_does_not_tell_what_is_left_in_the_bag() -> None:
    """In this game the second seat was once told by it, having drawn, that another piece could have come."""
    choose, drawn, seat = random.Random(48), 115, 1
    table = new_table("river", 2, {"hands": "hidden"}, choose.randbytes(fairness.SECRET_BYTES).hex())
    unfinished_game(table, choose, length=drawn)
    deals = [another_deal(table, 1 << seat, choose) for _ in range(10)]
    assert any(deals)
    assert {may_undo(deal, [seat]) for deal in deals if deal} == {may_undo(table, [seat])}


@pytest.mark.parametrize("game", sorted(set(GAMES) - {game for game, _, _ in HIDING}))
def test_the_other_games_hide_nothing(game: str) -> None:
    play = new(game, seed=4)
    for _ in range(40):
        for eyes in (0, 1, 2):
            assert play.observe(eyes).tobytes() == play.state.tobytes()
        if play.is_over:
            return
        seat = play.actors()[0]
        play.act(play.legal_actions(seat)[-1], seat)


def secret_of(table: Table) -> str:
    """Something that depends on what is hidden from everybody but one seat."""
    return str(sum(table.playing.state.tobytes()))


def planted(change: Callable[[Table, Sequence[int], list[bytes]], list[bytes]]) -> Told:
    """What is told, with a leak in it."""
    return lambda table, seats: change(table, seats, told_to(table, seats))


def in_message(number: int, field: str) -> Told:
    def change(table: Table, seats: Sequence[int], messages: list[bytes]) -> list[bytes]:
        message = msgspec.json.decode(messages[number])
        old = message[field]
        if isinstance(old, str):
            message[field] = old + secret_of(table)
        elif isinstance(old, bool):
            message[field] = bool(int(secret_of(table)) % 2)
        elif isinstance(old, int):
            message[field] = int(secret_of(table))
        elif isinstance(old, list):
            message[field] = [*old, secret_of(table)]
        else:
            message[field] = {**(old or {}), "leak": secret_of(table)}
        return [*messages[:number], msgspec.json.encode(message), *messages[number + 1 :]]

    return planted(change)


def in_sync_seen_by_all(table: Table, seats: Sequence[int]) -> list[bytes]:
    """The view of both seats together."""
    view = Presenter(table).show((0, 1), 0, [True] * len(table.meta.seats), {}).sync()
    both = table.playing.view(eyes=3)
    return [*told_to(table, seats), msgspec.json.encode(view), msgspec.json.encode(both)]


def events_as_the_state_knows_them(table: Table, seats: Sequence[int]) -> list[bytes]:
    return [*told_to(table, seats), msgspec.json.encode([entry.action for entry in table.log])]


def padded(table: Table, seats: Sequence[int]) -> list[bytes]:
    return [message + b" " * (int(secret_of(table)) % 7) for message in told_to(table, seats)]


def a_longer_delta(table: Table, seats: Sequence[int]) -> list[bytes]:
    messages = told_to(table, seats)
    messages[4] += b" " * (int(secret_of(table)) % 7)
    return messages


def on_a_screen(table: Table, seats: Sequence[int]) -> list[bytes]:
    """A terminal that shows what happened as all eyes saw it."""
    told = [table.playing.tell(event, eyes=3) for event in table.playing.events]
    return [*told_to(table, seats), msgspec.json.encode(told)]


def in_another_order(table: Table, seats: Sequence[int]) -> list[bytes]:
    messages = told_to(table, seats)
    return messages[::-1] if int(secret_of(table)) % 2 else messages


def an_error_that_knows_too_much(table: Table, seats: Sequence[int]) -> list[bytes]:
    return [*told_to(table, seats), f"illegal in {table.playing.dump()}".encode()]


def the_dice(table: Table, seats: Sequence[int]) -> list[bytes]:
    return [*told_to(table, seats), str(table.playing.record()).encode()]


def a_hint_that_knows_too_much(table: Table, seats: Sequence[int]) -> list[bytes]:
    """The search looks at the state itself."""
    messages = told_to(table, seats)
    for seat in set(seats) & set(table.playing.actors()):
        opinion = assess(table.game, table.playing.state, len(table.meta.seats), seat, HINT, seed=1)
        messages.append(msgspec.json.encode(hint(table.playing, len(table.log), seat, table.playing.state, opinion)))
    return messages


PLANTED = {
    "the view": in_message(0, "view"),
    "the text": in_message(3, "text"),
    "the legal actions": in_message(0, "legal"),
    "the turn": in_message(0, "turn"),
    "the events": in_message(0, "events"),
    "the lobby": in_message(2, "n"),
    "looking back": in_message(3, "view"),
    "what has changed": in_message(4, "changed"),
    "a field of the view that has changed": in_message(4, "view"),
    "that a list of the view has changed": in_message(4, "edited"),
    "the size of a delta": a_longer_delta,
    "both seats' view": in_sync_seen_by_all,
    "events in full": events_as_the_state_knows_them,
    "the size": padded,
    "the order": in_another_order,
    "a screen": on_a_screen,
    "a hint": a_hint_that_knows_too_much,
    "an error": an_error_that_knows_too_much,
    "an export before the end": the_dice,
}


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_leak_is_found(kind: str) -> None:
    seeds = range(30)
    assert any(find_leak("pyramid_poker", 2, {}, seed=seed, told=PLANTED[kind])[0] for seed in seeds), kind


def test_a_bot_that_peeks_is_found() -> None:
    def peeks(table: Table, _seat: int) -> bytes:
        return secret_of(table).encode()

    assert any(find_leak("pyramid_poker", 2, {}, seed=7 * seed, choose_bot=peeks)[0] for seed in range(10))
