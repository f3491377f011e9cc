"""Which schema a database has."""

from collections.abc import Callable, Collection

from pyramidion.refusal import Refusal

FIRST = "0001"  # version 1 did not use migrations: what it made is this revision
LATEST = "0013"


def revision_of(tables: Collection[str], value: Callable[[str], object]) -> str:
    """The revision of a database with these tables, which can be asked for a value; empty for a new one."""
    if "alembic_version" in tables:
        return str(value("SELECT version_num FROM alembic_version") or "")
    if "facts" not in tables:
        return ""
    schema = value("SELECT value FROM facts WHERE name = 'schema'")
    return f"{int(str(schema)):04}" if schema else ""


def check_known(revision: str) -> None:
    """Refuse what a newer version made."""
    if revision > LATEST:
        raise Refusal(
            f"this database was made by a newer version of Pyramidion (schema {revision}; this one supports {LATEST})"
        )
