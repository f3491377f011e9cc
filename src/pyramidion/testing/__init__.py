"""What every game must be, and that nothing leaks: for our tests and for games of others."""

from pyramidion.testing.check import Broken, check, random_options

__all__ = ["Broken", "check", "random_options"]
