"""What was measured, for people."""

from rich.console import Console
from rich.table import Table

from pyramidion.lab.arena import Result, Setting
from pyramidion.lab.bench import Measure, Report
from pyramidion.lab.doors import Doors

HEADINGS = ("game", "seats", "plies/s", "games/s", "all cores", "search/s", "plies", "record", "cold", "warm", "memory")


def as_table(report: Report) -> str:
    """A report as text."""
    console = Console(width=120)
    with console.capture() as captured:
        console.print(_games(report))
        if report.peers:
            console.print(*_peers(report))
        if report.doors:
            console.print(*_doors(report.doors))
        console.print(f"import pyramidion: {report.import_cpu_seconds * 1000:.0f} ms of CPU")
    return captured.get().rstrip()


def _games(report: Report) -> Table:
    table = Table(title="Random games")
    for heading in HEADINGS:
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
        "" if measure.search_per_second is None else f"{measure.search_per_second:,.0f}",
        f"{measure.plies_per_game:.0f}",
        f"{measure.record_bytes} B",
        f"{measure.cold_start:.1f} s",
        f"{measure.warm_start:.1f} s",
        f"{measure.megabytes:.0f} MB",
    ]


def _peers(report: Report) -> list[Table]:
    """How many times as fast every game is as every peer: in random games, and in search."""
    random_games = [(f"{peer.library} {peer.game}", peer.plies_per_second) for peer in report.peers if peer.plies_per_second]
    plies = {measure.game: measure.one_core.plies_per_second for measure in report.games}
    searches = [(f"{peer.library} {peer.search}, {peer.game}", peer.search_per_second) for peer in report.peers]
    searched = {measure.game: measure.search_per_second for measure in report.games if measure.search_per_second}
    return [
        _ratios("Peers, random games, same run, one core", "plies/s", random_games, plies),
        _ratios("Peers, search, same run, one core", "iterations/s", searches, searched),
    ]


def _doors(doors: Doors) -> list[Table]:
    """What research steps, and how many times as fast as the peers' environments in the same rounds on the same core."""
    ours, theirs = Table(title="Research, one core"), Table(title="Environments of peers, the same core")
    for table, columns in ((ours, ("door", "game", "a second", "against peers")), (theirs, ("peer", "a second"))):
        for column in columns:
            table.add_column(column, justify="right" if column == "a second" else "left")
    for pace in doors.ours:
        found = [one for one in doors.ratios if (one.door, one.game) == (pace.door, pace.game)]
        against = "; ".join(f"{one.times:.1f} × {one.peer}" for one in found)
        if pace.door == "halves":
            ours.add_row("two cores", pace.game, "", f"{pace.per_second:.2f} × one core")
        else:
            ours.add_row(pace.door, pace.game, f"{pace.per_second:,.0f}", against)
    for peer in doors.peers:
        theirs.add_row(peer.peer, f"{peer.per_second:,.0f}" if peer.per_second else peer.error)
    return [ours, theirs]


def _ratios(title: str, unit: str, peers: list[tuple[str, float]], ours: dict[str, float]) -> Table:
    table = Table(title=title)
    table.add_column("peer")
    table.add_column(unit, justify="right")
    for game in ours:
        table.add_column(f"{game} is", justify="right")
    for peer, pace in peers:
        table.add_row(peer, f"{pace:,.0f}", *(f"{own / pace:.1f} ×" for own in ours.values()))
    return table


def _millions(number: float) -> str:
    return f"{number / 1e6:.2f} M"


def as_standings(setting: Setting, results: list[Result], ratings: dict[str, tuple[float, float]]) -> str:
    """The results of an arena as text."""
    console = Console(width=120)
    with console.capture() as captured:
        console.print(_results(setting, results))
        for bot, (mean, error) in sorted(ratings.items(), key=lambda item: -item[1][0]):
            console.print(f"{bot:>10}  {mean:5.1f} ± {error:.1f}")
    return captured.get().rstrip()


def _results(setting: Setting, results: list[Result]) -> Table:
    table = Table(title=f"{setting.game}, {setting.seats} players, seed {setting.seed}")
    for heading in ("bot", "opponent", "games", "win rate", "95%", "even rate", ""):
        table.add_column(heading, justify="left" if heading in ("bot", "opponent") else "right")
    for one in results:
        between = f"{one.low:.1%} … {one.high:.1%}"
        table.add_row(one.first, one.second, str(one.games), f"{one.share:.1%}", between, f"{one.fair:.0%}", one.verdict)
    return table
