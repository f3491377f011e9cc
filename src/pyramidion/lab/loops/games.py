"""Whole games, compiled, with a row of numbers for each: what a survey is made of.

Most games are played as fast as they can be, and only their end is looked at. One in so many is looked at closely: each
decision is counted, with what could have been done in it. Game `n` of a seed is the same whatever else is played, and where.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.playout import one_of
from pyramidion.engine.random import below
from pyramidion.engine.random import bits as random_bits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Bytes, Numbers
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record, Records

    Row = NDArray[np.int32]

# The columns of a row; after them come the seats' scores
WINNERS = 0  # the seats with the best score, as a bit set; 0 if the game did not end
EVENTS = 1  # all that happened, chance's too
FINISHED = 2  # whether it ended before the limit
CLOSE = 3  # whether it was looked at closely; otherwise the columns from here on say nothing
DECISIONS = 4  # of seats
OPTIONS = 5  # legal actions at all decisions, added up
MOST_OPTIONS = 6  # at one decision
FORCED = 7  # decisions with one legal action
LONGEST_FORCED = 8  # of them in direct succession, whosever they are
PASSES = 9  # turns that were lost because nothing could be done
COLUMNS = 10

# How games are played
UNIFORM = 0  # any legal action
PLAYOUT = 1  # as the game's own random games are: in games of real time, uniform play makes no game
POLICY = 2  # as the game's policy thinks that people play

# The plan: what is the same in all games
MODE = 0
EVERY = 1  # one of so many games is looked at closely
LIMIT = 2  # events after which a game is broken off
BOUND = 3  # the seats that may not do what is forbidden, as a bit set
SEED = 4  # and SEED + 1: its lower and its upper 32 bits
PLAN = 6

NOT_FOUND = -1
STATE, BEFORE, TRIAL = 0, 1, 2  # of the three records to work with


@compiled
def play_games(
    plan: "Numbers",
    first: int,
    start: "Records",
    work: "Records",
    raw: "Bytes",
    random: "Random",
    out: "Numbers",
    rows: "Row",
    counts: "Numbers",
    marks: "Bytes",
) -> None:
    """Play the games from number `first` on, a row each. `counts` are how often actions were offered and chosen.

    `marks` are of actions: 1 those that are forbidden, 2 those that are passes. `raw` is `work` as bytes.
    """
    seats = rows.shape[1] - COLUMNS
    for i in range(rows.shape[0]):
        number = first + i
        seed(random, plan, number)
        copy(work[STATE], start[0])
        if number % plan[EVERY] == 0:
            look_closely(plan, work, raw, random, out, rows[i], counts, marks)
        else:
            look_at_end(plan, work[STATE], random, out, rows[i])
        finish(work[STATE], seats, rows[i])


@compiled
def seed(random: "Random", plan: "Numbers", number: int) -> None:
    """The generator of one game; as `engine.random.generator` makes it."""
    random[0], random[1], random[2], random[3] = plan[SEED], plan[SEED + 1], number & 0xFFFFFFFF, 1
    for _ in range(12):
        random_bits(random)


@compiled
def finish(s: "Record", seats: int, row: "Row") -> None:
    row[FINISHED] = dispatch.actors(s) == 0
    best, winners = 0, 0
    for seat in range(seats):
        score = dispatch.score(s, seat)
        row[COLUMNS + seat] = score
        if winners == 0 or score > best:
            best, winners = score, 0
        if score == best:
            winners |= 1 << seat
    row[WINNERS] = winners if row[FINISHED] else 0


@compiled
def look_at_end(plan: "Numbers", s: "Record", random: "Random", out: "Numbers", row: "Row") -> None:
    events, step = 0, 1
    while step and events < plan[LIMIT]:
        step = dispatch.policy_step(s, random, out) if plan[MODE] == POLICY else dispatch.playout_step(s, random, out)
        events += step
    row[EVENTS] = events


@compiled
def look_closely(
    plan: "Numbers",
    work: "Records",
    raw: "Bytes",
    random: "Random",
    out: "Numbers",
    row: "Row",
    counts: "Numbers",
    marks: "Bytes",
) -> None:
    """Play one action after the other, and count."""
    s = work[STATE]
    row[CLOSE] = 1
    run = 0
    actors = dispatch.actors(s)
    while actors and row[EVENTS] < plan[LIMIT]:
        if actors == CHANCE_BIT:
            let_chance_act(s, random, row, marks)
        else:
            if plan[MODE] == UNIFORM:
                number = act_uniformly(plan, s, one_of(actors, random), random, out, counts, marks)
            else:
                number = act_by_step(plan, work, raw, actors, random, out, counts, marks)
            if number:
                run = run + 1 if number == 1 else 0
                count_decision(row, number, run)
        row[EVENTS] += 1
        actors = dispatch.actors(s)


@compiled
def let_chance_act(s: "Record", random: "Random", row: "Row", marks: "Bytes") -> None:
    action = dispatch.chance(s, random)
    row[PASSES] += marks[action] >> 1 & 1
    dispatch.apply(s, CHANCE, action)


@compiled
def count_decision(row: "Row", number: int, run: int) -> None:
    row[DECISIONS] += 1
    row[OPTIONS] += number
    row[MOST_OPTIONS] = max(int(row[MOST_OPTIONS]), number)
    row[FORCED] += number == 1
    row[LONGEST_FORCED] = max(int(row[LONGEST_FORCED]), run)


@compiled
def act_uniformly(
    plan: "Numbers", s: "Record", actor: int, random: "Random", out: "Numbers", counts: "Numbers", marks: "Bytes"
) -> int:
    """Any legal action of this actor that is not forbidden; how many were legal, 0 for chance."""
    if actor == CHANCE:
        dispatch.apply(s, CHANCE, dispatch.chance(s, random))
        return 0
    number = dispatch.legal(s, actor, out)
    for i in range(number):
        counts[0, out[i]] += 1
    action = int(out[below(random, allow(plan, actor, number, out, marks))])
    counts[1, action] += 1
    dispatch.apply(s, actor, action)
    return number


@compiled
def allow(plan: "Numbers", actor: int, number: int, out: "Numbers", marks: "Bytes") -> int:
    """Leave only what is not forbidden to this seat, if there is anything; how many actions that are."""
    if plan[BOUND] >> actor & 1 == 0:
        return number
    allowed = 0
    for i in range(number):
        if marks[out[i]] & 1 == 0:
            out[allowed] = out[i]
            allowed += 1
    return allowed if allowed else number


@compiled
def act_by_step(
    plan: "Numbers",
    work: "Records",
    raw: "Bytes",
    actors: int,
    random: "Random",
    out: "Numbers",
    counts: "Numbers",
    marks: "Bytes",
) -> int:
    """One step of the game's own; how many actions were legal to the seat that acted, 0 if that was chance.

    What is forbidden to it is taken back, and any other legal action done.
    """
    s, before = work[STATE], work[BEFORE]
    copy(before, s)
    if plan[MODE] == POLICY:
        dispatch.policy_step(s, random, out)
    else:
        dispatch.playout_step(s, random, out)
    for actor in range(CHANCE):
        if actors >> actor & 1:
            action = find_action(work, raw, actor, out)
            if action != NOT_FOUND:
                if marks[action] & 1 and plan[BOUND] >> actor & 1:
                    copy(s, before)
                    return act_uniformly(plan, s, actor, random, out, counts, marks)
                number = dispatch.legal(before, actor, out)
                for i in range(number):
                    counts[0, out[i]] += 1
                counts[1, action] += 1
                return number
    return 0


@compiled
def find_action(work: "Records", raw: "Bytes", actor: int, out: "Numbers") -> int:
    """By which action of a seat the state before became what it is: steps don't tell."""
    trial = work[TRIAL]
    number = dispatch.legal(work[BEFORE], actor, out)
    for i in range(number):
        copy(trial, work[BEFORE])
        dispatch.apply(trial, actor, int(out[i]))
        if are_equal(raw):
            return int(out[i])
    return NOT_FOUND


@compiled
def are_equal(raw: "Bytes") -> bool:
    """Whether the state and the trial are the same, byte for byte."""
    different = 0
    for i in range(raw.shape[1]):
        different |= raw[STATE, i] ^ raw[TRIAL, i]
    return different == 0


@compiled
def policy_action(o: "Record", work: "Records", raw: "Bytes", seat: int, random: "Random", out: "Numbers") -> int:
    """What the game's policy does on a seat that sees this, if what it does not see is as likely as it can be."""
    copy(work[BEFORE], o)
    dispatch.sample(work[BEFORE], random)
    copy(work[STATE], work[BEFORE])
    dispatch.policy_step(work[STATE], random, out)
    action = find_action(work, raw, seat, out)
    if action != NOT_FOUND:
        return action
    return int(out[below(random, dispatch.legal(o, seat, out))])
