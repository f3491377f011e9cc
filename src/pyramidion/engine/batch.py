"""Many games of one kind at once, compiled: what reinforcement learning steps.

Environment i is the record `states[i]` with the random numbers `random[i]`: nothing of it depends on the others, on their
number, or on threads. Chance acts by itself, also where it may act beside seats (a clock in a game of turns).

`step_turns` is for games of turns: one seat acts in each environment. `step_moments` is for games of real time: all seats of
all environments choose at the same time whether to stay calm or to act by reflex. The arrays, a row for each environment:

    states          the records                          random      the generator's four words
    seat            who is to act, or NOBODY             length      decisions of this game so far
    tensor          what that seat sees (in games of real time, what each seat sees)
    final           the same at the end of the last game, where it was reset at once
    words, mask     legal actions, a byte each; `words` is the same memory, eight bytes to a word
    offsets, listed legal actions packed: those of i are listed[offsets[i]:offsets[i + 1]]; then there are no masks
    count           how many legal actions there are     reward      of every seat, for this step
    flags           TERMINATED, TRUNCATED, ILLEGAL       chosen      the actions, or WAIT

`start` is the first state and `work` room for an observation, each as an array of one record: compiled code takes three
microseconds to be handed a record by itself, and a tenth of one for an array.
"""

from typing import TYPE_CHECKING

from pyramidion.engine import bits, dispatch
from pyramidion.engine.compiled import compiled
from pyramidion.engine.dispatch import CHANCE, CHANCE_BIT
from pyramidion.engine.memory import copy
from pyramidion.engine.random import below

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pyramidion.engine.dispatch import Bytes, Numbers
    from pyramidion.engine.random import Random
    from pyramidion.engine.record import Record, Records

    Seats = NDArray[np.int8]
    Flags = NDArray[np.bool_]
    Rewards = NDArray[np.float32]
    Listed = NDArray[np.int32]

NOBODY = -1  # the seat to act in a game that is over
WAIT = -1  # as an action: leave this environment alone
CALM, REFLEX = 0, 1  # the actions of a moment

# The plan: what is the same in every environment and every step
SEATS = 0
AUTORESET = 1
LIMIT = 2  # decisions after which a game is truncated
UNIT = 3  # 0: rewards are shares of victory; else points of so many units of score
WINDOW = 4  # in games of real time: reactions no further apart than this are a tie

# What happens to a game that is over
OFF = 0  # it stays as it is until it is reset
NEXT_STEP = 1  # the next step resets it, whatever its action
SAME_STEP = 2  # it is reset at once; what was seen at the end is in `final`

# Flags
TERMINATED = 0
TRUNCATED = 1
ILLEGAL = 2  # the action was not legal, and nothing has happened


@compiled
def step_turns(
    plan: "Numbers",
    states: "Records",
    random: "Random",
    seat: "Seats",
    tensor: "Bytes",
    final: "Bytes",
    words: "Numbers",
    mask: "Bytes",
    offsets: "Numbers",
    listed: "Listed",
    count: "Listed",
    reward: "Rewards",
    flags: "Flags",
    length: "Listed",
    chosen: "Numbers",
    start: "Records",
    work: "Records",
    out: "Numbers",
) -> None:
    """Let the seat to act do its chosen action, in every environment.

    A reset is a step too, where nobody is to act and the plan says NEXT_STEP: compiling takes long enough.
    """
    packed = words.shape[1] == 0
    for i in range(seat.shape[0]):  # before anything that it is compared with is overwritten
        flags[i, ILLEGAL] = is_refused(seat, mask, offsets, listed, packed, i, int(chosen[i]))
    used = 0
    for i in range(seat.shape[0]):
        s = states[i]
        for other in range(reward.shape[1]):
            reward[i, other] = 0.0
        if is_moving(plan, seat, flags, chosen, i):
            one, spare = start[0], work[0]
            shown = act(plan, s, random[i], seat, final[i], reward[i], flags[i], length, one, spare, i, int(chosen[i]))
            see(s, shown, spare, tensor[i])
            if not packed:
                count[i] = write_mask(s, int(seat[i]), words[i], mask[i], out)
        elif seat[i] != NOBODY:
            flags[i, TERMINATED] = False
            flags[i, TRUNCATED] = False
        if packed:
            offsets[i] = used
            count[i] = write_list(s, int(seat[i]), listed, used, out)
            used += count[i]
    if packed:
        offsets[seat.shape[0]] = used


@compiled
def is_refused(
    seat: "Seats", mask: "Bytes", offsets: "Numbers", listed: "Listed", packed: bool, i: int, action: int
) -> bool:
    """Whether this is no legal action; where nobody is to act, no action is refused."""
    if seat[i] == NOBODY or action == WAIT:
        return False
    if packed:
        return not is_listed(listed, int(offsets[i]), int(offsets[i + 1]), action)
    return action < 0 or action >= mask.shape[1] or mask[i, action] == 0


@compiled
def is_listed(listed: "Listed", first: int, end: int, action: int) -> bool:
    """Whether an ascending part of the list has this action."""
    while first < end:
        middle = (first + end) >> 1
        if listed[middle] == action:
            return True
        if listed[middle] < action:
            first = middle + 1
        else:
            end = middle
    return False


@compiled
def is_moving(plan: "Numbers", seat: "Seats", flags: "Flags", chosen: "Numbers", i: int) -> bool:
    """Whether anything happens in this environment now."""
    if chosen[i] == WAIT or flags[i, ILLEGAL]:
        return False
    return bool(seat[i] != NOBODY or plan[AUTORESET] == NEXT_STEP)


@compiled
def act(
    plan: "Numbers",
    s: "Record",
    random: "Random",
    seat: "Seats",
    final: "Bytes",
    reward: "Rewards",
    flags: "Flags",
    length: "Listed",
    start: "Record",
    work: "Record",
    i: int,
    action: int,
) -> int:
    """One action, or a reset, and all that chance does after it; whose view is to be shown then."""
    if seat[i] == NOBODY:
        flags[TERMINATED] = False
        flags[TRUNCATED] = False
        return begin(s, random, seat, length, start, i)
    mover = int(seat[i])
    dispatch.apply(s, mover, action)
    length[i] += 1
    actors = let_chance_act(s, random)
    shown = bits.lowest(actors) if actors else mover
    seat[i] = shown
    flags[TERMINATED] = actors == 0
    flags[TRUNCATED] = actors != 0 and length[i] >= plan[LIMIT]
    if actors and not flags[TRUNCATED]:
        return shown
    if actors == 0:
        pay(plan, s, reward)
    if plan[AUTORESET] == SAME_STEP:
        see(s, shown, work, final)
        return begin(s, random, seat, length, start, i)
    seat[i] = NOBODY
    return shown


@compiled
def begin(s: "Record", random: "Random", seat: "Seats", length: "Listed", start: "Record", i: int) -> int:
    """A new game, up to where a seat is to act; that seat."""
    length[i] = 0
    actors = 0
    while actors == 0:  # a game may end before anybody could act: then the next one begins
        copy(s, start)
        actors = let_chance_act(s, random)
    seat[i] = bits.lowest(actors)
    return bits.lowest(actors)


@compiled
def let_chance_act(s: "Record", random: "Random") -> int:
    """Whatever chance may do, it does; the seats that may act then, 0 if the game is over."""
    actors = dispatch.actors(s)
    while actors & CHANCE_BIT:
        dispatch.apply(s, CHANCE, dispatch.chance(s, random))
        actors = dispatch.actors(s)
    return actors


@compiled
def see(s: "Record", seat: int, work: "Record", tensor: "Bytes") -> None:
    """What a seat may know, as numbers: from the observation, so that nothing else can get in."""
    dispatch.observe(s, 1 << seat, work)
    dispatch.tensor(work, seat, tensor)


@compiled
def write_mask(s: "Record", seat: int, words: "Numbers", mask: "Bytes", out: "Numbers") -> int:
    for word in range(words.shape[0]):
        words[word] = 0
    if seat == NOBODY:
        return 0
    number = dispatch.legal(s, seat, out)
    for n in range(number):
        mask[out[n]] = 1
    return number


@compiled
def write_list(s: "Record", seat: int, listed: "Listed", used: int, out: "Numbers") -> int:
    if seat == NOBODY:
        return 0
    number = dispatch.legal(s, seat, out)
    for n in range(number):
        listed[used + n] = out[n]
    return number


@compiled
def pay(plan: "Numbers", s: "Record", reward: "Rewards") -> None:
    """The results of a game that is over: points, or one victory shared by those with the best score."""
    if plan[UNIT]:
        for seat in range(reward.shape[0]):
            reward[seat] = dispatch.score(s, seat) / plan[UNIT]
        return
    best, winners = 0, 0
    for seat in range(reward.shape[0]):
        score = dispatch.score(s, seat)
        if winners == 0 or score > best:
            best, winners = score, 0
        winners += score == best
    for seat in range(reward.shape[0]):
        reward[seat] = 1.0 / winners if dispatch.score(s, seat) == best else 0.0


@compiled
def choose_from_masks(words: "Numbers", count: "Listed", random: "Random", chosen: "Numbers") -> None:
    """Any legal action, each as likely as the others; WAIT where there is none."""
    for i in range(count.shape[0]):
        chosen[i] = WAIT
        if count[i]:
            n, word = below(random[i], int(count[i])), 0
            there = bits.count(int(words[i, 0]))
            while n >= there:
                n -= there
                word += 1
                there = bits.count(int(words[i, word]))
            chosen[i] = 8 * word + (bits.nth(int(words[i, word]), n) >> 3)


@compiled
def choose_from_lists(offsets: "Numbers", listed: "Listed", count: "Listed", random: "Random", chosen: "Numbers") -> None:
    """The same with packed lists."""
    for i in range(count.shape[0]):
        chosen[i] = listed[offsets[i] + below(random[i], int(count[i]))] if count[i] else WAIT


# Games of real time


@compiled
def step_moments(
    plan: "Numbers",
    states: "Records",
    random: "Random",
    tensor: "Bytes",
    final: "Bytes",
    mask: "Bytes",
    reward: "Rewards",
    flags: "Flags",
    length: "Listed",
    chosen: "Numbers",
    start: "Records",
    work: "Records",
) -> None:
    """Decide one moment in every environment: `chosen` has an action for every seat."""
    for i in range(flags.shape[0]):
        s = states[i]
        for seat in range(reward.shape[1]):
            reward[i, seat] = 0.0
        reflexes = read_reflexes(chosen[i])
        over = plan[AUTORESET] != SAME_STEP and (flags[i, TERMINATED] or flags[i, TRUNCATED])
        flags[i, ILLEGAL] = not over and reflexes & ~dispatch.may_react(s) != 0
        if flags[i, ILLEGAL] or (over and plan[AUTORESET] != NEXT_STEP) or chosen[i, 0] == WAIT:
            continue
        one, spare = start[0], work[0]
        if over:
            begin_moments(s, random[i], flags[i], length, one, i)
        else:
            decide(plan, s, random[i], final[i], reward[i], flags[i], length, one, spare, i, reflexes)
        see_all(s, spare, tensor[i], mask[i])


@compiled
def read_reflexes(chosen: "Numbers") -> int:
    """The seats that act by reflex; an action that there is not sets a bit that no seat has."""
    reflexes = 0
    for seat in range(chosen.shape[0]):
        if chosen[seat] == REFLEX:
            reflexes |= 1 << seat
        elif chosen[seat] != CALM and chosen[seat] != WAIT:
            reflexes |= CHANCE_BIT
    return reflexes


@compiled
def decide(
    plan: "Numbers",
    s: "Record",
    random: "Random",
    final: "Bytes",
    reward: "Rewards",
    flags: "Flags",
    length: "Listed",
    start: "Record",
    work: "Record",
    i: int,
    reflexes: int,
) -> None:
    actor = dispatch.who_acts(s, reflexes, int(plan[WINDOW]), random)
    dispatch.apply(s, actor, dispatch.what_happens(s, reflexes, actor))
    length[i] += 1
    over = let_time_pass(s, random) == 0
    flags[TERMINATED] = over
    flags[TRUNCATED] = not over and length[i] >= plan[LIMIT]
    if over:
        pay(plan, s, reward)
    if (over or flags[TRUNCATED]) and plan[AUTORESET] == SAME_STEP:
        for seat in range(reward.shape[0]):
            see(s, seat, work, final[seat])
        copy(s, start)
        length[i] = 0
        let_time_pass(s, random)


@compiled
def begin_moments(s: "Record", random: "Random", flags: "Flags", length: "Listed", start: "Record", i: int) -> None:
    copy(s, start)
    length[i] = 0
    flags[TERMINATED] = False
    flags[TRUNCATED] = False
    let_time_pass(s, random)


@compiled
def let_time_pass(s: "Record", random: "Random") -> int:
    """What is chance's alone happens; who may act then."""
    actors = dispatch.actors(s)
    while actors == CHANCE_BIT:
        dispatch.apply(s, CHANCE, dispatch.chance(s, random))
        actors = dispatch.actors(s)
    return actors


@compiled
def see_all(s: "Record", work: "Record", tensor: "Bytes", mask: "Bytes") -> None:
    """What every seat sees, and whether it may act by reflex."""
    able = dispatch.may_react(s)
    for seat in range(tensor.shape[0]):
        see(s, seat, work, tensor[seat])
        mask[seat, CALM] = 1
        mask[seat, REFLEX] = able >> seat & 1


@compiled
def choose_in_moments(mask: "Bytes", random: "Random", chosen: "Numbers") -> None:
    """Calm or reflex, for every seat, as likely as each other where both are legal."""
    for i in range(mask.shape[0]):
        for seat in range(mask.shape[1]):
            chosen[i, seat] = REFLEX if mask[i, seat, REFLEX] and below(random[i], 2) else CALM
