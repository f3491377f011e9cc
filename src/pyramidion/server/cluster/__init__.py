"""Many nodes on one database. A server whose database is a file never imports this."""
