"""The keywords that counters can give (rule 122.1b)."""

KEYWORD_COUNTERS = frozenset(
    [
        "flying",
        "first strike",
        "double strike",
        "deathtouch",
        "decayed",
        "exalted",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shadow",
        "trample",
        "vigilance",
    ]
)
"""What a keyword counter can be (122.1b)."""
