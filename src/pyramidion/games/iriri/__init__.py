"""Iriri, crosswords of pyramids from a dictionary that shrinks."""

from pyramidion.game import Choice, Game, Option, Preset

GAME = Game(
    name="iriri",
    title="Iriri",
    sentence="Lay pyramids crosswise into words that stand in a circle of pyramids, which shrinks as you refill your hand.",
    credit="Designed by th555 (Hoembla), 2022",
    package=__name__,
    version=1,
    seats=(2, 3, 4),
    seat_names=("Yellow", "Blue", "Red", "Green"),
    options=(
        Option(
            name="loop",
            title="The loop of the dictionary",
            explanation="Whether a word may run round the circle and use the same piece of the dictionary again.",
            choices=(
                Choice("infinite", "it may: the circle is an infinite loop, and words can be longer than it"),
                Choice("once", "it may run past the end, but uses each piece once at most"),
            ),
            default="infinite",
            ruling="I-12",
        ),
        Option(
            name="no_opening",
            title="When the first player can't open",
            explanation="What happens if no two pieces of the first hand are neighbours in the dictionary.",
            choices=(
                Choice("pass", "that player passes, and whoever lays the first word scores it as the opening"),
                Choice("reshuffle", "the dictionary is laid out anew until that player can open; the hands stay"),
            ),
            default="pass",
            ruling="I-04",
        ),
    ),
    presets=(
        Preset("usual", "Two", "Each of the two with a colour of their own.", 2, {}),
        Preset("three", "Three", "A wider circle.", 3, {}),
        Preset("four", "Four", "The widest circle.", 4, {}),
    ),
    actions=159_807,
    seat_actions=159_792,
    usual_length=33,
    # A group of n pieces has at most 2 n + 2 empty cells beside it; a full hand leaves at most 45 on the board. Through each
    # of those 92 cells go at most 3 single pieces and, on each axis, 12 placements that begin on it, 12 that begin one
    # cell before it, and 6 that begin two cells before.
    widest=92 * (3 + 2 * 30),
    # 21 times 48 pieces dealt and 20 reshuffles; 48 placements, each with a skip, 36 takes; 3 passes between any two
    # placements, and 4 at the end.
    longest=21 * 48 + 20 + 48 * 2 + 36 + 48 * 3 + 4,
    unit=2,
    total=None,
    ladder=(3, 15, 68, 250),
)
