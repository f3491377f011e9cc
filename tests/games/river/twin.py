"""A River in Egypt a second time: slow and obvious, written from the rules page and not from the rules' code.

Pieces are texts such as "K3", the bag and the sides are lists of them, a claim is proven by trying every completion, and
all of it speaks in the texts of the notation.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

COLOURS = "KRYGB"  # best first
SIZES = "321"
CLASSES = ("no set", "pair", "run", "triplet", "mono pair", "mono run", "mono triplet")
SEATS = "tmg"

Strength = tuple[int, int, int]


def strength(pieces: list[str], run: str = "strict") -> Strength:
    """What a set is worth: its class, then its size, then its colour, as far as they count."""
    kind, size, colour = classify(pieces, run)
    return CLASSES.index(kind), int(size), -COLOURS.index(colour) if colour else -9


def classify(pieces: list[str], run: str) -> tuple[str, str, str]:
    """The class, the size that counts ("0" for none) and the colour that counts ("" for none)."""
    colours, sizes = {piece[0] for piece in pieces}, Counter(piece[1] for piece in pieces)
    piece, copies = Counter(pieces).most_common(1)[0]
    size, alike = sizes.most_common(1)[0]
    if copies == 3:
        return "mono triplet", piece[1], piece[0]
    if alike == 1 and len(colours) == 1:
        return "mono run", "0", piece[0]
    if copies == 2:
        return "mono pair", piece[1], piece[0]
    if alike == 3:
        return "triplet", size, ""
    if alike == 1 and (len(colours) == 3 or run == "loose"):
        return "run", "0", ""
    return ("pair", size, "") if alike == 2 else ("no set", "0", "")


@dataclass
class Segment:
    """One segment: its river piece, the two seats beside it with what they played, and who has claimed it."""

    sides: dict[str, list[str]]
    river: str = ""
    owner: str = ""


@dataclass
class Twin:
    seats: int = 2
    hands: str = "open"
    run: str = "strict"
    claims: str = "one"
    river: str = "random"
    confluence: str = "random"
    starter: str = "random"
    palette: str = "rainbow"
    colours: str = ""
    bag: list[str] = field(default_factory=lambda: [colour + size for size in SIZES for colour in COLOURS] * 3)
    segments: list[Segment] = field(default_factory=list)
    hand: dict[str, list[str]] = field(default_factory=dict)
    dealt: dict[str, list[str]] = field(default_factory=dict)
    opened: dict[str, list[str]] = field(default_factory=dict)
    turn: str = "t"
    began: str = ""
    doing: str = "lay"
    just_played: str = ""  # the size
    has_claimed: bool = False
    idle: int = 0  # idle turns that are over, in a row

    def __post_init__(self) -> None:
        self.names = SEATS[: self.seats]
        pairs = ["tm"] * 9 if self.seats == 2 else ["tm"] * 3 + ["mg"] * 3 + ["gt"] * 3
        self.segments = [Segment({seat: [] for seat in pair}) for pair in pairs]
        self.hand = {seat: [] for seat in self.names}
        self.opened = {seat: [] for seat in self.names}

    # What can happen

    def outcomes(self) -> dict[str, Fraction]:
        """What chance may do, with probabilities."""
        if self.doing == "lay":
            return self.draws(self.sizes_for_the_river())
        if self.doing == "deal":
            return self.draws([SIZES[len(self.hand[self.turn])]])
        if self.doing == "start":
            able = self.may_start()
            return {f"start {seat}": Fraction(1, len(able)) for seat in able}
        if self.doing == "draw" and self.left_in_bag(self.just_played):
            return self.draws([self.just_played])
        forced = {"draw": "no draw", "stuck": "cannot play", "idle": "must claim", "dead": "dead end"}
        return {forced[self.doing]: Fraction(1)} if self.doing in forced else {}

    def draws(self, sizes: list[str]) -> dict[str, Fraction]:
        """One of these sizes, each as likely as it is listed, then any piece of that size."""
        chances = {}
        for size in SIZES:
            pieces = self.left_in_bag(size)
            for piece in sorted(set(pieces), key=lambda piece: COLOURS.index(piece[0])):
                chance = Fraction(sizes.count(size), len(sizes)) * Fraction(pieces.count(piece), len(pieces))
                if chance:
                    chances[f"draw {piece}"] = chance
        return chances

    def sizes_for_the_river(self) -> list[str]:
        order = self.river if self.seats == 2 else self.confluence
        laid = [segment.river[1] for segment in self.segments if segment.river]
        if order == "random":
            return list((Counter("333222111") - Counter(laid)).elements())
        return ["333222111"[len(laid)] if order == "by_size" else "321321321"[len(laid)]]

    def left_in_bag(self, size: str) -> list[str]:
        return [piece for piece in self.bag if piece[1] == size]

    def may_start(self) -> list[str]:
        if self.starter == "first_seat":
            return ["t"]
        if self.starter == "random":
            return list(self.names)
        values = {seat: strength(self.hand[seat], self.run) for seat in self.names}
        return [seat for seat in self.names if values[seat] == min(values.values())]

    def legal(self) -> list[str]:
        """What the seat whose turn it is may do."""
        if self.doing == "play":
            return [f"{piece}-{number}" for piece in self.sorted_hand(self.turn) for number in self.places(self.turn)]
        if self.doing == "claim":
            provable = [f"claim {number}" for number in self.provable(self.turn)]
            everybody_idle = self.idle >= self.seats and not self.has_claimed
            return provable if provable and everybody_idle else [*provable, "no claim"]
        return []

    def sorted_hand(self, seat: str) -> list[str]:
        return sorted(self.hand[seat], key=lambda piece: SIZES.index(piece[1]))

    def places(self, seat: str) -> list[int]:
        return [
            number
            for number, segment in enumerate(self.segments, start=1)
            if not segment.owner and len(segment.sides.get(seat, "xx")) < 2
        ]

    # The proof

    def provable(self, seat: str) -> list[int]:
        return [number for number in range(1, 10) if self.can_claim(seat, self.segments[number - 1])]

    def can_claim(self, seat: str, segment: Segment) -> bool:
        if segment.owner or len(segment.sides.get(seat, [])) < 2:
            return False
        mine = strength([segment.river, *segment.sides[seat]], self.run)
        rival = next(other for other in segment.sides if other != seat)
        theirs = [segment.river, *segment.sides[rival]]
        return all(strength([*theirs, *more], self.run) <= mine for more in self.completions(seat, rival, 3 - len(theirs)))

    def completions(self, seat: str, rival: str, missing: int) -> list[tuple[str, ...]]:
        """Everything the rival could still add, for all that the claimant knows (R-13, R-14)."""
        pool = self.bag + self.hand[rival]
        if self.hands == "hidden":
            pool = self.bag + [piece for other in self.names if other != seat for piece in self.hand[other]]
        most = Counter(piece[1] for piece in self.bag + self.hand[rival])
        return [
            more
            for more in combinations(pool, missing)
            if all(number <= most[size] for size, number in Counter(piece[1] for piece in more).items())
        ]

    # Doing it

    def act(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "draw":
            self.draw(rest)
        elif word == "start":
            self.began = self.turn = rest
            self.dealt = {seat: list(hand) for seat, hand in self.hand.items()}
            self.doing = "play"
        elif word == "claim":
            self.claim(int(rest))
        elif text == "no claim":
            self.after_claims()
        elif text == "cannot play":
            self.doing = "claim"
        elif text == "no draw":
            self.end_turn()
        elif text == "must claim":
            self.next_turn()
        elif text == "dead end":
            self.over()
        else:
            self.play(*text.split("-"))

    def draw(self, piece: str) -> None:
        self.bag.remove(piece)
        if self.doing == "lay":
            next(segment for segment in self.segments if not segment.river).river = piece
            if all(segment.river for segment in self.segments):
                self.doing = "deal"
            return
        self.hand[self.turn].append(piece)
        if self.doing == "draw":
            self.end_turn()
        elif len(self.hand[self.turn]) == 3:
            self.turn = self.after(self.turn)
            if self.turn == "t":
                self.doing = "start"

    def play(self, piece: str, number: str) -> None:
        self.hand[self.turn].remove(piece)
        self.segments[int(number) - 1].sides[self.turn].append(piece)
        if self.hands == "hidden" and self.starter == "weaker_hand":
            unopened = {piece[1] for piece in self.opened[self.turn]}
            if piece[1] not in unopened:
                assert piece in self.dealt[self.turn]
                self.opened[self.turn].append(piece)
        self.just_played = piece[1]
        self.doing = "claim"

    def claim(self, number: int) -> None:
        self.segments[number - 1].owner = self.turn
        self.has_claimed = True
        if self.decided():
            self.over()
        elif self.claims == "one":
            self.after_claims()

    def decided(self) -> bool:
        owners = [segment.owner for segment in self.segments]
        if self.seats == 3:
            return all(owners)
        line = "".join(owner or "." for owner in owners)
        return self.turn * 3 in line or owners.count(self.turn) >= 5

    def after_claims(self) -> None:
        if self.just_played:
            self.doing = "draw"
        else:
            self.end_turn()

    def end_turn(self) -> None:
        was_idle = not self.just_played and not self.has_claimed
        self.idle = self.idle + 1 if was_idle else 0
        self.just_played, self.has_claimed = "", False
        if not any(self.can_play(seat) or self.provable(seat) for seat in self.names):
            self.doing = "dead"
        elif self.idle == self.seats:
            self.doing = "idle"
        else:
            self.next_turn()

    def next_turn(self) -> None:
        self.turn = self.after(self.turn)
        self.doing = "play" if self.can_play(self.turn) else "stuck"

    def over(self) -> None:
        self.doing, self.just_played, self.idle, self.has_claimed = "over", "", 0, False

    def can_play(self, seat: str) -> bool:
        return bool(self.hand[seat] and self.places(seat))

    def after(self, seat: str) -> str:
        return self.names[(self.names.index(seat) + 1) % self.seats]

    # The end

    def scores(self) -> list[float]:
        won = {seat: [segment for segment in self.segments if segment.owner == seat] for seat in self.names}
        if self.seats == 2:
            return [float(seat == self.turn) for seat in self.names]
        most = max(len(segments) for segments in won.values())
        leaders = [seat for seat in self.names if len(won[seat]) == most]
        if len(leaders) == 2:
            mutual = Counter(segment.owner for segment in self.segments if set(segment.sides) == set(leaders))
            leaders = [seat for seat in leaders if mutual[seat] == max(mutual[leader] for leader in leaders)]
        elif len(leaders) == 3 and most == 3:
            sets = {seat: strength([segment.river for segment in won[seat]], self.run) for seat in self.names}
            leaders = [seat for seat in leaders if sets[seat] == max(sets.values())]
        return [1 / len(leaders) if seat in leaders else 0.0 for seat in self.names]

    # Looking at it

    def position(self) -> str:
        """The same line that the notation writes."""
        dealt = "/".join(self.join(self.opened[seat]) for seat in self.names) if any(self.opened.values()) else "-"
        hands = "/".join(self.join(self.hand[seat]) for seat in self.names)
        size = f":{self.just_played}" if self.just_played else ""
        return " ".join(
            [
                "/".join(self.segment_text(segment) for segment in self.segments),
                *(hands, self.turn, self.doing + size, self.began or "-", str(self.idle_so_far()), dealt),
            ]
        )

    def idle_so_far(self) -> int:
        """Idle turns in a row, with this one if nothing has been done in it; it is not counted further than needed."""
        if self.doing in ("claim", "draw"):
            if self.just_played or self.has_claimed:
                return 0
            return min(self.idle + 1, self.seats + 1)
        return min(self.idle, self.seats + 1)

    def segment_text(self, segment: Segment) -> str:
        parts = [
            "".join(sorted(pieces, key=lambda piece: (-int(piece[1]), COLOURS.index(piece[0]))))
            + (segment.river if seat == segment.owner else "")
            for seat, pieces in segment.sides.items()
        ]
        return "-".join(parts) if segment.owner else f"{parts[0]}-{segment.river}-{parts[1]}"

    def join(self, pieces: list[str]) -> str:
        return "".join(sorted(pieces, key=lambda piece: SIZES.index(piece[1]))) or "-"
