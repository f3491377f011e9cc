"""What a table looks like to somebody: what a Sync tells, from what these eyes may see."""

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from pyramidion.engine.dispatch import CHANCE, EVERYONE
from pyramidion.engine.record import UNKNOWN, Record
from pyramidion.play import Event, Moment, Play
from pyramidion.server.protocol.fields import View, Wish
from pyramidion.server.protocol.rest import LegalInWords, Observed, Past, Review, Worded
from pyramidion.server.protocol.shown import Common, Own, Shown
from pyramidion.server.protocol.socket import Chair, Happened, Legal
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import Seat
from pyramidion.server.tables.readiness import commitments
from pyramidion.server.tables.table import Table, in_turn, now
from pyramidion.server.tables.wording import UNDONE, ending_words, event_words, turn_words
from pyramidion.server.thinking.positions import legal

MOST_EVENTS = 500  # in one message; who comes later than that to a long game gets the latest


class Look(NamedTuple):
    """The board, and what may be done."""

    view: View | None
    legal: list[Legal]


NO_LOOK = Look(None, [])


class Presenter:
    """Describes a table, and remembers what it said until the table changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._version = 0
        self._chairs: list[Chair] = []
        self._seated: tuple[Sequence[bool], list[Seat]] = [], []  # who sat there, and was there, when they were described
        self.forget()

    def forget(self) -> None:
        """The table has changed."""
        self._looks: dict[tuple[int, ...], Look] = {}
        self._boards: dict[int, View] = {}  # by the identity of the observation, which the game keeps
        self._before: dict[int, Moment] = {}  # by the number of the event in the log
        self._public: dict[int, Happened] = {}  # by that number: what everybody saw alike
        self._told: dict[tuple[int, int], Happened] = {}  # the rest, by that number and the eyes that saw it

    def show(
        self,
        seats: Sequence[int],
        since: int,
        present: Sequence[bool],
        wishes: dict[Wish, list[str]],
        looking_on: int = 0,
    ) -> Shown:
        """The table for somebody on these seats who has heard of `since` events."""
        return self.show_to(self.common(present, wishes, looking_on), seats, since)

    def common(self, present: Sequence[bool], wishes: dict[Wish, list[str]], looking_on: int) -> Common:
        """The table as everybody is told of it alike."""
        table, meta, to_act = self.table, self.table.meta, self.table.to_act
        return Common(
            table=table.id,
            game=meta.game,
            status=meta.status,
            actors=to_act,
            in_turn=in_turn(table) if table.game.real_time else to_act,
            chairs=self.chairs(present),
            looking_on=looking_on,
            options=meta.options,
            hints=meta.gives_hints,
            rated=meta.rated,
            scores=meta.scores,
            clock=table.clocks.shown(now()),
            wishes=dict(wishes),  # as they are now: it is compared with what comes next
            again=meta.rematch,
            fairness=table.commitment if meta.status != "over" else f"{table.commitment} {meta.secret}",
            salt_commitments=commitments(meta.seats) if meta.status == "waiting" else [],
        )

    def show_to(self, common: Common, seats: Sequence[int], since: int) -> Shown:
        """The same with what is only for somebody on these seats."""
        look = self.look(seats) if self.table.play else NO_LOOK
        turn, ending = turn_words(self.table, common.in_turn, seats), ending_words(self.table, seats)
        self._version += 1
        own = Own(list(seats), turn, look.view, look.legal, ending)
        return Shown(self._version, len(self.table.log), self.happened(seats, since), common, own)

    def look(self, seats: Sequence[int]) -> Look:
        """The board for somebody on these seats, and what they may do."""
        key = tuple(seats)
        if key not in self._looks:
            play = self._play
            observation = play.seen(self.table.eyes_of(seats))
            view, actions = self._board(observation), legal(play, seats) if self.table.meta.status == "live" else []
            if actions and (for_actors := play.display.for_actors(observation)):
                view = view | for_actors
            self._looks[key] = Look(view, actions)
        return self._looks[key]

    def _board(self, observation: Record) -> View:
        """What there is to see but for what may be done. Where nothing is hidden it is described once for all eyes."""
        key = id(observation)
        if key not in self._boards:
            self._boards[key] = msgspec.structs.asdict(self._play.display.brief(observation))
        return self._boards[key]

    def happened(self, seats: Sequence[int], since: int) -> list[Happened]:
        """The events from number `since` on, as these eyes saw them. At a shared device they are told as to an onlooker."""
        log = self.table.log
        since = max(since if since <= len(log) else 0, len(log) - MOST_EVENTS)
        eyes = self.table.eyes_of(seats if len(seats) == 1 else ())
        return [self._told_of(entry, eyes) for entry in log[since:]]

    def _told_of(self, entry: Entry, eyes: int) -> Happened:
        """An event in words: each is worded once for all who saw the same."""
        if public := self._public.get(entry.n):
            return public
        if (entry.n, eyes) not in self._told:
            if entry.kind != "act":
                happened = self._tale(entry, None, event_words(self.table, entry.seat, entry.kind))
            elif (event := self.table.event(entry.n)) is None:
                happened = self._tale(entry, None, UNDONE)
            else:
                happened = self._told_of_act(entry, event, eyes)
            self._told[entry.n, eyes] = happened
        return self._told[entry.n, eyes]

    def _told_of_act(self, entry: Entry, event: Event, eyes: int) -> Happened:
        play, before = self._play, self._moment_before(entry, event)
        seen = play.seen_in(before, eyes)
        if not play.hears(eyes, event):
            return self._tale(entry, None, str(play.display.tell(seen, event.seat, UNKNOWN)))
        action = entry.action if before.is_open else str(self.table.game.notation.encode(seen, event.action))
        happened = self._tale(entry, action, str(play.display.tell(seen, event.seat, event.action)))
        if before.is_open and event.audience == EVERYONE:
            self._public[entry.n] = happened
        return happened

    def _moment_before(self, entry: Entry, event: Event) -> Moment:
        if entry.n not in self._before:
            self._before[entry.n] = self._play.moment_before(event)
        return self._before[entry.n]

    @property
    def _play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    def _tale(self, entry: Entry, action: str | None, told: str) -> Happened:
        return Happened(
            n=entry.n,
            seat=None if entry.seat == CHANCE else entry.seat,
            kind=entry.kind,
            at=entry.at,
            action=action,
            told=told,
            back_to=entry.extra.back_to,
            finish=entry.extra.finish,
        )

    def chairs(self, present: Sequence[bool]) -> list[Chair]:
        """Who sits where. It is described anew only when that has changed, which is rare."""
        seats = self.table.meta.seats
        if (present, seats) != self._seated:
            self._seated = list(present), [msgspec.structs.replace(seat) for seat in seats]
            self._chairs = [self._chair(number, seat, present[number]) for number, seat in enumerate(seats)]
        return self._chairs

    def _chair(self, number: int, seat: Seat, is_present: bool) -> Chair:
        return Chair(
            name=self.table.game.seat_name(number),
            user=seat.user,
            title=seat.title,
            bot=seat.plays,
            present=is_present or bool(seat.bot),
            is_program=seat.is_program,
        )

    def past(self, eyes: int, n: int, seats: Sequence[int] = ()) -> Past:
        """The board as it was after so many events of the log. The position itself is told when everything may be seen,
        and what these seats may do if it is as it is now."""
        table, play = self.table, self.table.at(n)
        view = play.view(eyes=eyes)
        return Past(
            n=n,
            view=msgspec.Raw(msgspec.json.encode(view)),
            text=play.display.text(view),
            legal=self._legal_in_words(seats) if n == len(table.log) and table.meta.status == "live" else [],
            actors=_seats(play),
            position=play.dump() if table.meta.status == "over" and not play.is_over else None,
        )

    def _legal_in_words(self, seats: Sequence[int]) -> list[LegalInWords]:
        play, found = self._play, []
        for seat in [seat for seat in play.actors() if seat in seats]:
            seen, tell, encode = play.observe(1 << seat), play.display.tell, self.table.game.notation.encode
            moves = [Worded(str(encode(seen, one)), str(tell(seen, seat, one))) for one in play.legal_actions(seat)]
            found.append(LegalInWords(seat, moves))
        return found

    def observed(self, seats: Sequence[int]) -> Observed:
        """What these seats may know, as the rules' own record: for programs that have the rules."""
        table, play = self.table, self.table.playing
        record = play.seen(table.eyes_of(seats)).tobytes()
        return Observed(len(table.log), table.meta.game, table.game.version, b64encode(record).decode())

    def review(self, seats: Sequence[int], eyes: int) -> Review:
        """A finished game with all its events, as these eyes saw them."""
        meta = self.table.meta
        return Review(
            table=self.table.id,
            game=meta.game,
            n=len(self.table.log),
            events=[self._told_of(entry, eyes) for entry in self.table.log],
            yours=list(seats),
            chairs=self.chairs([False] * len(meta.seats)),
            options=meta.options,
            scores=meta.scores or [],
            ending=ending_words(self.table, seats),
        )


def _seats(play: Play) -> list[int]:
    """Those who may act, but for chance."""
    return [seat for seat in play.actors() if seat != CHANCE]
