"""Seega, a war of stones on five by five squares: a game for Pyramidion that is not a part of it."""

from pyramidion.game import Choice, Game, Option

GAME = Game(
    name="seega",
    title="Seega",
    sentence="Place your stones, then catch your opponent's between two of yours.",
    credit="traditional, from Egypt; authors unknown to us",
    package=__name__,
    version=1,
    seats=(2,),
    seat_names=("Sand", "Coal"),
    options=(
        Option(
            name="refuge",
            title="Safe centre",
            explanation="Whether a stone on the centre can be captured.",
            choices=(Choice(True, "a stone on the centre is safe"), Choice(False, "it can be captured like any other")),
            default=True,
            ruling="G-06",
        ),
    ),
    actions=126,
    widest=41,  # there are 40 pairs of squares beside each other, and one may stop
    longest=1100,
    unit=2,
    total=2,
    usual_length=150,
    functions=60,
)
