"""Games played by policies: who decides what is declared, and the turns of games in which nothing but combat happens."""
