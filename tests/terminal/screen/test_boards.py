"""The five boards on the full screen, as text: nothing is cut, and they look as they did.

After a change that is meant, run this file with PYRAMIDION_SNAPSHOTS=write, and look at what git says.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from pyramidion import Play
from pyramidion.terminal.boards import drawing_of
from pyramidion.terminal.screen.app import FullScreen
from tests.terminal.screen.stage import SIZES, board, drive, played, shown, table

BOARDS: list[tuple[str, str, int, dict[str, Any]]] = [
    ("senet", "move", 20, {}),
    ("river", "play", 41, {}),
    ("river", "three", 40, {"seats": 3}),
    ("iriri", "place", 16, {}),
    ("iriri", "four", 30, {"seats": 4}),
    ("pyramid_poker", "place", 21, {}),
    ("pyramid_poker", "take", 76, {}),
    ("pyramid_poker", "over", 400, {}),
]
SNAPSHOTS = Path(__file__).parent / "snapshots"


def screen_of(play: Play, tmp_path: Path, size: tuple[int, int]) -> tuple[str, str]:
    """What is shown to whose turn it is, and what the board would be if there were room for all of it."""
    found: list[str] = []
    seat = next(iter(play.actors()), 0)
    app = FullScreen(table(play, tmp_path / "game.json", (seat,)))

    async def look(pilot: Any) -> None:
        await pilot.pause()
        found.extend([shown(app), board(app).canvas.text()])

    drive(app, look, size)
    return found[0], found[1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("game", "name", "events", "options"), BOARDS, ids=lambda value: str(value)[:14])
def test_a_board_looks_as_it_did_and_nothing_is_cut(
    game: str, name: str, events: int, options: dict[str, Any], size: tuple[int, int], tmp_path: Path
) -> None:
    screen, drawn = screen_of(played(game, events, **options), tmp_path, size)
    for line in drawn.splitlines():
        assert line.rstrip() in screen
    file = SNAPSHOTS / f"{game}-{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("PYRAMIDION_SNAPSHOTS") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(screen + "\n", encoding="utf-8")
    assert screen + "\n" == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("seats", [2, 8])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_table_of_egyptian_war_fits(seats: int, size: tuple[int, int]) -> None:
    """It is drawn in real time, so only its canvas is still enough to be compared."""
    drawing = drawing_of(played("egyptian_war", 0).game)
    assert drawing is not None
    room = (size[0] if size[0] < 110 else size[0] - 44, size[1] - 7)
    for events in range(0, 60, 7):
        play = played("egyptian_war", events, seats=seats)
        canvas = drawing.draw(play.view(eyes=0), *room)
        assert canvas.width <= room[0]
        assert canvas.height <= room[1]
        assert all(seat.name in canvas.text() for seat in play.view().seats)


@pytest.mark.parametrize("game", ["senet", "river", "iriri", "pyramid_poker"])
def test_every_legal_move_can_be_tapped_and_no_two_are_tapped_alike(game: str) -> None:
    drawing = drawing_of(played(game, 0).game)
    assert drawing is not None
    for events in range(0, 90, 3):
        play = played(game, events)
        for seat in play.actors():
            view, legal = play.view(seat), play.legal(seat)
            paths = [drawing.path(view, text) for text in legal]
            assert len(set(paths)) == len(legal)
            beginnings = {path[:depth] for path in paths for depth in range(1, len(path))}
            assert not beginnings & set(paths), "a tap would decide too early"
