"""How well an engine attacks and blocks, on boards whose best declaration is proved."""
