"""Rated tables: options and clock are fixed, so that everybody in a pool has played the same game."""

import msgspec

from pyramidion.game import BadOption, Game, Illegal
from pyramidion.server.people.ratings import anchor
from pyramidion.server.protocol.rest import ClockWish, NewTable
from pyramidion.server.storage.tables import Seat, TableMeta

CLOCK = ClockWish("total", seconds=600, increment=10)  # of games that are played in turns


def rated_wish(game: Game, wish: NewTable) -> NewTable:
    """The wish with a rated table's options and clock; a refusal if it is for anything else."""
    clock = ClockWish() if game.real_time else CLOCK
    options = game.choose({}, between_people=True)
    if wish.position or wish.hints or not wish.options.items() <= options.items():
        raise BadOption("a rated game starts from the beginning, with the default options and without hints")
    if wish.clock not in (ClockWish(), clock):
        raise BadOption("a rated game has a fixed clock: leave the clock out")
    if sum(chosen.who == "me" for chosen in wish.seats) != 1:
        raise BadOption("in a rated game you play on one seat")
    for chosen in wish.seats:
        if chosen.who == "bot" and not anchor(game.name, len(wish.seats), chosen.level):
            raise BadOption(f"no bot of this level is rated in {game.title} with {len(wish.seats)} players")
    return msgspec.structs.replace(wish, options=options, clock=clock, seating="lot")


def check_may_sit(game: Game, meta: TableMeta, seat: Seat) -> None:
    """Nobody plays against themselves for a rating, and no program by reflex."""
    if meta.rated and seat.user in meta.people:
        raise Illegal("you already have a seat in this rated game")
    check_seat(game, seat, rated=meta.rated)


def check_seat(game: Game, seat: Seat, *, rated: bool) -> None:
    """Reflexes are measured between people: against programs such a game is never rated."""
    if rated and game.real_time and seat.is_program:
        raise Illegal(f"{game.title} against a program isn't rated")
