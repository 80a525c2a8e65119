"""Many games played by policies: from cases, or boards drawn from cards; summed up, or policies compared."""
