"""What is asked for and answered over HTTP, one struct each."""

from typing import Annotated, Literal

import msgspec

from pyramidion.game import Value
from pyramidion.server.protocol.fields import MOST_EVENTS, Count, Name, Scripted, Status, Strict
from pyramidion.server.protocol.socket import Chair, Finish, Happened, Legal


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
    scope: Literal["rules", "table"]  # whether it changes the rules, or only how they are played and shown
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


class Preparation(msgspec.Struct, frozen=True):
    """A game that is still being compiled for this machine."""

    game: str
    share: float  # of the time it takes that has passed, about: 0 … 1
    seconds_left: float | None  # about; null if it is too early to say


class BotInfo(msgspec.Struct, frozen=True):
    """A level of bots, or a bot that another package adds."""

    name: str
    title: str
    sentence: str
    face: str  # an SVG picture; empty if it has none
    ratings: dict[str, int]  # game by game
    games: list[str]  # those it plays


class ServerInfo(msgspec.Struct, frozen=True):
    """The server, as other machines find it."""

    address: str  # where they reach it; empty if it listens on this computer alone
    sends_mail: bool  # whether accounts can have an e-mail address


class Me(msgspec.Struct, frozen=True):
    """Who you are to the server."""

    user: str
    name: str
    is_account: bool  # whether you can come back from another device
    is_program: bool  # whether a program plays as you: everybody sees it


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
    options: Annotated[dict[str, Value], msgspec.Meta(max_length=40)] = msgspec.field(default_factory=dict)
    listed: bool = False  # whether everybody may find it; or only who has its link
    hints: bool = False  # whether they are given in a game between people too
    rated: bool = False  # whether it changes ratings: with the usual options, a fixed clock and no hints
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
    hints: bool  # also between people
    rated: bool
    created: int
    yours: list[int]
    your_turn: bool
    host: str  # what the user is called who opened it, and sits there
    clock: ClockWish


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


class Worded(msgspec.Struct, frozen=True):
    """A legal action and what it would do, in words."""

    action: str
    told: str


class LegalInWords(msgspec.Struct, frozen=True):
    """What one of your seats may do."""

    seat: int
    moves: list[Worded]


class Past(msgspec.Struct, frozen=True):
    """A table after so many events, as your eyes saw it."""

    n: int
    view: msgspec.Raw
    text: str
    legal: list[LegalInWords]  # what your seats may do, if this is the present
    actors: list[int]  # the seats that were to act
    position: str | None  # in notation, to play on from there; only of a game that is over, and not at its end


class Observed(msgspec.Struct, frozen=True):
    """What your seats know of a game, as the rules' own record: for programs that have the rules."""

    n: int  # so many events have happened
    game: str
    version: int  # of the rules
    record: str  # its bytes in base64; what you may not know is left out


class Look(Strict, frozen=True):
    """A game to be looked at, at no table: from its start or a position, after these actions, those of chance among them."""

    position: Annotated[str, msgspec.Meta(max_length=2000)] = ""  # from there, with the seats and options in it
    seats: int | None = None
    options: Annotated[dict[str, Value], msgspec.Meta(max_length=40)] = msgspec.field(default_factory=dict)
    actions: list[Scripted] = msgspec.field(default_factory=list)  # as many as fit into a request
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
    """What the search thinks of a position of a finished game, and of what happened there, from what each seat could see."""

    n: int  # after so many events
    seat: int | None  # who was to act; None: chance, or the game was over
    win: list[float]  # the chance of each seat; together they are one
    best: str | None  # what the search would have done, in notation
    told: str | None  # the same in words
    lost: float  # how much of its own chance the seat gave away by what it did
    changes: list[float]  # what happened next did this to each seat's chance: luck, if it was chance, else a mistake
    ahead: float = 0.0  # how far what it did was ahead of the next best, if it did the best
    reason: str = ""  # what speaks for what the search would have done, as a hint says it


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
    code: str  # a stable name for the reason, for programs
