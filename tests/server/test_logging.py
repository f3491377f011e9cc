"""What the log looks like."""

import json
import logging
import sys

import pytest

from pyramidion.refusal import Refusal
from pyramidion.server.logging import JsonLines, PlainLines
from pyramidion.server.settings import settle


def record(message: str, **details: object) -> logging.LogRecord:
    found = logging.makeLogRecord({"msg": message, "levelname": "WARNING", "name": "pyramidion.somewhere", **details})
    try:
        raise ValueError("too late")
    except ValueError:
        found.exc_info = sys.exc_info()
    return found


def test_people_read_plain_lines() -> None:
    first, *others = PlainLines().format(record("a bot was too slow", level="farmer", game="senet")).splitlines()
    assert first[8:] == " warning: a bot was too slow (level farmer, game senet)"
    assert others[-1] == "ValueError: too late"


def test_programs_read_json() -> None:
    line = json.loads(JsonLines().format(record("a bot was too slow", game="senet")))
    assert (line["level"], line["message"], line["game"]) == ("warning", "a bot was too slow", "senet")
    assert line["error"].endswith("ValueError: too late")


def test_lines_are_plain_unless_json_is_asked_for() -> None:
    assert settle({}, {}, None).log_format == "plain"
    assert settle({"log_format": "json"}, {}, None).log_format == "json"
    with pytest.raises(Refusal, match="log_format"):
        settle({"log_format": "xml"}, {}, None)
