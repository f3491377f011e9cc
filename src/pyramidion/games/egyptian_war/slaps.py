"""Slaps: whose counts, what a right one wins and what a false one costs."""

from typing import TYPE_CHECKING

from pyramidion.engine.compiled import compiled
from pyramidion.games.egyptian_war.flow import NOBODY, WINDOW, look_for_last_holder, pass_turn, run_out, take
from pyramidion.games.egyptian_war.repetition import forget
from pyramidion.games.egyptian_war.stacks import pull, slip, tuck

if TYPE_CHECKING:
    from pyramidion.games.egyptian_war.rules import State

NEVER = 1  # the option slap_in: 0 always, 1 never, 1 + n for n tries


@compiled
def slappers(s: "State") -> int:
    """The seats whose slap counts, right or wrong."""
    free = ~(int(s.locked) | int(s.locked_out)) & ((1 << int(s.seats)) - 1)
    if s.slap_in == 0:
        return free
    for seat in range(int(s.seats)):
        if s.held[seat] == 0 and not may_slap_in(s, seat):
            free &= ~(1 << seat)
    return free


@compiled
def may_slap_in(s: "State", seat: int) -> bool:
    """Whether a seat without cards may still slap (E-23)."""
    if s.slap_in == NEVER:
        return seat == s.challenger
    return int(s.tries[seat]) < int(s.slap_in) - 1


@compiled
def slap(s: "State", seat: int) -> None:
    forget(s)
    if s.pattern:
        take(s, seat)
    else:
        slap_falsely(s, seat)


@compiled
def slap_falsely(s: "State", seat: int) -> None:
    """A false slap was the seat's only one at this card (E-15), and costs what the option says (E-14, E-16)."""
    bit = 1 << seat
    s.locked |= bit
    if s.burn == 0 and not s.lenient:
        s.locked_on |= bit
    if s.held[seat]:
        pay(s, seat)
        return
    if s.burn:
        s.locked_out |= bit
    if s.slap_in > NEVER:
        s.tries[seat] += 1


@compiled
def pay(s: "State", seat: int) -> None:
    """Burn cards, and go on without those who have none left."""
    heir = creditor(s, seat)
    for _ in range(min(int(s.burn), int(s.held[seat]))):
        card = pull(s, seat)
        if heir == NOBODY:
            slip(s, card)
        else:
            tuck(s, heir, card)
    if s.phase == WINDOW:
        return
    if s.held[s.turn] == 0:
        if s.challenger == NOBODY:
            pass_turn(s)
        else:
            run_out(s)
    elif s.challenger == NOBODY:
        look_for_last_holder(s)


@compiled
def creditor(s: "State", seat: int) -> int:
    """Who gets the burned cards of the seat that is owed the pile, to whom the pile would give them back (E-14)."""
    if s.phase == WINDOW and seat == s.owed and s.challenger != NOBODY and s.turn != seat:
        return int(s.turn)
    return NOBODY
