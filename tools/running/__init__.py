"""How long work is run: executors, inputs and diagnostics."""
