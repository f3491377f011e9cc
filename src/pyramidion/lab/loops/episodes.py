"""Training a network, compiled, in games with secrets, several seats or many actions: whole games that it plays against
itself, and when one is over, a step for each of its positions.

A player does what the policy does; or it sees what a seat sees, imagines the rest, and does what the network likes best, of
some actions and of what the policy would do. Now and then it strays, and does anything. A position is worth what came of it
in the end, mixed with what the network thought of the positions between (TD(λ)); what came after straying says nothing of
what was before.
"""

from typing import TYPE_CHECKING

from pyramidion.bots.tree import conclude, share_victory
from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE
from pyramidion.engine.memory import copy
from pyramidion.engine.network import MOST_FEATURES
from pyramidion.engine.playout import one_of
from pyramidion.engine.random import below
from pyramidion.lab.loops.learning import step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Numbers, Shares, Solved
    from pyramidion.engine.network import Scratch, Weights
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record, Records
    from pyramidion.lab.loops.learning import Floats

    Kept = NDArray[np.int32]
    Opinions = NDArray[np.float64]

TRACE = 0.9  # the λ of TD(λ)
NUMBER = MOST_FEATURES  # where it is kept how many features a position has,
KEPT = NUMBER + 1  # and what is kept of it for a seat

NOW, SEEN, AFTER = 0, 1, 2  # the records: the game, what a player makes of it, and where an action would lead
RECORDS = 3
POLICY = -1  # the policy's action, of which nobody knows the number


@compiled
def learn_from_games(
    start: "Record",
    records: "Records",
    positions: int,
    stray: int,
    looks: int,
    rate: float,
    random: "Random",
    floats: "Floats",
    sums: "Floats",
    weights: "Weights",
    scratch: "Scratch",
    out: "Numbers",
    room: "Numbers",
    table: "Solved",
    shares: "Shares",
    kept: "Kept",
    opinions: "Opinions",
    strayed: "Numbers",
    count: "Numbers",
) -> float:
    """Learn from so many positions, and the rest of the last game; how many there were, in count[0], and the sum of the
    squared errors. One action in `stray` is any; `looks` are looked at, or none."""
    total = 0.0
    count[0] = 0
    while count[0] < positions:
        copy(records[NOW], start)
        number = play_game(
            records, stray, looks, random, weights, scratch, out, room, table, shares, kept, opinions, strayed
        )
        total += learn(number, rate, floats, sums, shares, kept, opinions, strayed)
        count[0] += max(number, 1)
    return total


@compiled
def play_game(
    records: "Records",
    stray: int,
    looks: int,
    random: "Random",
    weights: "Weights",
    scratch: "Scratch",
    out: "Numbers",
    room: "Numbers",
    table: "Solved",
    shares: "Shares",
    kept: "Kept",
    opinions: "Opinions",
    strayed: "Numbers",
) -> int:
    """Play to the end; the positions that were kept, and the result in `shares`."""
    s = records[NOW]
    number = 0
    actors = dispatch.actors(s)
    while actors:
        if number < kept.shape[0] and dispatch.judge(s, weights, scratch, shares):
            keep(s, number, shares, kept, opinions, strayed)
            number += 1
        actor = one_of(actors, random)
        if actor == CHANCE:
            dispatch.apply(s, CHANCE, dispatch.chance(s, random))
        elif act(records, actor, stray, looks, random, weights, scratch, out, room, table, shares):
            strayed[max(number - 1, 0)] = 1
        actors = dispatch.actors(s)
    share_victory(s, shares)
    return number


@compiled
def keep(s: "Record", n: int, shares: "Shares", kept: "Kept", opinions: "Opinions", strayed: "Numbers") -> None:
    """Remember a position: what it looks like to every seat, and what the network thinks of it."""
    strayed[n] = 0
    for seat in range(shares.shape[0]):
        opinions[n, seat] = shares[seat]
        kept[n, seat, NUMBER] = dispatch.features(s, seat, kept[n, seat])


@compiled
def act(
    records: "Records",
    actor: int,
    stray: int,
    looks: int,
    random: "Random",
    weights: "Weights",
    scratch: "Scratch",
    out: "Numbers",
    room: "Numbers",
    table: "Solved",
    shares: "Shares",
) -> bool:
    """Do what looks best to a player who looks at actions, or else what the policy does; or stray, and say so."""
    s = records[NOW]
    strays = below(random, stray) == 0
    if not (looks or strays):
        dispatch.policy_step(s, random, room)
        return False
    number = dispatch.legal(s, actor, out)
    best = 0
    if strays:
        best = below(random, number)
    elif number > 1:
        dispatch.observe(s, 1 << actor, records[SEEN])
        dispatch.sample(records[SEEN], random)
        best = best_of(records, actor, number, looks, random, weights, scratch, out, room, table, shares)
    if best == POLICY:
        dispatch.policy_step(s, random, room)
    else:
        dispatch.apply(s, actor, out[best])
    return strays and number > 1


@compiled
def best_of(
    records: "Records",
    actor: int,
    number: int,
    looks: int,
    random: "Random",
    weights: "Weights",
    scratch: "Scratch",
    out: "Numbers",
    room: "Numbers",
    table: "Solved",
    shares: "Shares",
) -> int:
    """Which of the actions in `out` the network likes best, or POLICY."""
    after = records[AFTER]
    best, most = 0, -1.0
    for i in range(POLICY if number > looks else 0, min(number, looks)):
        copy(after, records[SEEN])
        if i == POLICY:
            dispatch.policy_step(after, random, room)
        else:
            other = i + below(random, number - i)
            out[i], out[other] = out[other], out[i]
            dispatch.apply(after, actor, out[i])
        conclude(after, True, random, room, table, weights, 0, scratch, shares)
        if shares[actor] > most:
            best, most = i, shares[actor]
    return best


@compiled
def learn(
    number: int,
    rate: float,
    floats: "Floats",
    sums: "Floats",
    shares: "Shares",
    kept: "Kept",
    opinions: "Opinions",
    strayed: "Numbers",
) -> float:
    """Learn from the positions of a game, the last one first; `shares` are the result. The sum of the squared errors, of
    the seats' mean."""
    total = 0.0
    for n in range(number - 1, -1, -1):
        sides, squares = 0, 0.0
        for seat in range(shares.shape[0]):
            if strayed[n]:
                shares[seat] = opinions[n, seat]
            elif kept[n, seat, NUMBER]:
                sides += 1
                squares += step(kept[n, seat], kept[n, seat, NUMBER], shares[seat], floats, sums, rate)
            shares[seat] += (1 - TRACE) * (opinions[n, seat] - shares[seat])
        total += squares / max(sides, 1)
    return total
