"""Profiles, histories and leaderboards: what they tell, and to whom."""

from typing import Any

from tests.server.conftest import Running
from tests.server.people.people import with_account
from tests.server.people.test_results import resign
from tests.server.visitors import Visitor


def play(server: Running, host: Visitor, guest: Visitor, winner: Visitor, **more: Any) -> str:
    """A game of Senet between two people, which one of them wins."""
    table = host.create("senet", "me", "anybody", **more)
    guest.sit(table)
    pages = {host.user: host.arrive(table), guest.user: guest.arrive(table)}
    for page in pages.values():
        page.wait_for("live")
    loser = guest if winner is host else host
    page = pages[loser.user]
    resign(page, page.sync["yours"][0])
    return table


def test_a_profile_tells_results_by_game_seat_and_opponent_with_streaks_and_ratings(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), with_account(server, "Ben")
    for winner in (ben, anna, anna):
        play(server, anna, ben, winner, rated=True)
    found = server.visitor().ask("GET", "/api/people/anna")
    tally = {"played": 3, "won": 2, "drawn": 0, "lost": 1}
    assert found["by_game"] == [{"label": "Senet", **tally}]
    assert found["by_opponent"] == [{"label": "Ben", **tally}]
    assert sum(one["played"] for one in found["by_seat"]) == 3
    assert found["streaks"] == {"outcome": "won", "length": 2, "longest_won": 2}
    (pool,) = found["ratings"]
    assert (pool["game"], pool["seats"], pool["games"], pool["rank"]) == ("senet", 2, 3, None)
    assert pool["rating"]["points"] > 1000
    assert pool["rating"]["is_provisional"]
    assert found["is_you"] is False


def test_games_against_bots_count_by_level(server: Running) -> None:
    anna = with_account(server, "Anna")
    page = anna.arrive(anna.create("senet", "me", "farmer", listed=True))
    page.wait_for("live")
    resign(page, 0)
    (level,) = anna.ask("GET", "/api/people/Anna")["by_level"]
    assert level == {"label": "Farmer", "played": 1, "won": 0, "drawn": 0, "lost": 1}


def test_games_that_were_not_public_are_told_to_their_players_alone(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), with_account(server, "Ben")
    private = play(server, anna, ben, anna)
    public = play(server, anna, ben, anna, listed=True)
    everybodys = server.visitor().ask("GET", "/api/people/Anna/games")
    assert [game["table"] for game in everybodys["games"]] == [public]
    assert server.visitor().ask("GET", "/api/people/Anna")["by_game"][0]["played"] == 1
    hers = anna.ask("GET", "/api/people/Anna/games")
    assert [game["table"] for game in hers["games"]] == [public, private]
    assert hers["games"][0]["titles"] == ["Anna", "Ben"]


def test_own_games_in_progress_are_told_and_others_only_if_public(server: Running) -> None:
    anna = with_account(server, "Anna")
    table = anna.create("senet", "me", "farmer")
    assert [one["id"] for one in anna.ask("GET", "/api/people/Anna")["in_progress"]] == [table]
    assert server.visitor().ask("GET", "/api/people/Anna")["in_progress"] == []


def test_a_history_has_filters_and_pages(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), with_account(server, "Ben")
    play(server, anna, ben, anna)
    play(server, anna, ben, ben)
    play(server, anna, ben, anna, rated=True)
    counts = {"": 3, "game=senet": 3, "game=river": 0, "outcome=won": 2, "outcome=lost": 1, "rated=true": 1}
    counts |= {"rated=false": 2, "opponent=ben": 3, "opponent=anna": 0, "page=1": 0, "outcome=won&rated=true": 1}
    for query, count in counts.items():
        assert len(anna.ask("GET", f"/api/people/Anna/games?{query}")["games"]) == count, query


def test_a_rated_game_tells_what_it_changed_and_the_graph_goes_through_all_of_them(server: Running) -> None:
    anna, ben = with_account(server, "Anna"), with_account(server, "Ben")
    for winner in (anna, ben):
        play(server, anna, ben, winner, rated=True)
    lost, won = (game["change"] for game in anna.ask("GET", "/api/people/Anna/games")["games"])
    assert lost < 0 < won
    graph = ben.ask("GET", "/api/people/Anna/ratings/senet/2")
    assert [point["points"] for point in graph] == [1000 + won, 1000 + won + lost]


def test_a_leaderboard_has_accounts_whose_ratings_are_certain_and_the_bots_beside_them(server: Running) -> None:
    anna, ben, guest = with_account(server, "Anna"), with_account(server, "Ben"), server.visitor()
    for user, mu, sigma in ((anna.user, 30.0, 4.0), (ben.user, 31.0, 8.0), (guest.user, 40.0, 2.0)):
        put_rating(server, user, mu, sigma)
    board = guest.ask("GET", "/api/leaderboards/senet/2")
    assert [(one["rank"], one["name"], one["rating"]["points"]) for one in board["leaders"]] == [(1, "Anna", 1200)]
    assert "Pharaoh" in board["bots"]
    assert anna.ask("GET", "/api/people/Anna")["ratings"][0]["rank"] == 1
    guest.ask("GET", "/api/leaderboards/senet/3", status=404)


def put_rating(server: Running, user: str, mu: float, sigma: float) -> None:
    """As if somebody had played."""
    query = f"INSERT INTO ratings VALUES ('senet', 2, '{user}', {mu}, {sigma}, 20, 0)"
    server.run(server.services.database.write(lambda connection: connection.exec_driver_sql(query)))


def test_guests_and_the_deleted_have_no_profile(server: Running) -> None:
    anna = with_account(server, "Anna")
    anna.ask("DELETE", "/api/account")
    for name in ("Anna", "deleted", "Ibis 42"):
        server.visitor().ask("GET", f"/api/people/{name}", status=404)
