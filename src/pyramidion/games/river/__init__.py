"""A River in Egypt: two banks, or three, contest nine segments of the Nile."""

from pyramidion.game import Choice, Game, Option, Preset

_NAME = r"[^\s=,]{1,20}"

GAME = Game(
    name="river",
    title="A River in Egypt",
    sentence="Play pyramids beside nine segments of river, and claim each one where you can prove that your set is best.",
    credit="A game for Looney pyramids; its author is unknown to us",
    package=__name__,
    version=1,
    seats=(2, 3),
    seat_names=("Thebes", "Memphis", "Giza"),
    options=(
        Option(
            name="hands",
            title="Hands",
            explanation="Whether everybody sees everybody's hand.",
            choices=(
                Choice("open", "all hands lie open, and proofs count what is in them"),
                Choice("hidden", "you see your own hand, and of the others' only the sizes"),
            ),
            default="open",
            ruling="R-11",
        ),
        Option(
            name="run",
            title="Run",
            explanation="What three different sizes in exactly two colours are.",
            choices=(
                Choice("strict", "no set: a run has three colours"),
                Choice("loose", "a run, like three sizes in three colours"),
            ),
            default="strict",
            ruling="R-01",
        ),
        Option(
            name="claims",
            title="Claims a turn",
            explanation="How many segments may be claimed in one turn.",
            choices=(Choice("one", "one"), Choice("unlimited", "as many as can be proven")),
            default="one",
            ruling="R-17",
        ),
        Option(
            name="river",
            title="Order of the river",
            explanation="How the nine river pieces lie between two players. With three players, see the three rivers.",
            choices=(
                Choice("random", "shuffled"),
                Choice("by_size", "three large, three medium, three small"),
                Choice("in_turn", "large, medium, small, three times over"),
            ),
            default="random",
            ruling="R-08",
        ),
        Option(
            name="confluence",
            title="The three rivers",
            explanation="How the nine river pieces are spread over the three rivers of three players.",
            choices=(
                Choice("random", "shuffled over all three rivers"),
                Choice("balanced", "a large, a medium and a small in each river"),
            ),
            default="random",
            ruling="R-08, R-30",
        ),
        Option(
            name="starter",
            title="Who starts",
            explanation="Who has the first turn.",
            choices=(
                Choice("random", "anybody, by lot"),
                Choice("weaker_hand", "who was dealt the weakest set; among equals by lot"),
                Choice("first_seat", "the first seat"),
            ),
            default="random",
            ruling="R-09, R-10",
        ),
        Option(
            name="palette",
            title="Colours",
            explanation="What the five colours are, best first. Texts always write them K, R, Y, G, B.",
            choices=(
                Choice("rainbow", "black, red, yellow, green, blue"),
                Choice("xeno", "orange, cyan, purple, white, clear"),
                Choice("own", "five colours of your own"),
            ),
            default="rainbow",
            ruling="R-07",
        ),
        Option(
            name="colours",
            title="Colours of your own",
            explanation="Five different names, best first, with commas and without blanks between them.",
            choices=(),
            default="Black,Red,Yellow,Green,Blue",
            ruling="R-07",
            scope="table",
            pattern=rf"(?!(?:.*,)?([^,]+),(?:.*,)?\1(?:,|$))(?:{_NAME},){{4}}{_NAME}",
        ),
    ),
    presets=(
        Preset("usual", "One river", "For two, with open hands.", 2, {}),
        Preset("secret", "Secret hands", "For two, and nobody sees the other's hand.", 2, {"hands": "hidden"}),
        Preset("confluence", "Confluence", "For three: three rivers that meet.", 3, {}),
    ),
    actions=167,
    seat_actions=145,
    usual_length=70,
    widest=27,
    longest=400,
    unit=6,
    total=6,
    ladder=(60, 200, 900, 12_000),
)
