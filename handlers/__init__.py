"""Decisions: a command and a state in, events out."""
