"""Oracle wording, read into abilities: `read_permanent`, `read_effect`, `read_sentence`."""

from __future__ import annotations

from .effects import EffectReading, read_effect
from .not_modelled import Sizes, not_modelled
from .permanents import read_permanent
from .reader import in_other_words
from .sentences import Reading, read_sentence

__all__ = [
    "EffectReading",
    "Reading",
    "Sizes",
    "in_other_words",
    "not_modelled",
    "read_effect",
    "read_permanent",
    "read_sentence",
]
