"""A table of a server, for the full screen: the same screen as for a game at this keyboard."""

import time
from datetime import timedelta
from itertools import zip_longest

from pyramidion.client.tables import SLAP, AsyncTable
from pyramidion.game import Game, Illegal, Move
from pyramidion.refusal import Refusal
from pyramidion.terminal.raced import KEYS
from pyramidion.terminal.table import Changed, Hint, Player, Scene
from pyramidion.wording import listed, sentence

HINTS = 5
LOST = "The connection is lost. Trying again…"


class JoinedTable:
    """One of a server's tables, as those see it who sit at this keyboard."""

    def __init__(self, table: AsyncTable) -> None:
        self.table = table
        self._again = table.sync["again"]  # a rematch that began before we came is not followed
        self._ended = ""  # why nothing more will be told
        self._drawn = -1  # so many events had happened in the scene that was shown last
        self._seen = (-1, 0.0)  # and in the one that is on the screen, with when it was first

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def commands(self) -> frozenset[str]:
        return frozenset({"chat", *self._commands_of_players()} if not self._ended else ())

    def _commands_of_players(self) -> set[str]:
        sync = self.table.sync
        if not self.table.seats or self.table.status == "waiting":
            return set()
        asked = {"decline"} if self._wish() else set[str]()
        if self.table.is_over:
            return {"rematch", *asked}
        hint = {"hint"} if sync["hints"] and self.table.may_act else set[str]()
        return {"resign", *hint, *asked} | (set() if self.game.real_time else {"undo"})

    @property
    def farewell(self) -> str:
        if self.table.is_over:
            return f"{self.table.ending} {self.table.turn}".strip()
        return f"To continue: pyramidion join {self.table.link}"

    # Showing

    async def run(self, changed: Changed) -> None:
        """Show what is told, for as long as something may be told; to the rematch, and to the one after it."""
        try:
            while True:
                heard = self.table.heard
                await self._follow()
                changed()
                await self.table.wait(heard)
        except Refusal as refusal:
            self._ended = sentence(str(refusal))
            changed()

    async def _follow(self) -> None:
        again = self.table.sync["again"]
        if again != self._again and self.table.seats:
            before, self.table = self.table, await self.table.server.watch(again)
            self._again = self.table.sync["again"]
            await before.close()

    def scene(self) -> Scene:
        view, table = self.table.view(), self.table
        self._drawn = table.n
        return Scene(
            view=view,
            text=f"Others join or watch at {table.link}" if view is None else table.text(),
            headline=self._headline(),
            legal=self._legal(),
            news=self._news(),
            is_over=table.is_over,
        )

    def _legal(self) -> dict[int, list[str]]:
        if self._ended or not self.table.may_act:
            return {}
        return {one["seat"]: list(one["actions"]) for one in self.table.sync["legal"]}

    def _news(self) -> tuple[str, ...]:
        """What happened and what was said, in the order of time."""
        said = [(remark["at"], f"{remark['title']}: {remark['text']}") for remark in self.table.said]
        return tuple(words for _, words in sorted(self._told() + said, key=lambda one: one[0]))

    def _told(self) -> list[tuple[int, str]]:
        """What happened, and when. In real time a card has one line: what chance makes of turning it over tells that too."""
        events = self.table.events
        return [
            (one.at, one.told)
            for one, following in zip_longest(events, events[1:])
            if not (self.game.real_time and following and following.seat is None and following.at == one.at)
        ]

    def _headline(self) -> str:
        table = self.table
        if self._ended or not table.is_connected:
            return self._ended or LOST
        if table.slapped:
            names = listed([self._title(seat) for seat in table.slapped])
            return f"{names} slapped. Was anyone faster?"
        return " ".join(filter(None, [table.ending, table.turn, self._wish()]))

    def _wish(self) -> str:
        """What somebody asks for, and what can be done about it."""
        wish, words, key = ("rematch", "play again", "N") if self.table.is_over else ("undo", "undo", "U")
        users = self.table.sync["wishes"].get(wish)
        if not users or self.table.sync["again"]:
            return ""
        if self.table.server.user in users:
            return f"You asked to {words}. D takes that back."
        asking = [self._title(seat) for seat, chair in enumerate(self.table.sync["chairs"]) if chair["user"] == users[0]]
        return f"{''.join(asking[:1])} asks to {words}. {key} agrees, D declines."

    def _title(self, seat: int) -> str:
        """What whoever sits there is called."""
        chair = self.table.sync["chairs"][seat]
        return str(chair["title"] or chair["name"])

    def players(self) -> tuple[Player, ...]:
        return tuple(self._player(seat) for seat in range(len(self.table.sync["chairs"])))

    def _player(self, seat: int) -> Player:
        chair, is_you = self.table.sync["chairs"][seat], seat in self.table.seats
        notes = [chair["title"] or "free", "you" if is_you else "", "bot" if chair["is_program"] else ""]
        if chair["user"] and not chair["present"]:
            notes.append("away")
        name = f"{chair['name']} ({', '.join(filter(None, notes))})"
        return Player(name, is_you, seat in self.table.sync["in_turn"], self._clock(seat))

    def _clock(self, seat: int) -> str:
        """What is left now: clocks run on after the message that told of them."""
        clock = self.table.clock
        if clock is None:
            return ""
        since = (time.monotonic() - self.table.told_at) * 1000 if seat in clock.running else 0.0
        return written(clock.left[seat] - since)

    # Doing

    async def act(self, seat: int, action: str, at: float) -> None:
        if self.game.real_time and action == SLAP:
            await self.table.slap(seat, self._reaction(at))
        else:
            await self.table.act(action, seat)

    def _reaction(self, at: float) -> float:
        """Milliseconds from when the card was on the screen to the press."""
        n, since = self._seen
        if n != self.table.n or at < since:
            raise Illegal("you pressed before the card could be seen")
        return (at - since) * 1000

    def shown(self) -> None:
        if self._drawn != self._seen[0]:
            self._seen = self._drawn, time.monotonic()

    def pressed(self, key: str) -> tuple[int, str] | None:
        """Whose key it is, and what that does now."""
        for keys, seat in zip(KEYS, self.table.seats, strict=False):
            if deed := keys.get(key):
                return seat, SLAP if deed == "reflex" else self._calm_action(seat)
        return None

    def _calm_action(self, seat: int) -> str:
        """What a seat may do that is not its reflex."""
        calm = [action for action in self._legal().get(seat, []) if action != SLAP]
        if not calm:
            raise Illegal("it's not your turn")
        return calm[0]

    async def read(self, seat: int, typed: str) -> str:
        return await self.table.read(typed)

    async def moves(self) -> list[Move]:
        return [move for seat in self._legal() for move in await self.table.moves(seat)]

    async def hint(self) -> list[Hint]:
        seat = next(iter(self._legal()), None)
        if seat is None:
            raise Illegal("no hint available: it isn't your turn")
        moves = {move.action: move for move in await self.table.moves(seat)}
        choices = (await self.table.hint(seat)).choices
        return [Hint(choice.win, moves[choice.action]) for choice in choices[:HINTS] if choice.action in moves]

    async def undo(self) -> None:
        await self.table.undo()

    async def decline(self) -> None:
        for wish in self.table.sync["wishes"]:
            await self.table.decline(wish)

    async def resign(self) -> None:
        await self.table.resign(self._resigning())

    def _resigning(self) -> int:
        """Whose turn it is, if several sit here."""
        return next(iter([*self._legal(), *self.table.seats]))

    async def rematch(self) -> None:
        await self.table.offer("rematch")

    async def say(self, words: str) -> None:
        await self.table.say(words)

    def lift_curtain(self) -> None:
        pass  # whoever sits here has come with one token, and sees what that may see


def written(milliseconds: float) -> str:
    """Time left, as clocks show it: 4:59, 1:04:59, 2 d 3 h."""
    left = timedelta(seconds=max(0, int(milliseconds // 1000)))
    minutes, seconds = divmod(left.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if left.days:
        return f"{left.days} d {hours} h"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
