"""Who sits on the other seats of a single-agent environment: a bot by its name, as `pyramidion arena` knows them."""

import random

from pyramidion.bots.levels import UNIFORM, make
from pyramidion.bots.reflex import Reflex
from pyramidion.engine.batch import CALM, REFLEX
from pyramidion.engine.record import Record
from pyramidion.research.setting import Setting


class Opponent:
    """A bot on one seat. In games of real time its level decides how reliably it reacts, not how fast."""

    def __init__(self, name: str, chosen: Setting, seat: int, seed: int) -> None:
        self._rules = chosen.game.real_time_rules
        self._random = random.Random(seed)
        self._reflex = Reflex(chosen.game, seat, name, seed) if chosen.game.real_time and name != UNIFORM else None
        self._bot = None if chosen.game.real_time else make(name, chosen.game, chosen.seats, seat, seed)

    def choose(self, observation: Record) -> int:
        """A legal action, in games of turns."""
        assert self._bot is not None
        return self._bot.choose(observation)

    def reacts(self, observation: Record) -> int:
        """CALM or REFLEX, where a reflex is legal."""
        if self._reflex is None:
            return self._random.choice((CALM, REFLEX))
        plan = self._reflex.plan(observation)
        return REFLEX if plan is not None and plan.action == self._rules.REFLEX else CALM
