import json

import pytest

import pyramidion
from pyramidion import CHANCE, BadOption, BadPosition, BadRecord, Illegal, NotAnAction


def test_a_new_game_waits_for_the_first_seat_with_the_sticks_thrown() -> None:
    play = pyramidion.new("senet", seed=7)
    assert play.actors() == (0,)
    assert [event.seat for event in play.events] == [CHANCE]


def test_without_dice_chance_waits_for_its_script() -> None:
    play = pyramidion.new("senet", dice=None)
    assert play.actors() == (CHANCE,)
    assert play.legal() == ["throw 1", "throw 2", "throw 3", "throw 4", "throw 6"]
    play.act("throw 2")
    assert play.legal() == ["10-12"]


def test_an_action_may_be_given_as_text_or_as_integer() -> None:
    one, other = pyramidion.new("senet", seed=1), pyramidion.new("senet", seed=1)
    text, number = one.legal()[0], other.legal_actions()[0]
    one.act(text)
    other.act(number)
    assert one.dump() == other.dump()


def test_dice_of_ones_own_decide_every_throw() -> None:
    play = pyramidion.new("senet", dice=lambda n, limit: 0)
    assert play.view().throw == 1


def test_dice_that_give_too_high_a_number_are_told_so() -> None:
    with pytest.raises(ValueError, match="not below their limit"):
        pyramidion.new("senet", dice=lambda n, limit: limit)


def test_what_is_no_action_at_all_is_told_apart_from_what_is_illegal() -> None:
    play = pyramidion.load("senet", "rcrcrcrcrc/10/10 c 2 - 1", dice=None)
    with pytest.raises(NotAnAction, match="'jump' isn't a move in Senet: write 10-12"):
        play.act("jump")
    with pytest.raises(NotAnAction, match="Senet has actions 0 to 37, not 38"):
        play.act(38)
    with pytest.raises(Illegal, match=r"your own piece is on 4 \(S-10\)"):
        play.act("2-4")
    with pytest.raises(Illegal, match="it's not your turn"):
        play.act("9-11", seat=1)
    with pytest.raises(Illegal, match="with a 2, the piece on 10 moves to 12, not to 13"):
        play.act("10-13")


def test_chance_refuses_an_outcome_that_cannot_happen() -> None:
    play = pyramidion.new("senet", dice=None)
    with pytest.raises(Illegal, match="pass isn't possible now: throw 1, throw 2"):
        play.act("pass")


def test_nothing_can_be_done_after_the_end() -> None:
    play = pyramidion.load("senet", "r9/10/9c c 1 - 1", dice=None)
    play.act("30-off")
    assert play.is_over
    assert play.actors() == ()
    assert play.legal() == []
    with pytest.raises(Illegal, match="the game is over"):
        play.act("30-off")


def test_there_are_no_scores_before_the_end() -> None:
    with pytest.raises(Illegal, match="no scores until"):
        pyramidion.new("senet").scores()


def test_undo_takes_back_the_last_choice_and_what_chance_did_after_it() -> None:
    play = pyramidion.new("senet", seed=3)
    before = play.dump()
    play.act(play.legal()[0])
    after = play.dump()
    play.undo()
    assert play.dump() == before
    play.act(play.legal()[0])
    assert play.dump() == after  # the dice can't be tried twice


def test_undo_has_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(Illegal, match="nothing to undo"):
        pyramidion.new("senet").undo()


def test_a_record_survives_json_and_replays_to_the_same_state() -> None:
    play = pyramidion.new("senet", seed=11, pieces=7)
    for _ in range(60):
        play.act(play.legal()[-1])
    again = pyramidion.replay(json.loads(json.dumps(play.record())))
    assert again.state.tobytes() == play.state.tobytes()
    assert again.events == play.events


def test_a_replayed_game_can_be_played_on_with_new_dice() -> None:
    play = pyramidion.new("senet", seed=11)
    record = play.record()
    again = pyramidion.replay(record, dice=pyramidion.seeded(4))
    again.act(again.legal()[0])
    assert again.actors() != (CHANCE,)


def test_a_record_of_a_game_from_a_position_begins_there() -> None:
    play = pyramidion.load("senet", "r9/10/c9 c - - 5", seed=2)
    play.act(play.legal()[0])
    record = play.record()
    assert record["position"] == "r9/10/c9 c - - 5"
    assert pyramidion.replay(record).dump() == play.dump()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"version": 99}, "version 99 of the rules of Senet"),
        ({"events": [[0, "10-12"]]}, r"event 0 \(10-12\) isn't possible"),
        ({"events": 5}, "isn't a game record"),
        ({"events": [["nobody", "10-12"]]}, "isn't a game record: .*nobody.* isn't an event"),
        ({"events": [[99, "10-12"]]}, "isn't a game record: .*99.* isn't an event"),
        ({"events": [[None, "throw 4"]]}, "isn't a game record: Expected `int | str`, got `null`"),
        ({"events": [["chance", None]]}, "isn't a game record: Expected `int | str`, got `null`"),
        ({"position": 5}, "isn't a game record: Expected `str`, got `int`"),
        ({"options": []}, "isn't a game record: Expected `object`, got `array`"),
        ({"options": {"pieces": 6}}, "pieces can't be 6: choose 5 or 7"),
        ({"seats": 3}, "Senet is for 2 players, not 3"),
    ],
)
def test_a_record_that_could_not_be_is_refused_with_a_sentence(change: dict[str, object], sentence: str) -> None:
    record = pyramidion.new("senet", seed=1).record() | change
    with pytest.raises(BadRecord, match=sentence):
        pyramidion.replay(record)


def test_options_are_checked_by_name_and_value() -> None:
    with pytest.raises(BadOption, match="no option 'piece': did you mean 'pieces'"):
        pyramidion.new("senet", piece=7)
    with pytest.raises(BadOption, match="pieces can't be 6: choose 5 or 7"):
        pyramidion.new("senet", pieces=6)
    assert pyramidion.new("senet", same_row="yes").options["same_row"] is True
    assert pyramidion.new("senet", pieces="7").options["pieces"] == 7


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no game 'go': choose one of river, senet"):
        pyramidion.new("go")


def test_a_position_keeps_its_options() -> None:
    play = pyramidion.new("senet", seed=5, pieces=7, throw_off=True)
    again = pyramidion.load("senet", play.dump(), dice=None)
    assert again.options == play.options
    assert again.dump() == play.dump()


@pytest.mark.parametrize("text", ["rcrcrcrcrc/10/10 c - - 0 pieces=9", "rcrcrcrcrc/10/10 c - - 0 seats=two"])
def test_a_position_with_a_bad_option_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        pyramidion.load("senet", text)


def test_a_bad_position_says_what_is_wrong_with_it() -> None:
    with pytest.raises(BadPosition, match="no piece can be on 27"):
        pyramidion.load("senet", "10/10/6c2r c - - 0")


def test_everything_that_happened_can_be_told_in_words() -> None:
    play = pyramidion.load("senet", "rcrcrcrcrc/10/10 c - - 0", dice=None)
    play.act("throw 1")
    play.act("4-5")
    assert [play.tell(event) for event in play.events] == [
        "Cones throw 1 and will throw again.",
        "Cones 4 → 5, sending the Reel back to 4.",
    ]


def test_undo_can_go_back_to_any_event() -> None:
    play = pyramidion.new("senet", seed=3)
    before = play.dump()
    first = play.act(play.legal()[0])
    play.act(play.legal()[0])
    play.undo(first)
    assert play.dump() == before


def test_what_was_the_only_action_is_known_to_have_been_forced() -> None:
    play = pyramidion.load("senet", "rcrcrcrcrc/10/10 c 2 - 1", dice=None)
    only = play.act("10-12")
    throw = play.act("throw 1")
    chosen = play.act("1-2")
    assert [play.was_forced(event) for event in (only, throw, chosen)] == [True, True, False]


def test_a_hint_weighs_every_legal_action() -> None:
    play = pyramidion.new("senet", seed=3)
    opinion = play.hint(seconds=0.05)
    assert sorted(choice.action for choice in opinion.choices) == play.legal_actions()
    assert all(0 <= choice.win <= 1 for choice in opinion.choices)


def test_there_is_no_hint_when_nobody_has_to_think() -> None:
    with pytest.raises(Illegal, match="it isn't a player's turn"):
        pyramidion.new("senet", dice=None).hint()
