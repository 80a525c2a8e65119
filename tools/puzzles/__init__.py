"""Puzzles: positions with one answer, proved."""
