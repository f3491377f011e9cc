"""What was measured, for people."""

from rich.console import Console
from rich.table import Table

from pyramidion.lab.bench import Measure, Report


def as_table(report: Report) -> str:
    """A report as text."""
    console = Console(width=120)
    with console.capture() as captured:
        console.print(_games(report))
        if report.peers:
            console.print(_peers(report))
        console.print(f"import pyramidion: {report.import_cpu_seconds * 1000:.0f} ms of CPU")
    return captured.get().rstrip()


def _games(report: Report) -> Table:
    table = Table(title="Random games")
    for heading in (
        "game",
        "seats",
        "plies/s",
        "games/s",
        "plies/s, all cores",
        "plies a game",
        "record",
        "cold",
        "warm",
        "memory",
    ):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for measure in report.games:
        table.add_row(*_row(measure))
    return table


def _row(measure: Measure) -> list[str]:
    return [
        measure.game,
        str(measure.seats),
        _millions(measure.one_core.plies_per_second),
        f"{measure.one_core.games_per_second:,.0f}",
        f"{_millions(measure.all_cores.plies_per_second)} ({measure.cores})",
        f"{measure.plies_per_game:.0f}",
        f"{measure.record_bytes} B",
        f"{measure.cold_start:.1f} s",
        f"{measure.warm_start:.1f} s",
        f"{measure.megabytes:.0f} MB",
    ]


def _peers(report: Report) -> Table:
    table = Table(title="Peers in the same run, one core")
    table.add_column("peer")
    table.add_column("plies/s", justify="right")
    for measure in report.games:
        table.add_column(f"{measure.game} is", justify="right")
    for peer in report.peers:
        ratios = [f"{m.one_core.plies_per_second / peer.plies_per_second:.1f} ×" for m in report.games]
        table.add_row(f"{peer.library} {peer.game}", _millions(peer.plies_per_second), *ratios)
    return table


def _millions(number: float) -> str:
    return f"{number / 1e6:.2f} M"
