"""What the server says about a table: whose turn it is, who won, how it ended, to everyone in their own words."""

from copy import copy

import pytest

from pyramidion.games import GAMES, find
from pyramidion.server.people.users import GUESTS
from pyramidion.server.protocol.fields import Kind
from pyramidion.server.protocol.rest import Chosen, NewTable
from pyramidion.server.storage.tables import Seat
from pyramidion.server.tables.opening import new_table
from pyramidion.server.tables.table import Table, in_turn
from pyramidion.server.tables.wording import ending_words, event_words, player_names, turn_words

ANNA = Seat(user="a", title="Anna", salt="salt", salt_commitment="hash")
BEN = Seat(user="b", title="Ben", salt="salt", salt_commitment="hash")


def table_of(*seats: Seat, game: str = "senet", position: str = "") -> Table:
    wish = NewTable(game=game, seats=[Chosen(who="me") for _ in seats], position=position, seating="as_listed")
    meta = new_table(Seat(user="a", title="Anna"), wish)
    meta.seats = [copy(seat) for seat in seats]
    table = Table("t", meta)
    if table.is_ready:
        table.begin(0)
    return table


def said(table: Table, seats: list[int]) -> str:
    """Whose turn it is, or who won, to somebody on these seats."""
    return turn_words(table, in_turn(table), seats)


def test_players_are_called_by_their_names() -> None:
    assert player_names(table_of(ANNA, BEN)) == ["Anna", "Ben"]


def test_two_of_the_same_name_are_told_apart_by_their_seats() -> None:
    assert player_names(table_of(ANNA, Seat(user="c", title="Anna", salt="salt", salt_commitment="hash"))) == [
        "Anna (Cones)",
        "Anna (Reels)",
    ]


def test_several_bots_of_one_level_have_numbers() -> None:
    bots = [Chosen(who="bot", level="farmer")] * 2
    wish = NewTable(game="egyptian_war", seats=[Chosen(who="me"), *bots, Chosen(who="bot", level="scribe")])
    assert [seat.title for seat in new_table(Seat(user="a", title="Anna"), wish).seats] == [
        "Anna",
        "Farmer 1",
        "Farmer 2",
        "Scribe",
    ]


def test_no_guest_is_called_like_a_seat() -> None:
    assert not set(GUESTS) & {name for game in GAMES for name in find(game).seat_names}


def test_whose_turn_it_is_is_said_to_each_in_their_own_words() -> None:
    table = table_of(ANNA, BEN, position="rcrcrcrcrc/10/10 c 3 - 1")
    assert said(table, [0]) == "Your turn."
    assert said(table, [1]) == said(table, []) == "Anna's turn."
    assert said(table, [0, 1]) == "Your turn: Cones."


def test_those_who_are_missing_are_counted_or_named() -> None:
    assert said(table_of(ANNA, Seat()), [0]) == "Waiting for 1 player."
    assert said(table_of(ANNA, Seat(), Seat(), game="river"), [0]) == "Waiting for 2 players."
    assert said(table_of(ANNA, Seat(user="b", title="Ben")), [0]) == "Waiting for Ben."


A_DOUBLE = "9h19?/30? 7d7s 1 - 0 - - 9 -"
IN_THE_WINDOW = "20?/28? 7sKd2c5h 1!0 0:0 1 - - 9 -"


def test_where_anyone_may_slap_it_is_the_turn_of_whose_card_is_next() -> None:
    table = table_of(ANNA, BEN, game="egyptian_war", position=A_DOUBLE)
    assert table.to_act == [0, 1]
    assert in_turn(table) == [1]
    assert table.progress.to_act == 0b10
    assert said(table, [0]) == "Ben's turn."
    assert said(table, [1]) == "Your turn."


def test_before_a_pile_is_taken_it_is_nobodys_turn() -> None:
    table = table_of(ANNA, BEN, game="egyptian_war", position=IN_THE_WINDOW)
    assert in_turn(table) == []
    assert said(table, [0]) == said(table, [1]) == "Last chance to slap."


def test_who_won_and_how_is_said_to_each_in_their_own_words() -> None:
    table = table_of(ANNA, BEN, position="10/10/r8c c 1 - 9")
    table.act(0, "30-off", 0)
    assert [said(table, seats) for seats in ([0], [1], [], [0, 1])] == [
        "You won!",
        "You lost.",
        "Anna won.",
        "Anna won.",
    ]
    assert ending_words(table, [1]) == "Anna bore off all 5 pieces. Ben had 1 left."


@pytest.mark.parametrize(
    ("kind", "words"), [("resign", "resigned."), ("flag", "ran out of time."), ("abandon", "left the game.")]
)
def test_a_game_that_was_given_up_says_so_to_both(kind: Kind, words: str) -> None:
    table = table_of(ANNA, BEN, position="rcrcrcrcrc/10/10 c 3 - 1")
    table.resign(1, 0, kind)
    assert [ending_words(table, [seat]) for seat in (0, 1)] == [f"Ben {words}", f"You {words}"]
    assert event_words(table, 1, kind) == f"Ben {words}"
    assert [said(table, [seat]) for seat in (0, 1)] == ["You won!", "You lost."]


def test_a_draw_is_a_draw_for_everyone() -> None:
    table = table_of(ANNA, BEN)
    table.meta.status, table.meta.scores = "over", [0.5, 0.5]
    assert {said(table, seats) for seats in ([0], [1], [])} == {"Draw."}
    table.meta.scores = [1.0, 0.0]
    assert said(table, [0]) == "You won!"
