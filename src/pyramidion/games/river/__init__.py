"""A River in Egypt: two players, or three, contest nine segments of the Nile."""

from pyramidion.game import Choice, Game, Option, Preset, Rung

_NAME = r"[^\s=,]{1,20}"

GAME = Game(
    name="river",
    title="A River in Egypt",
    sentence="Play pyramids along nine segments of the Nile, and claim those where you can prove your set can't be beaten.",
    credit="A game for Looney pyramids, author unknown",
    package=__name__,
    version=1,
    seats=(2, 3),
    seat_names=("Thebes", "Memphis", "Giza"),
    options=(
        Option(
            name="hands",
            title="Hands",
            explanation="Can players see each other's hands?",
            choices=(
                Choice("open", "yes: all hands are open, and proofs count what is in them"),
                Choice("hidden", "no: of the other hands you only see the sizes"),
            ),
            default="open",
            ruling="R-11",
        ),
        Option(
            name="run",
            title="Run",
            explanation="What three sizes in exactly two colours count as.",
            choices=(
                Choice("strict", "no set: a run needs three colours"),
                Choice("loose", "a run, the same as three sizes in three colours"),
            ),
            default="strict",
            ruling="R-01",
        ),
        Option(
            name="claims",
            title="Claims per turn",
            explanation="How many segments you can claim in one turn.",
            choices=(Choice("one", "one"), Choice("unlimited", "as many as you can prove")),
            default="one",
            ruling="R-17",
        ),
        Option(
            name="river",
            title="Order of the river",
            explanation='How the nine river pieces are laid out for two players. For three, see "The three rivers".',
            choices=(
                Choice("random", "shuffled"),
                Choice("by_size", "three large, three medium, three small"),
                Choice("in_turn", "large, medium, small, repeated three times"),
            ),
            default="random",
            ruling="R-08",
        ),
        Option(
            name="confluence",
            title="The three rivers",
            explanation="How the nine river pieces are split between the three rivers when three play.",
            choices=(
                Choice("random", "shuffled across all three rivers"),
                Choice("balanced", "one large, one medium and one small in each river"),
            ),
            default="random",
            ruling="R-08, R-30",
        ),
        Option(
            name="starter",
            title="Who goes first",
            explanation="Who takes the first turn.",
            choices=(
                Choice("random", "random"),
                Choice("weaker_hand", "the player dealt the weakest set; ties are random"),
                Choice("first_seat", "the player in the first seat"),
            ),
            default="random",
            ruling="R-09, R-10",
        ),
        Option(
            name="palette",
            title="Colours",
            explanation="The five colours, best first. You see their own names and letters; notation always has K R Y G B.",
            choices=(
                Choice("rainbow", "black, red, yellow, green, blue"),
                Choice("xeno", "orange, cyan, purple, white, clear"),
                Choice("own", "your own five, named below"),
            ),
            default="rainbow",
            ruling="R-07",
            scope="table",
        ),
        Option(
            name="colours",
            title="Your own colours",
            explanation="Five different names, best first, separated by commas, no spaces, if the colours are your own.",
            choices=(),
            default="Black,Red,Yellow,Green,Blue",
            ruling="R-07",
            scope="table",
            pattern=rf"(?!(?:.*,)?([^,]+),(?:.*,)?\1(?:,|$))(?:{_NAME},){{4}}{_NAME}",
        ),
    ),
    presets=(
        Preset("usual", "One river", "Two players, open hands.", 2, {}),
        Preset("secret", "Hidden hands", "Two players; you don't see each other's hands.", 2, {"hands": "hidden"}),
        Preset("confluence", "Confluence", "Three players, three rivers that meet.", 3, {}),
    ),
    actions=167,
    seat_actions=145,
    usual_length=70,
    functions=150,
    widest=27,
    longest=400,
    unit=6,
    total=6,
    ladder=(
        Rung(150, 0.3),
        Rung(150, 0.13),
        Rung(150, 0.06),
        Rung(150),
        Rung(500),
        Rung(1700),
        Rung(5500),
        Rung(24_000, use_judge=True),
    ),
)
