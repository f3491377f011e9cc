"""Every text that people can see, with where it is from: `python -m tools.texts > texts.txt`, to be read from top to bottom.

Of the page, its catalogues and its frame; of Python, every string with two words in it, which is a little more than people
see; of the games, their rules and lessons; and the pages of documentation that speak to players.
"""

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGES = ("games", "bots", "server", "terminal", "client", "lab")
PYTHON = (*PACKAGES, "flags.py", "play.py", "game.py", "cli.py", "preparation.py", "refusal.py")
PAGE = ("web/src", "web/install.ts", "web/index.html")
PROSE = ("README.md", "docs/command_line.md", "docs/running.md")

_TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,:;.]? [A-Za-z{]")
_IN_QUOTES = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


class Text(NamedTuple):
    """Something that people read, and the file and line it is from."""

    file: str
    line: int
    words: str


def every_text() -> Iterator[Text]:
    """All of them, file by file."""
    for path in _files(PAGE, "texts.ts", "install.ts", "index.html"):
        yield from _of_page(path)
    for path in _files([f"src/pyramidion/{part}" for part in PYTHON], ".py"):
        yield from _of_python(path)
    for path in [*_files(["src/pyramidion/games"], "RULES.md", "lesson.toml"), *(ROOT / name for name in PROSE)]:
        yield from _of_prose(path)


def _files(parts: "list[str] | tuple[str, ...]", *endings: str) -> list[Path]:
    found = [path for part in parts for path in (sorted((ROOT / part).rglob("*")) or [ROOT / part])]
    return [path for path in found if path.is_file() and path.name.endswith(endings)]


def _of_page(path: Path) -> Iterator[Text]:
    if path.suffix == ".html":
        yield from _of_prose(path)
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.lstrip().startswith(("//", "/*", "*", "import")):
            for quoted in _IN_QUOTES.finditer(line):
                words = quoted[1] if quoted[1] is not None else quoted[2]
                if re.search("[A-Za-z]{2}", words):
                    yield Text(_name(path), number, words)


def _of_python(path: Path) -> Iterator[Text]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        words = "" if id(node) in parts | said else _said(node)
        if _TWO_WORDS.search(words):
            yield Text(_name(path), node.lineno, words)  # type: ignore[attr-defined]


def _said(node: ast.AST) -> str:
    """What a string says; of one with values in it, what is around them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    return "".join(map(_part, node.values))


def _part(node: ast.expr) -> str:
    value = node.value if isinstance(node, ast.Constant | ast.FormattedValue) else ""
    return (
        str(value) if isinstance(node, ast.Constant) else f"{{{ast.unparse(value)}}}" if isinstance(value, ast.AST) else ""
    )


def _of_prose(path: Path) -> Iterator[Text]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.strip():
            yield Text(_name(path), number, line.strip())


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    for file, texts in groupby(every_text(), key=lambda text: text.file):
        print(f"\n## {file}\n")
        for text in texts:
            print(f"{text.line:>5}  {text.words}")
