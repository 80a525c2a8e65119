"""Read models, rebuilt from events alone."""
