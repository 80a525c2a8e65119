"""The command `declarant`, a module for each group of commands. What is heavy is imported by the command that needs it."""

from . import (
    arena,
    best,
    cases,
    corpus,
    editions,
    imports,
    journals,
    pages,
    puzzling,
    rating,
    review,
    simulating,
    site,
    tables,
    wording,
)
from .app import app as app
