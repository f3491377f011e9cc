"""What pages, programs and the server say to each other. It imports nothing else of the server."""
