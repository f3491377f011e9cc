"""A River in Egypt as lines of text, for a terminal and for a voice."""

from typing import TYPE_CHECKING

from pyramidion.games.river.rivers import SEAT_NAMES
from pyramidion.games.river.sets import LETTERS

if TYPE_CHECKING:
    from pyramidion.games.river.view import Claim, Segment, Side, View

_LABEL = 9
_CELL = 10
_SHOWN = 3  # missed completions named for a claim


def text(view: "View") -> str:
    """The rivers, the hands, whose turn it is, and what may be claimed with what proof."""
    sizes = ", ".join(f"{number} {size}" for number, size in zip(view.bag, ("large", "medium", "small"), strict=True))
    letters = ", ".join(f"{letter} {name.lower()}" for letter, name in zip(LETTERS, view.colours, strict=True))
    hands = [f"{SEAT_NAMES[seat]}'s hand: {_hand(view, seat)}{_claimed(view, seat)}" for seat in range(view.seats)]
    return "\n".join([*_rivers(view), "", *hands, f"In the bag: {sizes}.   Colours: {letters}.", *_status(view)])


def _rivers(view: "View") -> list[str]:
    if view.seats == 2:
        return _river(view.segments)
    lines = []
    for first in (0, 3, 6):
        lines += [*_river(view.segments[first : first + 3]), ""]
    return lines[:-1]


def _river(segments: list["Segment"]) -> list[str]:
    """The second seat of the river above, the first below, and the water between them."""
    below, above = (SEAT_NAMES[side.seat] for side in segments[0].sides)
    return [
        _row("", [str(segment.number) for segment in segments]),
        _row(above, [_side(segment, segment.sides[1]) for segment in segments]),
        _row("  river", ["~~" if segment.owner is not None else segment.river or "··" for segment in segments]),
        _row(below, [_side(segment, segment.sides[0]) for segment in segments]),
    ]


def _row(label: str, cells: list[str]) -> str:
    return f"{label:<{_LABEL}}{''.join(f'{cell:<{_CELL}}' for cell in cells)}".rstrip()


def _side(segment: "Segment", side: "Side") -> str:
    """A claimed river piece lies behind the winner's two."""
    pieces = " ".join([*side.pieces, "··", "··"][:2])
    return f"{pieces}+{segment.river}" if segment.owner == side.seat else pieces


def _hand(view: "View", seat: int) -> str:
    return " ".join(piece for piece in view.hands[seat] if piece) or "empty"


def _claimed(view: "View", seat: int) -> str:
    numbers = view.claimed[seat]
    return f"   claimed: {', '.join(map(str, numbers))}" if numbers else ""


def _status(view: "View") -> list[str]:
    name = SEAT_NAMES[view.seat]
    return {
        "lay": ["The river is being laid."],
        "deal": [f"{name} is dealt a hand."],
        "start": ["Who starts?"],
        "play": [f"{name} to play a piece."],
        "stuck": [f"{name} can't play a piece."],
        "claim": [f"{name} may claim{'' if view.may_pass or not view.claims else ', and must'}.", *map(_claim, view.claims)],
        "draw": [f"{name} to draw."],
        "idle": ["Nobody has played or claimed for a whole round."],
        "dead": ["Nobody can play or claim any more."],
        "over": [view.ending],
    }[view.phase]


def _claim(claim: "Claim") -> str:
    rival = SEAT_NAMES[claim.rival]
    words = f"  claim {claim.segment}: {claim.makes.name}; "
    if claim.at_best is None:
        return words + f"{rival} can't complete the segment any more."
    if not claim.early:
        return words + f"{rival} has {claim.at_best.name}."
    return words + f"{rival} can make at best {claim.at_best.name}.{_missed(claim)}"


def _missed(claim: "Claim") -> str:
    """Where the pieces are that the rival would have needed."""
    if not claim.missed:
        return ""
    lacking = list(claim.whereabouts)[:_SHOWN]
    places = "".join(f"\n    {piece}: {', '.join(claim.whereabouts[piece])}" for piece in lacking)
    more = len(claim.whereabouts) - len(lacking)
    return " Out of reach:" + places + (f"\n    and {more} more" if more else "")
