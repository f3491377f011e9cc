"""Judging what was played: luck and mistakes in win chances, what a seat could know, and puzzles made of games."""
