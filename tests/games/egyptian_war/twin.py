"""Egyptian War a second time: slow and obvious, written from the rules page and not from the rules' code.

Cards are texts ("7h") or None while nobody has seen them, decks are lists with the top card first, players are objects, and
every state that a taken pile leaves behind is remembered whole.
"""

from collections import Counter
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
PACK = [rank + suit for rank in RANKS for suit in "shdc"]
CHANCES = {"A": 4, "K": 3, "Q": 2, "J": 1}
LOW_TO_HIGH = "A23456789TJQKA"

Card = str | None


@dataclass
class Player:
    seat: int
    cards: list[Card] = field(default_factory=list)
    barred_cards: int = 0  # for how many top cards, this one included, a slap does not count
    barred_pile: bool = False  # … until the pile is taken
    false_slaps: int = 0  # in this spell without cards


class Twin:
    def __init__(
        self,
        seats: int,
        second_pack: bool,
        burn: int | str,
        slap_in: str | int,
        run_out: str,
        last_with_cards_wins: bool,
        card_limit: str | int,
        time_limit: str | int,
        starter: str,
        **patterns: bool | int,
    ) -> None:
        self.penalty = burn != "none"
        self.burn = 0 if burn == "none" else int(burn)
        self.slap_in = slap_in
        self.run_out = run_out
        self.last_with_cards_wins = last_with_cards_wins
        self.limit = (20_000 if seats >= 6 else 10_000) if card_limit == "usual" else int(card_limit)
        self.time_limit = time_limit
        self.patterns = {name for name, on in patterns.items() if on is True}
        self.size = 104 if second_pack and seats >= 6 else 52
        self.unseen = Counter(dict.fromkeys(PACK, self.size // 52))
        self.players = [Player(seat) for seat in range(seats)]
        self.by_lot = starter == "random"
        self.starter: Player | None = None
        self.turn = self.players[0]
        if not self.by_lot:
            self.start(0)
        self.burned: list[Card] = []  # lowest first
        self.open: list[str] = []  # lowest first
        self.last: Player | None = None
        self.challenger: Player | None = None
        self.chances = 0
        self.taker: Player | None = None  # who takes the pile unless it is slapped
        self.turning = False
        self.over = False
        self.played = 0
        self.seen_states: list[str] = []  # since the last slap

    def start(self, seat: int) -> None:
        """Deal one by one from this seat on, which sits at the dealer's left."""
        self.starter = self.turn = self.players[seat]
        for number in range(self.size):
            self.players[(seat + number) % len(self.players)].cards.append(None)

    # Who may do what

    def legal(self, seat: int) -> list[str]:
        if self.over or self.turning or not self.starter:
            return []
        player = self.players[seat]
        turn = ["turn"] if player is self.turn and not self.taker else []
        return turn + (["slap"] if self.may_slap(player) else [])

    def may_slap(self, player: Player) -> bool:
        if player.barred_cards or player.barred_pile:
            return False
        if player.cards or self.slap_in == "always":
            return True
        if self.slap_in == "never":
            return player is self.challenger
        return player.false_slaps < int(self.slap_in)

    def outcomes(self) -> dict[str, int]:
        """What chance, the clock and the judge may do; 0 is what never comes by itself."""
        if self.over:
            return {}
        if not self.starter:
            return {f"start {player.seat}": 1 for player in self.players}
        if self.turning:
            return {card: number for card in PACK if (number := self.unseen[card])}
        found = {"take": 1} if self.taker else {}
        able = [player for player in self.players if self.may_slap(player)]
        if self.slappable():
            if len(able) > 1:
                found["tie"] = 0
            found |= {f"guess {player.seat}": 0 for player in able}
        elif self.time_limit != "none" and not self.open and not self.burned and self.played:
            found["time"] = 0
        return found

    def slappable(self) -> bool:
        """Whether the top card is part of something to slap."""
        ranks = [card[0] for card in reversed(self.open)]  # the top card first
        if len(ranks) < 2:
            return False
        top, second = ranks[:2]
        if top == second or top in ranks[2:3]:
            return True
        if "marriage" in self.patterns and {top, second} == {"K", "Q"}:
            return True
        if "top_bottom" in self.patterns and top == ranks[-1]:
            return True
        if "tens" in self.patterns and top + second in ("A9", "9A", "28", "82", "37", "73", "46", "64"):
            return True
        four = "".join(ranks[:4])
        return "runs" in self.patterns and len(four) == 4 and (four in LOW_TO_HIGH or four[::-1] in LOW_TO_HIGH)

    # Doing it

    def act(self, seat: int, text: str) -> None:
        if text == "turn":
            self.turn_card()
        elif text == "slap":
            self.slap(self.players[seat])
        elif text == "take":
            assert self.taker
            self.take(self.taker, slapped=False)
        elif text == "time":
            self.over = True
        elif text == "tie":
            self.seen_states.clear()
            for player in self.players:
                player.barred_cards = max(player.barred_cards, 1)
        elif text.startswith("guess"):
            self.seen_states.clear()
            player = self.players[int(text.split()[1])]
            if self.penalty:
                player.barred_cards = max(player.barred_cards, 1)
        elif text.startswith("start"):
            self.start(int(text.split()[1]))
        else:
            self.unseen[text] -= 1
            self.put_on_pile(text)

    def turn_card(self) -> None:
        card = self.turn.cards.pop(0)
        if card is None:
            self.turning = True
        else:
            self.put_on_pile(card)

    def put_on_pile(self, card: str) -> None:
        self.turning = False
        self.open.append(card)
        self.played += 1
        self.last = self.turn
        for player in self.players:
            player.barred_cards = max(player.barred_cards - 1, 0)
        if card[0] in CHANCES:
            self.challenger = self.turn
            self.chances = CHANCES[card[0]]
            others = [player for player in self.clockwise() if player is not self.turn]
            if others:
                self.turn = others[0]
            else:
                self.taker = self.turn
        elif self.challenger:
            self.chances -= 1
            if self.chances == 0:
                self.taker = self.challenger
            elif not self.turn.cards:
                self.challenged_has_run_out()
        else:
            self.ordinary_turn_passes()

    def clockwise(self) -> list[Player]:
        """Those who have cards, from the left of the one in turn round to that one."""
        start = self.turn.seat + 1
        return [player for player in self.players[start:] + self.players[:start] if player.cards]

    def ordinary_turn_passes(self) -> None:
        if self.clockwise():
            self.turn = self.clockwise()[0]
        else:
            self.taker = self.last
        self.see_who_has_cards()

    def see_who_has_cards(self) -> None:
        if self.last_with_cards_wins and len(self.clockwise()) == 1:
            self.taker = self.clockwise()[0]

    def challenged_has_run_out(self) -> None:
        others = [player for player in self.clockwise() if player is not self.challenger]
        if self.run_out == "next" and others:
            self.turn = others[0]
        else:
            self.taker = self.challenger

    def slap(self, player: Player) -> None:
        self.seen_states.clear()
        if self.slappable():
            self.take(player, slapped=True)
            return
        player.barred_cards = 1 if self.burn or not self.penalty else 2
        if not player.cards:
            player.false_slaps += 1
            player.barred_pile = self.burn > 0
            return
        for _ in range(self.burn):
            if player.cards:
                self.burn_card(player)
        if self.taker:
            return
        if not self.turn.cards:
            if self.challenger:
                self.challenged_has_run_out()
            else:
                self.ordinary_turn_passes()
        elif not self.challenger:
            self.see_who_has_cards()

    def burn_card(self, player: Player) -> None:
        card = player.cards.pop()
        if player is self.taker and self.challenger and self.turn is not player:
            self.turn.cards.append(card)
            self.turn.false_slaps = 0
        else:
            self.burned.insert(0, card)

    def take(self, player: Player, slapped: bool) -> None:
        player.cards += [*self.burned, *self.open]
        player.false_slaps = 0
        self.burned, self.open = [], []
        self.turn = player
        self.last = self.challenger = self.taker = None
        self.chances = 0
        for each in self.players:
            each.barred_cards = 0
            each.barred_pile = False
        state = f"{player.seat} {[each.cards for each in self.players]}"
        repeated = not slapped and state in self.seen_states
        if not slapped:
            self.seen_states.append(state)
        self.over = repeated or len(player.cards) == self.size or self.played >= self.limit

    # Looking at it

    def position(self) -> list[str]:
        """The fields that the notation writes; of the last one, the piles taken since the last slap."""
        beneath = f"({write(self.burned)})" if self.burned else ""
        locks = [
            "".join(str(player.seat) for player in self.players if player.barred_cards > 0),
            "".join(str(player.seat) for player in self.players if player.barred_cards > 1),
            "".join(str(player.seat) for player in self.players if player.barred_pile),
        ]
        limited = isinstance(self.slap_in, int)
        tries = [player.false_slaps if limited and not player.cards else 0 for player in self.players]
        mark = "#" if self.over else "?" if self.turning else f"!{self.taker.seat}" if self.taker else ""
        return [
            "/".join(write(player.cards) or "-" for player in self.players),
            beneath + write(self.open) or "-",
            f"{self.turn.seat}{mark}" if self.starter else "-",
            f"{self.challenger.seat}:{self.chances}" if self.challenger else "-",
            str(self.last.seat) if self.last else "-",
            "/".join(lock or "-" for lock in locks) if any(locks) else "-",
            "/".join(map(str, tries)) if any(tries) else "-",
            str(self.played),
            str(len(self.seen_states) or "-"),
            *([str(self.starter.seat) if self.starter else "-"] if self.by_lot else []),
        ]

    def cards(self) -> int:
        """All cards there are, wherever they lie."""
        if not self.starter:
            return self.size  # still in the dealer's hand
        return sum(len(player.cards) for player in self.players) + len(self.burned) + len(self.open) + self.turning

    def scores(self) -> list[float]:
        most = max(len(player.cards) for player in self.players)
        winners = [player for player in self.players if len(player.cards) == most]
        return [1 / len(winners) if player in winners else 0.0 for player in self.players]


def write(cards: list[Card] | list[str]) -> str:
    """Cards as text, with those that nobody has seen counted."""
    text, unseen = "", 0
    for card in [*cards, ""]:
        if card is None:
            unseen += 1
            continue
        text += (f"{unseen}?" if unseen else "") + card
        unseen = 0
    return text
