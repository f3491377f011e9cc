"""Senet, a race of two sides along thirty squares."""

from pyramidion.game import Choice, Game, Option, Preset, Rung

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
            title="Protection around corners",
            explanation="Do pieces on either side of a corner (10 and 11, 20 and 21) protect each other and form blocks?",
            choices=(
                Choice(False, "yes: neighbours along the track always do"),
                Choice(True, "no: only neighbours in the same row do"),
            ),
            default=False,
            ruling="S-11",
        ),
        Option(
            name="bounce_skips_water",
            title="Bouncing into the water",
            explanation="What happens when a piece bounces back from an occupied safe square and reaches the water.",
            choices=(
                Choice(False, "it stops in the water and drowns"),
                Choice(True, "it skips the water and stops on the next free square"),
            ),
            default=False,
            ruling="S-23",
        ),
        Option(
            name="exact_bear_off",
            title="Exact throw to bear off",
            explanation="Can a throw that is higher than needed bear a piece off?",
            choices=(
                Choice(False, "yes, and another piece may use what's left"),
                Choice(True, "no: every piece needs the exact number"),
            ),
            default=False,
            ruling="S-28",
        ),
        Option(
            name="throw_off",
            title="Who goes first",
            explanation="Which side has the first turn.",
            choices=(
                Choice(False, "the Cones, on the even squares"),
                Choice(True, "both sides throw until only one of them throws a 1; that side goes first"),
            ),
            default=False,
            ruling="S-03",
        ),
        Option(
            name="null_bounce",
            title="Bouncing back to the same square",
            explanation="What happens if a bounce would end on the square where the piece started.",
            choices=(
                Choice(False, "you can't make that move"),
                Choice(True, "you can: the piece stays, and another may use the whole throw"),
            ),
            default=False,
            ruling="S-24",
        ),
    ),
    presets=(
        Preset("usual", "Five pieces", "The standard race.", 2, {}),
        Preset("long", "Seven pieces", "A longer race, with more blocks.", 2, {"pieces": 7}),
        Preset(
            "letter",
            "By the letter",
            "Five pieces, and a piece may bounce back to where it started, as the original text has it.",
            2,
            {"null_bounce": True},
        ),
        Preset(
            "exact", "Exact finish", "Five pieces, and each needs the exact number to bear off.", 2, {"exact_bear_off": True}
        ),
    ),
    actions=38,
    seat_actions=31,
    usual_length=200,
    functions=89,
    widest=8,
    longest=16_000,
    unit=2,
    total=2,
    ladder=(
        Rung(200, 0.25, use_judge=True),
        Rung(200, 0.08, use_judge=True),
        Rung(200, 0.032, use_judge=True),
        Rung(200, 0.02, use_judge=True),
        Rung(200, 0.01, use_judge=True),
        Rung(200, 0.005, use_judge=True),
        Rung(200, 0.0025, use_judge=True),
        Rung(20_000, use_judge=True),
    ),
    seats_by_lot=True,
    rematch="in_turn",
)
