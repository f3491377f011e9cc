"""Fair dice and fair slaps. It imports nothing else of the server but messages."""
