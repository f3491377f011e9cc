"""All that a page and the house say to each other, one struct a message.

At a table one WebSocket carries tagged unions as JSON: `Up` from the page, `Down` to it. A table counts its events: `n` is
how many have happened. The page holds no rules: it gets what its eyes may see, and the legal actions. The rest is REST.
"""

from typing import Annotated, Literal

import msgspec

from pyramidion.game import Value
from pyramidion.server.fairness.slap_judge import Finish

LONGEST_NAME = 24
LONGEST_REMARK = 280
LONGEST_ACTION = 120
MOST_EVENTS = 20_000  # of a record that somebody brings

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Remark = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REMARK)]
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ACTION)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Scripted = tuple[int | Literal["chance"], str]
"""Somebody's action in a game that nobody plays."""

Status = Literal["waiting", "live", "over"]
Kind = Literal["act", "undo", "resign", "flag", "abandon"]
Wish = Literal["undo", "rematch"]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from outside: a field that we don't know is an error, not a wish that we overlook."""


# Up: from a page


class Ready(Strict, tag="ready", frozen=True):
    """I am here, and have seen what the table's dice are committed to. My salt goes into them: nobody else chooses it."""

    salt: Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern="^[0-9A-Za-z_-]+$")]


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


Up = Ready | Act | Slap | Say | Mute | Offer | Decline | Resign | Ask | Pong


# Down: to a page


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
    """The table as these eyes see it. The first visit, a reconnection and every event bring this same message."""

    table: str
    game: str
    status: Status
    n: int  # so many events have happened
    events: list[Happened]  # those since the last Sync; on a connection, those since what the page said it has
    yours: list[int]  # your seats; none: you look on
    actors: list[int]  # the seats that may act now
    turn: str  # whose turn it is, in words, as it is said to you
    view: msgspec.Raw | None  # the game's own View; None until it begins
    legal: list[Legal]
    may_undo: bool  # whether one of your seats may take back its last action without asking
    chairs: list[Chair]
    looking_on: int  # how many people have the table open who don't sit at it; who they are is not told
    options: dict[str, Value]
    scores: list[float] | None  # when it is over
    ending: str  # how it ended, in words
    clock: Clock | None
    wishes: dict[Wish, list[str]]  # who wishes or has agreed
    again: str | None  # the table of the rematch
    fairness: str  # the commitment of the dice; with the secret after the end


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Something was not done, and why. A Sync follows if the page was behind."""

    n: int
    why: str


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
    """The house can't write at present: nothing is done until it can."""

    why: str


Down = Sync | Refused | Said | Hint | Judging | Ping | Trouble


# REST


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game, for a form."""

    name: str
    title: str
    explanation: str
    choices: list["ChoiceInfo"]
    default: Value
    default_between_people: Value | None  # at tables for two people or more, if not the default
    default_with: list["DefaultWith"]  # other defaults, where another option has a certain value
    ruling: str
    pattern: str


class DefaultWith(msgspec.Struct, frozen=True):
    """A default that depends on another option."""

    option: str
    value: Value
    default: Value


class ChoiceInfo(msgspec.Struct, frozen=True):
    """A value of an option."""

    value: Value
    meaning: str


class PresetInfo(msgspec.Struct, frozen=True):
    """A set of options with a name."""

    name: str
    title: str
    sentence: str
    seats: int
    options: dict[str, Value]


class GameInfo(msgspec.Struct, frozen=True):
    """A game, as `GET /api/games` tells it."""

    name: str
    title: str
    sentence: str
    credit: str
    version: int
    seats: list[int]
    seat_names: list[str]
    options: list[OptionInfo]
    presets: list[PresetInfo]
    real_time: bool
    seats_by_lot: bool  # whether the seat decides who begins, so that seats are drawn unless they are asked for
    lesson: str  # what its lesson teaches; nothing if it has none


class BotInfo(msgspec.Struct, frozen=True):
    """A level of the house's bots."""

    name: str
    title: str
    sentence: str
    face: str  # an SVG picture
    ratings: dict[str, int]  # game by game


class Me(msgspec.Struct, frozen=True):
    """Who you are to the house."""

    user: str
    name: str


class Rename(Strict, frozen=True):
    """What you want to be called."""

    name: Name


class ClockWish(Strict, frozen=True):
    """How long people may think."""

    kind: Literal["none", "move", "total"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0  # a move, or in all
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0  # added after each action


class Chosen(Strict, frozen=True):
    """What shall sit on a seat: you, anybody who comes, or a bot by its level."""

    who: Literal["me", "anybody", "bot"]
    level: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewTable(Strict, frozen=True):
    """A table to be opened."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    seats: Annotated[list[Chosen], msgspec.Meta(min_length=1, max_length=8)]
    options: Annotated[dict[str, Value], msgspec.Meta(max_length=40)] = {}
    listed: bool = False  # whether everybody may find it; or only who has its link
    position: Annotated[str, msgspec.Meta(max_length=2000)] = ""  # begin there, with the options in it
    clock: ClockWish = ClockWish()
    seating: Literal["lot", "as_listed"] = "lot"  # by lot, where the seat decides who begins; or on the seats as listed


class Sit(Strict, frozen=True):
    """Which seat to take; any free one if none is named."""

    seat: int | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """A table in the lobby."""

    id: str
    game: str
    status: Status
    chairs: list[Chair]
    options: dict[str, Value]
    n: int
    listed: bool
    created: int
    yours: list[int]
    your_turn: bool


class Finished(msgspec.Struct, frozen=True):
    """A game that you have played."""

    id: str
    game: str
    titles: list[str]  # who played
    yours: list[int]
    scores: list[float]
    created: int


class Lobby(msgspec.Struct, frozen=True):
    """The tables that you may see."""

    yours: list[TableInfo]
    waiting: list[TableInfo]
    live: list[TableInfo]
    over: list[Finished]  # your latest games, the last one first


class Past(msgspec.Struct, frozen=True):
    """A table after so many events, as your eyes saw it."""

    n: int
    view: msgspec.Raw
    text: str
    legal: list[Legal]
    actors: list[int]  # the seats that were to act
    position: str | None  # in notation, to play on from there; only of a game that is over, and not at its end


class Look(Strict, frozen=True):
    """A game to be looked at, at no table: from its start or a position, after these actions, those of chance among them."""

    position: Annotated[str, msgspec.Meta(max_length=2000)] = ""  # from there, with the seats and options in it
    seats: int | None = None
    options: Annotated[dict[str, Value], msgspec.Meta(max_length=40)] = {}
    actions: list[Scripted] = []  # as many as fit into a request
    eyes: list[int] | None = None  # who looks; all seats if left out


class Looked(msgspec.Struct, frozen=True):
    """What is to be seen then."""

    seats: int
    options: dict[str, Value]
    view: msgspec.Raw
    text: str
    position: str  # as text, to go on from
    actors: list[int]  # the seats that may act
    legal: list[Legal]  # what those who look may do
    events: list[Happened]  # the actions, as these eyes saw them
    scores: list[float] | None  # when it is over


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: something to see, and perhaps something to do."""

    title: str
    words: str  # paragraphs with an empty line between them
    position: str = ""  # the game's start if there is none
    seat: int = 0  # the learner's
    before: list[Scripted] = []  # what is shown first
    right: list[str] = []  # the actions that are right; none: there is nothing to do
    well: str = ""  # what is said then
    replies: list[Scripted] = []  # what happens then
    wrong: str = ""  # what is said of another legal action
    remarks: dict[str, str] = {}  # or of this one
    rulings: list[str] = []  # that the step shows
    finish: Finish | None = None  # the photo finish of the last thing shown


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's lesson, as its lesson.toml has it."""

    sentence: str  # what one will know after it
    goodbye: str
    steps: list[Step]


class Review(msgspec.Struct, frozen=True):
    """A finished game, to be looked through. Its events are as the chosen eyes saw them."""

    table: str
    game: str
    n: int  # so many events have happened
    events: list[Happened]
    yours: list[int]  # your seats; none: you looked on
    chairs: list[Chair]
    options: dict[str, Value]
    scores: list[float]
    ending: str  # how it ended, if not by the rules


class Chances(msgspec.Struct, frozen=True):
    """What the search thinks of a position of a finished game, from what the seat that was to act could see."""

    n: int  # after so many events
    seat: int | None  # who was to act; None: chance, or the game was over
    win: list[float]  # the chance of each seat; together they are one
    best: str | None  # what the search would have done, in notation
    told: str | None  # the same in words
    lost: float  # how much of its own chance the seat gave away by what it did


class ChanceEvent(msgspec.Struct, frozen=True):
    """What could have come by chance at one event."""

    n: int  # its place among the record's events
    outcomes: list[tuple[str, int]]  # in the order in which the dice count them, with their weights; 0: a judge calls it


class Odds(msgspec.Struct, frozen=True):
    """The odds of every event of chance of a record, by the rules: with them the dice can be checked."""

    events: list[ChanceEvent]
    trouble: str | None  # why the record can't be replayed further than these


class Course(Strict, frozen=True):
    """A record without its dice: how a game began, and all that happened."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    version: Count
    seats: Annotated[int, msgspec.Meta(ge=1, le=8)]
    options: Annotated[dict[str, Value], msgspec.Meta(max_length=40)]
    events: Annotated[list[Scripted], msgspec.Meta(max_length=MOST_EVENTS)]
    position: Annotated[str, msgspec.Meta(max_length=2000)] = ""


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done."""

    why: str
