"""Short versions of the measurements in bench/: real server processes, killed and attacked."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

from bench import crash, moments, planted, recovery
from bench.forks import Forks
from bench.harness import visitors

ROOT = Path(__file__).parents[2]


def campaign(module: str, *flags: str) -> str:
    """What a measurement prints, run as people run it."""
    done = subprocess.run([sys.executable, "-m", module, *flags], cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_killed_at_any_instant_the_server_loses_doubles_and_reorders_nothing() -> None:
    told = campaign("bench.crash", "--kills", "3", "--tables", "8", "--moves", "100", "--longest", "1.5")
    assert "0 lost, 0 changed, 0 gaps or doubles" in told


def test_killed_while_rated_games_end_each_has_one_result_and_a_rebuild_changes_nothing() -> None:
    told = campaign("bench.rated_crash", "--kills", "3", "--tables", "4")
    assert "0 without exactly one result" in told
    assert "0 figures changed by a rebuild" in told


def test_the_checker_of_crashes_finds_what_is_wrong(tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE events (table_id TEXT, n INTEGER, seat INTEGER, kind TEXT, action TEXT)")
        rows = [("a", 0, 0, "act", "1-2"), ("a", 1, 1, "act", "3-4"), ("a", 3, 0, "act", "5-6")]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
    noted = {("a", 0): (0, "1-2"), ("a", 1): (1, "4-3"), ("a", 2): (0, "7-8")}
    assert crash.check(database, noted) == {"lost": 1, "changed": 1, "gaps or doubles": 1}


def test_nothing_breaks_in_a_siege() -> None:
    told = campaign(
        "bench.siege", "--seconds", "1", "--tables", "2", "--untimed", "--only", "lobby,bots,handshakes,hints,deep"
    )
    assert "NO" not in told


def test_people_visit_tables_with_long_logs() -> None:
    flags = ("--events", "400", "--tables", "2", "--rounds", "2", "--untimed")
    assert "callbacks" in campaign("bench.long_tables", *flags)


def test_no_bot_s_move_is_forced_where_many_play_against_bots() -> None:
    flags = ("--tables", "6", "--seconds", "5", "--level", "farmer")
    assert "0 moves forced, 0 errors" in campaign("bench.bot_tables", *flags)


def test_the_first_move_after_a_restart_is_acknowledged_though_many_tables_wait() -> None:
    assert "until the first acknowledgement" in campaign("bench.restart", "--tables", "20", "--times", "1", "--untimed")


def test_killed_at_any_instant_a_server_a_backup_or_a_restore_leaves_everything_whole() -> None:
    assert ": 0 lost or wrong" in campaign("bench.recovery", "--restores", "3", "--kills", "6")


def test_a_campaign_that_was_cut_off_goes_on_where_it_was(tmp_path: Path) -> None:
    first = recovery.Tally(tmp_path / "tally")
    first.add(recovery.Round("play", acknowledged=5, wrong=0, seconds=1.5))
    first.add(recovery.Round("backup, kill, restore", acknowledged=2, wrong=1, seconds=2.5))
    again = recovery.Tally(tmp_path / "tally")
    assert again.rounds == first.rounds
    assert (again.count(recovery.Restores), again.count(*moments.MOMENTS)) == (1, 1)


def test_the_judge_of_backups_finds_what_is_wrong(tmp_path: Path) -> None:
    moment, copy = moments.Backup(Forks(), tmp_path, visitors(), 0), tmp_path / "backup/copy.sqlite"
    moment._judge_copy(copy, -signal.SIGKILL, {})
    assert moment.wrong == 0  # killed, and not there
    moment._judge_copy(copy, 0, {})
    assert moment.wrong == 1  # said to be there
    with sqlite3.connect(copy) as connection:
        connection.execute("CREATE TABLE events (table_id TEXT, n INTEGER, seat INTEGER, kind TEXT, action TEXT)")
    moment._judge_copy(copy, 0, {("a", 0): (0, "1-2")})
    assert moment.wrong == 2  # without what was acknowledged


def test_positions_messages_requests_and_frames_that_nobody_should_send_break_nothing() -> None:
    assert ": 0 broken" in campaign("bench.fuzz", "--inputs", "4000", "--unchecked")


def test_hostile_messages_change_nothing() -> None:
    assert "0 unhandled errors, the table unchanged" in campaign("bench.hostile", "--messages", "3000")


def test_hostile_requests_change_nothing() -> None:
    told = campaign("bench.hostile_http", "--requests", "2400")
    assert "0 answers of 500 or more, 0 errors logged, the table unchanged" in told


def test_every_planted_bug_still_has_its_place_in_the_source() -> None:
    for bug in planted.BUGS:
        source = ROOT / "src" / f"{planted.SERVER}{bug.module}".replace(".", "/")
        assert bug.old in source.with_suffix(".py").read_text(), bug.name
