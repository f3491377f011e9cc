"""Figures for Prometheus."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Gauge
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from pyramidion.server.limits import SocketLimits
from pyramidion.server.storage.database import Database
from pyramidion.server.tables.announcements import Happened
from pyramidion.server.tables.registry import Registry


class Events(Collector):
    """Counts events. Every move is one: so it is a plain number until somebody wants to know."""

    def __init__(self) -> None:
        self._number = 0

    def count(self, happened: Happened) -> None:
        self._number += len(happened.entries)

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily("pyramidion_events", "Events written", value=self._number)


class Metrics:
    """Counts by listening; what can be asked for is asked when somebody wants to know."""

    def __init__(self, tables: Registry, sockets: SocketLimits, database: Database) -> None:
        self.registry = CollectorRegistry()
        events = Events()
        self.registry.register(events)
        tables.environment.announcements.subscribe(Happened, events.count)
        self.gauge("pyramidion_tables", "Tables in memory").set_function(lambda: len(tables.sessions))
        self.gauge("pyramidion_sockets", "Open sockets").set_function(lambda: sum(sockets.open.values()))
        trouble = self.gauge("pyramidion_trouble", "1 while nothing can be written")
        trouble.set_function(lambda: float(bool(database.problem)))

    def gauge(self, name: str, documentation: str) -> Gauge:
        """One more figure."""
        return Gauge(name, documentation, registry=self.registry)
