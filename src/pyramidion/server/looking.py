"""What a table looks like to somebody: the Sync message, from what these eyes may see."""

from collections.abc import Sequence

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.play import Play
from pyramidion.server.messages import Chair, Happened, Legal, Past, Sync, TableInfo, Wish
from pyramidion.server.store import Entry
from pyramidion.server.table import Sitter, Table, now

MOST_EVENTS = 500  # in one message; who comes later than that to a long game gets the latest
TAKEN_BACK = "(taken back)"


class Look(msgspec.Struct, frozen=True):
    """What does not depend on who asks, but only on the eyes and the seats."""

    view: msgspec.Raw
    text: str
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
        self._told: dict[tuple[int, int], list[Happened]] = {}

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
            text=look.text if look else "",
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
        """The board for somebody on these seats."""
        key = tuple(seats)
        if key not in self._looks:
            play = self.table.play
            assert play is not None
            view = play.view(eyes=self.table.eyes_of(seats))
            self._looks[key] = Look(
                view=msgspec.Raw(msgspec.json.encode(view)),
                text=str(self.table.game.view.text(view)),
                legal=legal(play, seats) if self.table.facts.status == "live" else [],
                may_undo=self.table.may_undo(seats) if seats else False,
            )
        return self._looks[key]

    def happened(self, seats: Sequence[int], since: int) -> list[Happened]:
        """The events from number `since` on, as these eyes saw them. At a shared device they are told as to an onlooker."""
        log = self.table.log
        since = max(since if since <= len(log) else 0, len(log) - MOST_EVENTS)
        eyes = self.table.eyes_of(seats if len(seats) == 1 else ())
        if (eyes, since) not in self._told:
            self._told[eyes, since] = [self._told_of(entry, eyes) for entry in log[since:]]
        return self._told[eyes, since]

    def _told_of(self, entry: Entry, eyes: int) -> Happened:
        seat = None if entry.seat == CHANCE else entry.seat
        facts = {"n": entry.n, "seat": seat, "kind": entry.kind, "at": entry.at}
        if entry.kind != "act":
            return Happened(**facts, action=None, told=self._words(entry), back_to=entry.more.back_to)  # type: ignore[arg-type]
        event = self.table.event(entry.n)
        if event is None or self.table.play is None:
            return Happened(**facts, action=None, told=TAKEN_BACK)  # type: ignore[arg-type]
        action, told = self.table.play.written(event, eyes), self.table.play.tell(event, eyes=eyes)
        return Happened(**facts, action=action, told=told, finish=entry.more.finish)  # type: ignore[arg-type]

    def _words(self, entry: Entry) -> str:
        name = self.table.seat_name(entry.seat)
        words = {"undo": "takes back", "resign": "resigns", "flag": "has run out of time", "abandon": "has left the game"}
        return f"{name} {words[entry.kind]}."

    def actors(self) -> list[int]:
        play = self.table.play
        if play is None or self.table.facts.status != "live":
            return []
        return [seat for seat in play.actors() if seat != CHANCE]

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

    def past(self, seats: Sequence[int], n: int) -> Past:
        """The board as it was after so many events of the log."""
        table = self.table
        earlier = Table(table.id, table.facts)
        earlier.rewind(table.log[:n], table.facts)
        assert earlier.play is not None
        view = earlier.play.view(eyes=table.eyes_of(seats))
        text = str(table.game.view.text(view))
        return Past(n=n, view=msgspec.Raw(msgspec.json.encode(view)), text=text, legal=[])


def legal(play: Play, seats: Sequence[int]) -> list[Legal]:
    """What these seats may do now."""
    return [Legal(seat=seat, actions=play.legal(seat)) for seat in play.actors() if seat in seats]


def chair(name: str, sitter: Sitter, present: bool) -> Chair:
    """A seat, for a page."""
    return Chair(name=name, user=sitter.user, title=sitter.title, bot=sitter.plays, present=present or bool(sitter.bot))


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
