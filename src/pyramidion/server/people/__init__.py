"""Users, and what they see of tables."""
