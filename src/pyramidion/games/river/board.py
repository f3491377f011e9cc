"""A River in Egypt as lines of text, for a terminal and for a voice, with the letters of the view's palette."""

from textwrap import wrap
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from pyramidion.games.river.rivers import SEAT_NAMES
from pyramidion.games.river.sets import LETTERS, SIZE_NAMES

if TYPE_CHECKING:
    from pyramidion.games.river.proofs import Whereabouts
    from pyramidion.games.river.view import Claim, Segment, Side, View

_LABEL = 9
_CELL = 10
_WIDTH = 100
_SHOWN = 3  # missed completions named for a claim


def text(view: "View") -> str:
    """The rivers, the hands, whose turn it is, and what may be claimed with what proof."""
    sizes = ", ".join(f"{number} {size}" for number, size in zip(view.bag, SIZE_NAMES, strict=True))
    hands = [f"{SEAT_NAMES[seat]}'s hand: {_hand(view, seat)}{_claimed(view, seat)}" for seat in range(view.seats)]
    return "\n".join([*_rivers(view), "", *hands, f"In the bag: {sizes}.", *_colours(view), *_status(view)])


def _colours(view: "View") -> list[str]:
    colours = ", ".join(f"{letter} {name.lower()}" for letter, name in zip(view.letters, view.colours, strict=True))
    return wrap(f"Colours, best first: {colours}.", _WIDTH, subsequent_indent="  ")


def _piece(view: "View", piece: str) -> str:
    """A piece of the view with the palette's letter; one that is not seen has none."""
    return piece if piece[0] == "?" else view.letters[LETTERS.index(piece[0])] + piece[1]


def _rivers(view: "View") -> list[str]:
    if view.seats == 2:
        return _river(view, view.segments)
    lines = []
    for first in (0, 3, 6):
        lines += [*_river(view, view.segments[first : first + 3]), ""]
    return lines[:-1]


def _river(view: "View", segments: list["Segment"]) -> list[str]:
    """The second seat of the river above, the first below, and the water between them."""
    below, above = (SEAT_NAMES[side.seat] for side in segments[0].sides)
    rows = {
        "": [str(segment.number) for segment in segments],
        above: [_side(view, segment, segment.sides[1]) for segment in segments],
        "  river": [_water(view, segment) for segment in segments],
        below: [_side(view, segment, segment.sides[0]) for segment in segments],
    }
    width = max(_CELL, *(_columns(cell) + 1 for cells in rows.values() for cell in cells))
    return [_row(label, cells, width) for label, cells in rows.items()]


def _row(label: str, cells: list[str], width: int) -> str:
    return f"{label:<{_LABEL}}{''.join(cell + ' ' * (width - _columns(cell)) for cell in cells)}".rstrip()


def _columns(cell: str) -> int:
    """How many columns of a terminal a text takes: letters of some alphabets are two wide."""
    return len(cell) + sum(east_asian_width(sign) in "WF" for sign in cell)


def _water(view: "View", segment: "Segment") -> str:
    if segment.owner is not None:
        return "~~"
    return _piece(view, segment.river) if segment.river else "··"


def _side(view: "View", segment: "Segment", side: "Side") -> str:
    """A claimed river piece lies behind the winner's two."""
    pieces = " ".join([*(_piece(view, piece) for piece in side.pieces), "··", "··"][:2])
    return f"{pieces}+{_piece(view, segment.river)}" if segment.river and segment.owner == side.seat else pieces


def _hand(view: "View", seat: int) -> str:
    return " ".join(_piece(view, piece) for piece in view.hands[seat] if piece) or "empty"


def _claimed(view: "View", seat: int) -> str:
    numbers = view.claimed[seat]
    return f"   claimed: {', '.join(map(str, numbers))}" if numbers else ""


def _status(view: "View") -> list[str]:
    name = SEAT_NAMES[view.seat]
    must = "may" if view.may_pass or not view.claims else "must"
    return {
        "lay": ["The river is being set up."],
        "deal": [f"{name} is dealt a hand."],
        "start": ["Choosing who goes first."],
        "play": [f"{name}: play a piece."],
        "stuck": [f"{name} can't play a piece."],
        "claim": [f"{name} {must} claim.", *(_claim(view, claim) for claim in view.claims)],
        "draw": [f"{name} draws."],
        "idle": ["Nobody played or claimed for a round."],
        "dead": ["Nobody can play or claim any more."],
        "over": [view.ending],
    }[view.phase]


def _claim(view: "View", claim: "Claim") -> str:
    rival = SEAT_NAMES[claim.rival]
    words = f"  claim {claim.segment}: {claim.makes.name}; "
    if claim.at_best is None:
        return words + f"{rival} can no longer fill this segment."
    if not claim.early:
        return words + f"{rival} has {claim.at_best.name}."
    return words + f"the best {rival} can make is {claim.at_best.name}.{_missed(view, claim)}"


def _missed(view: "View", claim: "Claim") -> str:
    """Where the pieces are that the rival would have needed."""
    if not claim.missed:
        return ""
    lacking = list(claim.whereabouts)[:_SHOWN]
    places = "".join(f"\n    {_piece(view, piece)}: {_where(claim, piece)}" for piece in lacking)
    more = len(claim.whereabouts) - len(lacking)
    return " Out of reach:" + places + (f"\n    and {more} more" if more else "")


def _where(claim: "Claim", piece: str) -> str:
    return ", ".join(_place(place, piece) for place in claim.whereabouts[piece])


def _place(place: "Whereabouts", piece: str) -> str:
    name = "" if place.seat is None else SEAT_NAMES[place.seat]
    return {
        "river": f"in the river at {place.segment}",
        "side": f"on {name}'s side of {place.segment}",
        "hand": f"in {name}'s hand",
        "few": f"{name} can get {'only one' if place.left else 'no'} {SIZE_NAMES[-int(piece[1])]} piece",
    }[place.kind]
