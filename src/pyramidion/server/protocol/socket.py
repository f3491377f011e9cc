"""What a page and a table say to each other over one WebSocket, one struct a message: `Up` from the page, `Down` to it.

A table counts its events: `n` is how many have happened. The page holds no rules: it gets what its eyes may see, and the
legal actions.
"""

from typing import Annotated, Any, Literal

import msgspec

from pyramidion.game import Value
from pyramidion.server.protocol.fields import (
    ActionText,
    Count,
    Kind,
    Milliseconds,
    Remark,
    SeatNumber,
    Status,
    Strict,
    View,
    Wish,
)

Verdict = Literal["first", "tied", "late", "guess", "false"]

# Up: from a page


class Ready(Strict, tag="ready", frozen=True):
    """I am here, and have seen what the table's dice are committed to. This is SHA-256 of my salt for them."""

    salt_commitment: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", examples=["5a" * 32])]


class Reveal(Strict, tag="reveal", frozen=True):
    """My salt: told after everybody at the table has committed to theirs, so that nobody can choose one to suit it."""

    salt: Annotated[str, msgspec.Meta(min_length=22, max_length=64, pattern="^[0-9A-Za-z_-]+$", examples=["5a" * 16])]


class Act(Strict, tag="act", frozen=True):
    """Do an action. It is done only if `n` events have happened, so that nothing is done twice."""

    n: Count
    seat: SeatNumber
    action: ActionText


class Slap(Strict, tag="slap", frozen=True):
    """Slap the card that event `n` - 1 brought. The page measures how long after painting it the key was pressed."""

    n: Count
    seat: SeatNumber
    reaction: Milliseconds


class Say(Strict, tag="say", frozen=True):
    """A remark for everybody at the table."""

    text: Remark


class Mute(Strict, tag="mute", frozen=True):
    """No longer hear somebody's remarks, or hear them again."""

    user: Annotated[str, msgspec.Meta(max_length=40)]
    on: bool


class Offer(Strict, tag="offer", frozen=True):
    """Wish to take the last action back, or to play again; also to agree to somebody else's wish."""

    wish: Wish
    n: Count


class Decline(Strict, tag="decline", frozen=True):
    """Not agree to a wish, or take back one's own."""

    wish: Wish


class Resign(Strict, tag="resign", frozen=True):
    """Give up."""

    n: Count
    seat: SeatNumber


class Ask(Strict, tag="ask", frozen=True):
    """Ask for a hint: what the search thinks of each legal action."""

    n: Count
    seat: SeatNumber


class Pong(Strict, tag="pong", frozen=True):
    """The answer to a ping, at once, with its number."""

    t: Milliseconds


class Resync(Strict, tag="resync", frozen=True):
    """Ask for the whole table: a Delta came without the message that it builds on."""

    n: Count


Up = Ready | Reveal | Act | Slap | Say | Mute | Offer | Decline | Resign | Ask | Pong | Resync


# Down: to a page

Edit = tuple[int, int, list[Any]]
"""A change of a list: from where on, how many items are removed, and which are put in their place."""


class Place(msgspec.Struct, frozen=True):
    """A line of the photo finish."""

    seat: int
    claim: float
    reaction: float  # what the judge takes it for
    behind: float  # after the fastest that counts
    verdict: Verdict


class Finish(msgspec.Struct, frozen=True):
    """The photo finish: all slaps at one card, the fastest first."""

    places: tuple[Place, ...]
    winner: int | None = None
    is_tie: bool = False


class Happened(msgspec.Struct, frozen=True):
    """An event, as these eyes saw it."""

    n: int
    seat: int | None  # None: chance, or the table
    kind: Kind
    action: str | None  # in notation; None if these eyes were not told
    told: str  # what happened, in words
    at: int  # when: milliseconds since 1970
    finish: Finish | None = None  # the photo finish, after slaps
    back_to: int | None = None  # of an undo: the first event that it takes back


class Chair(msgspec.Struct, frozen=True):
    """A seat and who sits on it."""

    name: str  # the seat's own name
    user: str | None  # nobody yet, or a bot
    title: str | None  # what the user or the bot is called
    bot: str | None  # the bot's level; also of one that holds the seat for somebody who left
    present: bool
    is_program: bool  # whether a program plays as the user: a bot of somebody's


class Clock(msgspec.Struct, frozen=True):
    """The clocks at the moment of sending."""

    left: list[int]  # milliseconds of each seat
    running: list[int]  # the seats whose clock runs
    forgiven: list[int]  # milliseconds of lag that each seat was not charged for in its last action


class Legal(msgspec.Struct, frozen=True):
    """What one of your seats may do now."""

    seat: int
    actions: list[str]


class Sync(msgspec.Struct, frozen=True, tag="sync"):
    """The table as these eyes see it: on a connection, and whenever a page asks. Then every event brings a Delta."""

    version: int  # the number of this message, for the Delta after it
    table: str
    game: str
    status: Status
    n: int  # so many events have happened
    events: list[Happened]  # those since the last Sync; on a connection, those since what the page said it has
    yours: list[int]  # your seats; none: you look on
    actors: list[int]  # the seats that may act now
    in_turn: list[int]  # the seats whose turn it is: those that could do nothing but react are not among them
    turn: str  # whose turn it is or who won, in words, as it is said to you
    view: View | None  # the game's own View; None until it begins
    legal: list[Legal]
    chairs: list[Chair]
    looking_on: int  # how many people have the table open who don't sit at it; who they are is not told
    options: dict[str, Value]
    hints: bool  # whether you can ask for one: between people only if the table was opened so
    rated: bool
    scores: list[float] | None  # when it is over
    ending: str  # when it is over, how it ended and by how much, in words
    clock: Clock | None
    wishes: dict[Wish, list[str]]  # who wishes or has agreed
    again: str | None  # the table of the rematch
    fairness: str  # the commitment of the dice; with the secret after the end
    salt_commitments: list[str]  # of each seat, while people get ready: empty for bots and for who is not; then none


class Delta(msgspec.Struct, frozen=True, tag="delta"):
    """What has changed since the Sync or Delta before. A page that has not got that one asks for a Resync."""

    version: int
    after: int  # the version that it builds on
    n: int
    events: list[Happened]  # the new ones
    changed: dict[str, Any]  # other fields of the Sync, with their new values
    view: View  # fields of the view, with their new values
    edited: dict[str, list[Edit]]  # lists of the view; what is done to each, in this order


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Something was not done, and why. A Sync follows if the page was behind."""

    n: int
    why: str
    code: str  # a stable name for the reason, for programs


class Said(msgspec.Struct, frozen=True, tag="said"):
    """A remark."""

    user: str
    title: str
    text: str
    at: int


class Opined(msgspec.Struct, frozen=True):
    """What the search thinks of an action."""

    action: str
    told: str
    win: float
    share: float  # of the search's attention
    reason: str = ""  # what speaks for it, beyond what it does


class Hint(msgspec.Struct, frozen=True, tag="hint"):
    """The answer to Ask: the best action first."""

    n: int
    seat: int
    choices: list[Opined]
    exact: bool  # whether the position is solved, and these are the true chances


class Judging(msgspec.Struct, frozen=True, tag="judging"):
    """Somebody has slapped: others may still have been faster. The verdict comes as an event."""

    n: int
    seats: list[int]


class Ping(msgspec.Struct, frozen=True, tag="ping"):
    """To be answered at once."""

    t: float


class Trouble(msgspec.Struct, frozen=True, tag="trouble"):
    """The server can't save right now: nothing is done until it can."""

    why: str


Down = Sync | Delta | Refused | Said | Hint | Judging | Ping | Trouble
