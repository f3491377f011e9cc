"""Senet, the race of two armies along thirty squares."""

from pyramidion.game import Choice, Game, Option, Preset

GAME = Game(
    name="senet",
    title="Senet",
    sentence="Race your army along thirty squares, past blocks and the water, by the throw of four sticks.",
    credit="After the rules in the 1996 CD-ROM game Pyramid: Challenge of the Pharaoh's Dream",
    package=__name__,
    version=1,
    seats=(2,),
    seat_names=("Cones", "Reels"),
    options=(
        Option(
            name="pieces",
            title="Pieces",
            explanation="How many pieces each side has. They start on the even and the odd squares.",
            choices=(Choice(5, "five each, on squares 1 to 10"), Choice(7, "seven each, on squares 1 to 14")),
            default=5,
            ruling="S-01",
        ),
        Option(
            name="same_row",
            title="Side by side only in one row",
            explanation="Whether pieces on both sides of a corner (10 and 11, 20 and 21) stand side by side.",
            choices=(
                Choice(False, "neighbours along the track protect each other, also round a corner"),
                Choice(True, "only neighbours in the same row of the board do"),
            ),
            default=False,
            ruling="S-11",
        ),
        Option(
            name="bounce_skips_water",
            title="A bounce skips the water",
            explanation="What happens to a piece that is sent back from an occupied safe square and comes to the water.",
            choices=(
                Choice(False, "the water is an open square: the piece drowns"),
                Choice(True, "it passes over the water to the next open square"),
            ),
            default=False,
            ruling="S-23",
        ),
        Option(
            name="exact_bear_off",
            title="Leave by an exact throw only",
            explanation="Whether a throw that is higher than needed takes a piece off the board.",
            choices=(
                Choice(False, "it does, and another piece may use the rest"),
                Choice(True, "it does not: the number must fit"),
            ),
            default=False,
            ruling="S-28",
        ),
        Option(
            name="throw_off",
            title="Throw for the start",
            explanation="Who begins.",
            choices=(
                Choice(False, "the cones, who stand on the even squares"),
                Choice(True, "both throw until exactly one of them throws a 1; that side begins"),
            ),
            default=False,
            ruling="S-03",
        ),
    ),
    presets=(
        Preset("usual", "Five pieces", "The usual race.", 2, {}),
        Preset("long", "Seven pieces", "A longer race, with more walls.", 2, {"pieces": 7}),
        Preset(
            "exact",
            "By the letter",
            "Seven pieces, and the last one goes home by an exact throw only.",
            2,
            {"pieces": 7, "exact_bear_off": True},
        ),
    ),
    actions=38,
    seat_actions=31,
    usual_length=200,
    widest=8,
    longest=16_000,
    unit=2,
    total=2,
    ladder=(10, 80, 640, 20_000),
)
