"""What several messages are made of."""

from typing import Annotated, Any, Literal

import msgspec

LONGEST_NAME = 24
LONGEST_REMARK = 280
LONGEST_ACTION = 120
MOST_EVENTS = 20_000  # of a record that somebody brings

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Remark = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_REMARK, examples=["Good luck!"])]
ActionText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ACTION, examples=["10-13"])]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000, examples=[12])]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=7, examples=[0])]
Milliseconds = Annotated[float, msgspec.Meta(ge=0, le=1e12, examples=[240.5])]
Scripted = tuple[int | Literal["chance"], str]
"""Somebody's action in a game that nobody plays."""

Status = Literal["waiting", "live", "over"]
Kind = Literal["act", "undo", "resign", "flag", "abandon"]
Wish = Literal["undo", "rematch"]
View = dict[str, Any]
"""A game's own View, by its fields: compared, and sent, one by one."""
Scope = Literal["read", "play", "bot"]
"""What an access token is good for."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from outside: a field that we don't know is an error, not a wish that we overlook."""
