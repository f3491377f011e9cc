"""Looking for leaks: does anything that somebody is told depend on what they can't know?

For every seat and for an onlooker: re-deal what they could not know, replay the game, and compare all that the server would
tell them, byte for byte. Nothing of a game's own is known here; the test runs on any game.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from pyramidion.bots.assess import assess
from pyramidion.bots.levels import make
from pyramidion.bots.search import Budget
from pyramidion.client.state import TableState
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Value
from pyramidion.games import find
from pyramidion.play import Play
from pyramidion.refusal import Refusal
from pyramidion.server.fairness import dice as fairness
from pyramidion.server.protocol.deltas import difference
from pyramidion.server.protocol.rest import ClockWish
from pyramidion.server.protocol.socket import Delta, Hint
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import Seat, TableMeta
from pyramidion.server.tables.presenter import Presenter
from pyramidion.server.tables.record import record_of
from pyramidion.server.tables.table import Table
from pyramidion.server.thinking.hints import hint
from pyramidion.terminal.boards import drawing_of
from pyramidion.terminal.local import LocalTable

TRIES = 24
ATTEMPTS = 6  # actions that are tried in vain at every step, for the refusals
HINT = Budget(iterations=30, use_policy=True)
SCREEN = (140, 45)  # columns and rows
BOT_EVERY = 7  # steps between two looks at what a bot would do

Told = Callable[[Table, Sequence[int]], list[bytes]]


def new_table(game: str, seats: int, options: dict[str, Value], secret: str = "") -> Table:
    """A table whose people are ready; with a secret of its own, if none is given."""
    sitting = [Seat(user=f"user {seat}", title=f"Guest {seat}", salt="salt" * 2) for seat in range(seats)]
    chosen = find(game).choose(options)
    secret = secret or fairness.new_secret()
    meta = TableMeta(game, find(game).version, chosen, "", ClockWish(), secret, sitting, creator="user 0")
    return Table("table", meta)


def unfinished_game(table: Table, choose: random.Random, length: int | None = None) -> None:
    """Play a game at random to its end, then go back to some point of it, or to so many events."""
    table.begin(0)
    while table.meta.status == "live":
        seat = next(actor for actor in table.playing.actors() if actor != CHANCE)
        table.act(seat, choose.choice(table.playing.legal(seat)), len(table.log))
    meta = msgspec.structs.replace(table.meta, status="live", scores=None)
    table.rewind(table.log[: length or choose.randrange(1, len(table.log))], meta)


def redeal(table: Table, eyes: int, choose: random.Random, keep: float) -> Table | None:
    """The same game with another deal of what these eyes were never told; None if a later event would be impossible.

    So much of it stays as it was: the more, the likelier it is that what was told later is still possible.
    """
    other = new_table(table.meta.game, len(table.meta.seats), table.meta.options, table.meta.secret)
    other.meta.status = "live"
    play, again = table.playing, other.set_up()
    entries: list[Entry] = []
    for event, entry in zip(play.events, table.log, strict=True):
        action = event.action
        if event.seat == CHANCE and not play.hears(eyes, event):
            action = _another(again, action, choose, keep)
        try:
            text = again.encode(action, CHANCE)
            again.act(text, event.seat)
        except Refusal:
            return None
        entries.append(msgspec.structs.replace(entry, action=text))
    other.rewind(entries, other.meta)
    return other


def _another(play: Play, action: int, choose: random.Random, keep: float) -> int:
    """An outcome that chance could have had here; perhaps the one that it had."""
    odds = dict(play.odds())
    if odds.get(action) and choose.random() < keep:
        return action
    outcomes = [outcome for outcome, weight in odds.items() if weight]
    return choose.choice(outcomes) if outcomes else action


def told_to(table: Table, seats: Sequence[int]) -> list[bytes]:
    """Everything that the server tells somebody on these seats when the table stands like this."""
    presenter = Presenter(table)
    present = [True] * len(table.meta.seats)
    messages: list[object] = [presenter.show(seats, n, present, {}).sync() for n in (0, len(table.log))]
    messages += [table.progress._asdict(), presenter.past(table.eyes_of(seats), max(len(table.log) - 1, 0))]
    messages += [last_delta(table, seats), presenter.observed(seats)]
    messages += [*refusals(table, seats), *hints(table, seats), *in_terminals(table, seats)]
    return [msgspec.json.encode(message) for message in messages]


def in_terminals(table: Table, seats: Sequence[int]) -> Iterator[object]:
    """What is on the screen of somebody at a terminal: of a game there, and of a server's table as its messages tell it."""
    play, drawing = table.playing, drawing_of(table.game)
    bots = {seat: make("uniform", table.game, play.seats, seat, 1) for seat in range(play.seats) if seat not in seats}
    local = LocalTable(play, bots, "uniform", Path(), lambda: local)
    scene = local.scene()
    joined, sync = TableState(), Presenter(table).show(seats, 0, [True] * len(table.meta.seats), {}).sync()
    joined.hear(msgspec.json.decode(msgspec.json.encode(sync)))
    yield [scene.text, scene.headline, scene.legal, scene.news, joined.text()]
    if drawing and scene.view:
        yield [drawing.draw(view, *SCREEN).text() for view in (scene.view, joined.view())]
    for seat, actions in moves_of(table, seats):
        known = play.observe(1 << seat)
        yield [(play.display.encode(known, action), play.display.tell(known, seat, action)) for action in actions]


def moves_of(table: Table, seats: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """What these seats may do: it is listed in words."""
    return ((seat, table.playing.legal_actions(seat)) for seat in seats if seat in table.playing.actors())


def last_delta(table: Table, seats: Sequence[int]) -> Delta:
    """What those are sent who have the table as it was before somebody acted last."""
    acts = [entry.n for entry in table.log if entry.seat != CHANCE]
    since = acts[-1] if acts else 0
    before = Table(table.id, table.meta.copy())
    before.rewind(table.log[:since], before.meta)
    present = [True] * len(table.meta.seats)
    return difference(Presenter(before).show(seats, since, present, {}), Presenter(table).show(seats, since, present, {}))


def refusals(table: Table, seats: Sequence[int]) -> Iterator[str]:
    """What is said to somebody who tries what they may not."""
    choose = random.Random(len(table.log))
    for seat in seats:
        for _ in range(ATTEMPTS):
            yield str(table.playing.why_not(choose.randrange(table.game.actions), seat))
    try:
        yield str(record_of(table))
    except Refusal as refusal:
        yield str(refusal)


def hints(table: Table, seats: Sequence[int]) -> Iterator[Hint]:
    """What those are told who ask for a hint, if the search always had the same luck."""
    for seat in seats:
        if seat in table.playing.actors():
            observation = table.playing.observe(1 << seat)
            opinion = assess(table.game, observation, len(table.meta.seats), seat, HINT, seed=1)
            yield hint(table.playing, len(table.log), seat, observation, opinion)


def bot_choice(table: Table, seat: int) -> bytes:
    """What a bot on this seat would do; its seed decides, and what it sees."""
    observation = table.playing.observe(1 << seat)
    actions = np.zeros(table.game.widest, np.int64)
    if not table.game.rules.legal(observation, seat, actions):
        return b""
    return str(make("policy:30", table.game, len(table.meta.seats), seat, seed=1).choose(observation)).encode()


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
