"""Iriri, crosswords of pyramids from a dictionary that shrinks."""

from pyramidion.game import Choice, Game, Option, Preset, Rung

GAME = Game(
    name="iriri",
    title="Iriri",
    sentence=(
        "Place pyramids crossword-style to form words found in a circle of pyramids that shrinks as you refill your hand."
    ),
    credit="Designed by th555 (Hoembla), 2022",
    package=__name__,
    version=1,
    seats=(2, 3, 4),
    seat_names=("Yellow", "Blue", "Red", "Green"),
    options=(
        Option(
            name="loop",
            title="Words around the circle",
            explanation="Can a word go all the way around the dictionary and use a piece of it again?",
            choices=(
                Choice("infinite", "yes: words can go around and around"),
                Choice("once", "no: a word may wrap, but uses each piece only once"),
            ),
            default="infinite",
            ruling="I-12",
        ),
        Option(
            name="no_opening",
            title="If there is no first word",
            explanation="What happens if no two pieces in the first player's hand are neighbours in the dictionary.",
            choices=(
                Choice("pass", "that player passes, and whoever places the first word scores it as the first word"),
                Choice("reshuffle", "the dictionary is reshuffled until they have one; hands stay the same"),
            ),
            default="pass",
            ruling="I-04",
        ),
        Option(
            name="starter",
            title="Who goes first",
            explanation="Which player has the first turn.",
            choices=(
                Choice("random", "random"),
                Choice("first_seat", "the first seat, Yellow"),
            ),
            default="random",
            ruling="I-05",
            implied="first_seat",  # there was no choice before
        ),
        Option(
            name="rematch",
            title="Who goes first in a rematch",
            explanation="Which player has the first turn when the same players play again.",
            choices=(
                Choice("random", "random"),
                Choice("loser", "the loser of the last game"),
            ),
            default="random",
            ruling="I-05",
            scope="table",
        ),
    ),
    presets=(
        Preset("usual", "Two players", "The classic game.", 2, {}),
        Preset("three", "Three players", "A bigger dictionary.", 3, {}),
        Preset("four", "Four players", "The biggest dictionary.", 4, {}),
    ),
    actions=159_811,
    seat_actions=159_792,
    usual_length=33,
    functions=103,
    # A group of n pieces has at most 2 n + 2 empty cells beside it; a full hand leaves at most 45 on the board. Through each
    # of those 92 cells go at most 3 single pieces and, on each axis, 12 placements that begin on it, 12 that begin one
    # cell before it, and 6 that begin two cells before.
    widest=92 * (3 + 2 * 30),
    # 21 times 48 pieces dealt, a starter drawn and 20 reshuffles; 48 placements, each with a skip, 36 takes; 3 passes
    # between any two placements, and 4 at the end.
    longest=21 * 48 + 1 + 20 + 48 * 2 + 36 + 48 * 3 + 4,
    unit=2,
    total=None,
    ladder=(
        Rung(60, 0.8),
        Rung(60, 0.25),
        Rung(60, 0.08),
        Rung(150),
        Rung(500),
        Rung(1700),
        Rung(5800),
        Rung(20_000, use_judge=True),
    ),
)
