"""Deltas: what has changed of a table since what a page was last sent, and the whole table again from what a page is sent.

Only two things count here: what was sent last, and what would be sent now. So a delta tells nothing that the two don't.
"""

from operator import attrgetter
from typing import Any, NamedTuple

from pyramidion.server.protocol.fields import View
from pyramidion.server.protocol.socket import Delta, Edit, Sync

MANY = (
    8  # items of which a list of numbers or texts has at least so many, if single ones are sent; a shorter one is sent whole
)
ALWAYS = {"version", "n", "events", "view"}  # what a delta has in fields of its own
PLAIN = (str, int, float, type(None))
FIELDS = tuple(name for name in Sync.__struct_fields__ if name not in ALWAYS)

_values = attrgetter(*FIELDS)


class ViewDelta(NamedTuple):
    """What has changed of a view."""

    whole: View  # fields with new values
    edited: dict[str, list[Edit]]  # long lists, with what is done to each


def difference(before: Sync, after: Sync, view: ViewDelta | None = None) -> Delta:
    """What has changed from one Sync to the next; of the view, if that was not found out already."""
    changed: dict[str, Any] = {
        name: new for name, old, new in zip(FIELDS, _values(before), _values(after), strict=True) if old != new
    }
    if before.view is None or after.view is None or before.view.keys() != after.view.keys():
        changed |= {"view": after.view} if before.view != after.view else {}
        view = ViewDelta({}, {})
    elif view is None:
        view = view_difference(before.view, after.view)
    return Delta(
        version=after.version,
        after=before.version,
        n=after.n,
        events=after.events,
        changed=changed,
        view=view.whole,
        edited=view.edited,
    )


def view_difference(before: View, after: View) -> ViewDelta:
    """What has changed of a view with the same fields: some items of a long list, or all of a field."""
    delta = ViewDelta({}, {})
    for name, new in after.items():
        old = before[name]
        if old is new or old == new:
            continue
        if isinstance(old, list) and isinstance(new, list) and (edits := _edits(old, new)):
            delta.edited[name] = edits
        else:
            delta.whole[name] = new
    return delta


class ViewDeltas:
    """Remembers differences of views for those who were shown the same and will be."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, int], ViewDelta] = {}  # by the identities of both, which live as long as their Syncs

    def between(self, before: View | None, after: View | None) -> ViewDelta | None:
        """What has changed, if both are views with the same fields."""
        if before is None or after is None or before.keys() != after.keys():
            return None
        key = id(before), id(after)
        if key not in self._found:
            self._found[key] = view_difference(before, after)
        return self._found[key]


def _edits(old: list[Any], new: list[Any]) -> list[Edit]:
    """What to do to a list, from its end to its beginning; nothing if it is as short to send all of it."""
    if len(new) < MANY and (not new or isinstance(new[0], PLAIN)):
        return []
    edits = _replaced(old, new) if len(old) == len(new) else [_cut(old, new)]
    return edits if 2 * sum(len(put) for _, _, put in edits) <= len(new) else []


def _replaced(old: list[Any], new: list[Any]) -> list[Edit]:
    """Each item that differs, by itself."""
    changed = [i for i, (was, is_now) in enumerate(zip(old, new, strict=True)) if was is not is_now and was != is_now]
    return [(i, 1, [new[i]]) for i in reversed(changed)]


def _cut(old: list[Any], new: list[Any]) -> Edit:
    """What is between the same beginning and the same end."""
    start, most = 0, min(len(old), len(new))
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, len(old) - end - start, new[start : len(new) - end]


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
