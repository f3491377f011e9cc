"""Games of real time in the terminal: line by line over a pipe, and with single keys on a terminal of our own."""

import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

import pyramidion
from pyramidion import Play
from pyramidion.bots.reflex import Plan, Reflex
from pyramidion.games.egyptian_war.rules import SLAP, State
from pyramidion.terminal.real_time import play_real_time

START = "9h20?/3d28? 7d7s 0 - 1 - - 9 -"


def lines(play: Play, typed: str, monkeypatch: pytest.MonkeyPatch, people: int = 1, level: str = "farmer") -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    play_real_time(play, people, level, seed=1)


def at(text: str) -> Play:
    return pyramidion.load("egyptian_war", text, seed=1)


def test_a_fast_slap_wins_against_a_bot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines(at(START), "s 200\nq\n", monkeypatch)
    told = capsys.readouterr().out
    assert told.startswith("Egyptian War: Ra (you), Isis (bot).")
    assert "Ra slaps a double and takes the pile of 2 cards." in told
    assert told.endswith("pyramidion play egyptian_war --resume\n")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_it_is_told_first_who_starts(seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """E-03"""
    play = pyramidion.new("egyptian_war", seed=seed)
    lines(play, "q\n", monkeypatch)
    starter = play.seat_name(State.of(play.state).starter)
    told = capsys.readouterr().out.splitlines()
    assert told.index(f"  {starter} goes first.") < told.index("Pile: empty")
    assert f"{starter}: turn over a card." in told


def test_a_slow_slap_comes_too_late(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines(at(START), "s 9000\nq\n", monkeypatch, level="pharaoh")
    told = capsys.readouterr().out
    assert "Too late: Isis was faster." in told
    assert "Isis slaps a double" in told


@pytest.mark.parametrize(("people", "words"), [(1, "Tie: nobody takes the pile"), (2, "Too late: Horus was faster.")])
def test_a_tie_with_a_bot_is_possible_unless_two_people_share_the_keyboard(
    people: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """E-13"""
    monkeypatch.setattr(Reflex, "plan", lambda bot, o: Plan(SLAP, 400) if bot._seat == 2 and o.locked == 0 else None)
    lines(at("9h20?/3d20?/8? 7d7s 0 - 1 - - 9 - seats=3"), "s 405\nq\n", monkeypatch, people)
    assert words in capsys.readouterr().out


def test_two_people_share_the_keyboard(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines(at(START), "t\n2 t\n1 t\n2 s\nq\n", monkeypatch, people=2)
    told = capsys.readouterr().out
    assert "Ra turns over 9♥." in told
    assert "Isis turns over 3♦." in told
    assert "False slap: Isis burns 1 card." in told


def test_a_refusal_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines(at("20?/30? 7d8s 1 - 0 - - 9 -"), "t 10\ns 20\ns 30\n2 s\nfoo\nq\n", monkeypatch)
    told = capsys.readouterr().out
    assert "It's not Ra's turn." in told
    assert "(E-13, E-15)" in told
    assert told.count("Type what you do next") == 3


def test_bots_play_to_the_end_while_one_waits(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    play = pyramidion.new("egyptian_war", seed=4, seats=3, card_limit=250)
    lines(play, "\n" * 3000, monkeypatch)
    assert play.is_over
    assert "won" in capsys.readouterr().out


def test_the_end_of_the_input_ends_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines(at(START), "", monkeypatch)
    assert "Game saved." in capsys.readouterr().out


def test_nobody_needs_to_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    play = pyramidion.new("egyptian_war", seed=4, card_limit=250)
    lines(play, "", monkeypatch, people=0)
    assert play.is_over


def test_what_can_not_be_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 2 people"):
        play_real_time(pyramidion.new("egyptian_war", seats=4), 3, "farmer", None)
    with pytest.raises(ValueError, match="in turns"):
        play_real_time(pyramidion.new("senet"), 1, "farmer", None)


# On a terminal

SCRIPT = """
import signal
import pyramidion
from pyramidion.terminal.real_time import play_real_time
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background is started to ignore it
play_real_time(pyramidion.load("egyptian_war", {text!r}, seed=1), 1, "farmer", 1)
"""


class Terminal:
    """A process that has a terminal of ours for its keyboard and screen."""

    def __init__(self, text: str) -> None:
        self.master, self.slave = pty.openpty()
        self.before = termios.tcgetattr(self.slave)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(pyramidion.__file__).parents[1])])}
        command = [sys.executable, "-c", SCRIPT.format(text=text)]
        self.process = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave, env=environment, start_new_session=True
        )
        self.seen = ""

    def wait_for(self, words: str) -> None:
        patience = time.monotonic() + 300
        while not self.shows(words):
            assert time.monotonic() < patience, f"never saw {words!r} in {self.seen[-2000:]!r}"

    def press_until(self, key: str, words: str) -> None:
        """Press it again and again until it shows."""
        patience = time.monotonic() + 300
        while not self.shows(words):
            assert time.monotonic() < patience, f"never saw {words!r} in {self.seen[-2000:]!r}"
            self.press(key)
            while select.select([self.master], [], [], 0.2)[0]:  # until all that comes of it has been drawn
                self.seen += os.read(self.master, 65536).decode(errors="ignore")

    def shows(self, words: str) -> bool:
        """Look at what has come, or comes in a moment."""
        if words not in self.seen and select.select([self.master], [], [], 0.2)[0]:
            self.seen += os.read(self.master, 65536).decode(errors="ignore")
        return words in self.seen

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def is_as_before(self) -> bool:
        return termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.mark.slow
def test_space_slaps_enter_turns_and_q_leaves_the_terminal_as_it_was() -> None:
    terminal = Terminal("9h8h20?/28? 7d7s 0 - 1 1/-/- - 9 -")  # the bot may not slap: there is no hurry
    try:
        terminal.wait_for("Q: quit")
        assert not terminal.is_as_before(), "keys come one by one"
        terminal.press(" ")
        terminal.wait_for("Ra slaps a double")
        terminal.press_until("\r", "Ra turns over 9♥.")  # the card before it has to lie for a moment
        terminal.press("q")
        terminal.wait_for("Game saved.")
        assert terminal.process.wait(120) == 0
        assert terminal.is_as_before()
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_whatever_ends_it_the_terminal_is_as_it_was(number: signal.Signals) -> None:
    terminal = Terminal("20?/32? - 0 - - - - 9 -")
    try:
        terminal.wait_for("Q: quit")
        terminal.process.send_signal(number)
        terminal.process.wait(120)
        assert terminal.is_as_before()
        terminal.wait_for("\x1b[?25h\x1b[?1049l")
    finally:
        terminal.close()
