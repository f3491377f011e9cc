"""Deltas: what has changed of a table since what a page was last sent, and the whole table again from what a page is sent.

Only two things count here: what was sent last, and what would be sent now. So a delta tells nothing that the two don't.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from pyramidion.server.protocol.socket import Delta, Edit, Sync

LONG = 80  # bytes: a shorter list is sent whole
ALWAYS = {"version", "n", "events", "view"}  # what a delta has in fields of its own
FIELDS = tuple(name for name in Sync.__struct_fields__ if name not in ALWAYS)

_items = msgspec.json.Decoder(list[msgspec.Raw])


def difference(before: Sync, after: Sync) -> Delta:
    """What has changed from one Sync to the next."""
    changed: dict[str, object] = {}
    for name in FIELDS:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            changed[name] = new
    whole: dict[str, msgspec.Raw] = {}
    edited: dict[str, list[Edit]] = {}
    if before.view is None or after.view is None or before.view.keys() != after.view.keys():
        changed |= {"view": after.view} if before.view != after.view else {}
    else:
        for name, value in after.view.items():
            if value != before.view[name]:
                _compare(name, before.view[name], value, whole, edited)
    return Delta(
        version=after.version,
        after=before.version,
        n=after.n,
        events=after.events,
        changed=changed,
        view=whole,
        edited=edited,
    )


def _compare(
    name: str, old: msgspec.Raw, new: msgspec.Raw, whole: dict[str, msgspec.Raw], edited: dict[str, list[Edit]]
) -> None:
    """A field of the view that has changed: some items of a long list, or all of it."""
    if min(len(bytes(old)), len(bytes(new))) > LONG and bytes(old)[:1] == bytes(new)[:1] == b"[":
        edited[name] = list(_edits(_items.decode(old), _items.decode(new)))
    else:
        whole[name] = new


def _edits(old: list[msgspec.Raw], new: list[msgspec.Raw]) -> Iterator[Edit]:
    """What to do to a list, from its end to its beginning; each item that differs by itself if none was added or removed."""
    if len(old) == len(new):
        yield from ((i, 1, [new[i]]) for i in reversed(range(len(new))) if old[i] != new[i])
        return
    start, most = 0, min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    yield start, len(old) - end - start, new[start : len(new) - end]


class Missed(Exception):
    """A delta builds on a message that never came: the table must be asked for anew."""


class Merger:
    """For programs: the whole table, of all that a socket brings."""

    def __init__(self) -> None:
        self.sync: dict[str, Any] = {}

    def hear(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The table after a message; None if the message was about something else."""
        if message["type"] == "sync":
            self.sync = message
        elif message["type"] == "delta":
            self.sync = merge(self.sync, message)
        else:
            return None
        return self.sync


def merge(sync: dict[str, Any], delta: dict[str, Any]) -> dict[str, Any]:
    """The Sync that would have come in place of this delta."""
    if sync.get("version") != delta["after"]:
        raise Missed(f"the delta builds on {delta['after']}, and {sync.get('version')} is here")
    merged = {**sync, **delta["changed"], **{name: delta[name] for name in ("version", "n", "events")}}
    if merged["view"] is not None and "view" not in delta["changed"]:
        edited = {name: _edit(merged["view"][name], edits) for name, edits in delta["edited"].items()}
        merged["view"] = {**merged["view"], **delta["view"], **edited}
    return merged


def _edit(items: list[Any], edits: list[Any]) -> list[Any]:
    items = list(items)
    for at, cut, put in edits:
        items[at : at + cut] = put
    return items
