"""A bot that thinks with Pyramidion's own search, on every game that is played in turns, as long as its clock allows."""

from typing import Any

from pyramidion.bots.assess import assess
from pyramidion.bots.search import Budget
from pyramidion.client.bots import Observation

SHARE = 40  # it thinks for one part in so many of its time left
LONGEST = 1.0  # seconds


class Searcher:
    """Looks for itself what the server's bots look for, with a budget of its own."""

    def accepts(self, challenge: dict[str, Any]) -> bool:
        """No hurry, please, and nothing that is won by reflex."""
        clock = challenge["clock"]
        return bool(challenge["game"] != "egyptian_war" and (clock["kind"] == "none" or clock["seconds"] >= 10))

    def choose(self, observation: Observation, legal: list[str], clock: float | None) -> str:
        if len(legal) == 1:
            return legal[0]
        seconds = LONGEST if clock is None else min(clock / SHARE, LONGEST)
        record, game = observation.record, observation.game  # the record has what this seat knows, and nothing else
        opinion = assess(game, record, observation.seats, observation.seat, Budget(seconds=seconds, use_policy=True))
        return str(game.notation.encode(record, opinion.best))
