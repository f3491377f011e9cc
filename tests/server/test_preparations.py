"""How a server makes its games ready, with processes and games that only say what was asked of them."""

import asyncio
import io
import logging
import os
import threading
from collections.abc import Callable
from functools import partial

import pytest

from pyramidion.games import GAMES, find
from pyramidion.preparation import Compiler, Progress
from pyramidion.server.preparation_lines import tell_preparation
from pyramidion.server.thinking import preparations
from pyramidion.server.thinking.preparations import AT_ONCE, LATER, Preparations
from tests.server.conftest import Running

CORES = 2
ALL = [find(name) for name in GAMES]


class Machine:
    """What a server would start and load; a process ends when a test lets it."""

    def __init__(self) -> None:
        self.cold = set(GAMES)
        self.processes: dict[str, FakeCompiler] = {}
        self.loaded: list[str] = []

    def compiler(self, name: str, niceness: int) -> "FakeCompiler":
        self.processes[name] = FakeCompiler(niceness)
        return self.processes[name]

    def end(self, name: str) -> None:
        self.cold.discard(name)
        self.processes[name].end()

    def is_busy_with(self, processes: int) -> bool:
        return len(self.running) == processes

    @property
    def running(self) -> list[str]:
        return [name for name, process in self.processes.items() if not process.ended.is_set()]


class FakeCompiler:
    def __init__(self, niceness: int) -> None:
        self.niceness = niceness
        self.ended = threading.Event()
        self.is_well = True
        self.may_hurry = True
        self.was_too_nice = False

    def wait(self, advance: Callable[[], object]) -> bool:
        advance()
        self.ended.wait()
        return self.is_well

    def end(self) -> None:
        self.ended.set()

    def hurry(self) -> None:
        if self.may_hurry:
            self.niceness = AT_ONCE
        else:
            self.was_too_nice = True
            self.kill()

    def kill(self) -> None:
        self.is_well = False
        self.ended.set()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    found = Machine()
    monkeypatch.setattr(preparations, "cores", lambda: CORES)
    monkeypatch.setattr(preparations, "Compiler", found.compiler)
    monkeypatch.setattr(preparations, "is_cold", lambda name: name in found.cold)
    monkeypatch.setattr(preparations, "compile_game", lambda game: found.loaded.append(game.name))
    return found


async def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0)


def test_a_game_whose_code_is_there_is_only_loaded(machine: Machine) -> None:
    machine.cold.clear()
    asyncio.run(Preparations().prepare(find("senet")))
    assert machine.loaded == ["senet"]
    assert not machine.processes


def test_as_many_games_are_compiled_at_a_time_as_there_are_cores(machine: Machine) -> None:
    async def go() -> None:
        everything = asyncio.create_task(Preparations().prepare_all(ALL))
        for number, name in enumerate(GAMES):
            await until(partial(machine.is_busy_with, min(CORES, len(GAMES) - number)))
            assert machine.processes[name].niceness == LATER
            machine.end(name)
        await everything

    asyncio.run(go())
    assert sorted(machine.loaded) == sorted(GAMES)  # of two that end at the same time, either may be loaded first


def test_a_game_that_somebody_wants_does_not_wait_for_the_others(machine: Machine) -> None:
    async def go() -> None:
        ours, wanted = Preparations(), GAMES[-1]
        everything = asyncio.create_task(ours.prepare_all(ALL))
        await until(lambda: len(machine.running) == CORES)
        request = asyncio.create_task(ours.prepare(find(wanted)))
        await until(lambda: wanted in machine.running)
        assert machine.processes[wanted].niceness == AT_ONCE
        machine.end(wanted)
        await request
        assert machine.loaded == [wanted]
        everything.cancel()
        ours.close()

    asyncio.run(go())


@pytest.mark.parametrize("may_hurry", [True, False])
def test_a_game_that_is_being_compiled_for_later_is_hurried_when_somebody_wants_it(
    machine: Machine, may_hurry: bool
) -> None:
    async def go() -> None:
        ours, wanted = Preparations(), GAMES[0]
        everything = asyncio.create_task(ours.prepare_all(ALL))
        await until(lambda: len(machine.running) == CORES)
        nice = machine.processes[wanted]
        nice.may_hurry = may_hurry
        request = asyncio.create_task(ours.prepare(find(wanted)))
        await until(lambda: wanted in machine.running and machine.processes[wanted].niceness == AT_ONCE)
        assert (machine.processes[wanted] is nice) == may_hurry
        machine.end(wanted)
        await request
        everything.cancel()
        ours.close()

    asyncio.run(go())


def test_a_process_that_may_not_be_made_less_nice_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_which: int, _process: int, niceness: int) -> None:
        if niceness == AT_ONCE:
            raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    compiler = Compiler("senet", niceness=LATER)
    compiler.hurry()
    assert not compiler.wait()
    assert compiler.was_too_nice


def test_everybody_who_wants_a_game_waits_for_the_same_process(machine: Machine) -> None:
    async def go() -> None:
        ours = Preparations()
        impatient, patient = (asyncio.create_task(ours.prepare(find("senet"))) for _ in range(2))
        await until(lambda: machine.running)
        impatient.cancel()
        machine.end("senet")
        await patient

    asyncio.run(go())
    assert machine.loaded == ["senet"]


def test_a_process_that_fails_leaves_the_work_to_the_server(machine: Machine, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        request = asyncio.create_task(Preparations().prepare(find("senet")))
        await until(lambda: machine.running)
        machine.processes["senet"].kill()
        await request

    with caplog.at_level(logging.WARNING):
        asyncio.run(go())
    assert machine.loaded == ["senet"]
    assert "could not be compiled in a process of its own" in caplog.text


def test_a_server_that_closes_stops_its_processes(machine: Machine) -> None:
    async def go() -> None:
        ours = Preparations()
        everything = asyncio.create_task(ours.prepare_all(ALL))
        await until(lambda: len(machine.running) == CORES)
        ours.close()
        await until(everything.done)

    asyncio.run(go())
    assert not machine.running
    assert not machine.loaded


def test_games_are_listed_with_their_progress_until_they_are_ready(machine: Machine) -> None:
    async def go() -> None:
        ours = Preparations()
        machine.cold = {"senet", "river"}
        everything = asyncio.create_task(ours.prepare_all(ALL))
        await until(lambda: len(machine.running) == CORES)
        assert {one.game.name for one in ours.progress()} == machine.cold
        machine.end("senet")
        await until(lambda: "senet" in machine.loaded)
        await until(lambda: [one.game.name for one in ours.progress()] == ["river"])
        machine.end("river")
        await everything
        assert not ours.progress()

    asyncio.run(go())


# What people are told


def test_a_server_says_which_games_are_still_being_prepared(server: Running) -> None:
    anna, preparations = server.visitor(), server.services.bot_pool.preparations
    server.wait_until(lambda: not preparations.progress())
    assert anna.http.get("/api/preparation").json() == []
    senet = find("senet")
    preparations._progress["senet"] = Progress(senet, senet.functions // 2)
    (told,) = anna.http.get("/api/preparation").json()
    assert told["game"] == "senet"
    assert 0.3 < told["share"] < 0.5
    assert told["seconds_left"] > 0


def test_a_terminal_is_told_of_each_game_and_the_address_at_the_end(machine: Machine) -> None:
    async def go(out: io.StringIO) -> None:
        ours = Preparations()
        machine.cold = {"senet", "river"}
        everything = asyncio.create_task(ours.prepare_all(ALL))
        await until(lambda: len(machine.running) == CORES)
        telling = asyncio.create_task(tell_preparation(ours, "http://here", out))
        await until(out.getvalue)
        machine.end("senet")
        await until(lambda: "Senet is ready.\n" in out.getvalue())
        machine.end("river")
        await asyncio.gather(everything, telling)

    out = io.StringIO()
    asyncio.run(go(out))
    assert out.getvalue().splitlines() == [
        "Preparing A River in Egypt and Senet for this computer, once. You can already open the page.",
        "Senet is ready.",
        "A River in Egypt is ready.",
        "All games are ready: http://here",
    ]


def test_nothing_is_said_where_everything_is_ready(machine: Machine) -> None:
    machine.cold.clear()
    out = io.StringIO()

    async def go() -> None:
        await tell_preparation(Preparations(), "http://here", out)

    asyncio.run(go())
    assert not out.getvalue()
