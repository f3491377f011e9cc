"""A game for tests, with a secret in it: both seats are dealt one of four cards; the first says whether high or low wins."""

from pyramidion.game import Choice, Game, Option

GAME = Game(
    name="toy",
    title="Toy",
    sentence="The first seat says whether high or low wins.",
    credit="ours",
    package=__name__,
    version=1,
    seats=(2,),
    seat_names=("first", "second"),
    options=(
        Option(
            "open", "Open cards", "Whether cards are dealt openly.", (Choice(False, ""), Choice(True, "")), False, "T-01"
        ),
    ),
    actions=6,
    widest=4,
    longest=3,
    unit=2,
    total=2,
)
