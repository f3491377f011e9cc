"""The server: tables, their judge, and what is told to whom."""
