"""Deltas: what has changed of a table since what a page was last sent, and the whole table again from what a page is sent.

Only two things count here: what was sent last, and what would be sent now. So a delta tells nothing that the two don't.
"""

from operator import attrgetter
from typing import Any, NamedTuple

from pyramidion.server.protocol.fields import View
from pyramidion.server.protocol.shown import Common, Own, Shown
from pyramidion.server.protocol.socket import Delta, Edit

MANY = (
    8  # items of which a list of numbers or texts has at least so many, if single ones are sent; a shorter one is sent whole
)
PLAIN = (str, int, float, type(None))
COMMON = Common.__struct_fields__
OWN = tuple(name for name in Own.__struct_fields__ if name != "view")  # which has a field of its own in a delta

_common, _own = attrgetter(*COMMON), attrgetter(*OWN)


class ViewDelta(NamedTuple):
    """What has changed of a view."""

    whole: View  # fields with new values
    edited: dict[str, list[Edit]]  # long lists, with what is done to each


NOTHING = ViewDelta({}, {})


def difference(before: Shown, after: Shown) -> Delta:
    """What has changed for a page."""
    return Differences().between(before, after)


class Differences:
    """Finds differences, and remembers those that several pages have alike."""

    def __init__(self) -> None:  # by the identities of what is compared, which lives as long as what was told
        self._common: dict[tuple[int, int], dict[str, object]] = {}
        self._views: dict[tuple[int, int], ViewDelta] = {}

    def between(self, before: Shown, after: Shown) -> Delta:
        """What has changed for a page that was told the one, and is to know the other."""
        changed = self._of_common(before.common, after.common)
        if own := _changed(OWN, _own(before.own), _own(after.own)):
            changed = changed | own
        view = NOTHING
        if before.own.view is None or after.own.view is None or before.own.view.keys() != after.own.view.keys():
            changed = changed | ({"view": after.own.view} if before.own.view != after.own.view else {})
        else:
            view = self._of_view(before.own.view, after.own.view)
        return Delta(after.version, before.version, after.n, after.events, changed, view.whole, view.edited)

    def _of_common(self, before: Common, after: Common) -> dict[str, object]:
        key = id(before), id(after)
        if key not in self._common:
            self._common[key] = _changed(COMMON, _common(before), _common(after))
        return self._common[key]

    def _of_view(self, before: View, after: View) -> ViewDelta:
        key = id(before), id(after)
        if key not in self._views:
            self._views[key] = view_difference(before, after)
        return self._views[key]


def _changed(names: tuple[str, ...], before: tuple[object, ...], after: tuple[object, ...]) -> dict[str, object]:
    """The new values of those that differ."""
    return {name: new for name, old, new in zip(names, before, after, strict=True) if old is not new and old != new}


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


def _edits(old: list[object], new: list[object]) -> list[Edit]:
    """What to do to a list, from its end to its beginning; nothing if it is as short to send all of it."""
    length = len(new)
    if not new or (length < MANY and isinstance(new[0], PLAIN)) or 2 * (length - len(old)) > length:
        return []
    if length == len(old):
        return _replaced(old, new)
    edit = _cut(old, new)
    return [edit] if 2 * len(edit[2]) <= length else []


def _replaced(old: list[object], new: list[object]) -> list[Edit]:
    """Each item that differs, by itself; nothing if those are most."""
    changed = [i for i, was in enumerate(old) if was is not new[i] and was != new[i]]
    return [(i, 1, [new[i]]) for i in reversed(changed)] if 2 * len(changed) <= len(new) else []


def _cut(old: list[object], new: list[object]) -> Edit:
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
