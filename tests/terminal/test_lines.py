"""Two people at one keyboard, line by line over a pipe: who says "Tut Tut" first (P-02), and what each may see (P-27)."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

QUESTION = "Who was first? l (Lotus) or p (Papyrus), or Enter for nobody: "
LAST_CARD = (
    "put 1 1/0 0:0 -,-,-,-,-,-,-,- Kc,9d,7h,4s,2c/Qh,Th,6h,3h,2h/8c,8d,Js,5c,3s 9c,9h,9s,4d,6c/Ah,Jd,7s,5d,2d/Kd,Kh,Ks,4c"
    " 4h - - match=11 next_starter=tut_tut"
)

TWO_LEFT = (
    "take 0 1/0 0:0 2d,Ah',-,-,-,-,-,- 8c,8d,5s,3h/Jc,Jd,8h,4c,4d/Kc,Kd,Kh,9s,2s Ac,Ad,As,6c/Qs,Qh,7c,5d,2h/Td,9d,7h,4s,3s"
    " - - -"
)


def play(*arguments: str, typed: str, data: Path) -> str:
    """What the real command prints to somebody who types this over a pipe."""
    environment = {**os.environ, "PYRAMIDION_DATA": str(data)}
    command = [sys.executable, "-m", "pyramidion", "play", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment, timeout=120).stdout


def race(*arguments: str, typed: str, data: Path) -> str:
    return play("pyramid_poker", "-o", "starter=tut_tut", "--seed", "1", *arguments, typed=typed, data=data)


def saved(data: Path) -> dict[str, object]:
    """The record of the only game that was kept."""
    (file,) = (data / "games").glob("*.json")
    record: dict[str, object] = json.loads(file.read_text())
    return record


@pytest.mark.parametrize(("line", "seat", "name"), [("l", 0, "Lotus"), ("P", 1, "Papyrus"), ("papyrus", 1, "Papyrus")])
def test_two_people_say_who_was_first(tmp_path: Path, line: str, seat: int, name: str) -> None:
    told = race("--people", "2", typed=f"{line}\n\nquit\n", data=tmp_path)
    assert told.count(QUESTION) == 1
    assert 'Say "Tut Tut" first to go first.' in told
    assert f"{name}, it's your turn: take the keyboard" in told
    assert f'{name} says "Tut Tut" first and goes first.' in told
    events = saved(tmp_path)["events"]
    assert isinstance(events, list)
    assert events[0] == [seat, "tut tut"]
    assert [who for who, _ in events] == [seat, "chance"]


def test_if_it_was_nobody_chance_begins(tmp_path: Path) -> None:
    told = race("--people", "2", typed="\n\nquit\n", data=tmp_path)
    assert 'Nobody said "Tut Tut": ' in told


def test_anything_else_is_asked_again_and_commands_are_obeyed(tmp_path: Path) -> None:
    told = race("--people", "2", typed="cat\nundo\nhelp\nl\n\nquit\n", data=tmp_path)
    assert told.count(QUESTION) == 4
    assert "Type l or p, or just Enter." in told
    assert "There is nothing to undo." in told
    assert "Type the number of a move, or the move itself." in told
    assert 'Lotus says "Tut Tut" first and goes first.' in told


def test_a_game_that_is_left_at_the_question_asks_it_again(tmp_path: Path) -> None:
    assert "pyramid_poker --resume" in race("--people", "2", typed="q\n", data=tmp_path)
    assert saved(tmp_path)["events"] == []
    assert 'Papyrus says "Tut Tut" first' in play("--resume", typed="p\n\nquit\n", data=tmp_path)


@pytest.mark.parametrize("seat", ["0", "1"])
def test_with_a_bot_chance_begins_and_nobody_is_asked(tmp_path: Path, seat: str) -> None:
    told = race("--seat", seat, "--bot", "uniform", typed="quit\n", data=tmp_path)
    assert "Who was first?" not in told
    assert 'Nobody said "Tut Tut": ' in told


def test_bots_alone_need_nobody(tmp_path: Path) -> None:
    told = race("--people", "0", "--bot", "uniform", typed="", data=tmp_path)
    assert "won" in told


def test_a_later_round_can_begin_so_too(tmp_path: Path) -> None:
    """P-25"""
    told = play("pyramid_poker", "--people", "2", "--position", LAST_CARD, typed="right\nl\n\nquit\n", data=tmp_path)
    assert told.count(QUESTION) == 1
    assert "Round 2" in told
    assert 'Lotus says "Tut Tut" first and goes first.' in told


def test_a_block_that_was_drawn_is_shown_behind_a_curtain_from_the_first_one_on(tmp_path: Path) -> None:
    """P-27: the other person has been looking until then."""
    told = race("--people", "2", typed="l\n\na1\n\nquit\n", data=tmp_path)
    before, mine, theirs = re.split(r"(?:Lotus|Papyrus), it's your turn: take the keyboard and press Enter.\n{40}", told)
    drawn = re.findall(r"(\w+) draws (\S+)\.", mine)
    assert [name for name, _ in drawn] == ["Lotus"]
    assert drawn[0][1] not in before
    assert drawn[0][1] not in theirs
    assert "Lotus draws a block." in theirs


def test_who_has_the_keyboard_is_not_asked_to_take_it_again(tmp_path: Path) -> None:
    """P-27: a block is taken and put by the same person."""
    told = play("pyramid_poker", "--people", "2", "--position", TWO_LEFT, typed="\na1\nleft\n\nquit\n", data=tmp_path)
    assert told.count("Lotus, it's your turn: take the keyboard") == 1
    assert told.count("Papyrus, it's your turn: take the keyboard") == 1
