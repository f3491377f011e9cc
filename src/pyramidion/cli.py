"""The command line: `pyramidion --help`."""


def main() -> int:
    """Run the command."""
    raise NotImplementedError
