"""The page's files: compressed when they are built, tagged, and sent once. And HEAD works wherever GET does."""

import gzip
from pathlib import Path

import httpx
import pytest

from pyramidion.server.http import page
from tests.server.conftest import Running

SCRIPT = b"console.log('A page.');" * 40


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page that is built."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Pyramidion</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    script = tmp_path / "assets" / "page-1.js"
    script.write_bytes(SCRIPT)
    script.with_name("page-1.js.gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    script.with_name("page-1.js.br").write_bytes(b"as brotli")
    monkeypatch.setattr(page, "PAGE", tmp_path)
    return tmp_path


def raw(server: Running, path: str, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer, and its bytes as they came."""
    sent = {"Accept-Encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx.stream(method, server.address + path, headers=sent) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("accepted", "encoding", "content"),
    [
        ("gzip, deflate, br", "br", b"as brotli"),
        ("gzip", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0, gzip", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("identity", None, SCRIPT),
    ],
)
@pytest.mark.usefixtures("built")
def test_a_file_comes_as_it_was_compressed(server: Running, accepted: str, encoding: str | None, content: bytes) -> None:
    answer, body = raw(server, "/assets/page-1.js", Accept_Encoding=accepted)
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "immutable" in answer.headers["Cache-Control"]
    assert body[10:] == content[10:]  # but for the time in gzip's head


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/", "/t/some-table", "/icon.svg", "/assets/page-1.js", "/api/games", "/api/bots"])
def test_what_somebody_has_already_is_not_sent_again(server: Running, path: str) -> None:
    first, body = raw(server, path, Accept_Encoding="gzip")
    again, nothing = raw(server, path, Accept_Encoding="gzip", If_None_Match=first.headers["ETag"])
    assert (first.status_code, again.status_code) == (200, 304)
    assert again.headers["ETag"] == first.headers["ETag"]
    assert body
    assert not nothing


def test_a_file_that_was_built_anew_is_sent(server: Running, built: Path) -> None:
    before, _ = raw(server, "/icon.svg")
    (built / "icon.svg").write_text("<svg><path/></svg>")
    after, body = raw(server, "/icon.svg", If_None_Match=before.headers["ETag"])
    assert (after.status_code, body) == (200, b"<svg><path/></svg>")


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["/", "/icon.svg", "/assets/page-1.js", "/api/games", "/api/games/senet", "/health", "/nowhere"]
)
def test_head_tells_what_get_would_but_for_the_body(server: Running, path: str) -> None:
    got, body = raw(server, path)
    told, nothing = raw(server, path, "HEAD")
    assert told.status_code == got.status_code
    assert told.headers["Content-Length"] == str(len(body))
    assert not nothing


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/..%2Findex.html", "/assets/page-1.js.br"])
def test_nothing_else_is_served(server: Running, path: str) -> None:
    assert raw(server, path)[0].status_code == 404


def test_an_answer_with_a_cookie_is_never_tagged(server: Running) -> None:
    assert "ETag" not in raw(server, "/api/me")[0].headers
