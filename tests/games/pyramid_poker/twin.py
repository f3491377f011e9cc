"""Pyramid Poker a second time: slow and obvious, written from the rules page and not from the rules' code.

It knows nothing of bit sets, tables of hands or records: blocks are texts in lists, the pyramid is a dict from names of
places to blocks, and hands are compared by counting. It speaks in the texts of the notation.
"""

from collections import Counter
from dataclasses import dataclass, field

RANKS = "23456789TJQKA"
DECK = [rank + suit for suit in "cdhs" for rank in RANKS] + ["joker", "joker"]
PLACES = [f"{'abcdefgh'[column]}{row + 1}" for row in range(8) for column in range(8 - row)]
SHAPES = {"2111": "pair", "221": "two pair", "311": "trips", "32": "full house", "41": "quads"}
ORDER = [
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "royal flush",
]
CHART = {"straight": 1, "flush": 1, "full house": 2, "quads": 3, "straight flush": 4, "royal flush": 5, "high card": -1}


def below(place: str) -> list[str]:
    """The two places that carry a place."""
    row = int(place[1]) - 1
    return [f"{place[0]}{row}", f"{chr(ord(place[0]) + 1)}{row}"]


def category(hand: list[str], wheel: bool = True) -> tuple[str, list[int]]:
    """What five cards are, and the ranks that decide between equals."""
    times = Counter(RANKS.index(card[0]) for card in hand)
    ranks = [rank for rank, _ in sorted(times.items(), key=lambda item: (item[1], item[0]), reverse=True)]
    shape = "".join(str(times[rank]) for rank in ranks)
    if shape in SHAPES:
        return SHAPES[shape], ranks
    straight = ranks[0] - ranks[4] == 4
    if wheel and ranks == [12, 3, 2, 1, 0]:
        straight, ranks = True, [3, 2, 1, 0, -1]
    if len({card[1] for card in hand}) == 1:
        if straight:
            return ("royal flush" if ranks[0] == 12 else "straight flush"), ranks
        return "flush", ranks
    return ("straight" if straight else "high card"), ranks


def strength(hand: list[str], wheel: bool = True) -> tuple[int, list[int]]:
    """Something that compares as hands do."""
    name, ranks = category(hand, wheel)
    return ORDER.index(name), ranks


@dataclass
class Block:
    face: str
    seat: int


@dataclass
class Twin:
    scoring: str = "basic"
    match: str | int = "round"
    starter: str = "random"
    taking: str = "first"
    next_starter: str = "alternates"
    wheel: bool = True
    comparison: str = "position"
    doing: str = ""
    seat: int = 0
    round: int = 1
    first: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    pyramid: dict[str, Block] = field(default_factory=dict)
    unused: list[str] = field(default_factory=lambda: list(DECK))
    hands: list[list[list[str]]] = field(default_factory=lambda: [[[], [], []], [[], [], []]])
    before: list[list[list[str]]] | None = None
    at_hand: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.doing = "say" if self.starter == "tut_tut" else "start"

    # What can happen

    def actors(self) -> tuple[int, ...]:
        if self.doing == "over":
            return ()
        if self.doing == "say":
            return (0, 1, 8)
        return (self.seat,) if self.doing in ("place", "take", "choose", "put") else (8,)

    def legal(self) -> list[str]:
        if self.doing == "say":
            return ["tut tut"]
        if self.doing == "place":
            return [f"place {place}" for place in PLACES if self.is_open(place)]
        if self.doing == "take":
            return [f"take {place}" for place in PLACES if self.is_free(place)]
        if self.doing == "choose":
            return [f"choose {card}" for card in sorted(self.at_hand, key=DECK.index) if card != "joker"]
        names = zip(("left", "centre", "right"), self.hands[self.seat], strict=True)
        return [f"put {name}" for name, hand in names if len(hand) < 5]

    def outcomes(self) -> dict[str, int]:
        if self.doing in ("start", "say"):
            return {"start 0": 1, "start 1": 1}
        if self.doing == "scored":
            return {"next round": 1}
        counts = Counter(self.unused)
        return {f"{self.doing} {block}": counts[block] for block in dict.fromkeys(DECK) if counts[block]}

    def is_open(self, place: str) -> bool:
        carried = place[1] == "1" or all(under in self.pyramid for under in below(place))
        return carried and place not in self.pyramid

    def is_free(self, place: str) -> bool:
        return place in self.pyramid and not any(place in below(upper) for upper in self.pyramid if upper[1] != "1")

    # What it does

    def act(self, action: str, seat: int) -> None:
        verb, what = action.split(" ", 1)
        {
            "tut": lambda: self.begin(seat),
            "start": lambda: self.begin(int(what)),
            "draw": lambda: self.draw(what),
            "place": lambda: self.place(what),
            "take": lambda: self.take(what),
            "turn": lambda: self.turn(what),
            "choose": lambda: self.choose(what),
            "put": lambda: self.put(("left", "centre", "right").index(what)),
            "next": self.next_round,
        }[verb]()

    def begin(self, seat: int) -> None:
        self.first = self.seat = seat
        self.doing = "draw"

    def draw(self, block: str) -> None:
        self.unused.remove(block)
        self.at_hand = [block]
        self.doing = "place"

    def place(self, place: str) -> None:
        self.pyramid[place] = Block(self.at_hand.pop(), self.seat)
        self.seat = 1 - self.seat
        self.doing = "draw"
        if len(self.pyramid) == 30:
            self.doing = "take"
            self.seat = self.first if self.taking == "first" else 1 - self.first

    def take(self, place: str) -> None:
        block = self.pyramid.pop(place).face
        if block == "joker":
            self.gone.append(block)
            self.doing = "turn"
        else:
            self.at_hand = [block]
            self.doing = "put"

    def turn(self, block: str) -> None:
        self.unused.remove(block)
        self.at_hand.append(block)
        if len(self.at_hand) == 3:
            self.doing = "choose"

    def choose(self, card: str) -> None:
        self.at_hand.remove(card)
        self.gone += self.at_hand
        self.at_hand = [card]
        self.doing = "put"

    def put(self, hand: int) -> None:
        self.hands[self.seat][hand].append(self.at_hand.pop())
        self.seat = 1 - self.seat
        self.doing = "take"
        if not self.pyramid:
            self.finish()

    def finish(self) -> None:
        self.seat = 0
        for seat, points in enumerate(self.earned()):
            self.points[seat] += points
        ended = self.match == "round" or max(self.points) >= int(self.match) or self.round == 99
        self.doing = "over" if ended else "scored"

    def next_round(self) -> None:
        earned = self.earned()
        self.before = self.hands
        self.hands = [[[], [], []], [[], [], []]]
        self.unused, self.gone = list(DECK), []
        self.round += 1
        if self.next_starter == "tut_tut":
            self.first, self.doing = 0, "say"
        elif self.next_starter == "loser" and earned != [0, 0]:
            self.begin(earned.index(0))
        else:
            self.begin(1 - self.first)

    # Scoring

    def earned(self) -> list[int]:
        """The points of the round."""
        won = self.won()
        if self.scoring == "basic":
            return [int(number >= 2) for number in won]
        totals = [0, 0]
        for seat in (0, 1):
            for hand in self.hands[seat]:
                totals[seat] += CHART.get(category(hand, self.wheel)[0], 0)
            totals[seat] += {2: 3, 3: 4}.get(won[seat], 0)
        return [max(0, totals[0] - totals[1]), max(0, totals[1] - totals[0])]

    def won(self) -> list[int]:
        """How many hands each seat wins."""
        strengths = [[strength(hand, self.wheel) for hand in hands] for hands in self.hands]
        if self.comparison == "sorted":
            strengths = [sorted(hands) for hands in strengths]
        pairs = list(zip(*strengths, strict=True))
        return [sum(one > other for one, other in pairs), sum(other > one for one, other in pairs)]

    def scores(self) -> list[float]:
        if self.points[0] == self.points[1]:
            return [0.5, 0.5]
        return [1.0, 0.0] if self.points[0] > self.points[1] else [0.0, 1.0]

    # What is seen

    def known_faces(self, seat: int) -> dict[str, str]:
        """The faces in the pyramid that a seat knows."""
        return {place: block.face for place, block in self.pyramid.items() if block.seat == seat}

    def position(self) -> str:
        rows = []
        for row in range(1, 9):
            places = [place for place in PLACES if place[1] == str(row)]
            if row == 1 or any(place in self.pyramid for place in places):
                rows.append(",".join(self.written(place) for place in places))
        before = "-" if self.before is None else "|".join(three(hands) for hands in self.before)
        words = [self.doing, str(self.seat), f"{self.round}/{self.first}", f"{self.points[0]}:{self.points[1]}"]
        words += ["/".join(rows), three(self.hands[0]), three(self.hands[1])]
        return " ".join([*words, listed(self.at_hand), listed(self.gone), before])

    def written(self, place: str) -> str:
        if place not in self.pyramid:
            return "-"
        block = self.pyramid[place]
        return block.face + ("'" if block.seat else "")


def listed(blocks: list[str]) -> str:
    return ",".join(sorted(blocks, key=DECK.index)) or "-"


def three(hands: list[list[str]]) -> str:
    return "/".join(listed(hand) for hand in hands)
