"""Routes by subject, and what guards them."""
