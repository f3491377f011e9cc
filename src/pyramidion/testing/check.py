"""What every game must be. `check(game)` plays random games and looks after every event; it is the real specification.

from pyramidion import testing
testing.check("senet", games=50)
"""

import random
from itertools import pairwise
from typing import NoReturn

import msgspec
import numpy as np

from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT, EVERYONE, policy_step
from pyramidion.engine.memory import copy, equal
from pyramidion.engine.playout import play_out
from pyramidion.engine.random import generator
from pyramidion.engine.record import Record
from pyramidion.game import Game, Value
from pyramidion.games import find
from pyramidion.play import Play, replay


class Broken(AssertionError):
    """A game that is not what every game must be; the message has the position to reproduce it with."""


def check(game: str | Game, *, games: int = 20, seed: int = 0, every: int = 1) -> None:
    """Play `games` random games with random options, and check all properties after every `every`-th event."""
    facts = find(game) if isinstance(game, str) else game
    dice = random.Random(seed)
    for number in range(games):
        seats = facts.seats[number % len(facts.seats)]
        _Check(facts, seats, random_options(facts, dice), dice, every).run()


def random_options(game: Game, dice: random.Random) -> dict[str, Value]:
    """Any value for each option, the usual one half of the time."""
    return {
        option.name: dice.choice(option.values) if option.choices and dice.random() < 0.5 else option.default
        for option in game.options
    }


class _Check:
    def __init__(self, game: Game, seats: int, options: dict[str, Value], dice: random.Random, every: int) -> None:
        self.game = game
        self.rules = game.rules
        self.dice = dice
        self.every = every
        self.play = Play(game, seats, options, game.start(seats, options), None)
        self.display = self.play.display
        self.all_eyes = (1 << seats) - 1
        self.lookers = [0, *(1 << seat for seat in range(seats))]
        self.generator = generator(dice.getrandbits(64))
        self.buffer = np.zeros(game.actions + 1, dtype=np.int64)
        self.weights = np.zeros(game.actions + 1, dtype=np.int64)

    def run(self) -> None:
        while not self.play.is_over:
            if len(self.play.events) % self.every == 0:
                self.check_position()
            self.act()
            if len(self.play.events) > self.game.longest:
                self.broken(f"it has not ended after {self.game.longest} events")
        self.check_position()
        self.check_scores()
        self.check_policy()
        self.check_replay()

    def act(self) -> None:
        seat, action = self.any_action(self.play.state)
        self.play.act(action, seat)

    def any_action(self, s: Record) -> tuple[int, int]:
        actors = self.rules.actors(s)
        seat = self.dice.choice([seat for seat in range(CHANCE + 1) if actors >> seat & 1])
        if seat == CHANCE:
            return seat, int(self.rules.chance(s, self.generator))
        return seat, self.dice.choice(self.legal(s, seat) or self.broken(f"seat {seat} may act but has no action"))

    def check_position(self) -> None:
        s = self.play.state
        self.check_ranges(s, "the state")
        self.check_text(s)
        if self.rules.actors(s) & CHANCE_BIT:
            self.check_odds(s)
        for seat in range(self.play.seats):
            self.check_seat(s, seat)
        for eyes in (*self.lookers, self.all_eyes):
            self.check_observation(s, eyes)

    def check_ranges(self, s: Record, what: str) -> None:
        for name, field in self.rules.State.fields.items():
            values = np.atleast_1d(s[name])
            if values.min() < field.least or values.max() > field.most:
                self.broken(f"{name} of {what} is {s[name]}, outside {field.least} … {field.most}")

    def check_text(self, s: Record) -> None:
        loaded = Play.at(self.game, self.play.dump(), None)
        if not equal(loaded.state, s):
            self.broken(f"its text loads as another position:\n{loaded.state}\nis not\n{s}")

    def check_odds(self, s: Record) -> None:
        count = self.rules.odds(s, self.buffer, self.weights)
        outcomes = self.ascending(count, "the outcomes of chance", self.game.seat_actions or 0, self.game.actions)
        least = 1 if self.rules.actors(s) == CHANCE_BIT else 0  # beside seats, 0 is what only a judge or a clock calls
        if (self.weights[:count] < least).any():
            self.broken(f"an outcome without weight: {self.weights[:count]}")
        drawn = self.rules.chance(s, self.generator)
        if drawn not in outcomes:
            self.broken(f"chance drew {drawn}, which is not among the outcomes {outcomes}")
        self.check_round_trip(s, outcomes)
        for eyes in self.lookers:
            self.check_untold(s, outcomes, eyes)

    def check_untold(self, s: Record, outcomes: list[int], eyes: int) -> None:
        """Outcomes that these eyes are not told must look alike to them."""
        seen = set()
        for outcome in outcomes:
            audience = self.rules.audience(s, CHANCE, outcome)
            if audience != EVERYONE and not audience & eyes:
                after = self.copied(s)
                self.rules.apply(after, CHANCE, outcome)
                seen.add(self.observed(after, eyes).tobytes())
        if len(seen) > 1:
            self.broken(f"eyes {eyes:b} see which of the outcomes {outcomes} happened, though they are not told")

    def check_seat(self, s: Record, seat: int) -> None:
        actors, legal = self.rules.actors(s), self.legal(s, seat)
        if bool(legal) != bool(actors >> seat & 1):
            self.broken(f"actors are {actors:b}, but seat {seat} has the actions {legal}")
        own = self.observed(s, 1 << seat)
        if self.rules.actors(own) != actors:
            self.broken(f"seat {seat} sees the actors {self.rules.actors(own):b}, which are {actors:b}")
        if self.legal(own, seat) != legal:
            self.broken(f"seat {seat} sees the actions {self.legal(own, seat)}, which are {legal}")
        self.check_round_trip(own, legal)

    def check_round_trip(self, o: Record, actions: list[int]) -> None:
        for action in actions:
            text = self.game.notation.encode(o, action)
            if self.game.notation.parse(o, text) != action:
                self.broken(f"action {action} is written {text!r}, which is read as {self.game.notation.parse(o, text)}")
            typed = self.display.encode(o, action)
            if self.display.parse(o, typed) != action:
                self.broken(f"people read {typed!r} for {action}, and who types it gets {self.display.parse(o, typed)}")

    def check_observation(self, s: Record, eyes: int) -> None:
        o = self.observed(s, eyes)
        self.check_ranges(o, f"what eyes {eyes:b} observe")
        if not equal(self.observed(o, eyes), o):
            self.broken(f"observing twice with eyes {eyes:b} is not the same as once")
        more = eyes | self.dice.randint(0, self.all_eyes)
        if not equal(self.observed(self.observed(s, more), eyes), o):
            self.broken(f"eyes {eyes:b} do not see the same in what eyes {more:b} see as in the state")
        self.check_sample(o, eyes)
        self.check_view(o)

    def check_sample(self, o: Record, eyes: int) -> None:
        possible = self.copied(o)
        self.rules.sample(possible, self.generator)
        if not equal(self.observed(possible, eyes), o):
            self.broken(f"a state sampled for eyes {eyes:b} looks different to them")
        self.check_ranges(possible, "a sampled state")
        self.play_on(possible)

    def play_on(self, s: Record) -> None:
        """A sampled state must be one that can be played, to the end."""
        for _ in range(3):
            if not self.rules.actors(s):
                return
            self.rules.apply(s, *self.any_action(s))
            self.check_ranges(s, "what follows a sampled state")
        play_out(s, self.generator, self.buffer)
        self.check_ranges(s, "the end of a playout")
        if self.rules.actors(s):
            self.broken("a playout stops before the end")

    def check_view(self, o: Record) -> None:
        view = self.display.view(o)
        read = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        if read != view:
            self.broken("a view does not survive JSON")
        if self.display.view(self.copied(o)) != view or self.display.text(read) != self.display.text(view):
            self.broken("a view is not a function of the observation, or its text not one of the view")

    def check_policy(self) -> None:
        """A game that is played out stops when it is over: else a search would never end."""
        after = self.rules.State.from_bytes(self.play.state.tobytes())
        if policy_step(after, self.generator, self.buffer) or not equal(after, self.play.state):
            self.broken("its policy does something after the end: policy_step must return 0 then, and change nothing")

    def check_scores(self) -> None:
        scores = [self.rules.score(self.play.state, seat) for seat in range(self.play.seats)]
        if self.game.total is not None and sum(scores) != self.game.total:
            self.broken(f"the scores {scores} do not add up to {self.game.total}")

    def check_replay(self) -> None:
        again = replay(msgspec.json.decode(msgspec.json.encode(self.play.record())), game=self.game)
        if not equal(again.state, self.play.state) or again.events != self.play.events:
            self.broken("replaying its record gives another game")
        for event in self.play.events:
            for eyes in (0, 1, self.all_eyes):
                if not self.play.tell(event, eyes=eyes).strip():
                    self.broken(f"nothing is told of {event}")

    def legal(self, s: Record, seat: int) -> list[int]:
        count = self.rules.legal(s, seat, self.buffer)
        return self.ascending(count, f"the actions of seat {seat}", 0, self.game.seat_actions or self.game.actions)

    def ascending(self, count: int, what: str, first: int, end: int) -> list[int]:
        actions = [int(action) for action in self.buffer[:count]]
        if count > self.game.widest:
            self.broken(f"{what} are {count}, more than the {self.game.widest} declared")
        if any(a >= b for a, b in pairwise(actions)):
            self.broken(f"{what} are not ascending: {actions}")
        if actions and not first <= actions[0] <= actions[-1] < end:
            self.broken(f"{what} are outside {first} … {end - 1}: {actions}")
        return actions

    def observed(self, s: Record, eyes: int) -> Record:
        o = self.rules.State.new()
        self.rules.observe(s, eyes, o)
        return o

    def copied(self, s: Record) -> Record:
        twin = self.rules.State.new()
        copy(twin, s)
        return twin

    def broken(self, what: str) -> NoReturn:
        where = f"{self.game.name}, event {len(self.play.events)}: {self.play.dump()}"
        raise Broken(f"{where}\n{what}")
