"""Games of real time in the terminal: on a keyboard with the true clock, over a pipe line by line with one that waits.

A keyboard has no latency. Against bots the tie window is the table's; two people at one keyboard have none.
"""

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pyramidion.bots.race import Race
from pyramidion.bots.reflex import Reflex
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import Illegal
from pyramidion.play import Event, Play
from pyramidion.refusal import Refusal
from pyramidion.terminal import saves
from pyramidion.wording import sentence

KEYS = ({" ": "reflex", "\n": "calm", "\r": "calm"}, {"a": "reflex", "s": "calm"})  # of the first and the second person
KEY_HELP = ("Space: slap, Enter: turn over a card", "A: slap, S: turn over a card")
LINE_HELP = """\
Type what you do next: t turns over your card, s slaps (2 t and 2 s for a second player), Enter waits for the next event, q
quits. It happens half a second after the last event; to set the delay in milliseconds, write s 300."""
USUAL_DELAY = 500
NEWS = 8  # so many events are on the screen


class Quit(Exception):
    """Somebody wants to leave."""


def play_real_time(
    play: Play, people: int, bot_level: str, seed: int | None, keep: Callable[[], object] = lambda: None
) -> None:
    """Play with people on the first seats and bots on the others: on the keyboard if there is one, or line by line.

    However it is left, the game is kept: `keep` is called.
    """
    race = race_with(play, people, bot_level, seed)
    try:
        (Screen if _has_keyboard() else Lines)(race, people).run()
    except (Quit, EOFError, KeyboardInterrupt):
        print(f"\n{saves.farewell(play.game.name)}")
        return
    finally:
        keep()
    print(f"\n{play.text()}")
    print(play.ending())


def race_with(play: Play, people: int, bot_level: str, seed: int | None) -> Race:
    """The race of people on the first seats and bots on the others."""
    if not play.game.real_time:
        raise Refusal(f"{play.game.title} is played in turns, not in real time")
    if not 0 <= people <= min(len(KEYS), play.seats):
        raise Refusal(f"at most {min(len(KEYS), play.seats)} people can share one keyboard, not {people}")
    bots = {seat: Reflex(play.game, seat, bot_level, seed) for seat in range(people, play.seats)}
    return Race(play, bots, tie=0 if people > 1 else None)


def _has_keyboard() -> bool:
    return os.name == "posix" and sys.stdin.isatty() and sys.stdout.isatty()


def introduce(race: Race, people: int) -> str:
    """Who plays, and with which keys."""
    play = race.play
    seats = [f"{play.seat_name(seat)} ({'you' if seat < people else 'bot'})" for seat in range(play.seats)]
    return f"{play.game.title}: {', '.join(seats)}."


def do(race: Race, at: float, seat: int, deed: str) -> Event:
    """Turn or slap, whatever the game calls it."""
    action = race.play.game.real_time_rules.REFLEX if deed == "reflex" else race.calm_action(seat)
    if action is None:
        raise Illegal(f"it's not {race.play.seat_name(seat)}'s turn")
    return race.act(at, seat, action)


def told(play: Play, since: int) -> list[str]:
    """What has happened since so many events, a card a line: what chance makes of an action tells the action too."""
    events = play.events[max(since, 0) :]
    drawn = {event.n for event in events if event.seat == CHANCE and len(play.odds(play.state_before(event))) > 1}
    return [play.tell(event) for event in events if event.n + 1 not in drawn]


class Screen:
    """The true clock, and single keys."""

    def __init__(self, race: Race, people: int) -> None:
        self.race = race
        self.people = people
        self.refusal = ""

    def run(self) -> None:
        with _single_keys(sys.stdin.fileno()):
            started = time.monotonic()
            while not self.race.play.is_over:
                self.draw()
                due = self.race.due()
                wait = due.at / 1000 - (time.monotonic() - started)
                keys = _read_keys(sys.stdin.fileno(), max(wait, 0))
                now = (time.monotonic() - started) * 1000
                if keys:
                    self.press(keys, now)
                elif now >= due.at:
                    self.race.act(now, due.seat, due.action)

    def press(self, keys: str, now: float) -> None:
        self.refusal = ""
        for key in keys:
            if key in ("q", "Q", "\x04"):
                raise Quit
            for seat in range(self.people):
                if (deed := KEYS[seat].get(key.lower())) and not self.race.play.is_over:
                    self.try_to(now, seat, deed)

    def try_to(self, now: float, seat: int, deed: str) -> None:
        try:
            do(self.race, now, seat, deed)
        except Illegal as refusal:
            self.refusal = f"{self.race.play.seat_name(seat)}: {sentence(str(refusal))}"

    def draw(self) -> None:
        play = self.race.play
        news = told(play, len(play.events) - NEWS)[-NEWS:]
        keys = [f"{play.seat_name(seat)}: {KEY_HELP[seat]}" for seat in range(self.people)]
        lines = [introduce(self.race, self.people), "", *play.text().splitlines(), ""]
        lines += [*news, *[""] * (NEWS - len(news)), "", ".  ".join([*keys, "Q: quit"]), self.refusal]
        sys.stdout.write("\x1b[H" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        sys.stdout.flush()


def _read_keys(keyboard: int, seconds: float) -> str:
    """The keys pressed, waiting so long for the first; arrows and the like are no keys of ours."""
    if not select.select([keyboard], [], [], seconds)[0]:
        return ""
    read = os.read(keyboard, 64)
    if not read:
        raise EOFError
    return "" if read.startswith(b"\x1b") else read.decode(errors="ignore")


@contextmanager
def _single_keys(keyboard: int) -> Iterator[None]:
    """Keys one by one, unechoed, on a screen of our own; whatever happens, the terminal is as it was afterwards."""
    import termios
    import tty

    before = termios.tcgetattr(keyboard)
    handlers = {number: signal.signal(number, _leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    handlers[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # stopped, it would leave the keys as they are
    try:
        tty.setcbreak(keyboard)
        sys.stdout.write("\x1b[?1049h\x1b[?25l\x1b[2J")
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _leave(number: int, _frame: object) -> None:
    sys.exit(128 + number)


class Lines:
    """A clock that stands still while it waits for a line."""

    def __init__(self, race: Race, people: int) -> None:
        self.race = race
        self.people = people
        self.now = 0.0
        self.told = 0

    def run(self) -> None:
        print(introduce(self.race, self.people))
        if self.people:
            print(LINE_HELP)
        self.tell_news()  # who starts
        while not self.race.play.is_over:
            if self.people:
                self.obey(self.ask())
            else:
                self.wait()
            self.tell_news()

    def ask(self) -> str:
        print(f"\n{self.race.play.text()}")
        return input("> ").strip().lower()

    def obey(self, line: str) -> None:
        words = line.split()
        seat = int(words.pop(0)) - 1 if words and words[0] in ("1", "2") else 0
        delay = float(words.pop()) if len(words) == 2 and words[1].isdecimal() else USUAL_DELAY
        deeds = {"t": "calm", "turn": "calm", "s": "reflex", "slap": "reflex"}
        if not words:
            self.wait()
        elif words[0] in ("q", "quit"):
            raise Quit
        elif len(words) > 1 or words[0] not in deeds or seat >= self.people:
            print(LINE_HELP)
        else:
            self.do_later(delay, seat, deeds[words[0]])

    def do_later(self, delay: float, seat: int, deed: str) -> None:
        """Others may come first; then it is another moment, and what was meant for this one is dropped (E-07)."""
        moment = self.race.play.game.real_time_rules.moment
        meant_for, at = moment(self.race.play.state), self.now + delay
        while (due := self.race.due()).at <= at:
            self.wait()
            if self.race.play.is_over or moment(self.race.play.state) != meant_for:
                print(f"  Too late: {self.race.play.seat_name(due.seat)} was faster.")
                return
        self.now = at
        try:
            do(self.race, at, seat, deed)
        except Illegal as refusal:
            print(f"  {sentence(str(refusal))}")

    def wait(self) -> None:
        due = self.race.due()
        self.now = max(self.now, due.at)
        self.race.act(self.now, due.seat, due.action)

    def tell_news(self) -> None:
        for line in told(self.race.play, self.told):
            print(f"  {line}")
        self.told = len(self.race.play.events)
