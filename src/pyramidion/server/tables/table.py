"""A table: who sits there, the game, and the log of all that happened. It knows neither sockets nor the database.

What changes a table returns the entries to be written. In memory it is done then; if writing fails, `rewind` takes it back.
"""

import secrets
import time
from bisect import bisect_left
from collections.abc import Sequence
from sys import intern

from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Game, Illegal
from pyramidion.games import find
from pyramidion.play import Dice, Event, Play, load, new
from pyramidion.server.fairness.dice import commitment, fair_dice
from pyramidion.server.protocol.fields import Kind
from pyramidion.server.protocol.socket import Finish
from pyramidion.server.storage.events import NO_EXTRA, Entry, EventExtra
from pyramidion.server.storage.tables import Ending, Progress, TableMeta
from pyramidion.server.tables.clocks import Clocks
from pyramidion.server.tables.timeline import Timeline

TOKEN_BYTES = 16
_STARTED = time.time_ns() - time.monotonic_ns()
SUBSTITUTE = "scribe"  # the level of a bot that holds a seat


def token() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def now() -> int:
    """Milliseconds since 1970, by a clock that never jumps: a machine whose time is set must not let flags fall."""
    return (_STARTED + time.monotonic_ns()) // 1_000_000


class Table:
    """One sitting."""

    def __init__(self, table_id: str, meta: TableMeta) -> None:
        self.id = table_id
        self.meta = meta
        self.game: Game = find(meta.game)
        self.commitment = commitment(meta.secret)
        self.log: list[Entry] = []
        self.line: list[int] = []  # for each event of the game as it stands, its number in the log: undone ones are missing
        self.play: Play | None = None
        self.timeline: Timeline
        self.clocks = Clocks(meta.clock, len(meta.seats))

    @property
    def counts_time(self) -> bool:
        """Whether it matters how quickly somebody acts."""
        return self.game.real_time or self.meta.clock.kind != "none"

    # Beginning

    def begin(self, at: int) -> list[Entry]:
        """Start the game; what chance does first is the first events."""
        self.meta.status = "live"
        play = self.set_up()
        play.dice = self._dice()
        return self._note_new(at)

    def set_up(self) -> Play:
        """The game before its first event, without dice."""
        self.line = []
        if self.meta.position:
            self.play = load(self.game, self.meta.position, dice=None)
        else:
            options = self.game.recall(self.meta.options)
            self.play = new(self.game, seats=len(self.meta.seats), dice=None, **options)  # type: ignore[arg-type]
        self.timeline = Timeline(self.game, self.play.state.tobytes())
        return self.play

    def _dice(self) -> Dice:
        """Fair dice that count the events of the log: what comes after an undo is thrown anew.

        They don't refer to the table itself: a circle from it to its game and back would outlive it in memory.
        """
        dice, log, line = fair_dice(self.meta.secret, self.salts), self.log, self.line
        return lambda n, limit: dice(len(log) + n - len(line), limit)

    @property
    def salts(self) -> list[str]:
        return [seat.salt or "" for seat in self.meta.seats]

    @property
    def is_ready(self) -> bool:
        """Whether everybody has come and revealed a salt."""
        return all(seat.bot or seat.salt for seat in self.meta.seats)

    # Acting

    @property
    def playing(self) -> Play:
        """The game, which must have begun and not be over."""
        if self.play is None or self.meta.status == "waiting":
            raise Illegal("the game hasn't started: some players are missing")
        if self.meta.status == "over":
            raise Illegal("the game is over")
        return self.play

    def act(self, seat: int, action: str | int, at: int, *, lag: int = 0, finish: Finish | None = None) -> list[Entry]:
        """Do an action and what chance does after it. The clock does not charge for the lag of the seat's connection."""
        self.playing.act(action, seat)
        self.clocks.charge(at, seat, lag)
        return self._note_new(at, finish)

    def tick(self, at: int) -> list[Entry]:
        """Time is up: chance does what it does then."""
        self.playing.tick()
        return self._note_new(at)

    def _note_new(self, at: int, finish: Finish | None = None) -> list[Entry]:
        """Entries for all events of the game that are not in the log yet; the photo finish belongs to the first of them."""
        play, entries = self.play, []
        assert play is not None
        play.let_chance_act()
        for event in play.events[len(self.line) :]:
            action = intern(str(self.game.notation.encode(play.moment_before(event).state, event.action)))
            entries.append(self._note(at, event.seat, "act", action, self._extra(finish)))
            self.timeline.note_act(play, event)
            self.line.append(entries[-1].n)
            finish = None
        if play.is_over:
            self._end(None, play.scores())
        self.run_clocks(at)
        return entries

    def run_clocks(self, at: int) -> None:
        """Let the clocks of those people run who are to act; nobody's where chance is the clock."""
        play = self.play if self.meta.status == "live" and self.clocks.is_on else None
        actors = play.actors() if play and not play.is_timed else ()
        self.clocks.run(at, [seat for seat in actors if seat != CHANCE and not self.meta.seats[seat].bot])

    def _note(self, at: int, seat: int, kind: Kind, action: str = "", extra: EventExtra = NO_EXTRA) -> Entry:
        entry = Entry(len(self.log), at, seat, kind, action, extra)
        self.log.append(entry)
        if kind != "act":
            self.timeline.note_other(extra.back_to)
        return entry

    def _extra(self, finish: Finish | None = None) -> EventExtra:
        clocks = self.clocks
        return EventExtra(finish, None, clocks.written(), clocks.allowed()) if finish or clocks.is_on else NO_EXTRA

    def _end(self, ending: Ending | None, scores: list[float]) -> None:
        self.meta.status, self.meta.ending, self.meta.scores = "over", ending, scores

    def resign(self, seat: int, at: int, kind: Kind = "resign") -> list[Entry]:
        """Give up, or run out of time: with two seats that ends the game, with more a bot plays on for that seat."""
        self.playing  # noqa: B018 - raises if there is nothing to resign
        if len(self.meta.seats) == 2 or (self.meta.rated and _is_last_person(self.meta, seat)):
            self._end(Ending(kind, seat), _scores_without(self.meta, seat))
        else:
            left = self.meta.seats[seat]
            left.bot, left.user, left.substitute, left.departed = SUBSTITUTE, None, None, left.user
        self.clocks.stop(at)
        entry = self._note(at, seat, kind, extra=self._extra())
        self.run_clocks(at)
        return [entry]

    # Undoing

    def undo(self, n: int, seat: int, at: int) -> list[Entry]:
        """Take back event `n` of the log and all after it. The log only grows: that it was taken back is an event too."""
        self._take_back(self.playing, n)
        return [self._note(at, seat, "undo", extra=EventExtra(back_to=n)), *self._note_new(at)]

    def _take_back(self, play: Play, n: int) -> None:
        index = self.line.index(n)
        play.undo(play.events[index])
        del self.line[index:]

    # Going back to what is on disk

    def rewind(self, entries: Sequence[Entry], meta: TableMeta) -> None:
        """Be again as this log and this meta say."""
        self.meta, self.log, self.play = meta, [], None
        self.clocks = Clocks(meta.clock, len(meta.seats))
        if meta.status == "waiting":
            return
        play = self.set_up()
        for entry in entries:
            self._again(play, entry)
        play.dice = self._dice()

    def _again(self, play: Play, entry: Entry) -> None:
        self.log.append(entry)
        self.clocks.restore(entry)
        if entry.kind == "act":
            self.timeline.note_act(play, play.act(entry.action, entry.seat))
            self.line.append(entry.n)
            return
        if entry.extra.back_to is not None:
            self._take_back(play, entry.extra.back_to)
        self.timeline.note_other(entry.extra.back_to)

    # Looking

    def at(self, n: int) -> Play:
        """The game as it was after the first `n` entries of the log, without what happened before."""
        assert self.play is not None
        state = self.game.rules.State.from_bytes(self.timeline.state(n))
        return Play(self.game, self.play.seats, self.play.options, state, None)

    @property
    def progress(self) -> Progress:
        """How far the game has come, for lists of tables."""
        return Progress(len(self.log), sum([1 << seat for seat in in_turn(self)]))

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now."""
        play = self.play if self.meta.status == "live" else None
        return [seat for seat in play.actors() if seat != CHANCE] if play else []

    def seats_of(self, user: str) -> list[int]:
        return [number for number, seat in enumerate(self.meta.seats) if seat.user == user]

    def eyes_of(self, seats: Sequence[int]) -> int:
        """What somebody on these seats may see: after the end everything; at a shared device, what the seat to act sees."""
        if self.meta.status == "over":
            return (1 << len(self.meta.seats)) - 1
        if len(seats) < 2 or self.play is None:
            return sum([1 << seat for seat in seats])
        acting = [seat for seat in self.play.actors() if seat in seats]
        return 1 << (acting or seats)[0]

    def event(self, n: int) -> Event | None:
        """The event of the game with this number in the log; None if it was taken back."""
        if self.play is None:
            return None
        index = _search(self.line, n)
        return None if index is None else self.play.events[index]


def in_turn(table: Table) -> list[int]:
    """The seats whose turn it is. Where reflexes count, a seat that could do nothing but react is not in turn."""
    if not table.game.real_time or table.play is None:
        return table.to_act
    reflex = table.game.real_time_rules.REFLEX
    return [seat for seat in table.to_act if set(table.play.legal_actions(seat)) - {reflex}]


def _is_last_person(meta: TableMeta, seat: int) -> bool:
    """Whether nobody would be left to play on for: a rated game must come to an end."""
    return meta.people <= {meta.seats[seat].user}


def _scores_without(meta: TableMeta, seat: int) -> list[float]:
    """A point for everybody who stays."""
    return [float(other != seat and not one.departed) for other, one in enumerate(meta.seats)]


def _search(line: Sequence[int], n: int) -> int | None:
    index = bisect_left(line, n)
    return index if index < len(line) and line[index] == n else None
