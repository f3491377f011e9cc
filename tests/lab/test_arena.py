import json

import pytest

from pyramidion.cli import main
from pyramidion.games import find
from pyramidion.lab.arena import Setting, _verdict, interval, match, one_game, ratings


def setting(name: str, deals: int = 4, seats: int | None = None, **more: object) -> Setting:
    game = find(name)
    return Setting(name, seats or game.seats[0], game.choose({}), deals, **more)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_match() -> None:
    game = find("senet")
    one, other = (match(game, setting("senet", seed=3), "uniform", "farmer", lambda: None) for _ in range(2))
    assert one == other
    assert one.games == 8


def test_a_deal_is_played_once_from_every_seat_with_the_same_luck() -> None:
    """Two uniform bots with the seeds of their seats play the same game again: what one wins, the other loses."""
    result = match(find("senet"), setting("senet", deals=6), "uniform", "uniform", lambda: None)
    assert result.share == 0.5


def test_a_larger_table_shares_one_victory() -> None:
    shares = one_game(find("iriri"), setting("iriri", seats=3), ["uniform"] * 3, deal=1)
    assert sum(shares) == pytest.approx(1)


def test_games_of_real_time_are_raced() -> None:
    shares = one_game(find("egyptian_war"), setting("egyptian_war"), ["farmer", "pharaoh"], deal=1)
    assert sum(shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"), [(0.5, 100, 0.404, 0.596), (1.0, 20, 0.839, 1.0), (0, 20, 0, 0.161)]
)
def test_intervals_are_those_of_wilson(share: float, games: int, low: float, high: float) -> None:
    assert interval(share, games) == pytest.approx((low, high), abs=0.001)


def test_a_sure_match_stops_early_and_an_open_one_goes_on() -> None:
    assert _verdict([1.0] * 20, (0.5, 0.6)) == "better"
    assert _verdict([0.0] * 20, (0.5, 0.6)) == "not better"
    assert _verdict([0.0, 1.0] * 6, (0.5, 0.6)) == ""
    assert _verdict([1.0] * 20, None) == ""


def test_who_wins_more_is_rated_higher() -> None:
    game = find("senet")
    result = match(game, setting("senet", deals=12), "farmer", "uniform", lambda: None)
    rated = ratings(["farmer", "uniform"], [result], seed=0)
    assert rated["farmer"][0] > rated["uniform"][0]


def test_the_arena_prints_json_and_refuses_strangers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "senet", "uniform", "farmer", "--deals", "2", "--json", "--sprt", "0.5", "0.6"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["results"][0]["games"] == 4
    assert main(["arena", "senet", "uniform", "stockfish"]) == 2
    assert main(["arena", "senet", "uniform", "farmer", "--deals", "1"]) == 0
    assert "win rate" in capsys.readouterr().out
