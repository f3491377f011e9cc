"""Somebody tries to find the best action: in a puzzle, or where a finished game was nearly won."""

from datetime import UTC, datetime

import msgspec

from pyramidion.game import Game, Illegal
from pyramidion.games import GAMES, find
from pyramidion.play import Play, load
from pyramidion.refusal import NotFound
from pyramidion.review.effects import choice
from pyramidion.review.judge import Judge
from pyramidion.review.puzzles import Puzzle, puzzles_of
from pyramidion.server.protocol import puzzles as protocol
from pyramidion.server.protocol.puzzles import Attempt, Attempted, PuzzleInfo, Task
from pyramidion.server.protocol.socket import Legal

GOOD_ENOUGH = 0.02  # of a win: actions that a search can't tell apart are as good


def puzzles() -> list[PuzzleInfo]:
    """All of them, game by game."""
    return [info for name in GAMES for info in _infos(find(name))]


def puzzle_of_the_day() -> PuzzleInfo:
    """The same for everybody until midnight (UTC): games take turns, and so do their puzzles."""
    by_game = [infos for name in GAMES if (infos := _infos(find(name)))]
    day = datetime.now(UTC).toordinal()
    infos = by_game[day % len(by_game)]
    return infos[day // len(by_game) * 7 % len(infos)]  # seven steps on: not one as easy as the last


def _infos(game: Game) -> list[PuzzleInfo]:
    found = puzzles_of(game)
    return [PuzzleInfo(game.name, number, len(found), puzzle.rating) for number, puzzle in enumerate(found, 1)]


def show(game: Game, number: int) -> protocol.Puzzle:
    """A puzzle as whoever is to act sees it."""
    puzzle = _numbered(game, number)
    return protocol.Puzzle(_infos(game)[number - 1], task_of(load(game, puzzle.position, dice=None), puzzle.seat))


def task_of(play: Play, seat: int) -> Task:
    """A position in which a seat is to find the best action."""
    if seat not in play.actors():
        raise Illegal("that seat didn't have the turn there")
    view = play.view(eyes=1 << seat)
    return Task(
        seat=seat,
        seats=play.seats,
        options=play.options,
        view=msgspec.Raw(msgspec.json.encode(view)),
        text=play.display.text(view),
        legal=[Legal(seat=seat, actions=play.legal(seat))],
    )


def solve(game: Game, number: int, attempt: Attempt) -> Attempted:
    """What comes of an attempt. Only one action is right, as the puzzle was made of it."""
    puzzle = _numbered(game, number)
    play = load(game, puzzle.position, dice=None)
    if not attempt.action:
        return _attempted(play, puzzle.seat, puzzle.best, is_right=False, win=puzzle.win, best=puzzle.best)
    action = play.encode(_checked(play, puzzle.seat, attempt.action), puzzle.seat)
    if action == puzzle.best:
        return _attempted(play, puzzle.seat, action, is_right=True, win=puzzle.win, best=action)
    win = _win_after(Judge(game, play.seats), play, puzzle.seat, action)
    return _attempted(play, puzzle.seat, action, is_right=False, win=win, lost=max(0.0, puzzle.win - win))


def _numbered(game: Game, number: int) -> Puzzle:
    found = puzzles_of(game)
    if not 1 <= number <= len(found):
        raise NotFound(f"{game.title} has {len(found) or 'no'} puzzles")
    return found[number - 1]


def try_again(judge: Judge, play: Play, seat: int, attempt: Attempt) -> Attempted:
    """What comes of an attempt in a position of a finished game, by what the seat could see there."""
    if seat not in play.actors():
        raise Illegal("that seat didn't have the turn there")
    observation = play.observe(1 << seat)
    action = _checked(play, seat, attempt.action) if attempt.action else None
    found = choice(judge, play.state, observation, seat, action)
    assert found.opinion is not None
    best = play.encode(found.opinion.best, seat)
    if action is None:
        return _attempted(play, seat, best, is_right=False, win=_win_after(judge, play, seat, best), best=best)
    done, lost = play.encode(action, seat), max(0.0, float(-found.changes[seat]))
    is_right = lost < GOOD_ENOUGH
    win = _win_after(judge, play, seat, done)
    return _attempted(play, seat, done, is_right=is_right, win=win, lost=lost, best=best if is_right else None)


def _checked(play: Play, seat: int, action: str) -> int:
    """An action that may be done there."""
    number = play.parse(action, seat)
    if refusal := play.why_not(number, seat):
        raise Illegal(refusal)
    return number


def _attempted(
    play: Play, seat: int, action: str, *, is_right: bool, win: float, lost: float = 0.0, best: str | None = None
) -> Attempted:
    """What is said of an attempt, or of what is best."""
    observation, number = play.observe(1 << seat), play.parse(action, seat)
    told, reason = play.display.tell(observation, seat, number), play.display.reason(observation, seat, number)
    return Attempted(is_right, told, reason, win, lost, best)


def _win_after(judge: Judge, play: Play, seat: int, action: str) -> float:
    return float(judge.wins(judge.after(play.state, seat, play.parse(action, seat)))[seat])
