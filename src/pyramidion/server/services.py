"""The parts of a server, put together: what handlers find in the application's state."""

import secrets
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Receive, Scope, Send

from pyramidion.refusal import Refusal
from pyramidion.server.limits import Buckets, CpuLimits, RequestLimits, SocketLimits
from pyramidion.server.metrics import Metrics
from pyramidion.server.news import News, NoNews
from pyramidion.server.people.access_tokens import AccessTokens
from pyramidion.server.people.accounts import Accounts
from pyramidion.server.people.cookies import CookieSigner
from pyramidion.server.people.emails import Emails
from pyramidion.server.people.mail import Mailer
from pyramidion.server.people.moderation import Moderation
from pyramidion.server.people.profiles import Profiles
from pyramidion.server.people.sign_ins import SignIns
from pyramidion.server.people.users import Users
from pyramidion.server.settings import Settings, database_url
from pyramidion.server.storage.database import Database
from pyramidion.server.storage.engines import is_postgresql
from pyramidion.server.storage.facts import fact
from pyramidion.server.tables.comparisons import Comparisons
from pyramidion.server.tables.environment import Environment
from pyramidion.server.tables.matchmaking import Matchmaker
from pyramidion.server.tables.ownership import Alone, Ownership
from pyramidion.server.tables.personal_news import PersonalNews
from pyramidion.server.tables.registry import Registry
from pyramidion.server.thinking.bot_pool import BotPool
from pyramidion.server.thinking.surveys import Surveys

Asking = ASGIConnection[Any, Any, Any, Any]


class Forwarding(Protocol):
    """Passes on what is for other nodes, and lets in what they pass on."""

    def admit(self, scope: Scope) -> str | None:
        """For whom another node vouches, if it does; the request then looks as if it had come here directly."""

    async def is_here(self, scope: Scope) -> bool:
        """Whether what was passed on to us is answered here."""

    async def serve(self, scope: Scope, receive: Receive, send: Send, user: str, here: ASGIApp) -> None:
        """Have it answered, here or where its table is."""


class Cluster(Protocol):
    """The other nodes, if there are any."""

    @property
    def forwarding(self) -> Forwarding:
        """What is passed between nodes."""

    @property
    def node(self) -> str:
        """Our name among them."""

    @property
    def is_leaving(self) -> bool:
        """Whether our tables are being handed over."""

    @property
    def is_cut_off(self) -> bool:
        """Whether the database has not heard from us for too long."""

    def measure(self, metrics: Metrics) -> None:
        """Have figures of the node told."""

    def open(self) -> None:
        """Live among them."""

    async def drain(self) -> None:
        """Hand all tables over to them."""

    async def close(self) -> None:
        """Hear and tell no more."""


@dataclass(frozen=True)
class Services:
    """Everything that is shared by all requests and sockets. It does little itself."""

    settings: Settings
    database: Database
    users: Users
    sign_ins: SignIns
    access_tokens: AccessTokens
    accounts: Accounts
    emails: Emails
    profiles: Profiles
    moderation: Moderation
    bot_pool: BotPool
    surveys: Surveys
    registry: Registry
    matchmaker: Matchmaker
    comparisons: Comparisons
    personal_news: PersonalNews
    environment: Environment
    request_limits: RequestLimits
    guest_limits: Buckets
    socket_limits: SocketLimits
    metrics: Metrics
    cluster: Cluster | None = None

    def is_welcome(self, asks: Asking) -> bool:
        """Whether the page is ours. Programs send no Origin; browsers always do, and can't be made to lie."""
        origin = asks.headers.get("origin")
        return origin is None or origin in self.settings.origins or urlsplit(origin).netloc == asks.headers.get("host")

    async def sign_out(self, user: str, *, only: str = "", but: str = "") -> int:
        """Sign somebody out in one place, everywhere, or everywhere else, and close their pages there; in how many.

        Their programs are closed only if it is everywhere.
        """
        ended = await self.sign_ins.end(user, only=only, but=but)
        tokens = [] if only or but else [token.id for token in await self.access_tokens.of(user)]
        self.registry.hang_up([*ended, *tokens])
        self.environment.news.tell("signed_out", [*ended, *tokens])
        return len(ended)

    async def drain(self) -> None:
        """Hand the tables over, if there are other nodes."""
        if self.cluster:
            await self.cluster.drain()

    async def close(self) -> None:
        """Finish what is being written, and stop."""
        await self.drain()
        self.registry.close()
        await self.environment.tasks.close()
        self.surveys.close()
        if self.cluster:
            await self.cluster.close()
        self.bot_pool.close()
        self.database.close()


def open_database(settings: Settings) -> Database:
    """The database, ready to be written to; a refusal if it is in use or damaged."""
    database = Database(database_url(settings), settings.node or settings.address)
    if settings.bus:
        _check_bus(settings.bus, database)
    database.open()
    return database


def _check_bus(url: str, database: Database) -> None:
    """Refuse a bus that leads nowhere. One that doesn't answer now may do so later."""
    if not is_postgresql(database.engine):
        raise Refusal("a bus is for servers that share a PostgreSQL database: give one with --database")
    try:
        from redis.asyncio import Redis

        Redis.from_url(url)
    except ModuleNotFoundError as error:
        raise Refusal("Redis needs a driver: pip install 'pyramidion[cluster]'") from error
    except ValueError as error:
        raise Refusal("the bus's URL is wrong: give redis://HOST:PORT") from error


async def open_services(settings: Settings, database: Database) -> Services:
    """Put everything together, and let everything go on that was going on."""
    key = await database.write(lambda connection: fact(connection, "cookie_key", lambda: secrets.token_hex(32)))
    signer = CookieSigner(bytes.fromhex(key))
    cpu_limits = CpuLimits(settings.thinking_share, settings.burst)
    ownership = await _join(settings, database)
    news = _news(settings, ownership)
    bot_pool = BotPool(settings.bot_threads, cpu_limits)
    environment = Environment(settings, database, Users(database, news), bot_pool, ownership or Alone(), news)
    registry = Registry(environment)
    mailer = Mailer(settings.smtp, settings.mail_from, settings.site)
    socket_limits = SocketLimits(settings.message_rate, settings.burst, settings.sockets_per_address)
    services = Services(
        settings=settings,
        database=database,
        users=environment.users,
        sign_ins=SignIns(database, environment.users, signer),
        access_tokens=AccessTokens(database, environment.users, signer.another("access tokens")),
        accounts=Accounts(database, environment.users, settings.sign_in_rate, settings.sign_in_burst),
        emails=Emails(database, environment.users, mailer, environment.tasks.spawn),
        profiles=Profiles(database),
        moderation=Moderation(database, environment.users),
        bot_pool=environment.bot_pool,
        surveys=Surveys(settings.lab_seconds),
        registry=registry,
        matchmaker=Matchmaker(registry),
        comparisons=Comparisons(registry),
        personal_news=PersonalNews(registry),
        environment=environment,
        request_limits=RequestLimits(settings.request_rate, settings.burst, settings.address_rate),
        guest_limits=Buckets(settings.guest_rate, settings.burst),
        socket_limits=socket_limits,
        metrics=Metrics(registry, socket_limits, database),
        cluster=await _cluster(database, ownership, registry) if ownership else None,
    )
    news.hear("signed_out", services.sign_ins.forget)
    news.hear("signed_out", services.access_tokens.forget)
    if services.cluster:
        services.cluster.measure(services.metrics)
        services.cluster.open()
    registry.open()
    services.matchmaker.open()
    services.personal_news.open()
    return services


async def _join(settings: Settings, database: Database) -> Ownership | None:
    """Become a node, where a database can have several."""
    if not is_postgresql(database.engine):
        return None
    from pyramidion.server.cluster.membership import Membership

    membership = Membership(database, settings.node or settings.address, settings.address)
    await membership.enter()
    return membership


def _news(settings: Settings, membership: Any) -> News:
    if membership is None or not settings.bus:
        return NoNews()
    from pyramidion.server.cluster.redis_news import RedisNews

    return RedisNews(settings.bus, membership.me.process)


async def _cluster(database: Database, membership: Any, registry: Registry) -> Cluster:
    from pyramidion.server.cluster.cluster import cluster_of

    return await cluster_of(database, membership, registry)


def services_of(asks: Asking) -> Services:
    """The services of the application that is asked."""
    services: Services = asks.app.state.services
    return services
