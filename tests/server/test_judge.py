"""The judge of slaps: single verdicts, and how fair it is over thousands of simulated ones."""

import random
from collections import Counter
from dataclasses import replace

import msgspec
import pytest

import pyramidion
from bench import duels
from pyramidion.engine.dispatch import CHANCE
from pyramidion.games import find
from pyramidion.games.egyptian_war import notation
from pyramidion.games.egyptian_war.rules import SLAP, State
from pyramidion.games.egyptian_war.timing import timing
from pyramidion.server.fairness import slap_judge as judge
from pyramidion.server.fairness.slap_judge import Past, Slap
from pyramidion.server.protocol.socket import Finish

FRAME = 1000 / 60
TIMING = timing(find("egyptian_war").choose({}))


def slap(seat: int, claim: float, ping: float = 0, **more: object) -> Slap:
    """An honest slap over a network without jitter."""
    return Slap(seat, claim, claim + ping + judge.HALF_FRAME, ping, **more)  # type: ignore[arg-type]


def judged(slaps: list[Slap], *, pattern: bool = True, turn: int = 0, seats: int = 2, tie: float = 12) -> Finish:
    """The verdict at a table of Egyptian War; tie windows are an option of it."""
    precedence = [(turn + n) % seats for n in range(seats)]
    return judge.judge(slaps, replace(TIMING, tie=tie), is_right=pattern, precedence=precedence)


def entered(finish: Finish) -> list[tuple[int, str]]:
    """What it brings into the game, in its notation."""
    return [(seat, notation.encode(State.new(), action)) for seat, action in judge.events_of(finish, TIMING, SLAP)]


def verdicts(finish: Finish) -> list[tuple[int, str]]:
    return [(place.seat, place.verdict) for place in finish.places]


def test_the_faster_hand_wins_though_its_slap_arrives_later() -> None:
    """E-29"""
    finish = judged([slap(0, 400, ping=10), slap(1, 350, ping=290)])
    assert verdicts(finish) == [(1, "first"), (0, "late")]
    assert finish.winner == 1
    assert [round(place.behind) for place in finish.places] == [0, 50]
    assert entered(finish) == [(1, "slap")]


def test_slaps_within_the_band_are_a_tie() -> None:
    """E-13"""
    slaps = [slap(0, 350), slap(1, 362), slap(2, 363)]
    finish = judged(slaps, seats=3)
    assert verdicts(finish) == [(0, "tied"), (1, "tied"), (2, "late")]
    assert (finish.winner, finish.is_tie) == (None, True)
    assert entered(finish) == [(CHANCE, "tie")]
    assert judged(slaps, seats=3, tie=0).winner == 0


@pytest.mark.parametrize("exact", [(True, False), (False, True), (True, True)])
def test_bots_tie_within_the_same_band_as_people(exact: tuple[bool, bool]) -> None:
    """E-13"""
    slaps = [slap(0, 350, exact=exact[0]), slap(1, 362, exact=exact[1])]
    assert judged(slaps).is_tie
    slaps = [slap(0, 350, exact=exact[0]), slap(1, 363, exact=exact[1])]
    assert judged(slaps).winner == 0


def test_a_shared_keyboard_has_no_band_only_the_very_same_time_ties() -> None:
    """E-13"""
    slaps = [slap(0, 350, exact=True), slap(1, 351, exact=True)]
    assert judged(slaps, tie=0).winner == 0
    slaps = [slap(0, 350, exact=True), slap(1, 350, exact=True)]
    assert judged(slaps, tie=0).is_tie


def test_a_guess_that_met_a_pattern_is_void_and_does_not_tie() -> None:
    """E-29"""
    finish = judged([slap(0, 119), slap(1, 125), slap(2, 300)], seats=3)
    assert verdicts(finish) == [(0, "guess"), (1, "first"), (2, "late")]
    assert entered(finish) == [(CHANCE, "guess 0"), (1, "slap")]
    alone = judged([slap(0, 20)], seats=3)
    assert (verdicts(alone), alone.winner) == ([(0, "guess")], None)


def test_without_a_pattern_all_are_false_by_reaction_and_then_clockwise_from_the_turn() -> None:
    """E-16, E-29"""
    finish = judged([slap(0, 300), slap(1, 80), slap(3, 300), slap(2, 300)], pattern=False, turn=2, seats=4)
    assert verdicts(finish) == [(1, "false"), (2, "false"), (3, "false"), (0, "false")]
    assert entered(finish) == [(1, "slap"), (2, "slap"), (3, "slap"), (0, "slap")]


def test_what_the_judge_says_can_be_entered_into_the_game() -> None:
    """E-13, E-29"""
    text = "20?/20?/10? 7d7s 0 - 1 - - 9 - seats=3"
    for slaps in ([slap(0, 50), slap(1, 300)], [slap(0, 50), slap(1, 300), slap(2, 301)]):
        play = pyramidion.load("egyptian_war", text, seed=1)
        for seat, action in entered(judged(slaps, seats=3)):
            play.act(action, seat)
    assert play.legal(1) == []


def test_a_claim_moves_a_reaction_only_so_far_and_only_when_others_are_known() -> None:
    """E-29"""
    known = (Past(0, 0),) * judge.HISTORY
    claims = (0, 300, 345, 350, 357, 900)
    reactions = [judge.reaction(Slap(0, claim, 350 + 100 + judge.HALF_FRAME, 100, known)) for claim in claims]
    assert reactions == [340, 340, 345, 350, 357, 360]
    assert judge.reaction(Slap(0, 0, 450 + judge.HALF_FRAME, 100)) == 350
    assert judge.reaction(Slap(0, 0, 450 + judge.HALF_FRAME, 100, known[:10])) == 345


def test_what_somebody_always_takes_off_is_not_taken_off() -> None:
    """E-29"""
    liar = (Past(60, 0),) * judge.HISTORY
    assert judge.reaction(Slap(0, 290, 350 + judge.HALF_FRAME, 0, liar)) == 350
    assert judge.reaction(Slap(0, 350, 350 + judge.HALF_FRAME, 0, liar)) == 360  # honest for once, he pays for it


def test_what_claims_have_won_lately_is_added_again_but_nothing_can_be_saved_up() -> None:
    """E-29"""
    honest = (Past(0, 0),) * judge.HISTORY
    assert judge.reaction(slap(0, 350, past=honest + (Past(0, 10),) * 5)) == 355
    assert judge.reaction(slap(0, 350, past=honest + (Past(0, -10),) * 5)) == 350
    assert judge.reaction(slap(0, 350, past=(Past(0, 10),) * 20 + honest)) == 350


def test_a_slap_is_remembered_with_what_its_claim_lacked_and_won() -> None:
    known = (Past(8, 0),) * judge.HISTORY
    assert judge.noted(Slap(0, 350, 363 + judge.HALF_FRAME, 0, known)) == Past(13, 5)


def test_others_are_waited_for_as_long_as_their_network_may_take_but_not_for_ever() -> None:
    assert judge.hold(20, [20, 120]) == 100 + judge.HOLD
    assert judge.hold(300, [20, 300]) == judge.HOLD  # what was faster is here already
    assert judge.hold(20, [60_000]) == judge.MOST_AHEAD + judge.HOLD
    assert judge.MOST_AHEAD + judge.HOLD <= 550  # so a verdict comes the longest round trip and 600 ms after the press


def test_a_finish_survives_json() -> None:
    finish = judged([slap(0, 50), slap(1, 300)])
    assert msgspec.json.decode(msgspec.json.encode(finish), type=Finish) == finish


# Simulated: round trips of 0 to 300 ms, and every message up to 30 ms late


class Person:
    """Somebody with a network, a habit of lying, and twenty slaps behind them."""

    def __init__(self, seat: int, dice: random.Random, ping: float | None = None, lie: float = 0) -> None:
        self.seat = seat
        self.dice = dice
        self.ping = dice.uniform(0, 300) if ping is None else ping
        self.lie = lie
        self.trip = min(self.ping + self.jitter() + self.jitter() for _ in range(judge.HISTORY))
        self.past: tuple[Past, ...] = ()
        for _ in range(judge.HISTORY):
            self.past = (*self.past, judge.noted(self.slap(reaction_time(dice))))

    def jitter(self) -> float:
        return self.dice.uniform(0, 30)

    def slap(self, true_reaction: float) -> Slap:
        on_the_way = self.ping + self.jitter() + self.jitter() + self.dice.uniform(0, FRAME)
        return Slap(self.seat, true_reaction - self.lie, true_reaction + on_the_way, self.trip, self.past)


def reaction_time(dice: random.Random) -> float:
    """An ex-Gaussian, as people's are."""
    return max(dice.gauss(320, 40) + dice.expovariate(1 / 70), 150)


def race(dice: random.Random, gap: tuple[float, float] | None = None, **habits: tuple[float, float]) -> str:
    """Two people slap, seat 0 the faster one by a gap within these bounds, if any are given: who wins, 0, 1 or nobody."""
    people = [Person(seat, dice, **{name: value[seat] for name, value in habits.items()}) for seat in (0, 1)]
    times = [reaction_time(dice), reaction_time(dice)]
    if gap:
        while not gap[0] <= times[1] - times[0] <= gap[1]:
            times = [reaction_time(dice), reaction_time(dice)]
    slaps = [person.slap(time) for person, time in zip(people, times, strict=True)]
    finish = judged(slaps)
    return "nobody" if finish.winner is None else str(finish.winner)


def tally(races: int, gap: tuple[float, float] | None = None, **habits: tuple[float, float]) -> Counter[str]:
    dice = random.Random(12)
    return Counter(race(dice, gap, **habits) for _ in range(races))


@pytest.mark.parametrize(("least", "share"), [(20, 0.985), (40, 0.998)])
def test_the_truly_faster_hand_wins(least: float, share: float) -> None:
    """E-29: also where a tie counts as not won"""
    won = tally(4000, gap=(least, 1000))
    assert won["0"] / won.total() >= share
    just_so = tally(2000, gap=(least - 1, least + 1))
    assert just_so["0"] / (just_so["0"] + just_so["1"]) >= share


def test_by_arrival_the_slower_hand_would_often_win() -> None:
    """What all this is for"""
    dice = random.Random(3)
    right = 0
    for _ in range(2000):
        people = [Person(seat, dice) for seat in (0, 1)]
        times = [reaction_time(dice), reaction_time(dice)]
        arrivals = [person.slap(time).arrival for person, time in zip(people, times, strict=True)]
        right += (times[0] < times[1]) == (arrivals[0] < arrivals[1])
    assert right / 2000 < 0.8


def test_equal_hands_win_equally_often_over_a_short_and_a_long_line() -> None:
    """E-29"""
    won = tally(20_000, ping=(20, 300))
    assert abs(won["0"] / (won["0"] + won["1"]) - 0.5) <= 0.015


@pytest.mark.parametrize("lie", [10, 40, 150])
def test_a_constant_lie_gains_nearly_nothing(lie: float) -> None:
    """E-29"""
    won = tally(10_000, lie=(lie, 0))
    assert won["0"] / (won["0"] + won["1"]) - 0.5 <= 0.02


# Cheating: bench/slaps.py plays 5,000 duels of each, and none wins more than 52 %; here are fewer, so more is left to luck


@pytest.mark.parametrize("strategy", duels.STRATEGIES, ids=lambda strategy: str(strategy.name))
def test_no_cheat_wins_more_than_an_honest_hand(strategy: type[duels.Hand]) -> None:
    """E-29"""
    for is_direct in (True, False):
        if is_direct or strategy not in duels.UNPROVABLE:
            tally = duels.play(strategy, 250.0, 1500, is_direct=is_direct)
            assert tally.share <= 0.53
            assert tally.longest_wait <= 600


def test_behind_a_proxy_that_does_not_tell_a_page_that_is_always_late_looks_far_away() -> None:
    """What is not promised, so that nobody thinks it is."""
    assert duels.play(duels.LatePongs, 20.0, 500, is_direct=False).share > 0.7


def test_a_judge_who_believed_every_claim_would_be_cheated(monkeypatch: pytest.MonkeyPatch) -> None:
    """That these duels find a cheat where there is something to cheat."""
    monkeypatch.setattr(judge, "reaction", lambda slap: slap.claim)
    assert duels.play(duels.ConstantLie, 100.0, 500, is_direct=True).share > 0.7
