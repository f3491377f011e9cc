"""Refusals: everything that is the asker's fault, with a stable code for programs and a sentence for people.

Anything else that goes wrong is a bug of ours, and is never shown as a refusal.
"""


class Refusal(ValueError):
    """What was asked for is not done, and nothing has changed; the message says why."""

    code: str = "refused"


class NotFound(Refusal):
    """There is no such thing."""

    code = "not_found"
