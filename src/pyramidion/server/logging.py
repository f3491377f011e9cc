"""Logs: plain lines for people, or one JSON object a line for programs."""

import json
import logging
import sys
import time

STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def details(record: logging.LogRecord) -> dict[str, object]:
    """What was given beside the message; what other libraries note for themselves begins with an underscore."""
    return {name: value for name, value in vars(record).items() if name not in STANDARD and not name.startswith("_")}


class PlainLines(logging.Formatter):
    """Time, level and what happened, with whatever else was given in brackets."""

    def format(self, record: logging.LogRecord) -> str:
        also = ", ".join(f"{name} {value}" for name, value in details(record).items())
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{clock} {record.levelname.lower()}: {record.getMessage()}" + (f" ({also})" if also else "")
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonLines(logging.Formatter):
    """Time, level, logger, what happened, and whatever else was given."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **details(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


FORMATS: dict[str, type[logging.Formatter]] = {"plain": PlainLines, "json": JsonLines}


def set_up(level: str, form: str) -> None:
    """Log to the standard error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATS[form]())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in (
        "uvicorn.access",
        "uvicorn.error",
        "httpx",
        "numba",
        "alembic",
    ):  # uvicorn's would have the links of tables in them
        logging.getLogger(noisy).setLevel(logging.WARNING)
