"""What is believed of the way to a page: the shortest proof, and never what a page would like."""

import time
from typing import Any

import pytest

from pyramidion.server.sockets.connection import Connection
from pyramidion.server.sockets.latency import MOST_BELIEVED, MOST_UNANSWERED, NUMBERS, RECENT, Latency
from tests.server.conftest import OpenServer, Running
from tests.server.visitors import Page


def pinged(latency: Latency, *took: float, since: float = 1000.0) -> Latency:
    """Pings that were answered after so many milliseconds each."""
    for n, each in enumerate(took):
        at = since + n * 10_000
        latency.pong(latency.ping(at), at + each)
    return latency


def test_the_shortest_of_the_recent_pings_is_believed() -> None:
    latency = pinged(Latency(), 130, 90, 250)
    assert latency.believed == 90
    assert pinged(latency, *[120] * (RECENT - 1)).believed == 120  # the 90 is long ago


def test_a_page_that_answers_late_gains_nothing() -> None:
    """All it could gain is what it was near at least once."""
    assert pinged(Latency(), 30, 800, 2000, 60_000).believed == 30
    assert pinged(Latency(lambda: 20.0), 800, 900, 1000).believed == 20


def test_silence_is_forgiven_nothing() -> None:
    latency = Latency()
    for at in range(1000):
        latency.ping(at)
    assert latency.believed == 0
    assert len(latency._sent) == MOST_UNANSWERED


def test_every_latency_is_bounded() -> None:
    assert pinged(Latency(), 50_000).believed == MOST_BELIEVED
    assert Latency(lambda: 9000.0).believed == MOST_BELIEVED


def test_each_ping_is_answered_once() -> None:
    latency = Latency()
    number = latency.ping(1000)
    latency.pong(number, 1030)
    latency.pong(number, 9000)
    assert list(latency._took) == [30]


@pytest.mark.parametrize("number", [0, 1000.0, 999.5, -1, 1e12])
def test_what_was_never_sent_is_no_answer(number: float) -> None:
    latency = Latency()
    latency.ping(1000)
    latency.pong(number, 1001)
    assert not latency._took


def test_an_answer_from_before_the_question_is_none() -> None:
    latency = Latency()
    latency.pong(latency.ping(1000), 900)
    assert latency.believed == 0
    assert not latency._took


def test_nobody_can_guess_the_next_ping() -> None:
    latency = Latency()
    numbers = [latency.ping(at) for at in range(50)]
    assert len(set(numbers)) == 50
    assert max(numbers) > NUMBERS / 4


def test_a_kernels_shortest_trip_is_remembered_though_the_kernel_forgets_it() -> None:
    """Delayed acknowledgements make all newer ones longer."""
    trips = iter([12.0, 52.0, 60.0])
    latency = Latency(lambda: next(trips))
    assert [latency.believed, latency.believed] == [12, 12]


def test_where_no_kernel_tells_there_are_pings() -> None:
    assert pinged(Latency(lambda: None), 40).believed == 40


# Over real sockets


def latencies(server: Running, page: Page) -> list[Latency]:
    """What the server knows of the lines to this page's table."""
    found = [each for each in server.session(page.sync["table"]).presence.connections if isinstance(each, Connection)]
    return [connection._latency for connection in found]


def one_page(server: Running, **more: Any) -> Page:
    anna = server.visitor()
    return anna.open(anna.create("egyptian_war", "me", "anybody"), **more)


def test_the_kernel_knows_the_way_before_any_ping_is_answered(server: Running) -> None:
    (latency,) = latencies(server, one_page(server))
    assert latency._kernel_shortest is not None
    assert 0 < latency.believed < 100  # a loopback's, on a machine in a hurry


def test_pongs_for_pings_of_long_ago_are_not_believed(server: Running) -> None:
    """A page that subtracts a minute from what it is asked seemed to be a minute away."""
    page = one_page(server)
    for t in (0, 1, 5000.0, max(time.monotonic() * 1000 - 60_000, 0)):
        page.say("pong", t=t)
    page.say("slap", n=0, seat=7, reaction=1)
    assert "isn't your seat" in page.read_until("refused")["why"]  # so they have been heard
    (latency,) = latencies(server, page)
    assert latency.believed < 100


@pytest.mark.parametrize(("told", "known"), [({}, None), ({"X-Client-RTT": "81500"}, 81.5), ({"X-Client-RTT": "-1"}, None)])
def test_behind_a_proxy_its_word_counts_and_else_only_pings(
    open_server: OpenServer, told: dict[str, str], known: float | None
) -> None:
    """The kernel would tell the way to the proxy."""
    server = open_server(trusted_proxies=("127.0.0.1",))
    (latency,) = latencies(server, one_page(server, headers=told))
    assert latency._kernel_shortest == known


def test_who_is_no_trusted_proxy_tells_nothing(server: Running) -> None:
    (latency,) = latencies(server, one_page(server, headers={"X-Client-RTT": "481500"}))
    assert latency.believed < 100
