"""A node that does not check whether a table is still its own: to see that the checker of `bench.cluster` would notice.

python -m bench.unfenced_node serve --database postgresql+psycopg://…
"""

import sys

from pyramidion.cli import main
from pyramidion.server.storage import fenced

if __name__ == "__main__":
    fenced.IS_OURS = "true"
    sys.exit(main())
