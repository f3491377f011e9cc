"""One page at a table: connections, latency, rate limits."""
