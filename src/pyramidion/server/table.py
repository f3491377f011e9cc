"""A table: who sits there, the game, and the log of all that happened. It knows neither sockets nor the database.

What changes a table returns the entries to be written. In memory it is done then; if writing fails, `rewind` takes it back.
"""

import secrets
import time
from bisect import bisect_left
from collections.abc import Sequence
from sys import intern

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Game, Illegal, Value
from pyramidion.games import find
from pyramidion.play import Dice, Event, Play, load, new
from pyramidion.server import fairness
from pyramidion.server.clocks import Clocks
from pyramidion.server.judge import Finish
from pyramidion.server.learning import learnt_nothing
from pyramidion.server.messages import ClockWish, Kind, Status
from pyramidion.server.store import NOTHING_MORE, Entry, More

TOKEN_BYTES = 16


def token() -> str:
    """A name that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Sitter(msgspec.Struct):
    """Who sits on a seat."""

    user: str | None = None
    title: str | None = None  # what the user or the bot is called
    bot: str | None = None  # a level
    salt: str | None = None  # a person who has given one is ready
    substitute: str | None = None  # the level of a bot that holds the seat while its user is away

    @property
    def plays(self) -> str | None:
        """The level of the bot that plays here now, if one does."""
        return self.bot or self.substitute


class Facts(msgspec.Struct):
    """What is written of a table beside its events."""

    game: str
    version: int
    seats: int
    options: dict[str, Value]
    position: str
    clock: ClockWish
    secret: str
    sitters: list[Sitter]
    creator: str
    status: Status = "waiting"
    listed: bool = False
    created: int = 0
    again: str | None = None  # the table of the rematch
    ending: str = ""  # how it ended, if not by the rules
    scores: list[float] | None = None


class Table:
    """One sitting."""

    def __init__(self, table_id: str, facts: Facts) -> None:
        self.id = table_id
        self.facts = facts
        self.game: Game = find(facts.game)
        self.commitment = fairness.commitment(facts.secret)
        self.log: list[Entry] = []
        self.line: list[int] = []  # for each event of the game as it stands, its number in the log: undone ones are missing
        self.play: Play | None = None
        self.clocks = Clocks(facts.clock, facts.seats)

    @property
    def counts_time(self) -> bool:
        """Whether it matters how quickly somebody acts."""
        return self.game.real_time or self.facts.clock.kind != "none"

    # Beginning

    def begin(self, at: int) -> list[Entry]:
        """Start the game; what chance does first is the first events."""
        self.facts.status = "live"
        play = self.set_up()
        play.dice = self._dice()
        return self._note_new(at)

    def set_up(self) -> Play:
        """The game before its first event, without dice."""
        self.line = []
        if self.facts.position:
            self.play = load(self.game, self.facts.position, dice=None)
        else:
            options = self.game.recall(self.facts.options)
            self.play = new(self.game, seats=self.facts.seats, dice=None, **options)  # type: ignore[arg-type]
        return self.play

    def _dice(self) -> Dice:
        """Fair dice that count the events of the log: what comes after an undo is thrown anew.

        They don't refer to the table itself: a circle from it to its game and back would outlive it in memory.
        """
        dice, log, line = fairness.fair_dice(self.facts.secret, self.salts), self.log, self.line
        return lambda n, limit: dice(len(log) + n - len(line), limit)

    @property
    def salts(self) -> list[str]:
        return [sitter.salt or "" for sitter in self.facts.sitters]

    @property
    def is_ready(self) -> bool:
        """Whether everybody has come and given a salt."""
        return all(sitter.bot or sitter.salt for sitter in self.facts.sitters)

    # Acting

    @property
    def playing(self) -> Play:
        """The game, which must have begun and not be over."""
        if self.play is None or self.facts.status == "waiting":
            raise Illegal("the game has not begun: not everybody is here")
        if self.facts.status == "over":
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
            action = intern(str(self.game.notation.encode(play.state_before(event), event.action)))
            entries.append(self._note(at, event.seat, "act", action, self._more(finish)))
            self.line.append(entries[-1].n)
            finish = None
        if play.is_over:
            self._end("", play.scores())
        self.run_clocks(at)
        return entries

    def run_clocks(self, at: int) -> None:
        """Let the clocks of those people run who are to act; nobody's where chance is the clock."""
        play = self.play if self.facts.status == "live" and self.clocks.is_on else None
        actors = play.actors() if play and not play.is_timed else ()
        self.clocks.run(at, [seat for seat in actors if seat != CHANCE and not self.facts.sitters[seat].bot])

    def _note(self, at: int, seat: int, kind: Kind, action: str = "", more: More = NOTHING_MORE) -> Entry:
        entry = Entry(len(self.log), at, seat, kind, action, more)
        self.log.append(entry)
        return entry

    def _more(self, finish: Finish | None = None) -> More:
        clock = self.clocks.written()
        return More(finish=finish, clock=clock) if finish or clock else NOTHING_MORE

    def _end(self, ending: str, scores: list[float]) -> None:
        self.facts.status, self.facts.ending, self.facts.scores = "over", ending, scores

    def resign(self, seat: int, at: int, kind: Kind = "resign") -> list[Entry]:
        """Give up, or run out of time: with two seats that ends the game."""
        words = {"resign": "resigned", "flag": "ran out of time", "abandon": "left"}[kind]
        self._end(f"{self.name(seat)} {words}.", [0.0 if other == seat else 1.0 for other in range(self.facts.seats)])
        return self.depart(seat, at, kind)

    def depart(self, seat: int, at: int, kind: Kind = "resign") -> list[Entry]:
        """Somebody gave up, or ran out of time: at a table of three or more the game goes on without them."""
        self.clocks.stop(at)
        entry = self._note(at, seat, kind, more=self._more())
        self.run_clocks(at)
        return [entry]

    # Undoing

    def undo(self, n: int, seat: int, at: int) -> list[Entry]:
        """Take back event `n` of the log and all after it. The log only grows: that it was taken back is an event too."""
        self._take_back(self.playing, n)
        return [self._note(at, seat, "undo", more=More(back_to=n)), *self._note_new(at)]

    def _take_back(self, play: Play, n: int) -> None:
        index = self.line.index(n)
        play.undo(play.events[index])
        del self.line[index:]

    def last_choice(self, seats: Sequence[int]) -> int | None:
        """The number of the last event that one of these seats chose; what was forced was no choice."""
        if self.play is None:
            return None
        for event, n in zip(reversed(self.play.events), reversed(self.line), strict=True):
            if event.seat in seats and not self.play.was_forced(event):
                return n
        return None

    def may_undo(self, seats: Sequence[int]) -> bool:
        """Whether these seats may take their last choice back without asking: nobody acted since, and nothing was learnt."""
        if self.play is None or self.facts.status != "live":
            return False
        if self.has_only_bots_beside(seats):
            return self.last_choice(seats) is not None
        choice = _unanswered(self.play, seats)
        return choice is not None and learnt_nothing(self.play, choice)

    def has_only_bots_beside(self, seats: Sequence[int]) -> bool:
        """Whether these seats play against bots alone."""
        return all(sitter.bot for seat, sitter in enumerate(self.facts.sitters) if seat not in seats)

    # Going back to what is on disk

    def rewind(self, entries: Sequence[Entry], facts: Facts) -> None:
        """Be again as the log and the facts say."""
        self.facts, self.log, self.play = facts, [], None
        self.clocks = Clocks(facts.clock, facts.seats)
        if facts.status == "waiting":
            return
        play = self.set_up()
        for entry in entries:
            self._again(play, entry)
        play.dice = self._dice()

    def _again(self, play: Play, entry: Entry) -> None:
        self.log.append(entry)
        self.clocks.restore(entry)
        if entry.kind == "act":
            play.act(entry.action, entry.seat)
            self.line.append(entry.n)
        elif entry.more.back_to is not None:
            self._take_back(play, entry.more.back_to)

    # Looking

    def at(self, n: int) -> Play:
        """The game as it was after the first `n` entries of the log."""
        earlier = Table(self.id, self.facts)
        earlier.rewind(self.log[:n], self.facts)
        assert earlier.play is not None
        return earlier.play

    def name(self, seat: int) -> str:
        """What people call a seat: its own name, and who sits there."""
        title = self.facts.sitters[seat].title
        own = self.seat_name(seat)
        return f"{own} ({title})" if title else own

    def seat_name(self, seat: int) -> str:
        names = self.game.seat_names
        return names[seat] if seat < len(names) else f"seat {seat + 1}"

    def seats_of(self, user: str) -> list[int]:
        return [seat for seat, sitter in enumerate(self.facts.sitters) if sitter.user == user]

    def eyes_of(self, seats: Sequence[int]) -> int:
        """What somebody on these seats may see: after the end everything; at a shared device, what the seat to act sees."""
        if self.facts.status == "over":
            return (1 << self.facts.seats) - 1
        if len(seats) < 2 or self.play is None:
            return sum(1 << seat for seat in seats)
        acting = [seat for seat in self.play.actors() if seat in seats]
        return 1 << (acting or seats)[0]

    def event(self, n: int) -> Event | None:
        """The event of the game with this number in the log; None if it was taken back."""
        if self.play is None:
            return None
        index = _search(self.line, n)
        return None if index is None else self.play.events[index]

    def record(self) -> dict[str, object]:
        """The whole game with its dice, to be kept and verified."""
        if self.play is None or self.facts.status != "over":
            raise Illegal("the record can be had when the game is over")
        people = [{"seat": self.seat_name(seat), "name": s.title, "bot": s.bot} for seat, s in enumerate(self.facts.sitters)]
        record: dict[str, object] = {"table": self.id, **self.play.record(), "people": people}
        record["scores"], record["ending"] = self.facts.scores, self.facts.ending
        record["fairness"] = {
            "commitment": self.commitment,
            "secret": self.facts.secret,
            "salts": self.salts,
            "numbers": self.line,
        }
        return record | {"seal": fairness.seal(record, self.facts.secret)}


def _unanswered(play: Play, seats: Sequence[int]) -> Event | None:
    """The last choice of these seats, if nobody else has acted since."""
    for event in reversed(play.events):
        if event.seat != CHANCE and event.seat not in seats:
            return None
        if event.seat != CHANCE and not play.was_forced(event):
            return event
    return None


def _search(line: Sequence[int], n: int) -> int | None:
    index = bisect_left(line, n)
    return index if index < len(line) and line[index] == n else None
