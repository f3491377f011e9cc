"""From the rules to links: where every way of playing a throw leads.

A *link* is the number of a position, and below it two bits: whose turn it is there, and whether it is the last of its throw.
A position's links are listed throw by throw, without repetitions; a list of links has those of several positions, each after
the position's number.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits
from pyramidion.engine.compiled import compiled
from pyramidion.engine.memory import copy
from pyramidion.games.senet.endgames.positions import WON_GAME, position_number
from pyramidion.games.senet.rules import OVER, STUCK, TO_MOVE, TO_THROW, end_throw, is_remainder, move, next_throw, throw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers
    from pyramidion.engine.record import Records
    from pyramidion.games.senet.rules import State

    Links = NDArray[np.int32]

NUMBER = 2  # how far the number is shifted
OTHERS_TURN = 2
LAST_WAY = 1  # no more ways of playing this throw follow

THROWS = (1, 2, 3, 4, 6)
WEIGHTS = (4, 6, 4, 1, 1)  # how likely they are, in sixteenths

DEEPEST = 9  # records that a throw can take: one for each piece that moves, and those before and after
MOST_LINKS = 256  # ways of playing all throws of one position: far more than there are


@compiled
def list_links(stack: "Records", starts: "Numbers", armies: "Numbers", links: "Links") -> int:
    """Fill in the links of positions, given by the mover's army and the other's; where they end."""
    stack[0].phase = TO_THROW
    stack[0].seat = 0
    write = 0
    for i in range(len(armies)):
        own, foe = int(armies[i, 0]), int(armies[i, 1])
        stack[0].army[0] = own
        stack[0].army[1] = foe
        links[write] = position_number(own, foe, starts)
        write += 1 + expand(stack, starts, links[write + 1 :])
    return write


@compiled
def expand(stack: "Records", starts: "Numbers", links: "Links") -> int:
    """Fill in the links of all throws in the position stack[0], throw by throw; their number."""
    number = 0
    for value in THROWS:
        copy(stack[1], stack[0])
        throw(stack[1], value)
        number = expand_throw(stack, starts, links, number)
        links[number - 1] |= LAST_WAY
    return number


@compiled
def expand_throw(stack: "Records", starts: "Numbers", links: "Links", first: int) -> int:
    """Add a link for every way of playing the throw, or the rest of one, in stack[1]; where they end."""
    seat = int(stack[1].seat)
    if stack[1].phase == STUCK:
        next_throw(stack[1], 1 - seat)
        links[first] = link_to(stack[1], seat, starts)
        return first + 1
    depth, number = 1, stop_here(stack, 1, starts, links, first, first)
    while depth:
        s, after = stack[depth], stack[depth + 1]
        movers = int(s.movers)
        if movers == 0:
            depth -= 1
            continue
        s.movers = movers & (movers - 1)
        copy(after, s)
        move(after, bits.lowest(movers))
        if after.phase == TO_MOVE:
            depth += 1
            number = stop_here(stack, depth, starts, links, first, number)
        else:
            number = add(link_to(after, seat, starts), links, first, number)
    return number


@compiled
def stop_here(stack: "Records", depth: int, starts: "Numbers", links: "Links", first: int, number: int) -> int:
    """Add the link for leaving a remainder unused, if there is one."""
    s, after = stack[depth], stack[depth + 1]
    if not is_remainder(s):
        return number
    copy(after, s)
    end_throw(after)
    return add(link_to(after, int(s.seat), starts), links, first, number)


@compiled
def link_to(s: "State", seat: int, starts: "Numbers") -> int:
    """The link to a position between throws, for a seat that came to it."""
    if s.phase == OVER:
        return WON_GAME
    mover = int(s.seat)
    number = position_number(int(s.army[mover]), int(s.army[1 - mover]), starts)
    return number << NUMBER | (0 if mover == seat else OTHERS_TURN)


@compiled
def add(link: int, links: "Links", first: int, number: int) -> int:
    """Add a link of a throw whose links begin at `first`, unless it is there already."""
    for i in range(first, number):
        if links[i] == link:
            return number
    links[number] = link
    return number + 1
