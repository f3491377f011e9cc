"""The lab: measuring games, and ourselves."""
