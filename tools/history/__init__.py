"""Games of a journal: listed, replayed, and gone through turn by turn."""
