"""Keyword abilities as wording names them: what may follow the name."""

from __future__ import annotations

from ...handlers.rulebook.keywords import KEYWORDS

PLAIN = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "nothing")
NUMBERED = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "number")
COUNTED = tuple(word for word in sorted(NUMBERED) if KEYWORDS[word].bears_on == "triggers")
"""Those whose number is asked for as what they do is carried out, and nowhere else: it may be X, "where X is …"."""
OF_DAMAGE = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "number, perhaps")
"""Keywords that bear on combat damage or on what follows from it, and on no declaration: the number may be missing."""
WITHOUT_BEARING = frozenset(word for word, keyword in KEYWORDS.items() if keyword.takes == "rest")
"""Keywords that do nothing a board doesn't state; what follows the name belongs to them."""
