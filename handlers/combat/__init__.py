"""What happens in combat besides declarations: entering, leaving, turns and damage orders."""
