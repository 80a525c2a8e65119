"""The exact best attack, block and assignment of combat damage, and certificates that nothing is better."""
