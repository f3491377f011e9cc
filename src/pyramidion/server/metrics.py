"""Figures for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge

from pyramidion.server.limits import SocketLimits
from pyramidion.server.storage.database import Database
from pyramidion.server.tables.announcements import Happened
from pyramidion.server.tables.registry import Registry


class Metrics:
    """Counts by listening; what can be asked for is asked when somebody wants to know."""

    def __init__(self, tables: Registry, sockets: SocketLimits, database: Database) -> None:
        self.registry = CollectorRegistry()
        events = Counter("pyramidion_events", "Events written", registry=self.registry)
        tables.environment.announcements.subscribe(Happened, lambda happened: events.inc(len(happened.entries)))
        self.gauge("pyramidion_tables", "Tables in memory").set_function(lambda: len(tables.sessions))
        self.gauge("pyramidion_sockets", "Open sockets").set_function(lambda: sum(sockets.open.values()))
        trouble = self.gauge("pyramidion_trouble", "1 while nothing can be written")
        trouble.set_function(lambda: float(bool(database.problem)))

    def gauge(self, name: str, documentation: str) -> Gauge:
        """One more figure."""
        return Gauge(name, documentation, registry=self.registry)
