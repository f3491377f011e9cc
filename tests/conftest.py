"""For all tests: hypothesis tries the same examples every time, and no test fails because a machine is slow."""

import os

from hypothesis import settings

settings.register_profile("tests", deadline=None, derandomize=not os.environ.get("PYRAMIDION_SOAK"))
settings.load_profile("tests")
