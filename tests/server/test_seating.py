"""Who begins is decided by lot, unless somebody asks for a seat (I-05, S-03, E-03)."""

from pyramidion.server.tables import seating
from pyramidion.testing.leaks import new_table

TABLES = 40  # that all are drawn alike happens once in a trillion times


def seats_of(visitor, game, **more):
    """Where the visitor sits at many tables against a bot."""
    wish = {"game": game, "seats": [{"who": "me"}, {"who": "bot", "level": "farmer"}], **more}
    return {visitor.ask("POST", "/api/tables", wish)["yours"][0] for _ in range(TABLES)}


def test_s_03_whoever_opens_a_table_of_senet_draws_a_side(open_house):
    visitor = open_house(tables_per_user=1000).visitor()
    assert seats_of(visitor, "senet") == {0, 1}


def test_s_03_a_side_can_be_asked_for_and_a_position_has_its_sides(open_house):
    visitor = open_house(tables_per_user=1000).visitor()
    assert seats_of(visitor, "senet", seating="as_listed") == {0}
    assert seats_of(visitor, "senet", position="rcrcrcrcrc/10/10 c - - 0") == {0}


def test_where_the_rules_draw_who_begins_people_stay_on_their_seats(open_house):
    visitor = open_house(tables_per_user=1000).visitor()
    assert seats_of(visitor, "river") == {0}


def finished(game, seats=2, scores=(), **options):
    table = new_table(game, seats, options)
    table.begin(0)
    table.meta.status, table.meta.scores = "over", list(scores)
    return table


def test_s_03_sides_are_changed_at_a_rematch_of_senet():
    assert seating.rematch_seating(finished("senet", scores=(1, 0)))[0] == [1, 0]
