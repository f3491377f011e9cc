"""A game that nobody plays: any position, any actions, seen by any eyes. For lessons, reviews and scripts.

Nothing is written, and there are no dice: what chance does is said among the actions.
"""

from collections.abc import Sequence

import msgspec

from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import BadOption, Game
from pyramidion.play import Event, Play, load
from pyramidion.server.protocol.rest import Look, Looked
from pyramidion.server.protocol.socket import Happened, Legal


def look(game: Game, asked: Look) -> Looked:
    """The game after what was asked for; the rules' own sentence if that can't be."""
    play = begin(game, asked)
    seats = sorted({_seat(play, seat) for seat in asked.eyes}) if asked.eyes is not None else range(play.seats)
    for seat, action in asked.actions:
        play.act(action, CHANCE if seat == "chance" else _seat(play, seat))
    eyes = sum(1 << seat for seat in seats)
    view = play.view(eyes=eyes)
    return Looked(
        seats=play.seats,
        options=play.options,
        view=msgspec.Raw(msgspec.json.encode(view)),
        text=play.display.text(view),
        position=play.dump(),
        actors=[seat for seat in play.actors() if seat != CHANCE],
        legal=legal(play, seats),
        events=[_happened(play, event, eyes) for event in play.events],
        scores=play.scores() if play.is_over else None,
    )


def begin(game: Game, asked: Look) -> Play:
    """The game before the actions."""
    if not asked.position:
        seats, options = game.choose_seats(asked.seats), game.recall(asked.options)
        return Play(game, seats, options, game.start(seats, options), None)
    play = load(game, asked.position, dice=None)
    if game.recall(play.options | asked.options) != play.options or asked.seats not in (None, play.seats):
        raise BadOption("the options given don't match those in the position")
    return play


def legal(play: Play, seats: Sequence[int]) -> list[Legal]:
    """What these seats may do now."""
    return [Legal(seat=seat, actions=play.legal(seat)) for seat in play.actors() if seat in seats]


def _seat(play: Play, seat: int) -> int:
    if seat not in range(play.seats):
        raise BadOption(f"there is no seat {seat}: seats are 0 to {play.seats - 1}")
    return seat


def _happened(play: Play, event: Event, eyes: int) -> Happened:
    seat = None if event.seat == CHANCE else event.seat
    return Happened(event.n, seat, "act", play.written(event, eyes), play.tell(event, eyes=eyes), at=0)
