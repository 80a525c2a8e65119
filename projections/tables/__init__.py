"""Games as tables: what the columns are, as data, and the rows, folded from a game's journal."""
