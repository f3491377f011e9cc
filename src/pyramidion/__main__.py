"""`python -m pyramidion`."""

from pyramidion.cli import main

raise SystemExit(main())
