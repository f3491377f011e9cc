"""What is believed of the way to a page: the shortest proof, and never what a page would like."""

import pytest

from pyramidion.server.sockets import connection as module
from pyramidion.server.sockets.latency import MOST_BELIEVED, MOST_UNANSWERED, NUMBERS, RECENT, Latency, kernel_of


def pinged(latency, *took, since=1000.0):
    """Pings that were answered after so many milliseconds each."""
    for n, each in enumerate(took):
        at = since + n * 10_000
        latency.pong(latency.ping(at), at + each)
    return latency


def test_the_shortest_of_the_recent_pings_is_believed():
    latency = pinged(Latency(), 130, 90, 250)
    assert latency.believed == 90
    assert pinged(latency, *[120] * (RECENT - 1)).believed == 120  # the 90 is long ago


def test_a_page_that_answers_late_gains_nothing():
    """All it could gain is what it was near at least once."""
    assert pinged(Latency(), 30, 800, 2000, 60_000).believed == 30
    assert pinged(Latency(lambda: 20.0), 800, 900, 1000).believed == 20


def test_silence_is_forgiven_nothing():
    latency = Latency()
    for at in range(1000):
        latency.ping(at)
    assert latency.believed == 0
    assert len(latency._sent) == MOST_UNANSWERED


def test_every_latency_is_bounded():
    assert pinged(Latency(), 50_000).believed == MOST_BELIEVED
    assert Latency(lambda: 9000.0).believed == MOST_BELIEVED


def test_each_ping_is_answered_once():
    latency = Latency()
    number = latency.ping(1000)
    latency.pong(number, 1030)
    latency.pong(number, 9000)
    assert list(latency._took) == [30]


@pytest.mark.parametrize("number", [0, 1000.0, 999.5, -1, 1e12])
def test_what_was_never_sent_is_no_answer(number):
    latency = Latency()
    latency.ping(1000)
    latency.pong(number, 1001)
    assert not latency._took


def test_an_answer_from_before_the_question_is_none():
    latency = Latency()
    latency.pong(latency.ping(1000), 900)
    assert latency.believed == 0
    assert not latency._took


def test_nobody_can_guess_the_next_ping():
    latency = Latency()
    numbers = [latency.ping(at) for at in range(50)]
    assert len(set(numbers)) == 50
    assert max(numbers) > NUMBERS / 4


def test_a_kernels_shortest_trip_is_remembered_though_the_kernel_forgets_it():
    """Delayed acknowledgements make all newer ones longer."""
    trips = iter([12.0, 52.0, 60.0])
    latency = Latency(lambda: next(trips))
    assert [latency.believed, latency.believed] == [12, 12]


def test_where_no_kernel_tells_there_are_pings():
    assert pinged(Latency(lambda: None), 40).believed == 40


# Over real sockets


def connections(house, table, page):
    """The house's ends of a page."""
    session = house.session(table)
    users = {session.table.meta.seats[seat].user for seat in page.sync["yours"]}
    return [connection for connection in session.presence.connections if connection.user in users]


def one_page(house):
    anna = house.visitor()
    table = anna.create("egyptian_war", "me", "farmer")
    page = anna.arrive(table)
    page.wait_for("live")
    return table, page


def test_the_kernel_knows_the_way_before_any_ping_is_answered(house):
    table, page = one_page(house)
    (connection,) = connections(house, table, page)
    assert connection._latency._kernel_shortest is not None
    assert 0 < connection.latency < 100  # a loopback's, on a machine in a hurry


def test_pongs_for_pings_of_long_ago_are_not_believed(house):
    """A page that subtracts a minute from what it is asked seemed to be a minute away."""
    table, page = one_page(house)
    for t in (0, 1, 5000.0):
        page.say("pong", t=t)
    page.say("slap", n=9999, seat=7, reaction=1)
    assert "not yours" in page.read_until("refused")["why"]  # so they have been heard
    (connection,) = connections(house, table, page)
    assert connection.latency < 100


def test_through_a_proxy_only_the_proxys_word_or_pings_count(house, monkeypatch):
    """The kernel would tell the way to the proxy."""
    monkeypatch.setattr(module, "kernel_of", lambda page, is_direct: kernel_of(page, is_direct=False))
    anna = house.visitor()
    table = anna.create("senet", "me", "anybody")
    for headers in ({}, {"X-Client-RTT": "81500"}, {"X-Client-RTT": "-1"}):
        page = anna.open(table, headers=headers)
    known = [connection._latency._kernel_shortest for connection in connections(house, table, page)]
    assert sorted(known, key=str) == [81.5, None, None]
