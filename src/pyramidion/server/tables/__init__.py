"""Tables: what runs one in memory, and what it looks like to somebody."""
