"""Keyword abilities as wording names them: what may follow the name."""

from __future__ import annotations

from ...handlers.rulebook.keywords import KEYWORDS

PLAIN = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "nothing")
NUMBERED = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "number")
OF_DAMAGE = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "number, perhaps")
"""Keywords that bear on combat damage or on what follows from it, and on no declaration: the number may be missing."""
WITHOUT_BEARING = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "rest")
"""Keywords that do nothing a board doesn't state; what follows the name belongs to them."""
