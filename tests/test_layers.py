"""The order of imports, and that nothing outside a game's folder knows the game."""

import ast
import re
from pathlib import Path

import pyramidion
from pyramidion.games import GAMES, find

ROOT = Path(pyramidion.__file__).parent
LAYERS = [
    "version",
    "refusal",
    "wording",
    "timing",
    "squares",
    "canvas",
    "engine",
    "protocols",
    "game",
    "games",
    "flags",
    "bots",
    "play",
    "preparation",
    "review",
    "lab",
    "research",
    "server",
    "client",
    "terminal",
    "testing",
]
LAYERS += ["__init__", "cli", "__main__"]  # the package's own surface is for users, and for the command line
BESIDE_EACH_OTHER = {"lab", "research", "server", "terminal"}
SHOWN_BY = {("server", "lab")}  # the server has surveys that people watch


def part(dotted: str) -> str:
    """The part of the package that a module belongs to."""
    return dotted.split(".")[1] if "." in dotted else "__init__"


def imports(path: Path) -> set[str]:
    """The modules of ours that a file imports; a name from the package's surface counts as the package."""
    found: set[str] = set()
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []  # what only a type checker imports is not imported
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "pyramidion":
            found.update(f"pyramidion.{alias.name}" if is_module(alias.name) else "pyramidion" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name.split(".")[0] == "pyramidion"}


def is_module(name: str) -> bool:
    return (ROOT / name).is_dir() or (ROOT / f"{name}.py").exists()


def modules() -> dict[str, Path]:
    """Every module but the package's own surface, which imports what it offers."""
    return {
        ".".join(("pyramidion", *path.relative_to(ROOT).with_suffix("").parts)): path
        for path in ROOT.rglob("*.py")
        if path != ROOT / "__init__.py"
    }


def test_imports_go_only_downwards() -> None:
    for module, path in modules().items():
        own = part(module)
        for target in map(part, imports(path)):
            assert LAYERS.index(target) <= LAYERS.index(own), f"{module} imports {target}"
            siblings = own != target and {own, target} <= BESIDE_EACH_OTHER and (own, target) not in SHOWN_BY
            assert not siblings, f"{module} imports {target}, which stands beside it"


def test_games_never_import_each_other() -> None:
    for module, path in modules().items():
        if module.startswith("pyramidion.games."):
            game = module.split(".")[2]
            others = [target for target in imports(path) if target.startswith("pyramidion.games.")]
            assert all(target.split(".")[2] == game for target in others), module


def test_no_code_outside_games_names_a_game() -> None:
    for module, path in modules().items():
        if not module.startswith("pyramidion.games"):
            names = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
            assert not names & set(GAMES), f"{module} names a game"


def test_neither_bots_nor_the_server_know_the_paces_of_a_real_time_game() -> None:
    of_real_time = [find(name) for name in GAMES if find(name).real_time]
    options = {option.name for game in of_real_time for option in game.options if option.scope == "table"}
    for module, path in modules().items():
        if module.startswith(("pyramidion.bots", "pyramidion.server")):
            names = {node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)}
            assert not names & options, f"{module} names {names & options}"


# Inside the server: a package may import those before it, and itself.
SERVER = [
    ["lan"],
    ["settings", "limits", "news", "comments", "logging", "gc_tuning"],
    ["protocol"],
    ["fairness"],
    ["storage"],
    ["people", "thinking"],
]
SERVER += [
    ["tables"],
    ["sockets"],
    ["connection_limits"],
    ["metrics"],
    ["cluster"],
    ["services"],
    ["http"],
    ["app"],
    ["preparation_lines"],
    ["runner"],
    ["commands"],
]


def server_parts() -> dict[str, Path]:
    return {name: path for name, path in modules().items() if name.startswith("pyramidion.server.")}


def rank(module: str) -> int:
    own = module.split(".")[2]
    return next(number for number, packages in enumerate(SERVER) if own in packages)


def test_packages_of_the_server_import_only_downwards() -> None:
    for module, path in server_parts().items():
        for target in imports(path):
            if target.startswith("pyramidion.server."):
                same = module.split(".")[2] == target.split(".")[2]
                assert same or rank(target) < rank(module), f"{module} imports {target}"


def test_sql_is_written_in_storage_alone() -> None:
    for module, path in server_parts().items():
        if not module.startswith("pyramidion.server.storage"):
            assert "sqlalchemy" not in path.read_text(), module


def test_a_table_is_locked_in_tables_alone() -> None:
    """Routes that look at a table hold its lock by the functions of `tables`."""
    for module, path in server_parts().items():
        if not module.startswith("pyramidion.server.tables"):
            assert not re.search(r"\.lock\b", path.read_text()), module


def test_no_import_hides_a_cycle_from_the_interpreter() -> None:
    for module, path in server_parts().items():
        assert "TYPE_CHECKING" not in path.read_text(), module


def test_no_class_of_the_server_knows_too_much() -> None:
    for module, path in server_parts().items():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and node.end_lineno:
                assert node.end_lineno - node.lineno < 200, f"{module}.{node.name}"
