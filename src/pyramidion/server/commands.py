"""`pyramidion serve`, and what an operator does with its database. What is heavy is imported when it runs."""

import argparse
from pathlib import Path
from typing import Any

from pyramidion.flags import Commands
from pyramidion.refusal import Refusal

# serve


def add_serve(commands: Commands) -> None:
    from pyramidion.server.comments import comments
    from pyramidion.server.settings import PREFIX, RENAMED, Settings

    parser = commands.add_parser(
        "serve",
        help="start the server to play in the browser",
        epilog=f"Settings can also be given in a --config file or in the environment, for example {PREFIX}PORT=8001.",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="read settings from a TOML file")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="don't open the browser")
    defaults = Settings()
    for name, comment in comments(Settings).items():
        default = getattr(defaults, name)
        shown = f" (default {default})" if default not in ("", ()) else ""
        alone: dict[str, Any] = {"nargs": "?", "const": "true"} if default is False else {}  # `--lan` is `--lan true`
        names = [name, *(old for old, new in RENAMED.items() if new == name)]
        flags = [f"--{one.replace('_', '-')}" for one in names]
        parser.add_argument(*flags, metavar=name.upper(), help=comment + shown, **alone)
    parser.set_defaults(run=serve)


def serve(chosen: argparse.Namespace) -> None:
    import os

    from pyramidion.server.runner import run
    from pyramidion.server.settings import settle

    run(settle(vars(chosen), os.environ, chosen.config), browser=chosen.browser)


# the database


def add_backup(commands: Commands) -> None:
    parser = commands.add_parser("backup", help="back up the server's database, even while it is running")
    parser.add_argument("file", type=Path, metavar="FILE", help="backup file; must not exist yet")
    _add_database(parser)
    parser.set_defaults(run=_backup)


def _backup(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.backup import backup

    backup(_database(chosen), chosen.file)
    print(chosen.file)


def add_restore(commands: Commands) -> None:
    parser = commands.add_parser("restore", help="restore the database from a backup; stop the server first")
    parser.add_argument("backup", type=Path, metavar="BACKUP", help="file written by pyramidion backup")
    _add_database(parser)
    parser.set_defaults(run=_restore)


def _restore(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.restore import restore

    before = restore(chosen.backup, _database(chosen))
    print(f"Restored {_database(chosen)} from {chosen.backup}.")
    if before:
        print(f"The previous database is saved as {before}.")


def add_migrate(commands: Commands) -> None:
    parser = commands.add_parser("migrate", help="move the database from SQLite to PostgreSQL; stop the server first")
    parser.add_argument("--to", required=True, metavar="URL", help="postgresql+psycopg://USER:PASSWORD@HOST/DATABASE, empty")
    _add_database(parser)
    parser.set_defaults(run=_migrate)


def _migrate(chosen: argparse.Namespace) -> None:
    from pyramidion.server.storage.moving import move

    tables, rows = move(_database(chosen), chosen.to)
    print(f"Moved {tables} game{'' if tables == 1 else 's'} ({rows} rows). The SQLite file is as it was.")


def add_ratings(commands: Commands) -> None:
    parser = commands.add_parser(
        "ratings", help="rebuild all ratings from the results of rated games; stop the server first"
    )
    parser.add_argument("what", choices=["rebuild"], help="rebuild: apply every rated result again, in order")
    _add_database(parser)
    parser.set_defaults(run=_rebuild_ratings)


def _rebuild_ratings(chosen: argparse.Namespace) -> None:
    from pyramidion.server.people.ratings import rate
    from pyramidion.server.storage.database import Database
    from pyramidion.server.storage.rebuild import rebuild_ratings

    database = Database(_database_url(chosen))
    database.open()
    try:
        games, changed = rebuild_ratings(database.engine, rate)
    finally:
        database.close()
    print(f"Rebuilt all ratings from {games} rated game{'' if games == 1 else 's'}: {changed or 'no'} figures changed.")


def add_moderators(commands: Commands) -> None:
    parser = commands.add_parser("moderators", help="make an account a moderator, or no longer; stop the server first")
    parser.add_argument("what", choices=["add", "remove"])
    parser.add_argument("name", help="what the account is called")
    _add_database(parser)
    parser.set_defaults(run=_change_moderators)


def _change_moderators(chosen: argparse.Namespace) -> None:
    from pyramidion.server.people.look_alikes import name_key
    from pyramidion.server.people.sign_ins import now
    from pyramidion.server.storage.database import Database
    from pyramidion.server.storage.moderation import appoint

    database = Database(_database_url(chosen))
    database.open()
    try:
        with database.engine.begin() as connection:
            name = appoint(connection, name_key(chosen.name), now(), on=chosen.what == "add")
    finally:
        database.close()
    print(f"{name} is {'now' if chosen.what == 'add' else 'no longer'} a moderator.")


def _add_database(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="FILE", help="database file (default: the server's)")


def _database(chosen: argparse.Namespace) -> Path:
    """The file that a server would open."""
    name = _database_name(chosen)
    if "://" in name:
        raise Refusal("only SQLite files can be copied like this: name one with --database, or use PostgreSQL's own tools")
    return Path(name)


def _database_url(chosen: argparse.Namespace) -> str:
    """The database that a server would open, whatever it is."""
    name = _database_name(chosen)
    return name if "://" in name else f"sqlite:///{name}"


def _database_name(chosen: argparse.Namespace) -> str:
    import os

    from pyramidion.engine.folders import data_folder

    return str(chosen.database or os.environ.get("PYRAMIDION_DATABASE") or data_folder() / "house.sqlite")
