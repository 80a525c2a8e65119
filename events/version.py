"""The version of the package. Journals keep it with each game."""

__version__ = "0.1.0"
