"""The lobby: lists of tables as pages show them, from what is written of them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

import msgspec

from pyramidion.games import seat_name
from pyramidion.refusal import NotFound
from pyramidion.server.protocol.rest import ClockWish, Finished, Lobby, TableInfo
from pyramidion.server.protocol.socket import Chair
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.lists import Listed, SeatRow, lists_for, one_listed

Present = Callable[[Sequence[str]], Awaitable[Mapping[str, set[str]]]]
"""The users who are connected to each of these tables."""


async def lobby(database: Database, user: str, present: Present) -> Lobby:
    """The tables that a user may see."""
    lists = await database.read(lambda connection: lists_for(connection, user))
    yours, waiting, live = [await table_infos(part, user, present) for part in lists[:3]]
    return Lobby(yours=yours, waiting=waiting, live=live, over=[_finished(one, user) for one in lists.over])


async def one_table(database: Database, table_id: str, user: str, present: Present) -> TableInfo:
    """One table, as the lobby shows it."""
    found = await database.read(lambda connection: one_listed(connection, table_id))
    if found is None:
        raise NotFound("there is no game here")
    return (await table_infos([found], user, present))[0]


async def table_infos(listed: Sequence[Listed], user: str, present: Present) -> list[TableInfo]:
    """Tables, from their rows."""
    here = await present([one.table.id for one in listed]) if listed else {}
    return [_info(one, user, here.get(one.table.id, set())) for one in listed]


def _info(listed: Listed, user: str, here: set[str]) -> TableInfo:
    row, yours = listed.table, _seats_of(listed, user)
    return TableInfo(
        id=row.id,
        game=row.game,
        status=row.status,
        chairs=[_chair(row.game, seat, here) for seat in listed.seats],
        options=msgspec.json.decode(row.options),
        n=row.n,
        listed=row.listed,
        hints=row.hints,
        rated=row.rated,
        created=row.created,
        yours=yours,
        your_turn=row.status == "live" and any((row.to_act or 0) >> seat & 1 for seat in yours),
        host=next((seat.title for seat in listed.seats if seat.user == row.creator), None) or "",
        clock=ClockWish(row.clock_kind, row.clock_seconds, row.clock_increment),
    )


def _chair(game: str, seat: SeatRow, here: set[str]) -> Chair:
    return Chair(
        name=seat_name(game, seat.seat),
        user=seat.user,
        title=seat.title,
        bot=seat.bot or seat.substitute,
        present=bool(seat.bot) or seat.user in here,
        is_program=seat.is_program,
    )


def _finished(listed: Listed, user: str) -> Finished:
    return Finished(
        id=listed.table.id,
        game=listed.table.game,
        titles=[seat.title or "" for seat in listed.seats],
        yours=_seats_of(listed, user),
        scores=[seat.score for seat in listed.seats if seat.score is not None],
        created=listed.table.created,
    )


def _seats_of(listed: Listed, user: str) -> list[int]:
    return [seat.seat for seat in listed.seats if user and seat.user == user]
