"""The comments of a struct's fields, as data: for generated types and for help texts."""

import inspect
import re


def comments(struct: type) -> dict[str, str]:
    """What the source says about each field."""
    return dict(re.findall(r"^    (\w+): .*?  # (.*)$", inspect.getsource(struct), re.MULTILINE))
