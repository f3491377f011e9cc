"""Taking a seat, and giving it up: changes of a table, which return what is to be written of them."""

from pyramidion.game import Illegal
from pyramidion.server.storage.events import Entry
from pyramidion.server.storage.tables import Seat
from pyramidion.server.tables.rated import check_may_sit
from pyramidion.server.tables.table import Table, now


def take_seat(table: Table, taken: Seat, seat: int | None) -> list[Entry]:
    """Take a free seat like this: the one of a number, or the first."""
    seats = table.meta.seats
    free = [number for number, one in enumerate(seats) if one.is_free]
    if table.meta.status != "waiting" or not free:
        raise Illegal("all seats are taken, but you can watch")
    if seat is not None and seat not in free:
        raise Illegal("that seat is taken or doesn't exist")
    check_may_sit(table.game, table.meta, taken)
    seats[free[0] if seat is None else seat] = taken
    return []


def depart(table: Table, user: str) -> list[Entry]:
    """Leave for good: before the game the seat is free again, during it a bot takes it."""
    seats = table.seats_of(user)
    if not seats:
        raise Illegal("you aren't playing in this game")
    return table.resign(seats[0], now()) if table.meta.status == "live" else free_seats(table, user)


def free_seats(table: Table, user: str) -> list[Entry]:
    """Somebody's seats are free again, unless the game has begun: then nothing happens."""
    for number in table.seats_of(user) if table.meta.status == "waiting" else []:
        table.meta.seats[number] = Seat()
    return []
