"""Reads the servers' database with plain SQL and none of our code: is anything lost, doubled, reordered or accepted by two
owners that was acknowledged?

Who wrote an event is noted by a trigger of the checker's own, from the name under which a node connects.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import psycopg

WATCH = """
CREATE TABLE IF NOT EXISTS audit (table_id text, n int, writer text, node text, at timestamptz DEFAULT clock_timestamp());
CREATE OR REPLACE FUNCTION audit_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit (table_id, n, writer, node)
    SELECT NEW.table_id, NEW.n, current_setting('application_name'), t.node FROM tables t WHERE t.id = NEW.table_id
    AND current_setting('application_name') IS DISTINCT FROM 'pyramidion ' || t.node;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER audit_events AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION audit_event();
"""
HOLES = "SELECT count(*) FROM (SELECT count(*) AS k, min(n) AS low, max(n) AS high FROM events GROUP BY table_id) AS logs "
HOLES += "WHERE low <> 0 OR high <> k - 1"
COUNTS = "SELECT count(*) FROM tables t WHERE n <> (SELECT count(*) FROM events e WHERE e.table_id = t.id)"

Event = tuple[int | None, str, str | None]  # the seat (people aren't told chance's), the kind and the action
Seen = Mapping[str, Mapping[int, Event]]
"""What people were told happened: at each table, for each number, the seat, the kind and the action."""


class Verdict(NamedTuple):
    """What was found. All but the first two have to be 0."""

    tables: int
    told: int  # events of which somebody was told
    lost: int  # of these
    otherwise: int  # of these, what the database has as something else: doubled, reordered or replaced
    holes: int  # tables whose log has one
    miscounted: int  # tables that say something else than their log
    two_owners: int  # events that a node wrote that did not have the table

    @property
    def wrong(self) -> dict[str, int]:
        return dict(zip(self._fields[2:], self[2:], strict=True))

    @property
    def is_clean(self) -> bool:
        return not any(self.wrong.values())


def watch(dsn: str) -> None:
    """Have the database note who writes what is not theirs to write."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(WATCH)


def check(dsn: str, seen: Seen) -> Verdict:
    with psycopg.connect(dsn) as connection:
        rows = connection.execute("SELECT table_id, n, seat, kind, action FROM events").fetchall()
        written = {(table, n): (seat, kind, action) for table, n, seat, kind, action in rows}
        told = [((table, n), event) for table, events in seen.items() for n, event in events.items()]
        return Verdict(
            tables=len(seen),
            told=len(told),
            lost=sum(place not in written for place, _ in told),
            otherwise=sum(place in written and not _is_same(written[place], event) for place, event in told),
            holes=_count(connection, HOLES),
            miscounted=_count(connection, COUNTS),
            two_owners=_count(connection, "SELECT count(*) FROM audit"),
        )


def _is_same(written: Event, told: Event) -> bool:
    """What somebody was not told, they were not told wrongly."""
    return all(one == other for one, other in zip(written, told, strict=True) if other is not None)


def _count(connection: psycopg.Connection[Any], query: str) -> int:
    row = connection.execute(query.encode()).fetchone()
    return int(row[0]) if row else 0
