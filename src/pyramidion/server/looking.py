"""What a table looks like to somebody: the Sync message, from what these eyes may see."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.record import UNKNOWN
from pyramidion.game import Presenter
from pyramidion.play import Play
from pyramidion.server.messages import Chair, Happened, Legal, Past, Review, Sync, TableInfo, Wish
from pyramidion.server.store import Entry
from pyramidion.server.table import Sitter, Table, now

MOST_EVENTS = 500  # in one message; who comes later than that to a long game gets the latest
TAKEN_BACK = "(taken back)"


class Look(NamedTuple):
    """The board, and what may be done."""

    view: msgspec.Raw
    legal: list[Legal]
    may_undo: bool


class Looker:
    """Looks at a table, and remembers what it saw until the table changes."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.forget()

    def forget(self) -> None:
        """The table has changed."""
        self._looks: dict[tuple[int, ...], Look] = {}
        self._views: dict[bytes, msgspec.Raw] = {}
        self._told: dict[tuple[int, bool, bytes], Happened] = {}

    def sync(
        self,
        seats: Sequence[int],
        since: int,
        present: Sequence[bool],
        wishes: dict[Wish, list[str]],
        looking_on: int = 0,
    ) -> Sync:
        """The table for somebody on these seats who has heard of `since` events."""
        table, facts = self.table, self.table.facts
        look = self.look(seats) if table.play else None
        return Sync(
            table=table.id,
            game=facts.game,
            status=facts.status,
            n=len(table.log),
            events=self.happened(seats, since),
            yours=list(seats),
            actors=self.actors(),
            turn=self.turn(seats),
            view=look.view if look else None,
            legal=look.legal if look else [],
            may_undo=look.may_undo if look else False,
            chairs=self.chairs(present),
            looking_on=looking_on,
            options=facts.options,
            scores=facts.scores,
            ending=facts.ending,
            clock=table.clocks.shown(now()),
            wishes=wishes,
            again=facts.again,
            fairness=table.commitment if facts.status != "over" else f"{table.commitment} {facts.secret}",
        )

    def look(self, seats: Sequence[int]) -> Look:
        """The board for somebody on these seats, and what they may do."""
        key = tuple(seats)
        if key not in self._looks:
            play = self.table.play
            assert play is not None
            self._looks[key] = Look(
                view=self._view(play.presenter, play.observe(self.table.eyes_of(seats))),
                legal=legal(play, seats) if self.table.facts.status == "live" else [],
                may_undo=self.table.may_undo(seats) if seats else False,
            )
        return self._looks[key]

    def _view(self, presenter: Presenter, observation: Any) -> msgspec.Raw:
        """Where nothing is hidden all eyes see the same: it is described once."""
        key = observation.tobytes()
        if key not in self._views:
            self._views[key] = msgspec.Raw(msgspec.json.encode(presenter.view(observation)))
        return self._views[key]

    def happened(self, seats: Sequence[int], since: int) -> list[Happened]:
        """The events from number `since` on, as these eyes saw them. At a shared device they are told as to an onlooker."""
        log = self.table.log
        since = max(since if since <= len(log) else 0, len(log) - MOST_EVENTS)
        eyes = self.table.eyes_of(seats if len(seats) == 1 else ())
        return [self._told_of(entry, eyes) for entry in log[since:]]

    def _told_of(self, entry: Entry, eyes: int) -> Happened:
        if entry.kind != "act":
            return self._tale(entry, None, self._words(entry))
        event, play = self.table.event(entry.n), self.table.play
        if event is None or play is None:
            return self._tale(entry, None, TAKEN_BACK)
        hears, before = play.hears(eyes, event), play.observe_before(event, eyes)
        key = (entry.n, hears, before.tobytes())
        if key not in self._told:
            action = str(self.table.game.notation.encode(before, event.action)) if hears else None
            told = str(play.presenter.tell(before, event.seat, event.action if hears else UNKNOWN))
            self._told[key] = self._tale(entry, action, told)
        return self._told[key]

    def _tale(self, entry: Entry, action: str | None, told: str) -> Happened:
        return Happened(
            n=entry.n,
            seat=None if entry.seat == CHANCE else entry.seat,
            kind=entry.kind,
            at=entry.at,
            action=action,
            told=told,
            back_to=entry.more.back_to,
            finish=entry.more.finish,
        )

    def _words(self, entry: Entry) -> str:
        name = self.table.seat_name(entry.seat)
        words = {"undo": "takes back", "resign": "resigns", "flag": "has run out of time", "abandon": "has left the game"}
        return f"{name} {words[entry.kind]}."

    def actors(self) -> list[int]:
        """The seats that may act now."""
        play = self.table.play if self.table.facts.status == "live" else None
        return _seats(play) if play else []

    def turn(self, seats: Sequence[int]) -> str:
        """Whose turn it is, in words, to somebody on these seats."""
        table = self.table
        if table.facts.status == "waiting":
            missing = [
                table.name(seat) for seat, sitter in enumerate(table.facts.sitters) if not (sitter.bot or sitter.salt)
            ]
            return f"Waiting for {_and(missing)}."
        if table.facts.status == "over":
            return table.facts.ending or "The game is over."
        if yours := [table.seat_name(seat) for seat in self.actors() if seat in seats]:
            return "Your turn." if len(seats) == 1 else f"Your turn: {_and(yours)}."
        return f"{_and([table.name(seat) for seat in self.actors()])} to act."

    def chairs(self, present: Sequence[bool]) -> list[Chair]:
        sitters = self.table.facts.sitters
        return [chair(self.table.seat_name(seat), sitter, present[seat]) for seat, sitter in enumerate(sitters)]

    def info(self, seats: Sequence[int], present: Sequence[bool]) -> TableInfo:
        """The table in the lobby."""
        facts = self.table.facts
        return TableInfo(
            id=self.table.id,
            game=facts.game,
            status=facts.status,
            chairs=self.chairs(present),
            options=facts.options,
            n=len(self.table.log),
            listed=facts.listed,
            created=facts.created,
            yours=list(seats),
            your_turn=any(seat in seats for seat in self.actors()),
        )

    def past(self, eyes: int, n: int) -> Past:
        """The board as it was after so many events of the log. The position itself is told when everything may be seen."""
        table, play = self.table, self.table.at(n)
        view = play.view(eyes=eyes)
        return Past(
            n=n,
            view=msgspec.Raw(msgspec.json.encode(view)),
            text=play.presenter.text(view),
            legal=[],
            actors=_seats(play),
            position=play.dump() if table.facts.status == "over" and not play.is_over else None,
        )

    def review(self, seats: Sequence[int], eyes: int) -> Review:
        """A finished game with all its events, as these eyes saw them."""
        facts = self.table.facts
        return Review(
            table=self.table.id,
            game=facts.game,
            n=len(self.table.log),
            events=[self._told_of(entry, eyes) for entry in self.table.log],
            yours=list(seats),
            chairs=self.chairs([False] * facts.seats),
            options=facts.options,
            scores=facts.scores or [],
            ending=facts.ending,
        )


def legal(play: Play, seats: Sequence[int]) -> list[Legal]:
    """What these seats may do now."""
    return [Legal(seat=seat, actions=play.legal(seat)) for seat in play.actors() if seat in seats]


def _seats(play: Play) -> list[int]:
    """Those who may act, but for chance."""
    return [seat for seat in play.actors() if seat != CHANCE]


def chair(name: str, sitter: Sitter, present: bool) -> Chair:
    """A seat, for a page."""
    return Chair(name=name, user=sitter.user, title=sitter.title, bot=sitter.plays, present=present or bool(sitter.bot))


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
