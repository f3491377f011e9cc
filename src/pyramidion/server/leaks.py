"""Looking for leaks: does anything that somebody is told depend on what they can't know?

For every seat and for an onlooker: re-deal what they could not know, replay the game, and compare all that the house would
tell them, byte for byte. Nothing of a game's own is known here; the test runs on any game.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from pyramidion.bots.levels import make
from pyramidion.bots.search import Budget, think
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Value
from pyramidion.games import find
from pyramidion.play import Play
from pyramidion.server import fairness
from pyramidion.server.looking import Looker
from pyramidion.server.messages import ClockWish, Hint
from pyramidion.server.store import Entry
from pyramidion.server.table import Facts, Sitter, Table
from pyramidion.server.thinkers import hint

TRIES = 24
ATTEMPTS = 6  # actions that are tried in vain at every step, for the refusals
HINT = Budget(iterations=30, informed=True)
BOT_EVERY = 7  # steps between two looks at what a bot would do

Told = Callable[[Table, Sequence[int]], list[bytes]]


def new_table(game: str, seats: int, options: dict[str, Value], secret: str = "") -> Table:
    """A table whose people are ready; with a secret of its own, if none is given."""
    sitters = [Sitter(user=f"user {seat}", title=f"Guest {seat}", salt="salt" * 2) for seat in range(seats)]
    chosen = find(game).choose(options)
    secret = secret or fairness.new_secret()
    facts = Facts(game, find(game).version, seats, chosen, "", ClockWish(), secret, sitters, creator="user 0")
    return Table("table", facts)


def unfinished_game(table: Table, choose: random.Random, length: int | None = None) -> None:
    """Play a game at random to its end, then go back to some point of it, or to so many events."""
    table.begin(0)
    while table.facts.status == "live":
        seat = next(actor for actor in table.playing.actors() if actor != CHANCE)
        table.act(seat, choose.choice(table.playing.legal(seat)), len(table.log))
    facts = msgspec.structs.replace(table.facts, status="live", scores=None)
    table.rewind(table.log[: length or choose.randrange(1, len(table.log))], facts)


def redeal(table: Table, eyes: int, choose: random.Random, keep: float) -> Table | None:
    """The same game with another deal of what these eyes were never told; None if a later event would be impossible.

    So much of it stays as it was: the more, the likelier it is that what was told later is still possible.
    """
    other = new_table(table.facts.game, table.facts.seats, table.facts.options, table.facts.secret)
    other.facts.status = "live"
    play, again = table.playing, other.set_up()
    entries: list[Entry] = []
    for event, entry in zip(play.events, table.log, strict=True):
        action = event.action
        if event.seat == CHANCE and not play.hears(eyes, event):
            action = _another(again, action, choose, keep)
        try:
            text = again.encode(action, CHANCE)
            again.act(text, event.seat)
        except ValueError:
            return None
        entries.append(msgspec.structs.replace(entry, action=text))
    other.rewind(entries, other.facts)
    return other


def _another(play: Play, action: int, choose: random.Random, keep: float) -> int:
    """An outcome that chance could have had here; perhaps the one that it had."""
    odds = dict(play.odds())
    if odds.get(action) and choose.random() < keep:
        return action
    outcomes = [outcome for outcome, weight in odds.items() if weight]
    return choose.choice(outcomes) if outcomes else action


def told_to(table: Table, seats: Sequence[int]) -> list[bytes]:
    """Everything that the house tells somebody on these seats when the table stands like this."""
    looker = Looker(table)
    present = [True] * table.facts.seats
    messages: list[Any] = [looker.sync(seats, 0, present, {}), looker.sync(seats, len(table.log), present, {})]
    messages += [looker.info(seats, present), looker.past(table.eyes_of(seats), max(len(table.log) - 1, 0))]
    messages += [*refusals(table, seats), *hints(table, seats)]
    return [msgspec.json.encode(message) for message in messages]


def refusals(table: Table, seats: Sequence[int]) -> Iterator[str]:
    """What is said to somebody who tries what they may not."""
    choose = random.Random(len(table.log))
    for seat in seats:
        for _ in range(ATTEMPTS):
            yield str(table.playing.why_not(choose.randrange(table.game.actions), seat))
    try:
        yield str(table.record())
    except ValueError as refusal:
        yield str(refusal)


def hints(table: Table, seats: Sequence[int]) -> Iterator[Hint]:
    """What those are told who ask for a hint, if the search always had the same luck."""
    for seat in seats:
        if seat in table.playing.actors():
            observation = table.playing.observe(1 << seat)
            opinion = think(table.game, observation, table.facts.seats, seat, HINT, seed=1)
            yield hint(table.playing, len(table.log), seat, observation, opinion)


def bot_choice(table: Table, seat: int) -> bytes:
    """What a bot on this seat would do; its seed decides, and what it sees."""
    observation = table.playing.observe(1 << seat)
    actions = np.zeros(table.game.widest, np.int64)
    if not table.game.rules.legal(observation, seat, actions):
        return b""
    return str(make("policy:30", table.game, table.facts.seats, seat, seed=1).choose(observation)).encode()


def find_leak(
    game: str,
    seats: int,
    options: dict[str, Value],
    *,
    seed: int,
    told: Told = told_to,
    choose_bot: Callable[[Table, int], bytes] = bot_choice,
) -> tuple[str, int]:
    """Look at an unfinished game from every side with other deals: what leaks, if anything, and how many were compared."""
    choose = random.Random(seed)
    table = new_table(game, seats, options, choose.randbytes(fairness.SECRET_BYTES).hex())
    unfinished_game(table, choose)
    compared = 0
    for looker in [*range(seats), None]:
        own = [] if looker is None else [looker]
        other = another_deal(table, sum(1 << seat for seat in own), choose)
        if other is None:
            continue
        compared += 1
        for number, (first, second) in enumerate(zip(told(table, own), told(other, own), strict=True)):
            if first != second:
                who = "an onlooker" if looker is None else f"seat {looker}"
                return f"message {number} to {who} depends on what is hidden", compared
        if own and seed % BOT_EVERY == 0 and choose_bot(table, own[0]) != choose_bot(other, own[0]):
            return f"the bot on seat {looker} plays by what is hidden", compared
    return "", compared


def another_deal(table: Table, eyes: int, choose: random.Random) -> Table | None:
    """A deal that differs from the true one, but not to these eyes, if one is found."""
    sees, truth = table.playing.observe(eyes).tobytes(), table.playing.state.tobytes()
    for attempt in range(TRIES):
        other = redeal(table, eyes, choose, keep=attempt / TRIES)
        if other and other.playing.observe(eyes).tobytes() == sees and other.playing.state.tobytes() != truth:
            return other
    return None
