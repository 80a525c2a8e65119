"""Oracle wording, read into abilities: `read_permanent`, `read_effect`, `read_sentence`."""

from __future__ import annotations

from .reader import read_effect, read_permanent
from .sentences import Reading, read_sentence

__all__ = ["Reading", "read_effect", "read_permanent", "read_sentence"]
