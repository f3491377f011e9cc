"""A node that does not check whether a table is still its own: to see that the checker of `bench.cluster` would notice.

    python -m bench.unfenced_node serve --database postgresql+psycopg://…

Nor does it notice that it was stopped. A node does that within a quarter of a second and then lets go of its tables by
itself, so that the check of the epoch is seldom needed; but nothing promises that it is quick enough.
"""

import sys

from pyramidion.cli import main
from pyramidion.server.cluster import membership
from pyramidion.server.storage import fenced

if __name__ == "__main__":
    fenced.IS_OURS = "true"
    membership.WATCH_SECONDS = 1e9
    sys.exit(main())
