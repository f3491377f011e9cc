"""Hints: what the search thinks of each action, as a page is told."""

from pyramidion.bots.search import Opinion
from pyramidion.engine.record import Record
from pyramidion.play import Play
from pyramidion.server.protocol.socket import Hint, Opined


def hint(play: Play, n: int, seat: int, observation: Record, opinion: Opinion) -> Hint:
    """An opinion as a page is told."""
    total = sum(choice.visits for choice in opinion.choices) or 1
    choices = [
        Opined(
            action=str(play.game.notation.encode(observation, choice.action)),
            told=play.display.tell(observation, seat, choice.action),
            win=choice.win,
            share=choice.visits / total,
        )
        for choice in opinion.choices
    ]
    return Hint(n=n, seat=seat, choices=choices, exact=opinion.is_exact)
