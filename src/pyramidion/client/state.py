"""What is known of a table of a server, with the verbs of `Play`."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any

import msgspec

from pyramidion.client.rest import Json
from pyramidion.game import Display, Game, Illegal
from pyramidion.games import find
from pyramidion.server.protocol.deltas import Merger
from pyramidion.server.protocol.socket import Clock, Happened


class TableVerbs(ABC):
    """A table as one's own seats see it."""

    @property
    @abstractmethod
    def sync(self) -> Json:
        """The latest Sync, with all that has changed since."""

    @property
    @abstractmethod
    def events(self) -> list[Happened]:
        """All that has happened, undone events among them."""

    @property
    @abstractmethod
    def said(self) -> list[Json]:
        """The chat."""

    @property
    def n(self) -> int:
        """How many events have happened."""
        return int(self.sync["n"])

    @cached_property
    def game(self) -> Game:
        return find(self.sync["game"])

    @property
    def status(self) -> str:
        """waiting, live or over."""
        return str(self.sync["status"])

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def seats(self) -> list[int]:
        """One's own; none: one watches."""
        return list(self.sync["yours"])

    @property
    def may_act(self) -> bool:
        """Whether one of one's own seats may do something."""
        return self.status == "live" and bool(self.sync["legal"])

    @property
    def clock(self) -> Clock | None:
        """The clocks when the last message was sent, in milliseconds."""
        return msgspec.convert(self.sync["clock"], Clock | None)

    @property
    def turn(self) -> str:
        """Whose turn it is, or who won, in words."""
        return str(self.sync["turn"])

    @property
    def ending(self) -> str:
        """How the game ended, in words."""
        return str(self.sync["ending"])

    # The verbs of Play

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(self.sync["actors"])

    def legal(self, seat: int | None = None) -> list[str]:
        """What one of one's own seats may do; the only one that may act, if none is named."""
        seat = self.actor(seat)
        return next((list(one["actions"]) for one in self.sync["legal"] if one["seat"] == seat), [])

    def actor(self, seat: int | None) -> int:
        """The seat that is meant."""
        may_act = [one["seat"] for one in self.sync["legal"]]
        if seat is not None:
            return seat
        if len(may_act) > 1:
            raise Illegal(f"seats {', '.join(map(str, may_act))} can act: say which one")
        return int(next(iter(may_act or self.seats), 0))

    def view(self) -> Any:
        """What one sees, as the game's own `View`; nothing until the game begins."""
        return msgspec.convert(self.sync["view"], self.game.view.View) if self.sync["view"] else None

    def text(self) -> str:
        """The same as text for a terminal or a voice."""
        view = self.view()
        return self.turn if view is None else str(self.display.text(view))

    @cached_property
    def display(self) -> Display:
        """How people are shown this game, with its options."""
        return self.game.display(self.sync["options"])

    def scores(self) -> list[float]:
        """The result in points, seat by seat, when the game is over."""
        if self.sync["scores"] is None:
            raise Illegal("there are no scores until the game is over")
        return list(self.sync["scores"])


class TableState(TableVerbs):
    """All that the messages of a table have told. No I/O."""

    def __init__(self) -> None:
        self._merger = Merger()
        self._events: list[Happened] = []
        self._said: list[Json] = []
        self._slapped: list[int] = []

    def hear(self, message: Json) -> None:
        """A message has come; a delta without what it builds on raises `Missed`."""
        if message["type"] == "said":
            if message not in self._said:  # every connection begins with what was said last
                self._said.append(message)
        elif message["type"] == "judging":
            self._slapped = list(message["seats"])
        elif self._merger.hear(message):
            self._slapped = []
            new = msgspec.convert(message["events"], list[Happened])
            self._events += [event for event in new if event.n >= len(self._events)]

    @property
    def is_known(self) -> bool:
        return bool(self.sync)

    @property
    def sync(self) -> Json:
        return self._merger.sync

    @property
    def events(self) -> list[Happened]:
        return self._events

    @property
    def said(self) -> list[Json]:
        return self._said

    @property
    def slapped(self) -> list[int]:
        """In real time, those who have slapped while others may still have been faster."""
        return self._slapped
