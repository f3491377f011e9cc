"""Senet, the race of two armies along thirty squares."""

from pyramidion.game import Choice, Game, Option, Preset

GAME = Game(
    name="senet",
    title="Senet",
    sentence="Throw the sticks and race your pieces along thirty squares, past blocks and the water.",
    credit="After the rules in the 1996 CD-ROM game Pyramid: Challenge of the Pharaoh's Dream",
    package=__name__,
    version=1,
    seats=(2,),
    seat_names=("Cones", "Reels"),
    options=(
        Option(
            name="pieces",
            title="Pieces",
            explanation="How many pieces each side has. They start on alternate squares.",
            choices=(Choice(5, "five each, on squares 1 to 10"), Choice(7, "seven each, on squares 1 to 14")),
            default=5,
            ruling="S-01",
        ),
        Option(
            name="same_row",
            title="Pairs and blocks only within a row",
            explanation="Whether pieces on either side of a corner (10 and 11, 20 and 21) are side by side.",
            choices=(
                Choice(False, "neighbours along the track count, round corners too"),
                Choice(True, "only neighbours in the same row count"),
            ),
            default=False,
            ruling="S-11",
        ),
        Option(
            name="bounce_skips_water",
            title="A bounce skips the water",
            explanation="What happens when a bounce reaches the water.",
            choices=(
                Choice(False, "the water is a free square: the piece drowns"),
                Choice(True, "it skips the water and takes the next free square"),
            ),
            default=False,
            ruling="S-23",
        ),
        Option(
            name="exact_bear_off",
            title="Exact finish",
            explanation="Whether a throw that is too high bears a piece off.",
            choices=(
                Choice(False, "it does, and another piece may use the leftover steps"),
                Choice(True, "it doesn't: every piece needs the exact number"),
            ),
            default=False,
            ruling="S-28",
        ),
        Option(
            name="throw_off",
            title="Throw for the start",
            explanation="Who goes first.",
            choices=(
                Choice(False, "the Cones, on the even squares"),
                Choice(True, "both players throw until exactly one of them throws a 1; that player goes first"),
            ),
            default=False,
            ruling="S-03",
        ),
        Option(
            name="null_bounce",
            title="Bounce back to the start",
            explanation="What happens if a bounce would end on the square where the piece started.",
            choices=(
                Choice(False, "that move isn't legal"),
                Choice(True, "it is legal: the piece stays, and another may use the whole throw"),
            ),
            default=False,
            ruling="S-24",
        ),
    ),
    presets=(
        Preset("usual", "Five pieces", "The usual race.", 2, {}),
        Preset("long", "Seven pieces", "A longer race, with more blocks.", 2, {"pieces": 7}),
        Preset(
            "letter",
            "By the letter",
            "Five pieces, and a bounce back to the start is a move, as the original text has it.",
            2,
            {"null_bounce": True},
        ),
        Preset("exact", "Exact finish", "Every piece needs the exact number to bear off.", 2, {"exact_bear_off": True}),
    ),
    actions=38,
    seat_actions=31,
    usual_length=200,
    functions=89,
    widest=8,
    longest=16_000,
    unit=2,
    total=2,
    ladder=(10, 80, 640, 20_000),
    seats_by_lot=True,
    rematch="in_turn",
)
