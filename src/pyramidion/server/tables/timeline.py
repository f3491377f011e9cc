"""Every position that a game has had, also those that were taken back: each is a few actions after one that is kept."""

from typing import NamedTuple

from pyramidion.game import Game
from pyramidion.play import Event, Play

KEPT = 32  # every so many actions a state is kept
START = -1  # what comes before the first action


class Act(NamedTuple):
    """Something that was done."""

    seat: int
    action: int
    before: int  # the number of what was done before it
    depth: int  # how much that was


class Timeline:
    """Follows the log of a table: after each entry, which action was the last that counted, and which came before it."""

    def __init__(self, game: Game, start: bytes) -> None:
        self._rules = game.rules
        self._tips: list[int] = []  # after each entry: the number of the last action that counts
        self._acts: dict[int, Act] = {}  # by number
        self._before: dict[int, bytes] = {}  # states before some of the actions
        self._start = start

    def note_act(self, play: Play, event: Event) -> None:
        """The next entry is an event of the game, which has happened already."""
        n, tip = len(self._tips), self._tip_after(len(self._tips))
        depth = 0 if tip == START else self._acts[tip].depth + 1
        self._acts[n] = Act(event.seat, event.action, tip, depth)
        if depth % KEPT == 0:
            self._before[n] = play.state_before(event).tobytes()
        self._tips.append(n)

    def note_other(self, back_to: int | None) -> None:
        """The next entry takes an action back, and all after it; or it leaves the position as it is."""
        self._tips.append(self._tip_after(len(self._tips)) if back_to is None else self._acts[back_to].before)

    def state(self, n: int) -> bytes:
        """The state after the first `n` entries."""
        path: list[int] = []
        tip = self._tip_after(n)
        while tip != START and (not path or path[-1] not in self._before):
            path.append(tip)
            tip = self._acts[tip].before
        state = self._rules.State.from_bytes(self._before[path[-1]] if path else self._start)
        for act in reversed(path):
            self._rules.apply(state, self._acts[act].seat, self._acts[act].action)
        return bytes(state.tobytes())

    def _tip_after(self, n: int) -> int:
        return self._tips[n - 1] if n else START
