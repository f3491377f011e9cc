"""Egyptian War, the card game of challenges and slaps."""

from pyramidion.game import Choice, Game, Option, Preset


def _pattern(name: str, title: str, explanation: str) -> Option:
    """An extra pattern to slap."""
    choices = (Choice(False, "it is not slapped"), Choice(True, "it may be slapped"))
    return Option(name, title, explanation, choices, default=False, ruling="E-28")


GAME = Game(
    name="egyptian_war",
    title="Egyptian War",
    sentence="Turn cards on a common pile, answer face cards, and be the first to slap a pair: who gets every card wins.",
    credit="A traditional card game, also known as Egyptian Ratscrew; its authors are unknown to us",
    package=__name__,
    version=1,
    seats=(2, 3, 4, 5, 6, 7, 8),
    seat_names=("Ra", "Isis", "Horus", "Bastet", "Thoth", "Hathor", "Anubis", "Sekhmet"),
    options=(
        Option(
            name="second_pack",
            title="A second pack",
            explanation="Whether six and more play with 104 cards. Up to five always play with 52.",
            choices=(Choice(False, "one pack, 52 cards"), Choice(True, "two packs, 104 cards, from six seats on")),
            default=False,
            ruling="E-02",
        ),
        Option(
            name="burn",
            title="A false slap costs",
            explanation="How many cards, from the bottom of one's deck, go face down beneath the pile for a slap in vain.",
            choices=(
                Choice(1, "one card, and no more slaps at this card"),
                Choice(0, "no card, but no slaps at this card and the next"),
                Choice(2, "two cards, and no more slaps at this card"),
                Choice(3, "three cards, and no more slaps at this card"),
            ),
            default=1,
            ruling="E-14",
        ),
        Option(
            name="slap_in",
            title="Slapping back in",
            explanation="Whether somebody without cards may come back by a slap.",
            choices=(
                Choice("always", "as long as the game lasts"),
                Choice("never", "who has no cards is out, unless a face card of theirs is still to be answered"),
                *(Choice(n, f"until {n} false slap{'s' if n > 1 else ''} without a card") for n in range(1, 6)),
            ),
            default="always",
            ruling="E-23",
        ),
        Option(
            name="run_out",
            title="Out of cards in a challenge",
            explanation="What happens when the challenged player has no cards left, but chances.",
            choices=(
                Choice("challenger", "the face card was not beaten: the challenger takes the pile"),
                Choice("next", "the next player with cards gets the chances that are left"),
            ),
            default="challenger",
            ruling="E-20",
        ),
        Option(
            name="last_with_cards_wins",
            title="Last with cards wins",
            explanation="What happens when one player alone has cards and no face card is to be answered.",
            choices=(
                Choice(False, "this player goes on alone until the pile is taken"),
                Choice(True, "this player takes the pile, and so wins, if nobody slaps it first"),
            ),
            default=False,
            ruling="E-24",
        ),
        Option(
            name="card_limit",
            title="Limit by cards",
            explanation="When this many cards have been turned, whoever has most when the next pile is taken wins.",
            choices=(
                Choice("usual", "10000 cards, 20000 from six seats on"),
                *(Choice(cards, f"{cards} cards") for cards in (250, 500, 1000, 2000, 5000)),
            ),
            default="usual",
            ruling="E-26",
        ),
        Option(
            name="time_limit",
            title="Limit by time",
            explanation="When this time is over, whoever has most when the next pile is taken wins.",
            choices=(
                Choice("none", "no limit"),
                *(Choice(minutes, f"{minutes} minutes") for minutes in (3, 5, 10, 15, 20, 30)),
            ),
            default="none",
            ruling="E-26",
        ),
        _pattern("marriage", "Marriage", "A king and a queen on each other."),
        _pattern("top_bottom", "Top and bottom", "The top card has the rank of the first face-up card of the pile."),
        _pattern("tens", "Tens", "The two top cards make ten together, the ace counting one."),
        _pattern("runs", "Runs of four", "The four top cards are in sequence, up or down; the ace is high or low."),
        Option(
            name="take_window",
            title="Time to slap before a pile is taken",
            explanation="How long a pile that is won without a slap may still be slapped, in milliseconds.",
            choices=tuple(Choice(ms, f"{ms / 1000:g} seconds") for ms in (1500, 500, 1000, 2000, 3000)),
            default=1500,
            ruling="E-10",
            scope="table",
        ),
        Option(
            name="pace",
            title="Pace",
            explanation="How long every card lies on top at least, in milliseconds.",
            choices=tuple(Choice(ms, f"{ms / 1000:g} seconds") for ms in (400, 200, 600, 800, 1200)),
            default=400,
            ruling="E-11",
            scope="table",
        ),
        Option(
            name="auto_play",
            title="Waiting for a card",
            explanation="After how many seconds the card of somebody who does not play is played for them.",
            choices=tuple(Choice(seconds, f"{seconds} seconds") for seconds in (10, 3, 5, 20, 30)),
            default=10,
            ruling="E-11",
            scope="table",
        ),
        Option(
            name="tie_window",
            title="Equally fast",
            explanation="Two slaps that are no further apart than this, in milliseconds, are a tie.",
            choices=tuple(Choice(ms, f"{ms} milliseconds") for ms in (12, 0, 6, 25, 50)),
            default=12,
            ruling="E-13",
            scope="table",
        ),
    ),
    presets=(
        Preset("usual", "A quick war", "For two, at most five minutes.", 2, {"time_limit": 5}),
        Preset("whole", "To the last card", "For two, until somebody has all 52 cards.", 2, {}),
        Preset("four", "Four hands", "For four, at most ten minutes.", 4, {"time_limit": 10}),
        Preset(
            "wild",
            "Everything slaps",
            "Marriages, tens, runs, top and bottom as well.",
            2,
            {"time_limit": 5, "marriage": True, "top_bottom": True, "tens": True, "runs": True},
        ),
    ),
    actions=65,
    seat_actions=2,
    usual_length=150,
    widest=52,
    longest=420_000,
    unit=840,
    total=840,
    real_time=True,
)
