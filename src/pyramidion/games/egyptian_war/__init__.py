"""Egyptian War, the card game of challenges and slaps."""

from pyramidion.game import Choice, Game, Option, Preset


def _pattern(name: str, title: str, explanation: str) -> Option:
    """An extra pattern to slap."""
    choices = (Choice(False, "off"), Choice(True, "on"))
    return Option(name, title, explanation, choices, default=False, ruling="E-28")


GAME = Game(
    name="egyptian_war",
    title="Egyptian War",
    sentence="Turn over cards, beat face cards, and be the first to slap a double. Collect every card to win.",
    credit="A traditional card game, also known as Egyptian Ratscrew",
    package=__name__,
    version=1,
    seats=(2, 3, 4, 5, 6, 7, 8),
    seat_names=("Ra", "Isis", "Horus", "Bastet", "Thoth", "Hathor", "Anubis", "Sekhmet"),
    options=(
        Option(
            name="second_pack",
            title="Second pack",
            explanation="Do six or more players use 104 cards? Up to five always use 52.",
            choices=(Choice(False, "one pack, 52 cards"), Choice(True, "two packs, 104 cards, with six or more players")),
            default=False,
            ruling="E-02",
        ),
        Option(
            name="burn",
            title="Penalty for a false slap",
            explanation="How many cards you burn: from the bottom of your deck, face down under the pile.",
            choices=(
                Choice(1, "one card, and you can't slap this card again"),
                Choice(0, "no cards, but you can't slap this card or the next"),
                Choice(2, "two cards, and you can't slap this card again"),
                Choice(3, "three cards, and you can't slap this card again"),
                Choice("none", "nothing, as in the original: blind slapping pays"),
            ),
            default=1,
            ruling="E-14",
        ),
        Option(
            name="slap_in",
            title="Slapping back in",
            explanation="Can a player without cards slap their way back into the game?",
            choices=(
                Choice("always", "yes, at any time"),
                Choice("never", "no: players without cards are out, unless their face card is still unanswered"),
                *(Choice(n, f"yes, until {n} false slap{'s' if n > 1 else ''} after running out") for n in range(1, 6)),
            ),
            default="always",
            ruling="E-23",
        ),
        Option(
            name="run_out",
            title="Running out during a challenge",
            explanation="What happens when the challenged player runs out of cards with chances left.",
            choices=(
                Choice("challenger", "the challenger takes the pile"),
                Choice("next", "the next player with cards gets the remaining chances"),
            ),
            default="challenger",
            ruling="E-20",
        ),
        Option(
            name="last_with_cards_wins",
            title="Last with cards wins",
            explanation="What happens when only one player has cards left and there is no face card to beat.",
            choices=(
                Choice(False, "they keep turning over cards until the pile is taken"),
                Choice(True, "they take the pile and win, unless someone slaps it first"),
            ),
            default=False,
            ruling="E-24",
        ),
        Option(
            name="card_limit",
            title="Card limit",
            explanation="After this many cards, the game ends when the next pile is taken. Most cards wins.",
            choices=(
                Choice("usual", "10,000 cards, or 20,000 with six or more players"),
                *(Choice(cards, f"{cards:,} cards") for cards in (250, 500, 1000, 2000, 5000)),
            ),
            default="usual",
            ruling="E-26",
        ),
        Option(
            name="time_limit",
            title="Time limit",
            explanation="When time is up, the game ends when the next pile is taken. Most cards wins.",
            choices=(
                Choice("none", "no limit"),
                *(Choice(minutes, f"{minutes} minutes") for minutes in (3, 5, 10, 15, 20, 30)),
            ),
            default="none",
            ruling="E-26",
        ),
        _pattern("marriage", "Marriage", "A king and a queen, one on the other."),
        _pattern("top_bottom", "Top and bottom", "The top card matches the first face-up card of the pile."),
        _pattern("tens", "Tens", "The top two cards add up to ten; an ace counts as one."),
        _pattern("runs", "Runs of four", "The top four cards are in sequence, up or down; aces are high or low."),
        Option(
            name="starter",
            title="Who goes first",
            explanation="Who turns over the first card.",
            choices=(Choice("random", "random"), Choice("first_seat", "the first seat")),
            default="random",
            ruling="E-03",
            implied="first_seat",
        ),
        Option(
            name="take_window",
            title="Last chance to slap",
            explanation="How long a pile won without a slap can still be slapped before it is taken.",
            choices=tuple(Choice(ms, f"{ms / 1000:g} seconds") for ms in (1500, 500, 1000, 2000, 3000)),
            default=1500,
            ruling="E-10",
            scope="table",
        ),
        Option(
            name="pace",
            title="Pace",
            explanation="The shortest time each card stays on top.",
            choices=tuple(Choice(ms, f"{ms / 1000:g} seconds") for ms in (400, 200, 600, 800, 1200)),
            default=400,
            ruling="E-11",
            scope="table",
        ),
        Option(
            name="auto_play",
            title="Auto-play",
            explanation="If you don't turn over your card, it is turned over automatically after this long.",
            choices=tuple(Choice(seconds, f"{seconds} seconds") for seconds in (10, 3, 5, 20, 30)),
            default=10,
            ruling="E-11",
            scope="table",
        ),
        Option(
            name="tie_window",
            title="Ties",
            explanation="Slaps no further apart than this are a tie. On a shared device it is always 0.",
            choices=tuple(Choice(ms, f"{ms} milliseconds") for ms in (12, 0, 6, 25, 50)),
            default=12,
            ruling="E-13",
            scope="table",
        ),
    ),
    presets=(
        Preset("usual", "To the last card", "Two players, until one has all 52 cards.", 2, {}),
        Preset("quick", "A five-minute war", "Two players. After five minutes, most cards wins.", 2, {"time_limit": 5}),
        Preset(
            "text",
            "By the text",
            "Two players, to the last card. As in the original, a false slap costs nothing, so blind slapping pays.",
            2,
            {"burn": "none"},
        ),
        Preset("four", "Four players", "After ten minutes, most cards wins.", 4, {"time_limit": 10}),
        Preset(
            "wild",
            "Everything slaps",
            "Two players, five minutes. Also slap marriages, tens, runs, and top and bottom.",
            2,
            {"time_limit": 5, "marriage": True, "top_bottom": True, "tens": True, "runs": True},
        ),
    ),
    actions=73,
    seat_actions=2,
    usual_length=150,
    functions=70,
    widest=52,
    longest=420_000,
    unit=840,
    total=840,
    real_time=True,
    rematch="in_turn",
)
