"""Confluence: the result of all 64 outcomes of three rivers of three, and what dead segments change (R-32 … R-35)."""

import pytest

from pyramidion.games import find
from pyramidion.games.river.rules import State
from pyramidion.games.river.sets import NAMES

GAME = find("river")
RIVERS = ((0, 1), (1, 2), (2, 0))  # the seats of each river


def result(owners: str, pieces: str = "K3R3Y3K2R2Y2K1R1Y1", run: str = "strict") -> str:
    """The scores in sixths, when the segments 1 … 9 belong to these seats (`-` nobody)."""
    state = State.of(GAME.start(3, GAME.choose({"run": run})))
    state.river[:] = [NAMES.index(pieces[i : i + 2]) for i in range(0, 18, 2)]
    for segment, owner in enumerate(owners):
        if owner != "-":
            state.claimed["tmg".index(owner)] |= 1 << segment
    return "".join(str(GAME.rules.score(state, seat)) for seat in range(3))


def owners_of(wins: str) -> str:
    """`wins[r]` segments of river r go to its first seat, the others to its second."""
    names = "tmg"
    return "".join(
        names[first] * won + names[second] * (3 - won) for (first, second), won in zip(RIVERS, map(int, wins), strict=True)
    )


# What the first seat of each river wins of it: Thebes against Memphis, Memphis against Giza, Giza against Thebes. Then the
# totals of Thebes, Memphis and Giza, and who wins: 4-4-1 goes to the winner of the mutual river, "=" to the river pieces.
OUTCOMES = {
    "000": "3-3-3 =", "001": "2-3-4 g", "002": "1-3-5 g", "003": "0-3-6 g",
    "010": "3-4-2 m", "011": "2-4-3 m", "012": "1-4-4 g", "013": "0-4-5 g",
    "020": "3-5-1 m", "021": "2-5-2 m", "022": "1-5-3 m", "023": "0-5-4 m",
    "030": "3-6-0 m", "031": "2-6-1 m", "032": "1-6-2 m", "033": "0-6-3 m",
    "100": "4-2-3 t", "101": "3-2-4 g", "102": "2-2-5 g", "103": "1-2-6 g",
    "110": "4-3-2 t", "111": "3-3-3 =", "112": "2-3-4 g", "113": "1-3-5 g",
    "120": "4-4-1 m", "121": "3-4-2 m", "122": "2-4-3 m", "123": "1-4-4 m",
    "130": "4-5-0 m", "131": "3-5-1 m", "132": "2-5-2 m", "133": "1-5-3 m",
    "200": "5-1-3 t", "201": "4-1-4 t", "202": "3-1-5 g", "203": "2-1-6 g",
    "210": "5-2-2 t", "211": "4-2-3 t", "212": "3-2-4 g", "213": "2-2-5 g",
    "220": "5-3-1 t", "221": "4-3-2 t", "222": "3-3-3 =", "223": "2-3-4 g",
    "230": "5-4-0 t", "231": "4-4-1 t", "232": "3-4-2 m", "233": "2-4-3 m",
    "300": "6-0-3 t", "301": "5-0-4 t", "302": "4-0-5 g", "303": "3-0-6 g",
    "310": "6-1-2 t", "311": "5-1-3 t", "312": "4-1-4 g", "313": "3-1-5 g",
    "320": "6-2-1 t", "321": "5-2-2 t", "322": "4-2-3 t", "323": "3-2-4 g",
    "330": "6-3-0 t", "331": "5-3-1 t", "332": "4-3-2 t", "333": "3-3-3 =",
}  # fmt: skip


@pytest.mark.parametrize("wins", OUTCOMES)
def test_every_outcome_of_three_rivers_has_the_winner_of_the_table(wins: str) -> None:
    """R-32, R-33, case 7."""
    totals, winner = OUTCOMES[wins].split()
    owners = owners_of(wins)
    assert "-".join(str(owners.count(seat)) for seat in "tmg") == totals
    for first in "tmg":
        pieces = "".join("K3" if owner == first else "R3" if owner == "m" else "Y3" for owner in owners)
        expected = first if winner == "=" else winner
        assert result(owners, pieces) == "".join("6" if seat == expected else "0" for seat in "tmg")


def test_the_table_of_outcomes_is_complete() -> None:
    assert len(OUTCOMES) == 64
    assert sum(outcome.endswith("=") for outcome in OUTCOMES.values()) == 4


def test_anna_wins_with_two_and_two_though_betty_has_as_many() -> None:
    """R-33: the text's example, 2 against each, wins even if the totals are 4-4-1."""
    assert result("ttm" + "mmm" + "gtt") == "600"


def test_in_a_three_way_tie_the_strongest_river_pieces_win() -> None:
    """R-34: Thebes won K3 K3 B1 (a monochrome pair), the others runs."""
    assert result("ttt" + "mmm" + "ggg", pieces="K3K3B1" + "K2R3Y1" + "G2B3K1") == "600"


def test_a_three_way_tie_of_equal_river_pieces_is_shared_and_a_weaker_third_loses() -> None:
    """R-34."""
    assert result("ttt" + "mmm" + "ggg", pieces="K3R2Y1" + "G3B2K1" + "K3K2R1") == "330"
    assert result("ttt" + "mmm" + "ggg", pieces="K3R2Y1" + "G3B2K1" + "Y3K2R1") == "222"


def test_river_pieces_are_ranked_by_the_option_of_the_run() -> None:
    """R-01, R-34."""
    assert result("ttt" + "mmm" + "ggg", pieces="K3R2Y1" + "G3B2K1" + "K3K2R1", run="loose") == "222"


def test_with_dead_segments_two_leaders_level_in_their_mutual_river_share() -> None:
    """R-33, R-35: Thebes and Memphis have three each, one of their mutual river."""
    assert result("tm-" + "mmg" + "gtt") == "330"


def test_with_dead_segments_the_mutual_river_still_decides_between_two_leaders() -> None:
    """R-33, R-35: Thebes and Memphis have three each, and Thebes two of their mutual river."""
    assert result("ttm" + "mm-" + "ggt") == "600"


def test_with_dead_segments_three_with_two_each_share() -> None:
    """R-33, R-35."""
    assert result("tm-" + "mg-" + "gt-") == "222"


def test_with_dead_segments_most_segments_win() -> None:
    """R-33, R-35."""
    assert result("tt-" + "mg-" + "tg-") == "600"
