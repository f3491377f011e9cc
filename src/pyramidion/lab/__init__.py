"""The lab: measuring games, and ourselves.

>>> from pyramidion import lab
>>> [figure.value for figure in lab.survey("senet", games=100).figures if figure.name == "completion"]
[1.0]
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramidion.lab.surveys import Survey, survey

__all__ = ["Survey", "survey"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.surveys"), name)
