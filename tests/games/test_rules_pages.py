"""Every rules page: its figures can be drawn, and its options are told once, by the game itself."""

import re
from dataclasses import dataclass

import pytest

import pyramidion
from pyramidion import Play
from pyramidion.cli import main
from pyramidion.engine.dispatch import CHANCE
from pyramidion.game import as_text
from pyramidion.games import GAMES, find

FIGURE = re.compile(r"^```board\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
FACT = re.compile(r"^(position|actions|eyes|seats): (.+)$", flags=re.MULTILINE)
LEAST_FIGURES = 4


@dataclass
class Figure:
    """A fenced block `board`: a caption, and what is to be drawn."""

    game: str
    caption: str
    facts: dict[str, str]

    def play(self) -> Play:
        """The game as it is drawn; what can't be done is refused."""
        position = self.facts.get("position")
        if position:
            play = pyramidion.load(self.game, position, dice=None)
        else:
            play = pyramidion.new(self.game, dice=None, **find(self.game).recall({}))  # type: ignore[arg-type]
        for text in filter(None, self.facts.get("actions", "").split("; ")):
            who, action = text.split(" ", 1)
            play.act(action, CHANCE if who == "chance" else int(who))
        return play


def figures(name: str) -> list[Figure]:
    found = FIGURE.findall(find(name).rules_text)
    return [Figure(name, FACT.sub("", block).strip(), dict(FACT.findall(block))) for block in found]


ALL = [figure for name in GAMES for figure in figures(name)]


@pytest.mark.parametrize("name", GAMES)
def test_it_has_figures(name: str) -> None:
    assert len(figures(name)) >= LEAST_FIGURES


@pytest.mark.parametrize("figure", ALL, ids=lambda figure: f"{figure.game}: {figure.caption[:40]}")
def test_a_figure_can_be_drawn(figure: Figure) -> None:
    play = figure.play()
    assert figure.caption.endswith(".")
    assert play.view() is not None
    for eyes in figure.facts.get("eyes", "").split(",") if "eyes" in figure.facts else []:
        assert int(eyes) in range(play.seats)


@pytest.mark.parametrize("figure", [one for one in ALL if "eyes" in one.facts], ids=lambda figure: figure.caption[:40])
def test_who_looks_at_a_figure_has_something_to_do(figure: Figure) -> None:
    """Eyes are there to show what may be done."""
    assert figure.play().legal(int(figure.facts["eyes"]))


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_told_once_with_all_its_choices(name: str) -> None:
    game = find(name)
    told = game.rules_text.split("\n## Options\n")[1].split("\n## ")[0]
    for option in game.options:
        assert told.count(f"**{option.title}** (`{option.name}`, ") == 1
        assert told.count(option.explanation) >= 1
        for choice in option.choices:
            assert choice.meaning in told
    assert told.count("*(default)*") == sum(bool(option.choices) for option in game.options)


@pytest.mark.parametrize("name", GAMES)
def test_a_default_that_depends_on_something_says_on_what(name: str) -> None:
    game = find(name)
    told = game.rules_text.split("\n## Options\n")[1].split("\n## ")[0]
    conditions = [condition for option in game.options for condition in option.default_with]
    for other, value in conditions:
        assert f"*(default with {other} {as_text(value)})*" in told
    assert told.count("*(default with ") == len(conditions)
    between_people = [option for option in game.options if option.default_between_people is not None]
    assert told.count("*(default between people)*") == len(between_people)


def test_every_condition_stands_beside_its_choice() -> None:
    told = find("pyramid_poker").rules_text
    assert "- `7`: at the end of the round in which a player reaches 7 points *(default with scoring advanced)*" in told
    assert (
        '- `tut_tut`: the first to say "Tut Tut"; random if nobody does within ten seconds *(default between people)*'
        in told
    )


def test_the_list_of_games_says_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    told = capsys.readouterr().out
    assert (
        "       round (default): after one round\n       7 (default with scoring advanced): at the end of the round" in told
    )
    assert "       tut_tut (default between people): the first to say" in told


@pytest.mark.parametrize("name", GAMES)
def test_every_link_inside_a_page_leads_somewhere(name: str) -> None:
    page = find(name).rules_text
    headings = [re.sub(r"[^\w\s-]", "", title).lower().strip() for title in re.findall(r"^#+ (.+)$", page, re.MULTILINE)]
    places = {re.sub(r"\s+", "-", heading) for heading in headings}
    places |= {ruling.lower() for ruling in re.findall(r"^\| ([A-Z]-\d\d) ", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= places
