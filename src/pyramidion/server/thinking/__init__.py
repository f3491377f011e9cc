"""What bots, hints, reviews and lessons need: thinking, and positions at no table."""
