"""`Play`: one game being played. It is the only caller of the rules' `apply` outside compiled search."""

import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, Self, TypedDict

import msgspec
import numpy as np

from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, EVERYONE
from pyramidion.engine.record import UNKNOWN, Record
from pyramidion.engine.step import step
from pyramidion.game import BadOption, Display, Game, Illegal, NotAnAction, Value, as_text
from pyramidion.games import find
from pyramidion.refusal import Refusal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyramidion.bots.search import Opinion

KEPT = 16  # so many of the latest states are kept, and one in so many of the earlier ones

Dice = Callable[[int, int], int]
"""Of the number of an event and a limit, a whole number from 0 to below the limit."""


class Event(NamedTuple):
    """An action that happened."""

    n: int
    seat: int
    action: int
    audience: int


class GameRecord(TypedDict):
    """A whole game as JSON."""

    game: str
    version: int  # of its rules
    seats: int
    options: dict[str, Value]
    position: NotRequired[str]  # where it began, if that was not the first state
    events: list[list[str | int]]  # of each: the seat or "chance", and the action in notation


class BadRecord(Refusal):
    """What was given is no record of a game that can be replayed."""

    code = "bad_record"


@dataclass(frozen=True)
class _Seeded:
    """Dice of a seed; a class, so that games can be pickled with their dice."""

    seed: int

    def __call__(self, n: int, limit: int) -> int:
        return random.Random(f"{self.seed}/{n}").randrange(limit)


def seeded(seed: int) -> Dice:
    """Dice that this seed decides. They depend on the event's number alone: undoing a throw doesn't change it."""
    return _Seeded(seed)


class Moment:
    """A state, and what has been found out about it, so that the rules need not be asked again. Nothing in it is changed."""

    __slots__ = ("actors", "is_open", "legal", "seen", "state", "texts")

    def __init__(self, state: Record, actors: int | None = None) -> None:
        self.state = state
        self.actors = actors
        self.legal: dict[int, list[int]] = {}  # by seats
        self.texts: dict[int | None, dict[str, int]] = {}  # the same by its texts: whoever acts says one of those
        self.seen: dict[int, Record] = {}  # by eyes: what they see
        self.is_open: bool | None = None  # whether everybody sees everything


class Play:
    """A game from its first state, or from a position, with all that has happened since."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value], state: Record, dice: Dice | None) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self._before: dict[int, bytes] = {}  # states before the latest events, and before some of the earlier ones
        self._moments: dict[int, Moment] = {}  # before the events that came of the latest action
        self._last_seen: tuple[int, bytes] = (-1, b"")  # of the earlier states, the one that was last asked for
        self._now = Moment(state)
        self._position: str | None = None  # where it began, if that was not the first state
        self.let_chance_act()

    # Who may do what

    @property
    def is_over(self) -> bool:
        return not self._actors

    @property
    def is_timed(self) -> bool:
        """Whether chance has something to do when time is up; what only a judge calls does not count."""
        return CHANCE in self.actors() and any(weight for _, weight in self.odds())

    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, `CHANCE` among them if there are no dice."""
        return _seats(self._actors)

    @property
    def _actors(self) -> int:
        if self._now.actors is None:
            self._now.actors = int(self.game.rules.actors(self.state))
        return self._now.actors

    def legal(self, seat: int | None = None) -> list[str]:
        """The texts of the actions that a seat may do; of the only actor, if no seat is named."""
        texts = self._now.texts
        if seat not in texts:
            known, encode = self._known_to(seat), self.game.notation.encode
            texts[seat] = {str(encode(known, action)): action for action in self.legal_actions(seat)}
        return list(texts[seat])

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """The same as integers."""
        if seat is None and self.is_over:
            return []
        return list(self._legal(self._actor(seat)))

    def _legal(self, seat: int) -> list[int]:
        if seat not in self._now.legal:
            self._now.legal[seat] = self._list_legal(seat)
        return self._now.legal[seat]

    def _list_legal(self, seat: int) -> list[int]:
        if not self._actors >> seat & 1:
            return []
        if seat == CHANCE:
            return [action for action, _ in self.odds()]
        buffer = self._buffer()
        return list(buffer[: self.game.rules.legal(self.state, seat, buffer)].tolist())

    def odds(self, state: Record | None = None) -> list[tuple[int, int]]:
        """The outcomes of chance with their weights, when chance is to act, in the present state or another one."""
        outcomes, weights = self._buffer(), self._buffer()
        count = self.game.rules.odds(self.state if state is None else state, outcomes, weights)
        return list(zip(outcomes[:count].tolist(), weights[:count].tolist(), strict=True))

    def _buffer(self) -> "NDArray[np.int64]":
        """Room for what the rules write."""
        return np.empty(self.game.widest, dtype=np.int64)

    def _actor(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        actors = self.actors()
        if len(actors) > 1:
            raise Illegal(f"seats {', '.join(map(str, actors))} can act: say which one")
        return actors[0] if actors else 0

    # Acting

    def act(self, action: str | int, seat: int | None = None) -> Event:
        """Do an action, then let the dice do what is chance's; an error says why not, and then nothing has changed."""
        seat = self._actor(seat)
        action = self.parse(action, seat)
        if action not in self._legal(seat):
            raise Illegal(self.why_not(action, seat) or "that isn't possible now")
        self._moments.clear()
        event = self._do(seat, action)
        self.let_chance_act()
        return event

    def why_not(self, action: str | int, seat: int | None = None) -> str | None:
        """Why a seat may not do this now, in a sentence; nothing if it may."""
        seat = self._actor(seat)
        number = self.parse(action, seat)
        if self.is_over:
            return "the game is over"
        if seat not in self.actors() and not (self.game.real_time and seat < self.seats):
            return "it's not your turn"
        if number in self.legal_actions(seat):
            return None
        if seat == CHANCE:
            return f"{self.encode(number, seat)} isn't possible now: {', '.join(self.legal(seat))}"
        return str(self.display.why_not(self.observe(1 << seat), seat, number))

    def parse(self, action: str | int, seat: int | None = None) -> int:
        """An action as an integer; of a text, what it means to this seat."""
        if isinstance(action, str):
            known = self._now.texts.get(seat, {}).get(action)
            return int(self.game.notation.parse(self._known_to(seat), action)) if known is None else known
        if not 0 <= action < self.game.actions:
            raise NotAnAction(f"{self.game.title} has actions 0 to {self.game.actions - 1}, not {action}")
        return int(action)

    def encode(self, action: int, seat: int | None = None) -> str:
        """An action as text, in this position as this seat knows it."""
        return str(self.game.notation.encode(self._known_to(seat), action))

    def _known_to(self, seat: int | None) -> Record:
        """Chance, and a caller who names no seat, know everything."""
        if seat is None or seat == CHANCE:
            return self.state
        return self.seen(1 << seat)

    def _do(self, seat: int, action: int) -> Event:
        n = len(self.events)
        self._moments[n] = before = self._now
        self._before[n] = kept = self.state.tobytes()
        if (n - KEPT) % KEPT:
            self._before.pop(n - KEPT, None)
        self.state = self.game.rules.State.from_bytes(kept)
        audience, actors = step(self.state, seat, action)
        event = Event(n, seat, action, audience)
        self._now = Moment(self.state, actors)
        if before.is_open and audience == EVERYONE:
            self._now.is_open = True  # all that there is was known, and so is what became of it
        self.events.append(event)
        return event

    def tick(self) -> Event:
        """Time is up for the seats that may act beside chance: chance acts. Only tables and bots with clocks need this."""
        if self.dice is None or not self.is_timed:
            raise Illegal("chance has nothing to decide now, or has no dice")
        self._moments.clear()
        event = self._throw_dice(self.dice)
        self.let_chance_act()
        return event

    def let_chance_act(self) -> None:
        """While it is chance's turn alone, let the dice decide."""
        while self.dice and self._actors == CHANCE_BIT:
            self._throw_dice(self.dice)

    def _throw_dice(self, dice: Dice) -> Event:
        return self._do(CHANCE, self.outcome(dice))

    def outcome(self, dice: Dice) -> int:
        """What chance does if these dice decide."""
        odds = self.odds()
        number = dice(len(self.events), sum(weight for _, weight in odds))
        for action, weight in odds:
            if number < weight:
                return action
            number -= weight
        raise ValueError("the dice gave a number that is not below their limit")

    def was_forced(self, event: Event) -> bool:
        """Whether there was nothing else that the seat could have done."""
        return event.seat == CHANCE or self.game.rules.legal(self.state_before(event), event.seat, self._buffer()) == 1

    def undo(self, event: Event | None = None) -> Event:
        """Take back an event and all after it: if none is named, the last action that a seat did."""
        acted = [event for event in self.events if event.seat != CHANCE]
        if event is None and not acted:
            raise Illegal("there is nothing to undo")
        event = event or acted[-1]
        self.state = self.state_before(event)
        self._now = Moment(self.state)
        del self.events[event.n :]
        self._before = {n: state for n, state in self._before.items() if n < event.n}
        self._moments.clear()
        self._last_seen = (-1, b"")
        return event

    # Looking

    @cached_property
    def display(self) -> Display:
        """How people are shown and told of this game, with its options."""
        return self.game.display(self.options)

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the display is made again, since some are made of closures."""
        return {name: value for name, value in vars(self).items() if name != "display"}

    def seat_name(self, seat: int) -> str:
        """What people call a seat."""
        return "chance" if seat == CHANCE else self.game.seat_name(seat)

    def observe(self, eyes: int) -> Record:
        """What these eyes may know, as a record."""
        return self.observe_state(self.state, eyes)

    def observe_state(self, state: Record, eyes: int) -> Record:
        """The same of another state than the present one."""
        observation = self.game.rules.State.new()
        self.game.rules.observe(state, eyes, observation)
        return observation

    def seen(self, eyes: int) -> Record:
        """The same, found out once for each state: it is shared, and must not be changed."""
        return self.seen_in(self._now, eyes)

    def seen_in(self, moment: Moment, eyes: int) -> Record:
        """The same of another moment than the present one."""
        if moment.is_open is None:
            everything = moment.state.tobytes()
            moment.is_open = all(self._look(moment, one).tobytes() == everything for one in (eyes, 0))
        return moment.state if moment.is_open else self._look(moment, eyes)

    def _look(self, moment: Moment, eyes: int) -> Record:
        if eyes not in moment.seen:
            moment.seen[eyes] = self.observe_state(moment.state, eyes)
        return moment.seen[eyes]

    def view(self, seat: int | None = None, *, eyes: int | None = None) -> Any:
        """What a seat sees, as the game's own `View`; everything, if none is named; 0 eyes are an onlooker's."""
        return self.display.view(self.observe(self._eyes(seat, eyes)))

    def text(self, seat: int | None = None, *, eyes: int | None = None) -> str:
        """The same as text for a terminal or a voice."""
        return str(self.display.text(self.view(seat, eyes=eyes)))

    def tell(self, event: Event, seat: int | None = None, *, eyes: int | None = None) -> str:
        """What happened in an event, in words, as these eyes saw it."""
        look = self._eyes(seat, eyes)
        action = event.action if self.hears(look, event) else UNKNOWN
        return str(self.display.tell(self.observe_before(event, look), event.seat, action))

    def written(self, event: Event, eyes: int) -> str | None:
        """An event's action in notation, as these eyes know it; None if they were not told."""
        if not self.hears(eyes, event):
            return None
        return str(self.game.notation.encode(self.observe_before(event, eyes), event.action))

    def state_before(self, event: Event) -> Record:
        """The state in which an event happened."""
        kept = event.n
        while kept not in self._before and kept != self._last_seen[0]:
            kept -= 1
        state = self.game.rules.State.from_bytes(self._before.get(kept) or self._last_seen[1])
        for earlier in self.events[kept : event.n]:
            self.game.rules.apply(state, earlier.seat, earlier.action)
        if kept != event.n:
            self._last_seen = event.n, state.tobytes()  # who asks for one asks for the next as well
        return state

    def moment_before(self, event: Event) -> Moment:
        """The moment in which an event happened."""
        return self._moments.get(event.n) or Moment(self.state_before(event))

    def observe_before(self, event: Event, eyes: int) -> Record:
        """What these eyes knew when an event happened."""
        return self.observe_state(self.state_before(event), eyes)

    def hears(self, eyes: int, event: Event) -> bool:
        """Whether these eyes were told what an event's action was."""
        return bool(event.audience == EVERYONE or event.audience & eyes)

    def _eyes(self, seat: int | None, eyes: int | None) -> int:
        if eyes is not None:
            return eyes
        return (1 << self.seats) - 1 if seat is None else 1 << seat

    def ending(self, names: Sequence[str] = ()) -> str:
        """How the game ended and by how much, in words, when it is over; with the seats' own names, or with these."""
        if not self.is_over:
            raise Illegal("the game isn't over yet")
        return str(self.display.ending(self.state, names or [self.seat_name(seat) for seat in range(self.seats)]))

    def hint(self, seat: int | None = None, *, seconds: float = 1.0) -> "Opinion":
        """What a search thinks of every action that a seat may do, from what that seat can see; or what a table knows."""
        from pyramidion.bots.assess import assess
        from pyramidion.bots.search import Budget

        seat = self._actor(seat)
        if seat == CHANCE or seat not in self.actors() or self.game.real_time:
            raise Illegal("no hint available: it isn't a player's turn")
        observation, budget = self.observe(1 << seat), Budget(seconds=seconds, use_policy=True)
        return assess(self.game, observation, self.seats, seat, budget)

    def scores(self) -> list[float]:
        """The result in points, seat by seat, when the game is over."""
        if not self.is_over:
            raise Illegal("there are no scores until the game is over")
        return [self.game.rules.score(self.state, seat) / self.game.unit for seat in range(self.seats)]

    # Texts that last

    def dump(self) -> str:
        """The position as one line of text: the game's own notation, then the options that it would not mean unsaid."""
        words = [self.game.notation.dump(self.state)]
        if self.seats != self.game.seats[0]:
            words.append(f"seats={self.seats}")
        for option in self.game.options:
            if self.options[option.name] != option.unsaid:
                words.append(f"{option.name}={as_text(self.options[option.name])}")
        return " ".join(words)

    def record(self) -> GameRecord:
        """The whole game as JSON: how it began, and every event in notation, chance included."""
        events: list[list[str | int]] = []
        for event in self.events:
            action = self.game.notation.encode(self.state_before(event), event.action)
            events.append(["chance" if event.seat == CHANCE else event.seat, action])
        record: GameRecord = {
            "game": self.game.name,
            "version": self.game.version,
            "seats": self.seats,
            "options": dict(self.options),
            "position": self._position or "",
            "events": events,
        }
        if self._position is None:
            del record["position"]
        return record

    @classmethod
    def at(cls, game: Game, text: str, dice: Dice | None) -> Self:
        """A play that begins in a position."""
        words = text.split()
        tail = dict(word.split("=", 1) for word in words if "=" in word)
        seats = tail.pop("seats", None)
        if seats is not None and not seats.isdecimal():
            raise BadOption(f"seats={seats} isn't a number")
        number = game.choose_seats(None if seats is None else int(seats))
        chosen = game.recall(tail)
        state = game.start(number, chosen)
        game.notation.load(state, " ".join(word for word in words if "=" not in word))
        play = cls(game, number, chosen, state, None)
        play._position = play.dump()
        play.dice = dice
        play.let_chance_act()
        return play


@cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(CHANCE + 1) if bits >> seat & 1)


def seeded_or_secret(seed: int | None) -> Dice:
    """Dice of this seed, or of one that nobody knows."""
    return seeded(secrets.randbits(64) if seed is None else seed)


def _dice(seed: int | None, dice: Dice | str | None) -> Dice | None:
    return seeded_or_secret(seed) if isinstance(dice, str) else dice


def new(
    name: str | Game,
    *,
    seats: int | None = None,
    seed: int | None = None,
    dice: Dice | str | None = "seeded",
    **options: Value,
) -> Play:
    """A new game. With `dice=None` chance waits for `act` like anybody else, so that every throw can be scripted."""
    game = _game(name)
    number, chosen = game.choose_seats(seats), game.choose(options)
    return Play(game, number, chosen, game.start(number, chosen), _dice(seed, dice))


def load(name: str | Game, text: str, *, seed: int | None = None, dice: Dice | str | None = "seeded") -> Play:
    """A game that goes on from a position, as `Play.dump` writes it."""
    return Play.at(_game(name), text, _dice(seed, dice))


def _game(name: str | Game) -> Game:
    """A listed game by its name; or one that lives elsewhere, itself."""
    return find(name) if isinstance(name, str) else name


def replay(record: Mapping[str, object], *, dice: Dice | None = None, game: Game | None = None) -> Play:
    """A game from its record; give it dice to play on from its end, and the game itself if it isn't a listed one."""
    try:
        told = msgspec.convert(record, GameRecord)
        play = _begin(told, game or find(told["game"]))
        events = [who_and_what(event, play.seats) for event in told["events"]]
    except ValueError as error:
        raise BadRecord(f"this isn't a game record: {error}") from error
    for n, (seat, action) in enumerate(events):
        try:
            play.act(action, seat)
        except Refusal as error:
            raise BadRecord(f"event {n} ({action}) isn't possible: {error}") from error
    play.dice = dice
    play.let_chance_act()
    return play


def who_and_what(event: Sequence[str | int], seats: int) -> tuple[int, str | int]:
    """The seat, or `CHANCE`, and the action of an event in a record of a game for so many."""
    match event:
        case ["chance", action]:
            return CHANCE, action
        case [int(seat), action] if 0 <= seat < seats:
            return seat, action
    raise BadRecord(f"{event} isn't an event: it needs a seat or chance, and an action")


def _begin(record: GameRecord, game: Game) -> Play:
    if record["version"] != game.version:
        raise BadRecord(
            f"it was played with version {record['version']} of the rules of {game.title}; this is version {game.version}"
        )
    if "position" in record:
        return Play.at(game, record["position"], None)
    return new(game, seats=record["seats"], dice=None, **game.recall(record["options"]))  # type: ignore[arg-type]
