"""Who begins is decided by lot, unless somebody asks for a seat (I-05, S-03, E-03)."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

import pyramidion
from pyramidion.games.egyptian_war.rules import State
from pyramidion.server.tables import seating
from pyramidion.server.tables.table import Table
from pyramidion.testing.leaks import new_table
from tests.server.conftest import OpenServer
from tests.server.visitors import Visitor

TABLES = 40  # that all are drawn alike happens once in a trillion times


def seats_of(visitor: Visitor, game: str, **more: Any) -> set[int]:
    """Where the visitor sits at many tables against a bot."""
    wish = {"game": game, "seats": [{"who": "me"}, {"who": "bot", "level": "farmer"}], **more}
    return {visitor.ask("POST", "/api/tables", wish)["yours"][0] for _ in range(TABLES)}


def test_s_03_whoever_opens_a_table_of_senet_draws_a_side(open_server: OpenServer) -> None:
    visitor = open_server(tables_per_user=1000).visitor()
    assert seats_of(visitor, "senet") == {0, 1}


def test_s_03_a_side_can_be_asked_for_and_a_position_has_its_sides(open_server: OpenServer) -> None:
    visitor = open_server(tables_per_user=1000).visitor()
    assert seats_of(visitor, "senet", seating="as_listed") == {0}
    assert seats_of(visitor, "senet", position="rcrcrcrcrc/10/10 c - - 0") == {0}


def test_where_the_rules_draw_who_begins_people_stay_on_their_seats(open_server: OpenServer) -> None:
    visitor = open_server(tables_per_user=1000).visitor()
    assert seats_of(visitor, "river") == {0}


def finished(game: str, seats: int = 2, scores: Sequence[float] = (), **options: Any) -> Table:
    table = new_table(game, seats, options)
    table.begin(0)
    table.meta.status, table.meta.scores = "over", list(scores)
    return table


def test_s_03_sides_are_changed_at_a_rematch_of_senet() -> None:
    assert seating.rematch_seating(finished("senet", scores=(1, 0)))[0] == [1, 0]


@pytest.mark.parametrize("losers", [{0}, {1}, {2}, {0, 2}])
def test_i_05_the_loser_begins_the_rematch_where_that_was_chosen(losers: set[int]) -> None:
    scores = [10.0 if seat in losers else 20.0 + seat for seat in range(3)]
    table = finished("iriri", 3, scores, rematch="loser")
    drawn = [seating.rematch_seating(table) for _ in range(TABLES)]
    assert {seats[0] for seats, _ in drawn} == losers
    for seats, options in drawn:
        assert seats == [(seats[0] + more) % 3 for more in range(3)]
        assert pyramidion.new("iriri", seats=3, seed=1, **cast(dict[str, Any], options)).actors() == (0,)


def test_i_05_who_begins_the_rematch_is_drawn_again_otherwise() -> None:
    table = finished("iriri", 3, (1, 2, 3))
    _, options = seating.rematch_seating(table)
    assert options == table.meta.options
    assert options["starter"] == "random"


@pytest.mark.parametrize("seed", range(4))
def test_e_03_the_deal_goes_round_from_game_to_game(seed: int) -> None:
    """The player at the left of who began begins now."""
    table = finished("egyptian_war", 4, (1, 0, 0, 0), starter="random")
    assert table.play is not None
    began = State.of(table.play.state).starter
    seats, options = seating.rematch_seating(table)
    assert seats[0] == (began + 1) % 4
    assert options["starter"] == "first_seat"
