"""What triggers when attackers and blockers are declared: a module a rule."""
