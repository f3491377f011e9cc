"""What every table needs of the server around it."""

from dataclasses import dataclass, field

from pyramidion.server.news import News, NoNews
from pyramidion.server.people.users import Users
from pyramidion.server.settings import Settings
from pyramidion.server.storage.database import Database
from pyramidion.server.tables.announcements import Announcements
from pyramidion.server.tables.ownership import Alone, Ownership
from pyramidion.server.tables.tasks import Tasks
from pyramidion.server.thinking.bot_pool import BotPool


@dataclass(frozen=True)
class Environment:
    """Plain parts: it does nothing itself."""

    settings: Settings
    database: Database
    users: Users
    bot_pool: BotPool
    ownership: Ownership = field(default_factory=Alone)
    news: News = field(default_factory=NoNews)
    announcements: Announcements = field(default_factory=Announcements)
    tasks: Tasks = field(default_factory=Tasks)
