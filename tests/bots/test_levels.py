"""The levels of the server, and the bots beside them."""

from xml.etree import ElementTree

import pytest

import pyramidion
from pyramidion import flags
from pyramidion.bots import reflex
from pyramidion.bots.levels import BEST, GREEDY, LEVELS, UNIFORM, face, level_of, make, measured_ratings, ratings
from pyramidion.games import GAMES, find
from pyramidion.games.iriri import rules as iriri
from pyramidion.games.pyramid_poker import rules as pyramid_poker

IN_TURNS = [name for name in GAMES if not find(name).real_time]


def test_the_same_eight_levels_are_there_for_every_game() -> None:
    assert len(LEVELS) == 8
    assert list(LEVELS) == list(reflex.LEVELS) == list(flags.LEVELS)
    assert all(len(find(name).ladder) == len(LEVELS) for name in GAMES)


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_has_a_small_face(name: str) -> None:
    picture = face(name)
    assert ElementTree.fromstring(picture).get("aria-label") == LEVELS[name].title
    assert len(picture) < 2048


def test_faces_differ_also_where_several_are_on_one_page() -> None:
    marks = [node.get("id") for name in LEVELS for node in ElementTree.fromstring(face(name)).iter() if node.get("id")]
    assert len(marks) == len(set(marks))


@pytest.mark.parametrize("name", IN_TURNS)
def test_each_level_looks_further_ahead_or_makes_smaller_mistakes(name: str) -> None:
    game = find(name)
    budgets = [level.budget_in(game) for level in LEVELS.values()]
    strengths = [
        (budget.iterations or 0, -level.temperature_in(game)) for budget, level in zip(budgets, LEVELS.values(), strict=True)
    ]
    assert strengths == sorted(set(strengths))
    assert all(budget.seconds and budget.seconds <= 1.5 for budget in budgets)


@pytest.mark.parametrize("name", IN_TURNS)
def test_the_best_level_has_no_handicap(name: str) -> None:
    game = find(name)
    assert list(LEVELS)[BEST] == "pharaoh"
    best = LEVELS["pharaoh"]
    assert best.temperature_in(game) == 0
    assert best.tables
    assert best.budget_in(game).use_judge


@pytest.mark.parametrize("name", IN_TURNS)
def test_ratings_were_measured_and_rise_with_the_levels(name: str) -> None:
    points = [ratings(bot)[name] for bot in LEVELS]
    assert points == sorted(set(points))
    assert set(measured_ratings()[name]) == {UNIFORM, GREEDY, *LEVELS}


def test_a_search_of_ones_own_is_named_by_its_budget() -> None:
    assert level_of("search:300").budget.iterations == 300
    assert not level_of("search:300").budget.use_policy
    assert level_of("policy:0.25s").budget.seconds == 0.25
    assert not level_of("policy:0.25s").budget.cpu
    assert level_of("judge:0.25cpu").budget.seconds == 0.25
    assert level_of("judge:0.25cpu").budget.cpu
    assert level_of("policy:0.25s").budget.use_policy
    assert level_of("tables:20").tables
    assert not level_of("pharaoh:bare").tables
    with pytest.raises(ValueError, match="there is no bot 'divine': choose one of uniform, greedy, goatherd"):
        level_of("divine")


# The greedy bot


def greedy(play: pyramidion.Play) -> str:
    (seat,) = play.actors()
    return play.encode(make(GREEDY, play.game, play.seats, seat, seed=1).choose(play.observe(1 << seat)))


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("r9/1c8/5c3c c 1 - 9", "30-off"),  # further than any other piece can come
        ("10/c1r7/c9 c 2 - 9", "11-13"),  # and sends the other back
    ],
)
def test_greedy_senet_goes_as_far_as_it_can(position: str, action: str) -> None:
    play = pyramidion.load("senet", position, dice=None)
    assert action in play.legal()
    assert greedy(play) == action


@pytest.mark.parametrize("seed", range(5))
def test_greedy_iriri_takes_most_points(seed: int) -> None:
    play = pyramidion.new("iriri", seed=seed)
    for _ in range(6):
        seat = play.actors()[0]
        points = {}
        for action in play.legal(seat):
            play.act(action, seat)
            points[action] = int(iriri.State.of(play.state).points[seat])
            play.undo()
        chosen = greedy(play)
        assert points[chosen] == max(points.values())
        play.act(chosen, seat)


def test_greedy_river_claims_what_it_can() -> None:
    claims = 0
    for seed in range(3):
        play = pyramidion.new("river", seed=seed)
        while not play.is_over:
            chosen = greedy(play)
            if any(action.startswith("claim") for action in play.legal()):
                assert chosen.startswith("claim")
                claims += 1
            play.act(chosen)
    assert claims >= 9


@pytest.mark.parametrize("hand", [0, 1, 2])
def test_greedy_poker_makes_a_pair(hand: int) -> None:
    play = pyramidion.new("pyramid_poker", seed=1)
    while "put left" not in play.legal():
        play.act(play.legal_actions()[0])
    s = pyramid_poker.State.of(play.state)
    s.hands[:] = 0
    twin = (s.block + 13) % 52
    s.hands[s.seat, hand] = 1 << twin
    assert greedy(play) == ("put left", "put centre", "put right")[hand]


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_TURNS)
def test_greedy_is_better_than_nothing(name: str) -> None:
    from pyramidion.lab.arena import Setting, match

    game = find(name)
    setting = Setting(name, game.seats[0], game.choose({}), deals=20)
    assert match(game, setting, GREEDY, UNIFORM, lambda: None).share > 0.6
