"""The record of a finished game with its dice, to be kept and verified."""

from typing import TypedDict

from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Illegal
from pyramidion.server.fairness.dice import Aside, FairRecord, seal
from pyramidion.server.tables.readiness import commitments
from pyramidion.server.tables.table import Table

ENDINGS = {"resign": "resigned", "flag": "ran out of time", "abandon": "left"}


class Sitter(TypedDict):
    """Who sat on a seat."""

    seat: str
    name: str | None
    bot: str | None


class TableRecord(FairRecord):
    """The record of a game that was played at a table."""

    table: str
    people: list[Sitter]
    scores: list[float] | None
    ending: str


def record_of(table: Table) -> TableRecord:
    """The whole game, sealed."""
    meta = table.meta
    if table.play is None or meta.status != "over":
        raise Illegal("the game record is available once the game is over")
    record: TableRecord = {
        "table": table.id,
        **table.play.record(),
        "people": [
            {"seat": table.game.seat_name(number), "name": seat.title, "bot": seat.bot}
            for number, seat in enumerate(meta.seats)
        ],
        "scores": meta.scores,
        "ending": _early_ending(table),
        "fairness": {
            "commitment": table.commitment,
            "secret": meta.secret,
            "salts": table.salts,
            **_salt_commitments(table),
            "numbers": table.line,
            "aside": _aside(table),
        },
        "seal": "",
    }
    record["seal"] = seal(record, meta.secret)
    return record


def _early_ending(table: Table) -> str:
    """How the game ended, if not by its rules. Records are sealed, so these words never change."""
    ending = table.meta.ending
    if ending is None:
        return ""
    seat, title = table.game.seat_name(ending.seat), table.meta.seats[ending.seat].title
    return f"{f'{seat} ({title})' if title else seat} {ENDINGS[ending.code]}."


class _Committed(TypedDict, total=False):
    salt_commitments: list[str]


def _salt_commitments(table: Table) -> _Committed:
    """What was told of the salts before any was revealed; nothing of a game that began before there was that."""
    seats = table.meta.seats
    return {} if any(seat.salt and not seat.salt_commitment for seat in seats) else {"salt_commitments": commitments(seats)}


def _aside(table: Table) -> list[Aside]:
    """What else is in the log: actions that were taken back, with their dice, and by which entries."""
    counts = set(table.line)
    return [
        (
            entry.n,
            entry.kind,
            "chance" if entry.seat == CHANCE else entry.seat,
            entry.action if entry.extra.back_to is None else entry.extra.back_to,
        )
        for entry in table.log
        if entry.n not in counts
    ]
