"""What the rules page and the lesson say of their positions, replayed. Each sentence is quoted beside what proves it."""

import re
from pathlib import Path

import pytest

import pyramidion
from pyramidion import Illegal, Play
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games.senet import GAME, rules
from pyramidion.games.senet.rules import State
from pyramidion.server.protocol.rest import Step
from pyramidion.server.thinking.lessons import lesson_of
from tests.games.test_rules_pages import Figure, figures

PAGE = GAME.rules_text
FIGURES = figures("senet")
LESSON = lesson_of(GAME)
assert LESSON
STEPS = {step.title: step for step in LESSON.steps}
CONES, REELS = 0, 1


def figure(beginning: str) -> Figure:
    """The figure whose caption begins so."""
    (found,) = [one for one in FIGURES if one.caption.startswith(beginning)]
    return found


def before(figure: Figure) -> Play:
    """A figure's position, before what happens in it."""
    return pyramidion.load("senet", figure.facts["position"], dice=None)


def shown(step: Step, *actions: str) -> Play:
    """What a step of the lesson shows, and then what the learner does."""
    play = pyramidion.load("senet", step.position, dice=None) if step.position else pyramidion.new("senet", dice=None)
    for who, action in step.before:
        play.act(action, CHANCE if who == "chance" else int(who))
    for action in actions:
        play.act(action, CONES)
    return play


def says(words: str, *sentences: str) -> None:
    """The words contain these sentences."""
    for sentence in sentences:
        assert sentence in words.replace("\n", " ")


def squares(play: Play, seat: int) -> list[int]:
    return [square for square, owner in enumerate(play.view().squares, start=1) if owner == seat]


def end(play: Play, square: int) -> int:
    """Where the piece on this square would stand after its move; 0 if it bears off."""
    (move,) = [move for move in play.view().moves if move.start == square]
    return int(move.end)


def refusal(play: Play, action: str) -> str:
    with pytest.raises(Illegal) as why:
        play.act(action)
    return str(why.value)


def may_throw_again(play: Play) -> bool:
    return bool(play.view().phase == "throw" and play.view().seat == CONES)


# The page


def test_the_page_has_the_common_outline() -> None:
    headings = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert headings == [
        "Object of the game",
        "What you need",
        "Setup",
        "Your turn",
        "End of the game",
        "Options",
        "Rulings",
        "Notation",
        "Credits",
    ]
    assert "\n2 players · 15–30 minutes · " in PAGE
    assert "| ID | Question | How we play | Option |" in PAGE


def test_the_board_opens_the_rules_at_headings_that_exist() -> None:
    source = (Path(__file__).parents[3] / "web/src/games/senet/rules.ts").read_text(encoding="utf-8")
    named = set(re.findall(r'"([a-z-]{5,})"', source)) - {"stuck"}
    headings = re.findall(r"^##+ (.+)$", PAGE, re.MULTILINE)
    assert named <= {heading.lower().replace(" ", "-") for heading in headings}
    assert len(named) == 8


def test_every_option_is_named_by_its_ruling() -> None:
    for option in GAME.options:
        (row,) = re.findall(rf"^\| {option.ruling} \|.*$", PAGE, re.MULTILINE)
        assert row.endswith(f"| `{option.name}` |")


def test_the_odds_are_those_of_the_sticks() -> None:
    """S-05"""
    says(PAGE, "1 and 3 come up 25% of the time each, 2 37.5%, 4 and 6 6.25% each")
    odds = dict(pyramidion.new("senet", dice=None).odds())
    percent = {action - rules.THROW: 100 * weight / sum(odds.values()) for action, weight in odds.items()}
    assert percent == {1: 25, 2: 37.5, 3: 25, 4: 6.25, 6: 6.25}


def test_the_squares_of_the_setup_are_where_the_pieces_stand() -> None:
    says(PAGE, "The Cones start on 2, 4, 6, 8 and 10, the Reels on 1, 3, 5, 7 and 9.", "The Cones go first.")
    play = pyramidion.new("senet", dice=None)
    assert squares(play, CONES) == [2, 4, 6, 8, 10]
    assert squares(play, REELS) == [1, 3, 5, 7, 9]
    play.act("throw 1")
    assert play.actors() == (CONES,)


def test_from_each_square_it_takes_what_the_page_says_to_bear_off() -> None:
    says(PAGE, "From 30 that takes a 1 or more, from 29 a 2 or more, and so on.")
    for square in (25, 26, 28, 29, 30):
        for throw in (1, 2, 3, 4, 6):
            row = f"{square - 21}c{30 - square}".replace("c0", "c")
            play = pyramidion.load("senet", f"r9/10/{row} c {throw} - 1", dice=None)
            assert (f"{square}-off" in play.legal()) == (throw >= 31 - square)


def test_neighbours_round_a_corner_protect_each_other() -> None:
    says(PAGE, "10 and 11 are neighbours, and so are 20 and 21")
    for position, attack in (("c7cr/r9/10", "9-10"), ("c9/8cr/r9", "19-20")):
        play = pyramidion.load("senet", f"{position} c 1 - 1", dice=None)
        assert "is protected" in refusal(play, attack)


def test_a_draw_comes_after_as_many_throws_as_the_page_says() -> None:
    """S-34"""
    says(PAGE, f"A game without a winner after {rules.MOST_THROWS} throws is a draw: half a point each.")
    play = pyramidion.load("senet", f"r9/10/c9 c 2 - {rules.MOST_THROWS}", dice=None)
    play.act("21-23")
    assert play.scores() == [0.5, 0.5]


def test_the_positions_under_notation_are_written_as_they_are_read() -> None:
    notation = PAGE.split("\n## Notation\n")[1]
    positions = re.findall(r"^    (\S+/\S+/\S+ .+)$", notation, re.MULTILINE)
    assert len(positions) == 2
    for position in positions:
        assert pyramidion.load("senet", position, dice=None).dump() == position


# Its figures


def test_all_figures_are_replayed_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [one.caption for one in FIGURES if f'figure("{one.caption[:22]}' not in source] == []


def test_figure_the_start() -> None:
    one = figure("The start: Reels on the odd squares, Cones on the even ones.")
    assert one.play().dump() == pyramidion.new("senet", dice=None).dump()
    assert all(square % 2 for square in squares(one.play(), REELS))
    assert not any(square % 2 for square in squares(one.play(), CONES))
    says(one.caption, "The water and the safe squares are in the third row.")
    assert all(21 <= square <= 30 for square in (26, 27, 28, 29))
    assert [square for square in range(1, 31) if rules.SAFE >> square & 1] == [26, 28, 29]


def test_figure_a_pair_and_a_swap() -> None:
    one = figure("The Cones threw a 3. The Cone on 11 can't move: 14 belongs to a pair.")
    assert one.play().view().throw == 3
    assert one.play().legal() == ["12-15", "16-19"]
    assert "the piece on 14 is protected" in refusal(one.play(), "11-14")
    says(one.caption, "The one on 12 can jump over the pair to 15", "the one on 16 can swap with the single Reel on 19")
    assert {13, 14} <= set(squares(one.play(), REELS))
    assert end(one.play(), 12) == 15
    play = one.play()
    play.act("16-19")
    assert 19 in squares(play, CONES)
    assert 16 in squares(play, REELS)


def test_figure_a_block() -> None:
    one = figure("Three in a row form a block.")
    says(one.caption, "With a 4, the Cone on 11 can't land on it and the one on 12 can't pass it.")
    assert one.play().view().throw == 4
    assert "block on 13, 14, 15" in refusal(one.play(), "11-15")
    assert "block on 13, 14, 15" in refusal(one.play(), "12-16")
    says(one.caption, "Only the Cones on 3 and 5 can move.")
    assert one.play().legal() == ["3-7", "5-9"]


def test_figure_no_forward_move() -> None:
    one = figure("The Cones threw a 3, but the block on 16, 17 and 18 stops them both.")
    assert one.play().view().backward
    assert squares(one.play(), CONES) == [13, 15]
    says(one.caption, "One must move back: from 13 to 10, or from 15 to 12")
    assert one.play().legal() == ["13-10", "15-12"]
    says(one.caption, "which would bring the Reel there forward to 15")
    play = one.play()
    assert 12 in squares(play, REELS)
    play.act("15-12")
    assert squares(play, REELS) == [15, 16, 17, 18]


def test_figure_a_bounce() -> None:
    one = figure("A 4 takes the Cone from 22 to 26, but 26 is occupied.")
    assert before(one).view().squares[25] == REELS
    says(one.caption, "It stops on 25, the nearest free square behind")
    assert squares(one.play(), CONES) == [14, 25]
    says(one.caption, "the step it lost can be used by the Cone on 14")
    assert one.play().legal() == ["stop", "14-15"]


def test_figure_a_bounce_back_to_the_start() -> None:
    one = figure("With a 1, the Cone on 28 would bounce off 29 and straight back to 28, so it can't move.")
    assert "bouncing back would leave the piece on 28" in refusal(one.play(), "28-29")
    says(one.caption, "The Cone on 13 has to.")
    assert one.play().legal() == ["13-14"]
    letter = pyramidion.load("senet", one.facts["position"] + " null_bounce=yes", dice=None)
    says(
        PAGE, "With the option `null_bounce` it is: the piece stays where it was, and another piece may use the whole throw."
    )
    letter.act("28-29")
    assert squares(letter, CONES) == [13, 28]
    assert letter.legal() == ["stop", "13-14"]


def test_figure_drowned_by_a_bounce() -> None:
    one = figure("Drowned by a bounce: a 4 takes the Cone from 24 to 28, which is occupied.")
    assert before(one).view().squares[27] == REELS
    (move,) = [move for move in before(one).view().moves if move.start == 24]
    assert (move.target, move.reached, move.end) == (28, 27, 15)
    says(one.caption, "The nearest free square behind is the water, so the Cone goes to 15.")
    assert squares(one.play(), CONES) == [12, 15, 17]


def test_figure_bearing_off() -> None:
    one = figure("From 29 a 2 is enough, so a 3 leaves one step.")
    assert before(one).view().throw == 3
    assert one.play().view().left == 1
    says(one.caption, "The Cone on 26 could use it, but would drown on 27: better to decline.")
    assert one.play().legal() == ["stop", "26-27"]
    (move,) = one.play().view().moves
    assert move.reached == 27


def test_figure_leftover_steps() -> None:
    one = figure("A 6 can move three pieces: the Cone on 29 needed two steps to bear off")
    play = before(one)
    assert play.view().throw == 6
    play.act("29-off")
    assert play.view().left == 6 - 2
    says(one.caption, "the one on 28 needed three of the four left over", "the Cone on 21 may use the last one")
    play.act("28-off")
    assert play.view().left == 1
    assert play.dump() == one.play().dump()
    assert play.legal() == ["stop", "21-22"]
    says(one.caption, "Then the Cones throw again.")
    play.act("21-22")
    assert may_throw_again(play)


def test_figure_the_end() -> None:
    one = figure("The last Cone is on 28 when the Cones throw a 6. Three steps bear it off")
    assert squares(before(one), CONES) == [28]
    assert before(one).view().moves[0].left == 6 - 3
    says(one.caption, "the game is over: the Cones win")
    assert one.play().is_over
    assert one.play().scores() == [1, 0]
    says(PAGE, "wins immediately, with 1 point to 0")


# The lesson


def test_all_steps_are_replayed_here() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert [title for title in STEPS if f'STEPS["{title}"]' not in source] == []
    assert LESSON
    says(LESSON.sentence, "ten short steps")
    assert len(STEPS) == 10


def test_step_the_sticks() -> None:
    step = STEPS["The sticks"]
    says(step.words, "the first player to get all their pieces past square 30 wins", "you threw a 4", "the one on 10")
    play = shown(step)
    assert max(squares(play, CONES)) == 10
    assert play.view().throw == 4
    says(step.wrong, "That's legal too")
    assert play.legal() == ["8-12", *step.right]
    says(step.well, "After a 1, 4 or 6 you throw again; after a 2 or 3 it's your opponent's turn.")
    assert may_throw_again(shown(step, "10-14"))
    for throw in (1, 2, 3, 4, 6):
        start = pyramidion.load("senet", f"10/c9/r9 c {throw} - 1", dice=None)
        start.act("11")
        assert may_throw_again(start) == (throw in (1, 4, 6))


def test_step_swapping_places() -> None:
    step = STEPS["Swapping places"]
    says(step.words, "You threw a 2. Send a Reel back.")
    assert shown(step).view().throw == 2
    swaps = [move.text for move in shown(step).view().moves if move.swaps]
    assert swaps == step.right == ["12-14"]
    says(step.well, "You gain two squares and the Reel loses two.")
    after = shown(step, "12-14")
    assert 14 in squares(after, CONES)
    assert 12 in squares(after, REELS)
    says(step.wrong, "Legal, but there's no Reel there.", "two squares ahead of a Cone")
    assert set(shown(step).legal()) - set(swaps)


def test_step_pairs_and_blocks() -> None:
    step = STEPS["Pairs and blocks"]
    says(step.words, "You threw a 3.", "jump over the two Reels on 8 and 9")
    play = shown(step)
    assert play.view().throw == 3
    assert squares(play, REELS) == [8, 9, 16, 17, 18]
    assert end(play, 7) == 10
    says(step.well, "The Cones on 5 and 15 couldn't move: one would land on the pair, the other on the block.")
    assert "the piece on 8 is protected" in refusal(play, "5-8")
    assert "block on 16, 17, 18" in refusal(play, "15-18")
    says(step.wrong, "That's legal", "move the Cone right behind the pair")
    assert play.legal() == ["7-10", "21-24", "22-25"]


def test_step_safe_squares_and_bounces() -> None:
    step = STEPS["Safe squares and bounces"]
    says(step.words, "You threw a 4, and there's a Reel on 26.", "the Cone on 22")
    play = shown(step)
    assert play.view().throw == 4
    assert play.view().squares[25] == REELS
    says(step.well, "26 was occupied, so you ended on 25. You used 3 of your 4 steps; the fourth isn't lost.")
    assert end(play, 22) == 25
    assert shown(step, "22-26").view().left == 1
    assert shown(step, "22-26").view().may_stop


def test_step_leftover_steps() -> None:
    step = STEPS["Leftover steps"]
    assert shown(STEPS["Safe squares and bounces"], "22-26").dump() == step.position, "it goes on from the step before"
    says(
        step.words,
        "One step of your 4 is left over. Another Cone may use it (not the one that bounced), or you can decline.",
    )
    assert shown(step).legal() == ["stop", "13-14", "18-19", "20-21"]
    assert "has already moved" in refusal(shown(step), "25-26")
    after = shown(step, *step.right)
    says(step.well, "The pair on 19 and 20 can't be attacked", "you still throw again, because you threw a 4")
    assert {19, 20} <= set(squares(after, CONES))
    assert may_throw_again(after)
    says(step.wrong, "it doesn't make a pair")
    for wrong in ("13-14", "20-21"):
        cones = squares(shown(step, wrong), CONES)
        assert not any(square + 1 in cones for square in cones)


def test_step_the_water() -> None:
    step = STEPS["The water"]
    says(step.words, "You threw a 3, which would take the Cone on 24 into the water.")
    assert shown(step).legal() == ["12-15", "24-27", "26-29"]
    assert end(shown(step), 24) == 15
    says(step.remarks["24-27"], "Back to 15, twelve squares behind the water.")
    assert rules.WATER - 15 == 12
    says(step.words, "if that is occupied, to 1 or the next free square")
    occupied = pyramidion.load("senet", "10/1c2r5/3c1c4 c 3 - 50", dice=None)
    assert end(occupied, 24) == 1
    says(step.well, "You only have to drown if no other piece can move forward.")
    assert pyramidion.load("senet", "r9/10/3c6 c 3 - 50", dice=None).legal() == ["24-27"]


def test_step_drowned_by_a_bounce() -> None:
    step = STEPS["Drowned by a bounce"]
    says(step.words, "Watch the Reel on 26 with a 2: 28 is occupied by your Cone, so it bounces into 27 and drowns.")
    play = pyramidion.load("senet", step.position, dice=None)
    assert play.view().squares[27] == CONES
    play.act("throw 2")
    (move,) = [move for move in play.view().moves if move.start == 26]
    assert (move.target, move.reached, move.end, move.left) == (28, 27, 15, 1)
    says(step.words, "(Its leftover step moves another Reel.)", "Now you threw a 4.")
    assert [action for who, action in step.before if who == REELS] == ["26-28", "8-9"]
    says(step.words, "There's a Reel on 29 and your own Cone on 28.")
    play = shown(step)
    assert (play.view().throw, play.view().squares[27], play.view().squares[28]) == (4, CONES, REELS)
    dry = [move.text for move in play.view().moves if move.reached != rules.WATER]
    assert sorted(step.right) == sorted(dry)
    assert play.legal() == ["5-9", "13-17", "25-29"]
    says(step.well, "The Cone on 25 would have bounced off 29 and 28 into the water.")
    says(
        step.remarks["25-29"],
        "29 and 28 are both occupied",
        "With the drowned Reel on 15, your Cone goes all the way back to 1.",
    )
    assert play.view().squares[14] == REELS
    assert end(play, 25) == 1


def test_step_first_clear_the_first_row() -> None:
    step = STEPS["First clear the first row"]
    says(step.words, "You threw a 3. Tap the Cone on 29 to see why it can't move")
    assert shown(step).view().throw == 3
    assert "in the first row, on 9 (S-29)" in refusal(shown(step), "29-off")
    assert shown(step).legal() == step.right
    says(step.well, "Now the first row is clear: from 29, a 2 or more bears off.")
    for throw in (1, 2, 3, 4, 6):
        play = shown(step, *step.right)
        State.of(play.state).seat = CONES
        play.act(f"throw {throw}")
        assert ("29-off" in play.legal()) == (throw >= 2)


def test_step_bearing_off() -> None:
    step = STEPS["Bearing off"]
    says(step.words, "From 30 a 1 is enough", "You threw a 4. Bear off the Cone on 30.")
    play = shown(step, "30-off")
    says(step.well, "One step bears off, three are left over: the Cone on 25 goes to 28. And you throw again.")
    assert play.view().left == 3
    assert play.legal() == ["stop", "25-28"]
    assert list(step.replies) == [(CONES, "25-28")]
    play.act("25-28")
    assert may_throw_again(play)
    says(step.wrong, "Bear off the Cone on 30 first")
    assert shown(step).legal() == ["25-29", "30-off"]


def test_step_moving_back() -> None:
    step = STEPS["Moving back"]
    says(step.words, "You threw a 2, and the block on 16–18 stops both Cones.")
    play = shown(step)
    assert play.view().throw == 2
    assert play.view().backward
    assert play.legal() == ["14-12", "15-13"]
    says(step.well, "You lose two squares, and the Reel on 13 gains nothing")
    assert squares(shown(step, "14-12"), CONES) == [12, 15]
    assert 13 in squares(shown(step, "14-12"), REELS)
    says(step.remarks["15-13"], "the Reel on 13 moved up to 15, and now the block is four Reels long")
    assert squares(shown(step, "15-13"), REELS) == [15, 16, 17, 18]
