"""Pyramid Poker, for two who build a pyramid together and take it apart against each other."""

from pyramidion.game import Choice, Game, Option, Preset, Rung

GAME = Game(
    name="pyramid_poker",
    title="Pyramid Poker",
    sentence="Build a pyramid of thirty blocks with your opponent, then take it apart to make three poker hands each.",
    credit="Designed by Aaron Weissblum and Norman Woods, published by R&R Games in 2016",
    package=__name__,
    version=1,
    seats=(2,),
    seat_names=("Lotus", "Papyrus"),
    options=(
        Option(
            name="scoring",
            title="Scoring",
            explanation="How a round is scored.",
            choices=(
                Choice("basic", "win two of the three hands to win the round"),
                Choice("advanced", "hands and wins score points; the higher total scores the difference"),
            ),
            default="basic",
            ruling="P-18, P-20",
        ),
        Option(
            name="match",
            title="Match length",
            explanation=(
                "How long you play: one round, or with advanced scoring to 7 unless you choose otherwise. In a match with"
                " basic scoring, each round won is one point."
            ),
            choices=(
                Choice("round", "after one round"),
                Choice(7, "at the end of the round in which a player reaches 7 points"),
                Choice(11, "at the end of the round in which a player reaches 11 points"),
            ),
            default="round",
            default_with={("scoring", "advanced"): 7},
            ruling="P-24",
        ),
        Option(
            name="starter",
            title="Who goes first",
            explanation="Who places the first block of the first round.",
            choices=(
                Choice("random", "random"),
                Choice("tut_tut", 'the first to say "Tut Tut"; random if nobody does within ten seconds'),
            ),
            default="random",
            default_between_people="tut_tut",
            ruling="P-02",
        ),
        Option(
            name="taking",
            title="Who takes first",
            explanation="Who takes the first block from the finished pyramid.",
            choices=(
                Choice("first", "whoever placed the first block: turns simply continue"),
                Choice("second", "the second player, to balance going second"),
            ),
            default="first",
            ruling="P-07",
        ),
        Option(
            name="next_starter",
            title="Who goes first in later rounds",
            explanation="Who places the first block of each later round of a match.",
            choices=(
                Choice("alternates", "players alternate"),
                Choice("loser", "the loser of the last round; after a draw, players alternate"),
                Choice("tut_tut", 'the first to say "Tut Tut"; random if nobody does within ten seconds'),
            ),
            default="alternates",
            ruling="P-25",
        ),
        Option(
            name="wheel",
            title="Ace-low straight",
            explanation="Can an ace be the lowest card of a straight?",
            choices=(Choice(True, "yes: A-2-3-4-5 is a straight, five high"), Choice(False, "no: it is only ace high")),
            default=True,
            ruling="P-16",
        ),
        Option(
            name="comparison",
            title="How hands are paired",
            explanation="Which of your hands plays which of your opponent's.",
            choices=(
                Choice("position", "left with left, centre with centre, right with right"),
                Choice("sorted", "best with best, second with second, third with third"),
            ),
            default="position",
            ruling="P-11",
        ),
    ),
    presets=(
        Preset("usual", "One round", "Win two of the three hands to win.", 2, {}),
        Preset(
            "match",
            "Match to 7",
            "Advanced scoring, until a player has seven points.",
            2,
            {"scoring": "advanced", "match": 7},
        ),
    ),
    actions=226,
    seat_actions=170,
    usual_length=90,
    functions=89,
    widest=53,
    longest=13_000,
    unit=2,
    total=2,
    ladder=(
        Rung(100, 0.8),
        Rung(100, 0.3),
        Rung(100, 0.15),
        Rung(100, 0.06),
        Rung(100),
        Rung(400),
        Rung(1800),
        Rung(20_000, use_judge=True),
    ),
)
