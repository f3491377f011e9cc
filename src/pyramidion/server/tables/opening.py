"""Opening tables: as somebody wished, or as the rematch of another one. Bad options and positions are refused here."""

from collections import Counter

import msgspec

from pyramidion.bots import levels
from pyramidion.game import BadOption, Game, Value
from pyramidion.games import find, names
from pyramidion.play import load, new
from pyramidion.server.fairness.dice import new_secret
from pyramidion.server.protocol.rest import Chosen, NewTable
from pyramidion.server.storage.tables import Seat, TableMeta
from pyramidion.server.tables.rated import check_seat, rated_wish
from pyramidion.server.tables.seating import rematch_seating, seating
from pyramidion.server.tables.table import Table, now


def game_of(wish: NewTable) -> Game:
    """The game that is wished for."""
    if wish.game not in names():
        raise BadOption(f"there is no game {wish.game!r}: choose one of {', '.join(names())}")
    return find(wish.game)


def has_people(wish: NewTable) -> bool:
    """Whether somebody sits down at once."""
    return any(chosen.who == "me" for chosen in wish.seats)


def new_table(creator: Seat, wish: NewTable) -> TableMeta:
    """A table as it was wished for by somebody who would sit like this."""
    game = game_of(wish)
    wish = rated_wish(game, wish) if wish.rated else wish
    check_seat(game, creator, rated=wish.rated)
    options = _options(game, wish)
    if game.real_time and wish.clock.kind != "none":
        raise BadOption(f"{game.title} is played in real time and has no clock")
    return TableMeta(
        game=game.name,
        version=game.version,
        options=options,
        position=wish.position,
        clock=wish.clock,
        secret=new_secret(),
        seats=_told_apart([_seat(game, chosen, creator) for chosen in seating(game, wish)]),
        creator=creator.user or "",
        listed=wish.listed,
        hints=wish.hints,
        rated=wish.rated,
        created=now(),
    )


def _options(game: Game, wish: NewTable) -> dict[str, Value]:
    """The options of a new table: the position's own, or those chosen; and what was asked for can be played."""
    if wish.position:
        play = load(game, wish.position, dice=None)
    else:
        between_people = sum(chosen.who != "bot" for chosen in wish.seats) > 1
        options = game.choose(wish.options, between_people=between_people)
        play = new(game, seats=game.choose_seats(len(wish.seats)), dice=None, **options)  # type: ignore[arg-type]
    if play.seats != len(wish.seats):
        raise BadOption(f"the position is for {play.seats} players, not {len(wish.seats)}")
    return play.options


def _seat(game: Game, chosen: Chosen, creator: Seat) -> Seat:
    if chosen.who == "bot":
        if not levels.plays(chosen.level, game):
            able = [bot for bot in levels.names() if levels.plays(bot, game)]
            raise BadOption(f"there is no bot {chosen.level!r} for {game.title}: choose one of {', '.join(able)}")
        return Seat(bot=chosen.level, title=levels.title(chosen.level))
    return msgspec.structs.replace(creator) if chosen.who == "me" else Seat()


def _told_apart(seats: list[Seat]) -> list[Seat]:
    """Several bots of one level get numbers: Farmer 1, Farmer 2."""
    times, so_far = Counter(seat.bot for seat in seats), Counter[str | None]()
    for seat in seats:
        so_far[seat.bot] += 1
        if seat.bot and times[seat.bot] > 1:
            seat.title = f"{seat.title} {so_far[seat.bot]}"
    return seats


def rematch_of(table: Table) -> TableMeta:
    """A new table with the same people."""
    old = table.meta
    order, options = rematch_seating(table)
    seats = [old.seats[number] for number in order]
    return TableMeta(
        game=old.game,
        version=table.game.version,
        options=options,
        position=old.position,
        clock=old.clock,
        secret=new_secret(),
        seats=[Seat(seat.user, seat.title, seat.bot, is_program=seat.is_program) for seat in seats],
        creator=old.creator,
        hints=old.hints,
        rated=old.rated and not any(seat.departed for seat in old.seats),
        created=now(),
    )
