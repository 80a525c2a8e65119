"""How a model of a declaration is solved: maximum, counting, and the searches they choose from."""
