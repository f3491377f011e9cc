"""Pyramid Poker, for two who build a pyramid together and take it apart against each other."""

from pyramidion.game import Choice, Game, Option, Preset

GAME = Game(
    name="pyramid_poker",
    title="Pyramid Poker",
    sentence="Build a pyramid of thirty blocks with your opponent, then take it apart for three poker hands each.",
    credit="Designed by Aaron Weissblum and Norman Woods, published by R&R Games in 2016",
    package=__name__,
    version=1,
    seats=(2,),
    seat_names=("Lotus", "Papyrus"),
    options=(
        Option(
            name="scoring",
            title="Scoring",
            explanation="What a round is worth.",
            choices=(
                Choice("basic", "who wins two of the three hands wins the round"),
                Choice("advanced", "hands score by what they are and by what they win; the difference counts"),
            ),
            default="basic",
            ruling="P-18, P-20",
        ),
        Option(
            name="match",
            title="Length of the match",
            explanation="When it ends. In basic scoring every round won is one point.",
            choices=(
                Choice("round", "after one round"),
                Choice(7, "after the round in which somebody reaches 7 points"),
                Choice(11, "after the round in which somebody reaches 11 points"),
            ),
            default="round",
            ruling="P-24",
        ),
        Option(
            name="starter",
            title="Who begins",
            explanation="Who places the first block of the first round.",
            choices=(
                Choice("random", "chance decides"),
                Choice("tut_tut", "the first to say “Tut Tut”; chance, if nobody does within ten seconds"),
            ),
            default="random",
            ruling="P-02",
        ),
        Option(
            name="taking",
            title="Who takes first",
            explanation="Who takes the first block from the finished pyramid.",
            choices=(
                Choice("first", "who placed the first block: the turns just go on"),
                Choice("second", "who placed the last block, to make up for having begun second"),
            ),
            default="first",
            ruling="P-07",
        ),
        Option(
            name="next_starter",
            title="Who begins the next round",
            explanation="Who places the first block of every later round of a match.",
            choices=(
                Choice("alternates", "the two in turn"),
                Choice("loser", "who lost the round before; the other one than last time, if it was drawn"),
                Choice("tut_tut", "the first to say “Tut Tut”; chance, if nobody does within ten seconds"),
            ),
            default="alternates",
            ruling="P-25",
        ),
        Option(
            name="wheel",
            title="Wheel",
            explanation="Whether an ace may also be the lowest card of a straight.",
            choices=(Choice(True, "A-2-3-4-5 is a straight, five high"), Choice(False, "it is just ace high")),
            default=True,
            ruling="P-16",
        ),
        Option(
            name="comparison",
            title="Which hands meet",
            explanation="Which hand of the one is compared with which of the other.",
            choices=(
                Choice("position", "left with left, centre with centre, right with right"),
                Choice("sorted", "the best with the best, then the second, then the third"),
            ),
            default="position",
            ruling="P-11",
        ),
    ),
    presets=(
        Preset("usual", "One round", "Who wins two of the three hands wins.", 2, {}),
        Preset(
            "match",
            "A match to 7",
            "Rounds until somebody has seven points, with the advanced scoring.",
            2,
            {"scoring": "advanced", "match": 7},
        ),
        Preset("tut_tut", "Tut Tut", "Whoever says it first begins.", 2, {"starter": "tut_tut"}),
    ),
    actions=226,
    seat_actions=170,
    usual_length=90,
    widest=53,
    longest=13_000,
    unit=2,
    total=2,
    ladder=(15, 70, 400, 8000),
)
