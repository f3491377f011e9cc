"""A report: one HTML file with nothing outside it, for light and dark screens and for paper."""

from collections.abc import Sequence
from html import escape

from pyramidion.game import Option
from pyramidion.lab.charts import histogram, interval_chart
from pyramidion.lab.intervals import Figure
from pyramidion.lab.loops import games as loop
from pyramidion.lab.meanings import MEANINGS
from pyramidion.lab.outcomes import amount, between
from pyramidion.lab.setups import Setup
from pyramidion.lab.surveys import Survey
from pyramidion.version import __version__

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #fbf8f1; --ink: #26221b; --soft: #6b6353; --line: #d9d0bd; --accent: #9a4f1b; --bar: #c98a4b;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1914; --ink: #efe8d8; --soft: #a89e8a; --line: #3d382d; --accent: #f0a565; --bar: #b8763a; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --accent: #7a3a0d; --bar: #b98c60; }
  section, tr { break-inside: avoid; }
  @page { margin: 18mm; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, "Times New Roman", serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1 { font-size: 2.2rem; line-height: 1.15; margin: 0 0 0.3rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 0.5rem; border-block-end: 1px solid var(--line); }
p.soft, caption, footer, td.note { color: var(--soft); }
.headline { font-size: 1.2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; padding-block: 0.3rem; }
th, td { text-align: start; padding: 0.35rem 0.6rem 0.35rem 0; vertical-align: top; }
tr { border-block-end: 1px solid var(--line); }
th { font-weight: 600; }
td.number, th.number { text-align: end; white-space: nowrap; }
th small { display: block; font-weight: 400; color: var(--soft); max-width: 16rem; }
svg { width: 100%; height: auto; font: 13px Georgia, serif; }
.grid { stroke: var(--line); } .axis { fill: var(--soft); } .name { fill: var(--ink); }
.interval { stroke: var(--accent); stroke-width: 3; stroke-linecap: round; }
.dot { fill: var(--accent); } .bar { fill: var(--bar); }
code { font-size: 0.9em; overflow-wrap: anywhere; }
"""


def as_html(survey: Survey, figures: Sequence[Figure], command: str) -> str:
    """The whole report."""
    setup = survey.setup
    title = escape(f"{setup.game.title}: balance report")
    parts = [_head(setup, figures), _charts(survey, figures), _table(figures), _options(setup), _foot(setup, command)]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = f"<body><main>{''.join(parts)}</main></body>"
    return f'<!doctype html><html lang="en"><head>{head}<style>{STYLE}</style></head>{body}</html>\n'


def _head(setup: Setup, figures: Sequence[Figure]) -> str:
    found = {figure.name: figure for figure in figures}
    first, length = found["first-seat advantage"], found["length, median"]
    bots = ", ".join(dict.fromkeys(setup.bots))
    headline = f"{_favour(first)} Half of the games last {amount(length.value, 'events')} events or fewer."
    about = f"{setup.seats} players ({bots}), {first.n:,} games. Every figure has its 95% interval."
    return f"<h1>{escape(setup.game.title)}</h1><p class='headline'>{headline}</p><p class='soft'>{escape(about)}</p>"


def _favour(first: Figure) -> str:
    if first.low <= 0 <= first.high:
        return f"Neither going first nor later is an advantage that {first.n:,} games can show."
    better = "an advantage" if first.value > 0 else "a disadvantage"
    return f"The first seat has {better} of {100 * abs(first.value):.2f} points ({between(first)})."


def _charts(survey: Survey, figures: Sequence[Figure]) -> str:
    shares = [figure for figure in figures if figure.unit == "share"]
    finished = survey.rows[:, loop.FINISHED] == 1
    charts = [f"<section><h2>Shares</h2>{interval_chart('Shares', shares)}</section>"]
    if finished.any():
        lengths = survey.column(loop.EVENTS)[finished]
        charts.append(f"<section><h2>Length, in events</h2>{histogram('Length', lengths, 'events')}</section>")
    return "".join(charts)


def _table(figures: Sequence[Figure]) -> str:
    numbers = "".join(f"<th scope='col' class='number'>{name}</th>" for name in ("Value", "95% interval", "n"))
    head = f"<th scope='col'>Metric</th>{numbers}<th scope='col'>Note</th>"
    rows = "".join(
        f"<tr><th scope='row'>{escape(one.name)}{_told(one)}</th><td class='number'>{amount(one.value, one.unit)}</td>"
        f"<td class='number'>{between(one)}</td><td class='number'>{one.n:,}</td>"
        f"<td class='note'>{escape(_note(one))}</td></tr>"
        for one in figures
    )
    caption = "Points are percentage points; n is the number of games, or of blocks of games, behind a figure."
    table = f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    region = f"<div class='scroll' tabindex='0' role='region' aria-label='All figures'>{table}</div>"
    return f"<section><h2>All figures</h2>{region}</section>"


def _told(figure: Figure) -> str:
    meaning = MEANINGS.get(figure.name, "")
    return f"<small>{escape(meaning)}</small>" if meaning else ""


def _note(figure: Figure) -> str:
    unit = "" if figure.unit in ("share", "Elo") else figure.unit
    return "; ".join(part for part in (unit, figure.note) if part)


def _options(setup: Setup) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(option.title)}</th><td>{escape(_meaning(option, setup))}</td></tr>"
        for option in setup.game.options
        if option.scope == "rules"
    )
    return f"<section><h2>Rules</h2><table><tbody>{rows}</tbody></table></section>" if rows else ""


def _meaning(option: Option, setup: Setup) -> str:
    """What was chosen, in words."""
    (chosen,) = (choice for choice in option.choices if choice.value == setup.options[option.name])
    return chosen.meaning[:1].upper() + chosen.meaning[1:]


def _foot(setup: Setup, command: str) -> str:
    made = f"Pyramidion {__version__}, rules version {setup.game.version}, seed {setup.seed}."
    return f"<footer><h2>How to see the same</h2><p><code>{escape(command)}</code></p><p>{escape(made)}</p></footer>"
