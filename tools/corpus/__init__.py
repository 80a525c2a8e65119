"""A corpus of combats with the answers, for engines to test themselves against."""
