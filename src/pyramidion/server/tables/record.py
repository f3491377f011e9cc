"""The record of a finished game with its dice, to be kept and verified."""

from pyramidion.game import Illegal
from pyramidion.server.fairness.dice import seal
from pyramidion.server.tables.table import Table
from pyramidion.server.tables.wording import ending_words


def record_of(table: Table) -> dict[str, object]:
    """The whole game, sealed."""
    meta = table.meta
    if table.play is None or meta.status != "over":
        raise Illegal("the record can be had when the game is over")
    record: dict[str, object] = {
        "table": table.id,
        **table.play.record(),
        "people": [
            {"seat": table.game.seat_name(number), "name": seat.title, "bot": seat.bot}
            for number, seat in enumerate(meta.seats)
        ],
        "scores": meta.scores,
        "ending": ending_words(table),
        "fairness": {
            "commitment": table.commitment,
            "secret": meta.secret,
            "salts": table.salts,
            "numbers": table.line,
        },
    }
    return record | {"seal": seal(record, meta.secret)}
